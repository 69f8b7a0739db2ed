// SPDX-License-Identifier: Apache-2.0
// Graceful degradation (Johnsson and Ho 1986, section 9): with f links that never work, a broadcast
// on edge-disjoint trees takes the trees that need none of them. Other collectives find paths around,
// and a pattern that cuts a node off is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "firmware/trees/johnsson_ho.hpp"
#include "test_support/sizes.hpp"
#include "testbench/plans/collectives/catalog.hpp"
#include "testbench/plans/collectives/slot_plans.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/tool/printer/result.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/system/measured.hpp"

namespace testbench::test {
namespace {

using Link = std::pair<std::uint32_t, unsigned>;  // node and port

std::string text_of(const std::vector<Link>& links) {
  std::string text;
  for (const auto& [node, port] : links) text += fmt::format("{}{}:{}", text.empty() ? "" : ",", node, port);
  return text;
}

// Trees of the root that need one of the links, from their definition by parents.
unsigned trees_hit(unsigned d, std::uint32_t root, const std::vector<Link>& links) {
  std::set<unsigned> hit;
  for (const auto& [node, port] : links) {
    const network::Address child((node ^ 1u << port) ^ root);
    if (child == network::Address(0)) continue;
    for (unsigned tree = 0; tree < d; ++tree) {
      if (trees::Nesbt::parent(d, child, tree) == network::Ports::one(port)) hit.insert(tree);
    }
  }
  return static_cast<unsigned>(hit.size());
}

bool has_root(const std::string& collective) {
  return collective == "broadcast" || collective == "reduce" || collective == "scatter" || collective == "gather";
}

Parameters request_of(const std::string& collective, unsigned d, std::uint32_t root, std::uint32_t packets,
                      const std::vector<Link>& links) {
  Parameters request;
  request.collective = collective;
  request.dim = d;
  if (has_root(collective)) request.root = root;
  if (collective != "barrier") request.packets = packets;
  request.fail = text_of(links);
  return request;
}

RunReport run(const std::string& collective, unsigned d, std::uint32_t root, std::uint32_t packets,
              const std::vector<Link>& links) {
  return Run(resolve(request_of(collective, d, root, packets, links))).execute({});
}

constexpr const char* kCollectives[] = {"broadcast",      "scatter",   "gather", "allgather", "alltoall", "reduce",
                                        "reduce-scatter", "allreduce", "scan",   "exscan",    "barrier"};

// The nodes that one reaches over the other links, by their definition; backwards, those that reach it.
std::set<std::uint32_t> reached(unsigned d, std::uint32_t from, const std::vector<Link>& dead, bool backwards) {
  std::set<std::uint32_t> found{from};
  for (std::size_t before = 0; before != found.size();) {
    before = found.size();
    for (const std::uint32_t node : std::set<std::uint32_t>(found)) {
      for (unsigned port = 0; port < d; ++port) {
        const std::uint32_t other = node ^ 1u << port;
        if (std::ranges::find(dead, Link(backwards ? other : node, port)) == dead.end()) found.insert(other);
      }
    }
  }
  return found;
}

bool is_cut_off(const std::string& collective, unsigned d, std::uint32_t root, const std::vector<Link>& dead) {
  const std::size_t nodes = std::size_t{1} << d;
  const bool from_all = collective != "broadcast" && collective != "scatter";
  const bool to_all = collective != "gather" && collective != "reduce";
  return (to_all && reached(d, root, dead, false).size() != nodes) ||
         (from_all && reached(d, root, dead, true).size() != nodes);
}

// The run is right, as fast as its closed form and no faster than its bounds, or refused where a
// node is cut off.
void expect_a_way(Parameters request, unsigned d, std::uint32_t root, const std::vector<Link>& dead) {
  const std::string& collective = *request.collective;
  const std::string text = fmt::format("{} --dim {} --root {} --fail {}", collective, d, root, text_of(dead));
  if (is_cut_off(collective, d, root, dead)) {
    EXPECT_THROW(resolve(request), UsageError) << text;
    return;
  }
  Result result(resolve(request));
  result.report = Run(result.experiment).execute({});
  EXPECT_TRUE(is_as_it_should(to_json(result))) << text << ": " << result.report.fault.value_or("closed form");
  const std::uint64_t bound = result.degraded()->bound.value;
  EXPECT_GE(bound, result.lower_bound().value) << text;
  EXPECT_GE(result.report.cycles, bound) << text;
}

// The cycles of a broadcast from the root, and no packet over the links (RunReport::fault).
void expect_in_time(unsigned d, std::uint32_t root, std::uint32_t packets, const std::vector<Link>& links) {
  const unsigned hit = trees_hit(d, root, links);
  ASSERT_LT(hit, d);
  const RunReport report = run("broadcast", d, root, packets, links);
  EXPECT_EQ(report.fault, std::nullopt) << d << ' ' << text_of(links);
  const unsigned whole = d - hit;
  EXPECT_LE(report.cycles, (packets + whole - 1) / whole + d + 1) << d << ' ' << text_of(links);
}

std::vector<Link> all_links(unsigned d) {
  std::vector<Link> links;
  for (std::uint32_t node = 0; node < 1u << d; ++node) {
    for (unsigned port = 0; port < d; ++port) links.emplace_back(node, port);
  }
  return links;
}

TEST(DeadLinks, EveryPatternOfASmallCubeLeavesABroadcast) {
  for (const Link& one : all_links(2)) expect_in_time(2, 3, 7, {one});
  const std::vector<Link> links = all_links(3);
  for (std::size_t i = 0; i < links.size(); ++i) {
    expect_in_time(3, 5, 8, {links[i]});
    for (std::size_t k = i + 1; k < links.size(); ++k) expect_in_time(3, 5, 8, {links[i], links[k]});
  }
}

TEST(DeadLinks, NodesWithOnePortGoAroundALinkOfASmallCube) {
  for (const char* const ports : {"one", "half"}) {
    for (const char* const collective : kCollectives) {
      for (const unsigned d : {2u, 3u}) {
        for (const Link& one : all_links(d)) {
          if (d == 3 && (3 * one.first + one.second) % 7 != 0 && !test_support::is_soak()) continue;
          Parameters request = request_of(collective, d, one.first ^ 1u, 1 + one.second * 3, {one});
          request.ports = ports;
          expect_a_way(request, d, one.first ^ 1u, {one});
        }
      }
    }
  }
}

TEST(DeadLinks, EveryCollectiveGoesAroundEachLinkAndSomePairsOfASmallCube) {
  for (const char* const collective : kCollectives) {
    for (const Link& one : all_links(2)) expect_a_way(request_of(collective, 2, 1, 3, {one}), 2, 1, {one});
    const std::vector<Link> links = all_links(3);
    for (std::size_t i = 0; i < links.size(); ++i) {
      for (std::size_t k = i; k < links.size(); k += test_support::soak_or(1u, 17u)) {
        std::vector<Link> dead{links[i]};
        if (k != i) dead.push_back(links[k]);
        const std::uint32_t root = static_cast<std::uint32_t>(i + k) % 8;
        expect_a_way(request_of(collective, 3, root, 1 + k % 5, dead), 3, root, dead);
      }
    }
  }
}

// More links than trees, up to a third of all.
TEST(DeadLinks, EveryCollectiveGoesAroundRandomPatterns) {
  std::mt19937 random(29);
  for (const unsigned d : {2u, 3u, 4u, 5u}) {
    for (unsigned trial = 0; trial < (d < 5 ? 5 : 1); ++trial) {
      std::vector<Link> dead = all_links(d);
      std::shuffle(dead.begin(), dead.end(), random);
      dead.resize(1 + random() % (dead.size() / 3));
      const auto root = static_cast<std::uint32_t>(random() % (1u << d));
      for (const char* const collective : kCollectives) {
        Parameters request = request_of(collective, d, root, static_cast<std::uint32_t>(1 + random() % 12), dead);
        if (trial % 3 == 0) request.stall = "0.2";
        if (trial % 5 == 1) request.ports = "one";
        if (trial % 5 == 2) request.ports = "half";
        if (trial % 4 == 0 && shape_of(collective_named(collective)).combined && request.packets) {
          request.type = "float32";
          request.op = "sum";
        }
        expect_a_way(request, d, root, dead);
      }
    }
  }
}

// Queues can fill, but the links on the paths never wait for one another in a cycle.
TEST(DeadLinks, PathsWithoutCyclicDependencyNeedNoDeepQueues) {
  for (const char* const collective : {"alltoall", "allgather"}) {
    Parameters request = request_of(collective, 4, 0, 40, {{0, 0}, {5, 1}, {9, 3}});
    request.queue_depth = 4;
    request.algorithm = "acyclic";
    EXPECT_EQ(testbench::Run(resolve(request)).execute({}).fault, std::nullopt) << collective;
  }
}

TEST(DeadLinks, EveryEngineShowsTheSameRun) {
  for (const std::string& arguments : {std::string("alltoall --dim 2 --packets 3 --fail 0:0"),
                                       std::string("allgather --dim 3 --packets 2 --fail 1:0,2:1="),
                                       std::string("reduce-scatter --dim 3 --packets 3 --fail 0:0,3:1,0:2"),
                                       std::string("allreduce --dim 2 --packets 3 --fail 0:0,3:0"),
                                       std::string("exscan --dim 2 --packets 2 --fail 0:1"),
                                       std::string("allreduce --dim 2 --ports one --packets 3 --fail 0:0,3:0"),
                                       std::string("scatter --network ring:5 --ports half --fail 0:0")}) {
    std::vector<nlohmann::json> found;
    for (const char* const engine : {"rtl --lockstep", "native", "systemc"}) {
      const test_support::Outcome outcome =
          test_support::cubecast(fmt::format("run --json {} --engine {}", arguments, engine));
      ASSERT_EQ(outcome.status, 0) << arguments << " --engine " << engine << ": " << outcome.error;
      found.push_back(nlohmann::json::parse(outcome.out));
      for (const char* const key : {"cycles", "total_cycles", "transmissions", "deepest_queue", "degraded"}) {
        EXPECT_EQ(found.back()[key], found.front()[key]) << arguments << " --engine " << engine << ": " << key;
      }
    }
  }
}

// Words of float32 lanes, whose sums show the order in which they are made, and a minimum, whose identity
// would show as a value that no node has.
TEST(DeadLinks, ScansGoThroughNodesAboveThatDoNotContribute) {
  const std::vector<Link> dead{{0, 0}, {1, 0}, {0, 1}};  // packets of node 0 for node 1 go through 4 and 5
  for (const char* const collective : {"scan", "exscan"}) {
    for (const char* const function : {"sum", "min", "max"}) {
      for (const char* const type : {"float32", "bfloat16", "int16", "uint64"}) {
        Parameters request = request_of(collective, 3, 0, 5, dead);
        request.op = function;
        request.type = type;
        expect_a_way(request, 3, 0, dead);
      }
    }
  }
}

// With two cycles a hop and stages, slots are found for such hops.
TEST(DeadLinks, TurnsHaveNoCycleTooMany) {
  for (const char* const ports : {"one", "half"}) {
    for (const char* const collective : {"reduce", "reduce-scatter", "allreduce", "scan"}) {
      for (const unsigned stages : {0u, 3u}) {
        Parameters request = request_of(collective, 3, 5, 4, {{0, 1}, {6, 2}});
        request.ports = ports;
        request.algorithm = "tree";
        request.combine_stages = stages;
        const Experiment experiment = resolve(request);
        const auto* const slots = dynamic_cast<const SlotPlan*>(experiment.operation().plan);
        ASSERT_NE(slots, nullptr);
        EXPECT_EQ(testbench::Run(experiment).execute({}).cycles, slots->planned_cycles())
            << collective << ' ' << ports << ' ' << stages;
      }
    }
  }
}

// The choice is the faster of both, whatever trees are whole.
TEST(DeadLinks, NodesWithOnePortTakeTheFasterAlgorithm) {
  std::mt19937 random(37);
  unsigned in_slots = 0;
  unsigned on_whole_trees = 0;
  for (unsigned trial = 0; trial < 120; ++trial) {
    const unsigned d = 2 + trial % 3;
    std::vector<Link> dead = all_links(d);
    std::shuffle(dead.begin(), dead.end(), random);
    dead.resize(1 + random() % d);
    const char* const collective = trial % 2 == 0 ? "broadcast" : "reduce";
    const auto root = static_cast<std::uint32_t>(random() % (1u << d));
    if (is_cut_off(collective, d, root, dead)) continue;
    Parameters request = request_of(collective, d, root, static_cast<std::uint32_t>(1 + random() % 20), dead);
    request.ports = "one";
    if (trial % 5 == 0 && collective == std::string("reduce")) request.combine_stages = 1;
    const auto cycles_by = [&](const std::optional<std::string>& algorithm) {
      request.algorithm = algorithm;
      return testbench::Run(resolve(request)).execute({}).cycles;
    };
    const std::uint64_t chosen = cycles_by(std::nullopt);
    const std::uint64_t by_tree = cycles_by("tree");
    std::uint64_t by_nesbt = by_tree;
    try {
      by_nesbt = cycles_by("nesbt");
    } catch (const UsageError&) {
      continue;  // no tree is whole
    }
    EXPECT_EQ(chosen, std::min(by_tree, by_nesbt)) << fmt::format(
        "{} --dim {} --root {} --packets {} --fail {}", collective, d, root, request.packets->text(), text_of(dead));
    in_slots += by_tree < by_nesbt ? 1 : 0;
    on_whole_trees += by_nesbt < by_tree ? 1 : 0;
  }
  EXPECT_GT(in_slots, 10u);
  EXPECT_GT(on_whole_trees, 10u);
}

// Networks that are not cubes, and one whose nodes have different numbers of links.
TEST(DeadLinks, EveryMovingCollectiveGoesAroundOnOtherNetworks) {
  std::mt19937 random(31);
  for (const char* const name : {"ring:5", "torus:3x4", "star:4", "debruijn:4", "mesh:3x4"}) {
    const Network network = network_of(name);
    for (const char* const collective : {"broadcast", "scatter", "gather", "allgather", "alltoall"}) {
      for (const char* const ports : {"all", "one", "half"}) {
        const Address node(static_cast<std::uint32_t>(random() % network.nodes()));
        unsigned port = static_cast<unsigned>(random() % network.ports());
        while (network.neighbour(node, port) == node) port = (port + 1) % network.ports();
        Parameters request = request_of(collective, 0, static_cast<std::uint32_t>(random() % network.nodes()),
                                        static_cast<std::uint32_t>(1 + random() % 4), {{node.number(), port}});
        request.dim.reset();
        request.network = name;
        request.ports = ports;
        const std::string text =
            fmt::format("{} --network {} --ports {} --fail {}", collective, name, ports, *request.fail);
        Result result(resolve(request));
        result.report = testbench::Run(result.experiment).execute({});
        EXPECT_TRUE(is_as_it_should(to_json(result))) << text << ": " << result.report.fault.value_or("closed form");
        EXPECT_GE(result.report.cycles, result.degraded()->bound.value) << text;
      }
    }
  }
}

// Spine 6 is lost to both leaves, or packets come to it and not on, or on and not to it. The hosts need spine 7 alone.
TEST(DeadLinks, ASwitchMayBeCutOff) {
  for (const char* const fail : {"4:2=,5:2=", "4:2,5:2", "6:0,6:1"}) {
    for (const Entry& row : rows_at(kOnOtherWithDead)) {
      // For networks without switches, or with a tree of ranges.
      const bool has_greedy_trees =
          row.collective == collectives::Collective::kBroadcast && row.algorithm == std::string("packed");
      if (has_greedy_trees || std::set<std::string>{"chain", "prefixes", "ranges"}.contains(row.algorithm)) continue;
      Parameters request = request_of(name_of(row.collective), 0, 1, 3, {});
      request.dim.reset();
      request.network = "leafspine:2,2,2";
      request.fail = fail;
      request.ports = name_of(row.ports);
      request.algorithm = row.algorithm;
      Result result(resolve(request));
      result.report = testbench::Run(result.experiment).execute({});
      const std::string text =
          fmt::format("{} {} --ports {} --fail {}", name_of(row.collective), row.algorithm, *request.ports, fail);
      EXPECT_TRUE(is_as_it_should(to_json(result))) << text << ": " << result.report.fault.value_or("closed form");
      EXPECT_GE(result.report.cycles, result.degraded()->bound.value) << text;
    }
  }
}

// Each end of a checked link needs the other's acknowledgements.
TEST(DeadLinks, PacketsGoAroundOverALinkLayer) {
  const std::vector<Link> dead{{0, 0}, {5, 1}, {3, 2}};
  for (const char* const collective : {"alltoall", "reduce-scatter"}) {
    Parameters request = request_of(collective, 3, 1, 3, dead);
    request.link_wires = 16;
    request.frame_packets = 4;
    expect_a_way(request, 3, 1, dead);
  }
}

TEST(DeadLinks, ACheckedLinkThatWorksInOneDirectionCarriesNothing) {
  Parameters request = request_of("alltoall", 3, 0, 6, {{3, 1}});
  request.link_wires = 16;
  request.frame_packets = 4;
  request.link_check = "crc32";
  const Experiment experiment = resolve(request);
  EXPECT_EQ(experiment.operation().dead.count, 2u);
  EXPECT_EQ(testbench::Run(experiment).execute({}).fault, std::nullopt);
}

TEST(DeadLinks, RandomPatternsOfLargeCubesLeaveCollectives) {
  std::mt19937 random(17);
  for (const unsigned d : {4u, 5u, 8u}) {
    for (unsigned trial = 0; trial < 2; ++trial) {
      std::vector<Link> links = all_links(d);
      std::shuffle(links.begin(), links.end(), random);
      links.resize(d - 1);
      expect_in_time(d, static_cast<std::uint32_t>(random() % (1u << d)), 40, links);
      links.resize((d - 1) / 2);  // an allreduce uses a tree both ways, so a link can hit two
      for (const char* const collective : {"allgather", "reduce", "allreduce"}) {
        if (d > 5) continue;
        const RunReport report = run(collective, d, 1, 12, links);
        EXPECT_EQ(report.fault, std::nullopt) << collective << ' ' << d << ' ' << text_of(links);
      }
    }
  }
}

// Every packet on every tree: whichever d - 1 links break in mid-run, nothing is lost.
TEST(DeadLinks, ARedundantBroadcastSurvivesLinksThatBreakInMidRun) {
  std::mt19937 random(23);
  for (const unsigned d : {3u, 4u}) {
    for (unsigned trial = 0; trial < 15; ++trial) {
      std::vector<Link> links = all_links(d);
      std::shuffle(links.begin(), links.end(), random);
      links.resize(d - 1);
      Parameters request;
      request.collective = "broadcast";
      request.dim = d;
      request.packets = 60;
      request.root = static_cast<std::int64_t>(random() % (1u << d));
      request.redundant = true;
      request.link_wires = 16;
      request.frame_packets = 4;
      request.link_check = "crc32";
      std::string fail;
      for (const auto& [node, port] : links) {
        fail += fmt::format("{}{}:{}@{}", fail.empty() ? "" : ",", node, port, 1 + random() % 500);
      }
      request.fail = fail;
      const RunReport report = testbench::Run(resolve(request)).execute({});
      EXPECT_EQ(report.fault, std::nullopt) << d << " --fail " << fail;
    }
  }
}

TEST(DeadLinks, ARedundantBroadcastTakesTheCyclesOfOneTree) {
  Parameters request;
  request.collective = "broadcast";
  request.dim = 4;
  request.packets = 30;
  request.redundant = true;
  const RunReport report = testbench::Run(resolve(request)).execute({});
  EXPECT_EQ(report.fault, std::nullopt);
  EXPECT_EQ(report.cycles, 30u + 4);
  EXPECT_EQ(report.transmissions, 4u * 15 * 30);
}

TEST(DeadLinks, AreRefusedWhereNothingGoesAroundThem) {
  struct Case {
    Parameters request;
    const char* message;
  };
  const auto with = [](Parameters request, const char* algorithm, std::optional<std::string> ports = {}) {
    request.algorithm = algorithm;
    request.ports = std::move(ports);
    return request;
  };
  const auto without_spines = [] {
    Parameters request = request_of("broadcast", 0, 1, 1, {});
    request.dim.reset();
    request.network = "leafspine:2,2,2";
    request.fail = "4:2=,4:3=";
    return request;
  };
  const std::vector<Link> of_node_0{{0, 0}, {0, 1}, {0, 2}};
  const std::vector<Link> into_node_6{{7, 0}, {4, 1}, {2, 2}};
  std::vector<Link> between_halves;
  for (std::uint32_t node = 0; node < 4; ++node) between_halves.emplace_back(node, 2);
  for (const Case& each :
       {Case{request_of("broadcast", 3, 0, 4, of_node_0),
             "--fail 0:0,0:1,0:2: packets of node 0 do not come to node 1: all links out of node 0 are dead; leave "
             "some out"},
        Case{request_of("gather", 3, 1, 4, of_node_0),
             "--fail 0:0,0:1,0:2: packets of node 0 do not come to node 1: all links out of node 0 are dead; leave "
             "some out"},
        Case{request_of("scatter", 3, 1, 4, into_node_6),
             "--fail 7:0,4:1,2:2: packets of node 1 do not come to node 6: all links into node 6 are dead; leave some "
             "out"},
        Case{request_of("reduce", 3, 6, 4, into_node_6),
             "--fail 7:0,4:1,2:2: packets of node 0 do not come to node 6: all links into node 6 are dead; leave some "
             "out"},
        Case{request_of("allreduce", 3, 0, 4, between_halves),
             "--fail 0:2,1:2,2:2,3:2: packets of node 0 do not come to node 4: no other links lead there; leave some "
             "out"},
        Case{without_spines(),
             "--fail 4:2=,4:3=: packets of node 1 do not come to node 2: no other links lead there; leave some out"},
        Case{with(request_of("scan", 3, 0, 4, {{0, 0}}), "exchange"),
             "--algorithm exchange: scan knows tree, chain, ranges, prefixes around links that never work"},
        Case{with(request_of("gather", 3, 0, 4, {{0, 0}}), "balanced"),
             "--algorithm balanced: gather knows tree, flow around links that never work"},
        Case{
            with(request_of("reduce", 3, 0, 4, {{0, 0}}), "three"),
            "--algorithm three: reduce knows nesbt, tree, branchings around links that never work; did you mean tree?"},
        Case{with(request_of("alltoall", 3, 0, 4, {{0, 0}}), "fifo", "one"),
             "--algorithm fifo: alltoall knows shortest, acyclic, matching around links that never work"},
        Case{with(request_of("broadcast", 3, 0, 4, {{0, 0}, {0, 1}, {7, 0}, {7, 1}, {7, 2}, {1, 2}}), "nesbt"),
             "use --algorithm tree, or leave it out"}}) {
    try {
      resolve(each.request);
      ADD_FAILURE() << each.message;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find(each.message), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace testbench::test
