// SPDX-License-Identifier: Apache-2.0
// Links whose wires take cycles: every row meets its closed form with r + L in place of r on the native engine, and shows
// the same run on every other one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "test_support/command.hpp"
#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/prepared.hpp"
#include "testbench/runs/starts/starts.hpp"
#include "testbench/tool/system/measured.hpp"
#include "testbench/tool/system/row_tests.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;
using collectives::Row;
using test_support::cubecast;
using test_support::Outcome;

Operation on_wires(const Row& row, unsigned d, std::uint32_t packets, Address root, unsigned latency) {
  Operation operation = test_support::operation_of(row, d, packets, root, 1 + latency);
  operation.link_latency = latency;
  return operation;
}

class EveryRowOnWires : public RowTest {};
std::vector<Row> rows_on_wires() {
  std::vector<Row> rows;
  for (const Row& row : collectives::kCatalog) {
    if (!row.counts_hops) rows.push_back(row);
  }
  return rows;
}
INSTANTIATE_TEST_SUITE_P(Catalog, EveryRowOnWires, testing::ValuesIn(rows_on_wires()), row_name);

TEST_P(EveryRowOnWires, MeetsItsClosedForm) {
  auto random = test_support::seeded_random();
  for (unsigned d = 2; d <= 4; ++d) {
    for (const unsigned latency : {3u, 6u, 11u, 40u}) {
      for (const std::uint32_t packets : {1u, 3u, 4u, 7u, 2 * latency + 5}) {
        const Address root(static_cast<std::uint32_t>(random()) & ((1u << d) - 1));
        const Operation row = on_wires(GetParam(), d, packets, root, latency);
        const RunReport report = testbench::Run(row, PayloadHash(7)).execute({});
        SCOPED_TRACE(testing::Message() << "d " << d << " M " << packets << " root " << root.number() << " L "
                                        << latency);
        ASSERT_EQ(report.fault, std::nullopt);
        if (has_closed_form(row)) EXPECT_EQ(report.cycles, closed_form(row).value);
        EXPECT_GE(report.cycles, lower_bound(task_of(row)).value);
        EXPECT_LE(report.total_cycles, report.cycles + 3 + latency);
        EXPECT_EQ(report.stall_cycles, 0u) << "queues that cannot fill never stop a neighbour";
      }
    }
  }
}

// Memories that stall, and queues of the least depth.
TEST_P(EveryRowOnWires, LosesNothingWhenMemoriesStall) {
  for (const auto& [latency, stall] : {std::pair(2u, 0.3), std::pair(9u, 0.7)}) {
    const TracedRun seen = traced_run(on_wires(GetParam(), 3, 20, Address(5), latency), {}, stall);
    EXPECT_EQ(seen.report.fault, std::nullopt) << "L " << latency << " stall " << stall;
  }
}

// The same figures on every engine.
void expect_same(const std::string& run, const std::vector<const char*>& engines) {
  const auto figures = [&run](const std::string& engine) {
    const Outcome outcome = cubecast("run " + run + " --json " + engine);
    EXPECT_EQ(outcome.status, 0) << run << ' ' << engine << '\n' << outcome.error;
    nlohmann::json json = outcome.status == 0 ? nlohmann::json::parse(outcome.out) : nlohmann::json();
    nlohmann::json kept;
    for (const char* const key : {"cycles", "total_cycles", "transmissions", "deepest_queue", "closed_form",
                                  "lower_bound", "link_latency", "link_loads", "verified"}) {
      if (json.contains(key)) kept[key] = json[key];
    }
    if (json.contains("link_layer")) kept["link_layer"] = json["link_layer"];
    return kept;
  };
  const nlohmann::json expected = figures("");
  EXPECT_GT(expected["link_latency"], 0) << run;
  for (const char* const engine : engines) EXPECT_EQ(figures(engine), expected) << run << ' ' << engine;
}

// With and without a link layer, on cubes and other networks.
TEST(LinkLatency, ShowsTheSameRunOnEveryEngine) {
  // Each RTL node takes seconds to build, and so does each linked one.
  using Runs = std::vector<std::pair<std::string, std::vector<const char*>>>;
  const Runs runs = test_support::with_soak<Runs::value_type>(
      {
          {"alltoall --dim 3 --packets 4 --link-latency 5 --stall 0.3 --queue-depth 16 --links",
           {"--threads 3", "--engine systemc", "--lockstep"}},
          {"allreduce --dim 3 --packets 9 --link-latency 7", {"--engine symmetric", "--threads 2"}},
          {"alltoall --dim 3 --packets 9 --link-latency 4 --ports one", {"--engine symmetric"}},
          {"allgather --network torus:3x4 --algorithm tree --packets 3 --link-latency 6",
           {"--engine symmetric", "--engine systemc"}},
          {"broadcast --dim 2 --packets 20 --link-latency 17 --link-wires 40 --frame-packets 4 --link-check crc32 "
           "--bit-error-rate 2e-4",
           {"--lockstep", "--threads 2", "--engine systemc", "--trace /dev/null"}},
          // In parts, each of which counts frames from 1.
          {"allgather --dim 2 --packets 60 --link-latency 17 --link-wires 40 --frame-packets 4 --link-check crc32 "
           "--queue-depth 8 --bit-error-rate 1e-4",
           {"--trace /dev/null"}},
      },
      {
          {"allgather --dim 3 --packets 3 --link-latency 2 --ports half", {"--engine systemc", "--lockstep"}},
          {"allreduce --dim 2 --packets 5 --link-latency 3 --pipelined --combine-stages 1", {"--lockstep"}},
          {"alltoall --network mesh:2x3 --packets 2 --link-latency 1 --ports one", {"--lockstep"}},
          {"alltoall --dim 2 --packets 9 --link-latency 21 --link-wires 40 --frame-packets 4",
           {"--lockstep", "--engine symmetric", "--engine systemc"}},
      });
  for (const auto& [run, engines] : runs) expect_same(run, engines);
}

// On nodes that the test above has built.
TEST(LinkLatency, OfEachLinkIsTheSameOnEveryEngine) {
  const test_support::Scratch folder;
  const auto file = [&folder](const std::string& name, const std::string& lines) {
    std::ofstream(folder / name) << lines;
    return " --link-latency " + (folder / name).string();
  };
  expect_same("allgather --network torus:3x4 --packets 3 --stall 0.2 --links" +
                  file("torus", "# of some links\n0 1 6\n(0,2) (1,2) 2\n5:3 1\n7:0 4\n"),
              {"--threads 3", "--engine systemc"});
  expect_same(
      "broadcast --dim 2 --packets 20 --link-wires 40 --frame-packets 4 --link-check crc32 --bit-error-rate 2e-4" +
          file("square", "0 1 9\n3:1 17\n2 3 1\n"),
      {"--engine systemc", "--lockstep"});
}

// The wires between nodes 0 and 1 take 50 cycles. Packets of node 0 pass them before their last hop, those of node 2
// after it.
TEST(LinkLatency, OfEachLinkCounts) {
  const test_support::Scratch folder;
  std::ofstream(folder / "far") << "0 1 50\n";
  for (const auto& [root, cycles] : {std::pair(0, 51 + 4), std::pair(2, 1 + 4)}) {
    const Outcome outcome =
        cubecast(fmt::format("run broadcast --network path:3 --root {} --packets 4 --json --link-latency {}", root,
                             (folder / "far").string()));
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const nlohmann::json json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["cycles"], cycles) << "root " << root;
    EXPECT_EQ(json["lower_bound"], cycles) << "root " << root;
    EXPECT_EQ(json["link_latency"], 50);
    EXPECT_EQ(json["link_latencies"]["least"], 0);
  }
}

// Each file of a network says what the file of latencies does. A link that stands once has its cycles both ways, one
// without a weight has one cycle.
TEST(LinkLatency, IsThatOfTheNetworksFile) {
  const test_support::Scratch folder;
  std::ofstream(folder / "latencies") << "0:0 7\n1:0 9\n1 2 1\n2 3 30\n";
  std::ofstream(folder / "plain") << "0 1\n1 2\n2 3\n";
  std::ofstream(folder / "list") << "0 1 7\n1 0 9\n1 2\n2 3 30\n";
  std::ofstream(folder / "dot") << "digraph { 0 -> 1 [latency=7]; 1 -> 0 [latency=9, width=2]; 1 -> 2; 2 -> 3 "
                                   "[weight=30] }";
  std::ofstream(folder / "anynet") << "router 0 node 0 router 1 7\nrouter 1 node 1 router 0 9 router 2\n"
                                      "router 2 node 2 router 3 30\nrouter 3 node 3\n";
  const auto cycles = [&](const std::string& network, const std::string& latency) {
    std::vector<unsigned> found;
    for (const char* const what : {"broadcast --root 3 --packets 3", "allgather --packets 4", "alltoall --packets 2"}) {
      const Outcome outcome = cubecast(
          fmt::format("run {} --json --network file:{} --link-latency {}", what, (folder / network).string(), latency));
      EXPECT_EQ(outcome.status, 0) << network << what << outcome.error;
      if (outcome.status != 0) continue;
      const nlohmann::json json = nlohmann::json::parse(outcome.out);
      found.push_back(json["cycles"]);
      found.push_back(json["lower_bound"]);
      found.push_back(json["total_cycles"]);
    }
    return found;
  };
  const std::vector<unsigned> expected = cycles("plain", (folder / "latencies").string());
  for (const char* const network : {"list", "dot", "anynet"})
    EXPECT_EQ(cycles(network, "weights"), expected) << network;
  for (const auto& [text, why] :
       {std::pair("0 1 2.5\n", "line 1: weight 2.5: must be"), std::pair("0 1 65\n", "0..64"),
        std::pair("graph { a -- b [width=2] }", "width 2"), std::pair("generators\n1 0\n", "a file of links")}) {
    std::ofstream(folder / "wrong") << text;
    const Outcome outcome =
        cubecast(fmt::format("run alltoall --network file:{} --link-latency weights", (folder / "wrong").string()));
    EXPECT_EQ(outcome.status, 2) << text;
    EXPECT_NE(outcome.error.find(why), std::string::npos) << outcome.error;
  }
}

// A file of a network may call its third node 0.
TEST(LinkLatency, TakesNamesBeforeNumbers) {
  const test_support::Scratch folder;
  std::ofstream(folder / "named") << "graph { 10 -- 20; 20 -- 0 }";
  std::ofstream(folder / "numbered") << "0 1\n1 2\n";
  std::ofstream(folder / "of_names") << "20 0 9\n";
  std::ofstream(folder / "of_numbers") << "1 2 9\n";
  const auto cycles = [&](const char* network, const char* latencies) {
    const Outcome outcome = cubecast(fmt::format("run broadcast --root 2 --json --network file:{} --link-latency {}",
                                                 (folder / network).string(), (folder / latencies).string()));
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return outcome.status == 0 ? nlohmann::json::parse(outcome.out)["cycles"].get<unsigned>() : 0;
  };
  EXPECT_EQ(cycles("named", "of_names"), 1 + 9 + 1u);
  EXPECT_EQ(cycles("numbered", "of_numbers"), 1 + 9 + 1u);
}

// Operands that are on wires of six cycles in the run without slow memories are in the queue where wires take none.
TEST(LinkLatency, OfEachLinkLeavesQueuesRoomForWhatLongerWiresHold) {
  const test_support::Scratch folder;
  std::ofstream(folder / "far") << "0 1 6\n";
  const Outcome outcome = cubecast(
      fmt::format("run reduce-scatter --algorithm balanced --dim 4 --packets 20 --queue-depth 32 --stall 0.25 --seed "
                  "52295 --link-latency {}",
                  (folder / "far").string()));
  EXPECT_EQ(outcome.status, 0) << outcome.error;
}

// The link between nodes 0 and 1 takes 50 cycles, and the way by node 2 takes 2. Node 3 is behind node 1.
TEST(LinkLatency, PlansGoAroundSlowLinks) {
  const test_support::Scratch folder;
  std::ofstream(folder / "net") << "0 1\n0 2\n2 1\n1 3\n";
  std::ofstream(folder / "far") << "0 1 50\n";
  const auto cycles = [&](const std::string& what) {
    const Outcome outcome = cubecast(fmt::format("run {} --network file:{} --link-latency {} --json", what,
                                                 (folder / "net").string(), (folder / "far").string()));
    EXPECT_EQ(outcome.status, 0) << what << outcome.error;
    return outcome.status == 0 ? nlohmann::json::parse(outcome.out)["cycles"].get<unsigned>() : 0;
  };
  EXPECT_EQ(cycles("broadcast --packets 5"), 5 + 2u);
  EXPECT_EQ(cycles("broadcast --packets 5 --algorithm branchings"), 5 + 2u);
  EXPECT_EQ(cycles("reduce --packets 5 --root 3"), 5 + 2u);
  EXPECT_LE(cycles("scatter --packets 5"), 5 * 2 + 3u);
  EXPECT_LE(cycles("gather --packets 5 --root 3"), 5 * 3 + 2u);
  for (const char* const collective : {"allgather", "alltoall", "allreduce", "reduce-scatter"}) {
    EXPECT_LE(cycles(collective), 20u) << collective;
  }
}

// A number for all links is as good as a file that gives it to each. Plans that take a hop for L + 1 cycles without knowing
// of wires had 172 cycles here in place of 131, and no formula may be printed that is not that of the run.
TEST(LinkLatency, OfAllLinksIsKnownToPlans) {
  const test_support::Scratch folder;
  const Network star = network_of("star:4");
  std::ofstream lines(folder / "all");
  for (std::uint32_t node = 0; node < star.nodes(); ++node) {
    for (unsigned port = 0; port < star.ports(); ++port) lines << fmt::format("{}:{} 40\n", node, port);
  }
  lines.close();
  for (const char* const collective : {"reduce-scatter", "scan", "allreduce", "reduce", "gather"}) {
    const auto json = [&](const std::string& latency) {
      const Outcome outcome =
          cubecast(fmt::format("run {} --network star:4 --packets 2 --link-latency {} --json", collective, latency));
      EXPECT_EQ(outcome.status, 0) << collective << outcome.error;
      return outcome.status == 0 ? nlohmann::json::parse(outcome.out) : nlohmann::json();
    };
    const nlohmann::json of_all = json("40");
    EXPECT_LE(of_all["cycles"], json((folder / "all").string())["cycles"]) << collective;
    EXPECT_NE(of_all["formula_met"], false) << collective;
  }
}

// By what a choice among plans compares them: the player's cycles are those of the run, for all plans of random networks
// with random wires, alike in the last network, where ports send in windows too.
TEST(LinkLatency, IsThatOfPlayedNodesToo) {
  auto random = test_support::seeded_random();
  unsigned compared = 0;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const Network network = network_of(fmt::format("random:8,3,{}", seed));
    Operation asked;
    asked.packets = seed == 1 ? 1 : 2 + static_cast<std::uint32_t>(random() % 6);
    asked.root = Address(static_cast<std::uint32_t>(random() % network.nodes()));
    std::vector<std::uint16_t> wires(std::size_t{network.nodes()} * network.ports());
    for (std::uint16_t& cycles : wires) cycles = static_cast<std::uint16_t>(random() % 3 == 0 ? random() % 40 : 0);
    MeshSetting setting;
    setting.link_latency = asked.link_latency = std::ranges::max(wires);
    if (seed != 3) setting.latencies = std::make_shared<const LinkValues>(network.ports(), std::move(wires));
    asked.hop_cycles = 1 + asked.link_latency;
    for (const Entry& row : rows_at(kOnOther)) {
      if (row.make == nullptr || (row.ports != collectives::PortModel::kAll && setting.latencies)) continue;
      if (row.collective == collectives::Collective::kBarrier && asked.packets != 1) continue;
      SCOPED_TRACE(testing::Message() << name_of(row.collective) << ' ' << row.algorithm << " on random:8,3," << seed
                                      << " M " << asked.packets << " root " << asked.root.number());
      try {
        const auto made = std::make_shared<const Prepared>(row, Site(network), asked, setting);
        const std::optional<std::uint64_t> played = made->played(100'000);
        const RunReport report = testbench::Run(Experiment(made, 0), PayloadHash(seed)).execute({});
        ASSERT_EQ(report.fault, std::nullopt);
        EXPECT_EQ(played, report.cycles);
        EXPECT_FALSE(has_closed_form(made->operation()));
        ++compared;
      } catch (const PlanError&) {
      }
    }
  }
  EXPECT_GE(compared, 40u);
}

// Plans that were compared by their cycles without wires took 51 in place of 16, 52 in place of 27 and 33 in place of 20.
TEST(LinkLatency, TheFastestPlanOfOnePortIsChosen) {
  for (const auto& [collective, ports] : {std::pair("allgather", "one"), {"allgather", "half"}, {"alltoall", "one"}}) {
    const std::string of = "--network torus:3x4 --packets 1 --link-latency 4";
    const Outcome outcome = cubecast(fmt::format("run {} {} --ports {} --json", collective, of, ports));
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    const auto chosen = nlohmann::json::parse(outcome.out);
    unsigned compared = 0;
    for (const nlohmann::json& row : measured(fmt::format("--collective {} {}", collective, of))) {
      if (row["ports"] != ports) continue;
      EXPECT_LE(chosen["cycles"], row["cycles"]) << name_of(row);
      ++compared;
    }
    EXPECT_GT(compared, 1u) << collective << ' ' << ports;
  }
}

// Random wires for each link, at most so long; ports with nothing behind them have the longest.
std::shared_ptr<const LinkValues> random_latencies(unsigned d, unsigned most, std::mt19937_64& random) {
  std::vector<std::uint16_t> cycles(std::size_t{d} << d);
  for (std::uint16_t& each : cycles) each = static_cast<std::uint16_t>(random() % (most + 1));
  cycles[random() % cycles.size()] = static_cast<std::uint16_t>(most);
  return std::make_shared<const LinkValues>(d, std::move(cycles));
}

// Wires of 40 cycles between nodes that are made for 5, which a test above has built. The queues of every engine lose the
// same packets.
TEST(LinkLatency, CountsWhatWiresLoseThatTakeMoreCyclesThanNodesAreMadeFor) {
  const Row& row = *collectives::find_row(collectives::Collective::kAlltoall, "ecube", collectives::PortModel::kAll);
  const auto run = [&](MeshSetting setting, std::uint16_t wires) {
    setting.latencies = std::make_shared<const LinkValues>(3, std::vector<std::uint16_t>(3 << 3, wires));
    setting.stall_probability = 0.75;
    return testbench::Run({on_wires(row, 3, 60, Address(), 5), setting, 16}, PayloadHash(7)).execute({});
  };
  EXPECT_EQ(run({}, 5).lost_in_queues, 0u);
  EXPECT_EQ(run({}, 5).fault, std::nullopt);
  const RunReport native = run({}, 40);
  EXPECT_GT(native.lost_in_queues, 0u);
  EXPECT_EQ(native.missing, native.lost_in_queues) << "a packet of an alltoall is lost once";
  EXPECT_EQ(native.fault.value_or("").find(fmt::format("{} packets came into full queues", native.lost_in_queues)), 0u)
      << native.fault.value_or("");
  for (const MeshSetting& setting : {on_engine("systemc"), on_engine("rtl", true), with_threads(2, 0)}) {
    EXPECT_EQ(run(setting, 40).lost_in_queues, native.lost_in_queues) << setting.engine;
    EXPECT_EQ(run(setting, 40).fault, native.fault) << setting.engine;
  }
}

// Wires that pause one cycle in four while frames are on them. Every engine has the same pauses, and none loses a packet.
TEST(LinkLatency, FramesGoOnBehindPausesOfTheWires) {
  const Row& row = *collectives::find_row(collectives::Collective::kAlltoall, "ecube", collectives::PortModel::kAll);
  const auto run = [&](MeshSetting setting, double pause) {
    setting.link_latency = 7;
    setting.links = {.wires = 40, .frame_packets = 4, .check = hls::LinkCheck::kCrc16};
    setting.wires.pause = pause;
    return testbench::Run({on_wires(row, 1, 60, Address(), 0), setting, 0}, PayloadHash(7)).execute({});
  };
  const RunReport native = run({}, 0.25);
  EXPECT_EQ(native.fault, std::nullopt);
  ASSERT_TRUE(native.link_layer);
  EXPECT_EQ(native.link_layer.value_or(LinkTotals()).refused, 0u) << "a pause damages no frame";
  const double of_pauses = static_cast<double>(native.cycles) / static_cast<double>(run({}, 1e-9).cycles);
  EXPECT_GT(of_pauses, 1.2);
  EXPECT_LT(of_pauses, 1.5);
  EXPECT_EQ(run(on_engine("rtl", true), 0.25).cycles, native.cycles);
}

// Any row, latency, depth, stalls, link layer, pauses and errors together. A soak makes ten thousand runs: a quarter of them
// several collectives on nodes that start when they like, and one in 20 in RTL lockstep. Each has a seed of its own, so
// that run 3,700 of seed 1 is run 0 of seed 3,701. CUBECAST_SOAK=SECONDS ends with the run that is under way then, and
// says which seed continues.
TEST(LinkLatency, LosesNothingWhateverComesTogether) {
  const std::uint64_t seed = test_support::seed();
  const std::vector<Row> rows = rows_on_wires();
  const bool soak = test_support::is_soak();
  const unsigned most_dim = soak ? 4 : 3;
  const auto end = std::chrono::steady_clock::now() + test_support::soak_time();
  unsigned in_rtl = 0;
  unsigned run = 0;
  for (; run < (soak ? 10'000u : 60u) && std::chrono::steady_clock::now() < end; ++run) {
    std::mt19937_64 random(seed + run);
    const auto below = [&random](std::uint64_t limit) { return static_cast<unsigned>(random() % limit); };
    const Row& row = rows[below(rows.size())];
    const bool starts = soak && below(4) == 0;
    const bool lockstep = soak && below(20) == 0;
    const bool has_layer = below(4) == 0;
    const unsigned d = has_layer || starts || lockstep ? 2 : 2 + below(most_dim - 1);
    // Each latency behind a layer is a model, and so is each in RTL.
    const bool is_far = has_layer && soak && !starts && !lockstep && below(2) == 0;
    const unsigned latency = has_layer ? (is_far ? 90 : 17) : lockstep ? 5 : below(2) == 0 ? below(9) : below(65);
    const unsigned most_packets = lockstep ? 15 : has_layer ? 60 : 25;
    Operation operation = on_wires(row, d, 1 + below(most_packets), Address(below(1u << d)), has_layer ? 0 : latency);
    MeshSetting setting = lockstep ? on_engine("rtl", true) : MeshSetting();
    if (!lockstep) setting.threads = 1 + below(2);
    setting.link_latency = latency;
    if (row.ports == collectives::PortModel::kAll && below(2) == 0) {
      setting.latencies = random_latencies(d, latency, random);
    }
    setting.seed = setting.wires.seed = random() % 100'000;
    setting.stall_probability = 0.25 * below(4);
    if (has_layer) {
      LinkSetting& links = setting.links.emplace();
      links.wires = 40;
      links.frame_packets = 4;
      links.check = soak && !lockstep && below(2) == 0 ? hls::LinkCheck::kNone : hls::LinkCheck::kCrc32;
      if (links.check != hls::LinkCheck::kNone) {
        setting.wires.bit_error_rate = below(3) * 1e-4;
        // Another model.
        if (soak && below(2) == 0) setting.wires.pause = 0.001 * (1 + below(200));
      }
    }
    const std::size_t least =
        network::least_queue_depth(operation.hop_cycles - operation.link_latency, operation.link_latency);
    std::size_t depth = least << (lockstep ? 0 : below(3));
    SCOPED_TRACE(testing::Message() << "seed " << seed + run << ": " << name_of(row.collective) << ' ' << row.algorithm
                                    << ' ' << name_of(row.ports) << ", d " << d << " M " << operation.packets << " L "
                                    << latency << " depth " << depth << " stall " << setting.stall_probability
                                    << " seed " << setting.seed << (has_layer ? ", with a link layer" : "")
                                    << " pauses " << setting.wires.pause << (lockstep ? ", in lockstep" : ""));
    if (lockstep) ++in_rtl;
    if (starts) {
      const Starts asked{.skew = below(500), .repeat = 1 + below(4)};
      const auto fault_at = [&](std::size_t of_queues) {
        return run_with_starts(Experiment(operation, setting, of_queues), asked, {}).fault;
      };
      std::optional<std::string> fault;
      try {
        fault = fault_at(depth);
      } catch (const std::runtime_error&) {
        fault = fault_at(0);
      }
      ASSERT_EQ(fault, std::nullopt) << "skew " << asked.skew << " repeat " << asked.repeat;
      continue;
    }
    try {
      testbench::Run(Experiment(operation, setting, depth), PayloadHash(run)).require_room({});
    } catch (const std::runtime_error&) {  // queues of that depth could fill for good
      depth = 0;
    }
    const Experiment made(operation, setting, depth);
    const RunReport report = testbench::Run(made, PayloadHash(run)).execute({});
    ASSERT_EQ(report.fault, std::nullopt);
    EXPECT_GE(report.cycles, lower_bound(made.task()).value);
  }
  std::cout << run << " runs, " << in_rtl << " in lockstep; CUBECAST_TEST_SEED=" << seed + run << " continues\n";
}

// Plans that only move packets have no closed form on such wires.
TEST(LinkLatency, LeavesTheFasterPlanChosen) {
  const auto run = [](const std::string& words) {
    const Outcome outcome = cubecast("run broadcast --network torus:3x4 --packets 64 --link-latency 6 --json " + words);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return nlohmann::json::parse(outcome.out);
  };
  const auto cycles = [&](const char* algorithm) {
    return run(std::string("--algorithm ") + algorithm)["cycles"].get<unsigned>();
  };
  EXPECT_EQ(run("")["cycles"].get<unsigned>(), std::min(cycles("tree"), cycles("branchings")));
}

TEST(LinkLatency, IsRefusedWhereQueuesOrTheGateHaveNoRoomForIt) {
  const auto error = [](const std::string& run) {
    const Outcome outcome = cubecast("run " + run);
    EXPECT_EQ(outcome.status, 2) << run << outcome.out;
    return outcome.error;
  };
  EXPECT_EQ(error("alltoall --dim 3 --link-latency 65"),
            "cubecast: --link-latency 65: the queues of a router have room for wires of 0..64 cycles; give fewer, or "
            "--link-wires in run and measure, "
            "for links with buffers of their own\n");
  EXPECT_EQ(error("alltoall --dim 3 --link-latency 9 --queue-depth 16"),
            "cubecast: --queue-depth 16: must be a power of two, 32..1048576, or 0, with --link-latency 9\n");
  EXPECT_EQ(
      error("alltoall --dim 3 --link-latency 9 --ports one --algorithm fifo"),
      "cubecast: --dim 3: alltoall fifo --ports one: its gate counts hops on wires that take no cycles; use another "
      "algorithm, or leave --link-latency out\n");
  const Outcome shallow = cubecast("run alltoall --dim 3 --packets 9 --link-latency 9 --queue-depth 32");
  EXPECT_NE(shallow.out.find("32 packets in 42 cycles, at least; --queue-depth 64 has the full rate"),
            std::string::npos)
      << shallow.out;
}

}  // namespace
}  // namespace testbench::test
