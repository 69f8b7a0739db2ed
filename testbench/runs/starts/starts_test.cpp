// SPDX-License-Identifier: Apache-2.0
// Nodes that start when they like, on every row of a cube and every plan of other networks: all packets are right, and a
// skew costs no more than itself.
#include "testbench/runs/starts/starts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/runs/experiment/test_plans.hpp"
#include "testbench/runs/starts/starting_nodes.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;

Operation on_two_cube(const collectives::Row& row, std::uint32_t packets, unsigned latency = 0) {
  Operation operation{&row, network::Cube(2), packets, network::Address(1)};
  if (row.collective == collectives::Collective::kBarrier) operation.packets = 1;
  operation.link_latency = latency;
  operation.hop_cycles = 1 + latency;
  return operation;
}

void expect_right(const Operation& operation, MeshSetting setting, std::mt19937_64& random, std::size_t depth = 0) {
  const collectives::Row& row = *operation.row;
  setting.seed = random();
  const Starts starts{.skew = random() % 300, .repeat = static_cast<std::uint32_t>(1 + random() % 5)};
  const bool stalls = setting.stall_probability != 0;
  const StartsReport report = run_with_starts(Experiment(operation, setting, depth), starts, {});
  SCOPED_TRACE(testing::Message() << name_of(row.collective) << ' ' << row.algorithm << ' ' << name_of(row.ports)
                                  << " M " << operation.packets << " L " << operation.link_latency << " skew "
                                  << starts.skew << " repeat " << starts.repeat << " depth " << depth << " stall "
                                  << setting.stall_probability << " seed " << setting.seed);
  ASSERT_EQ(report.fault.value_or(""), "");
  EXPECT_LE(report.spread, starts.skew);
  if (stalls || setting.links) return;
  // A cube's packets meet in an order that the skew keeps. Elsewhere, and where queues say stop, another order at a port can
  // cost cycles, though less than a collective takes.
  const bool is_cube = network::kind_of(operation.network).routes_in_logic;
  const std::uint64_t of_order = is_cube && depth == 0 ? 0 : report.aligned_cycles / starts.repeat;
  EXPECT_LE(report.cycles, report.aligned_cycles + report.spread + of_order);
  if (report.start_together && is_cube) {
    EXPECT_EQ(report.cycles, report.aligned_cycles + report.spread);
  }
}

void expect_right(const collectives::Row& row, const MeshSetting& setting, unsigned latency, std::mt19937_64& random) {
  expect_right(on_two_cube(row, 1 + random() % 5, latency), setting, random);
}

TEST(Starts, OfEveryRowLoseNothingAndCostTheirSkew) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const collectives::Row& row : collectives::kCatalog) {
    expect_right(row, {}, 0, random);
    expect_right(row, {.stall_probability = 0.3}, 0, random);
    if (testing::Test::HasFatalFailure()) return;
  }
  // Wires that take cycles, and a barrier over them.
  for (const char* const algorithm : {"table", "sbt"}) {
    const bool is_one_port = algorithm == std::string("sbt");
    expect_right(*collectives::find_row(collectives::Collective::kAlltoall, algorithm,
                                        is_one_port ? collectives::PortModel::kOne : collectives::PortModel::kAll),
                 {}, 5, random);
  }
}

// Queues of the least depth, in which most rows go in parts. These are collectives like others.
TEST(Starts, OfEveryRowGoInPartsWhereQueuesAreShort) {
  std::mt19937_64 random = test_support::seeded_random();
  unsigned in_parts = 0;
  for (const collectives::Row& row : collectives::kCatalog) {
    const Operation operation = on_two_cube(row, 11 + random() % 20);
    for (const double stall : {0.0, 0.2}) {
      expect_right(operation, {.stall_probability = stall}, random, 4);
      if (testing::Test::HasFatalFailure()) return;
      const Chain chain = chain_of(Experiment(operation, {.stall_probability = stall}, 4), {.repeat = 2}, {});
      EXPECT_TRUE(chain.start_together || !chain.parts.totals());
      if (chain.parts.count() > 1) ++in_parts;
    }
  }
  EXPECT_GE(in_parts, 10U);
}

// Links wait for one another in a cycle whose queues have room for the packets of one allgather, not of two.
TEST(Starts, AreTogetherWhereTwoCollectivesCouldFillQueues) {
  const collectives::Row& row =
      *collectives::find_row(collectives::Collective::kAllgather, "balanced", collectives::PortModel::kAll);
  const auto start_together = [&](std::uint32_t packets, std::uint32_t repeat) {
    const Chain chain = chain_of(Experiment(on_two_cube(row, packets), {}, 8), {.repeat = repeat}, {});
    EXPECT_EQ(chain.parts.count(), 1U);
    return chain.start_together;
  };
  // Half of the packets of a source pass the busiest crosspoint, and 5 fit beside those that follow a stop.
  EXPECT_FALSE(start_together(10, 1));
  EXPECT_TRUE(start_together(10, 2));
  EXPECT_FALSE(start_together(4, 2));
}

// Nothing is proved of queues of 4, so that the whole is tried, as the nodes start. In those of 8 parts that are proved took 43
// cycles, not 29.
TEST(Starts, TryInDeeperQueuesWhatTheyTryInShallowerOnes) {
  const auto is_wanted = [](const Entry& row) {
    return row.collective == collectives::Collective::kAllreduce && row.ports == collectives::PortModel::kAll &&
           row.algorithm == std::string("blocks");
  };
  unsigned runs = 0;
  const auto visit = [&](const Prepared& made) {
    const std::shared_ptr<const Prepared> outlives(std::shared_ptr<void>(), &made);
    for (const Starts starts : {Starts{}, {.skew = 3}, {.skew = 3, .repeat = 3}}) {
      std::uint64_t shallower = ~std::uint64_t{0};
      for (const std::size_t depth : {4u, 8u, 16u}) {
        const Experiment experiment(outlives, depth);
        const StartsReport report = run_with_starts(experiment, starts, {});
        ASSERT_EQ(report.fault, std::nullopt) << depth;
        EXPECT_LE(report.cycles, shallower) << depth << " skew " << starts.skew << " repeat " << starts.repeat;
        shallower = report.cycles;
        const TriedRuns& tried = experiment.tried();
        EXPECT_TRUE(depth != 4 || std::ranges::any_of(tried,
                                                      [&](const auto& run) {
                                                        return run.second.cycles == report.cycles &&
                                                               run.first.repeat == starts.repeat;
                                                      }))
            << "the run is that which was tried";
        ++runs;
      }
    }
  };
  for_every_plan_of(is_wanted, "random:10,3,1", 16, 0, visit, {.stall_probability = 0.1, .seed = 4});
  EXPECT_EQ(runs, 9u);
}

TEST(Starts, AreCutOffBehindTheLimit) {
  const collectives::Row& row =
      *collectives::find_row(collectives::Collective::kAllgather, "balanced", collectives::PortModel::kAll);
  const Experiment experiment(on_two_cube(row, 10), {}, 8);
  const Starts starts{.skew = 5, .repeat = 3};
  RunHooks hooks;
  const std::uint64_t all = run_with_starts(experiment, starts, hooks).cycles;
  hooks.most_cycles = all;
  EXPECT_EQ(run_with_starts(experiment, starts, hooks).cycles, all);
  hooks.most_cycles = all - 1;
  const StartsReport cut = run_with_starts(experiment, starts, hooks);
  EXPECT_NE(cut.fault.value_or("").find("takes more than"), std::string::npos);
  EXPECT_EQ(cut.cycles, all);
}

// A scan sends one packet after another with any queues, so that collectives follow one another without a common start.
TEST(Starts, NeedNotBeTogetherWhereCombinedPacketsFindRoom) {
  const collectives::Row& row =
      *collectives::find_row(collectives::Collective::kScan, "exchange", collectives::PortModel::kAll);
  std::mt19937_64 random = test_support::seeded_random();
  const Operation operation = on_two_cube(row, 40);
  const Chain chain = chain_of(Experiment(operation, {.stall_probability = 0.3}, 4), {.repeat = 3}, {});
  EXPECT_FALSE(chain.start_together);
  EXPECT_EQ(chain.parts.count(), 1U);
  for (unsigned run = 0; run < 5; ++run) expect_right(operation, {.stall_probability = 0.3}, random, 4);
}

// Every plan, with switches and around links that never work, on nodes of three ports.
TEST(Starts, OnOtherNetworksLoseNothingAndCostTheirSkew) {
  std::mt19937_64 random = test_support::seeded_random();
  unsigned runs = 0;
  for (const char* const network : {"complete:4", "leafspine:2,2,1"}) {
    MeshSetting setting;
    if (network == std::string("complete:4")) setting.wires.broken = {{Address(2), 0, 0}};
    const std::uint32_t one = setting.wires.broken.empty() ? 1 : 3;
    for (const std::uint32_t packets : test_support::with_soak<std::uint32_t>({one}, {4 - one})) {
      for_every_plan(
          network, packets, 1,
          [&](const Prepared& made) {
            expect_right(made.operation(), made.setting(), random);
            ++runs;
          },
          setting);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GE(runs, 40U);
}

// Whole links without a checksum, and links that err: frames arrive when they do, so that no skew costs a number of cycles.
TEST(Starts, OverALinkLayerLoseNothing) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const auto& [check, errors] : {std::pair(hls::LinkCheck::kNone, 0.0), std::pair(hls::LinkCheck::kCrc32, 3e-4)}) {
    MeshSetting setting;
    setting.links.emplace(LinkSetting{.wires = 40, .frame_packets = 4, .check = check});
    setting.wires.bit_error_rate = errors;
    for (const char* const algorithm : {"table", "fifo"}) {
      const bool is_one_port = algorithm == std::string("fifo");
      const collectives::Row& row =
          *collectives::find_row(collectives::Collective::kAlltoall, algorithm,
                                 is_one_port ? collectives::PortModel::kOne : collectives::PortModel::kAll);
      setting.wires.seed = random();
      expect_right(on_two_cube(row, 9), setting, random);
    }
  }
}

// By flooding, a wire a hop: node 0 knows who has joined, and then everybody that all have.
TEST(StartBarrier, EndsWhenTheLastHearsThatAllHaveJoined) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const char* const spec : {"path:4", "ring:5", "leafspine:2,2,1"}) {
    const Network network = network_of(spec);
    const WiredNetwork wired(network);
    for (unsigned trial = 0; trial < 20; ++trial) {
      const collectives::DeadLink dead{Address(1), 0};
      Operation operation;
      operation.network = network::SomeNetwork(wired);
      if (spec == std::string("ring:5") && trial % 2 != 0) operation.dead = {&dead, 1};
      const unsigned latency = trial % 4;
      StartBarrier barrier(operation, latency);
      std::vector<std::uint64_t> joins(network.nodes());
      for (std::uint64_t& join : joins) join = random() % 12;
      // Each node sends whom it knows, and whether all have joined. The last ones are on the wires.
      struct Known {
        std::set<std::uint32_t> joined;
        bool all = false;
      };
      std::vector<std::vector<Known>> sent{std::vector<Known>(network.nodes())};
      bool ended = false;
      for (std::uint64_t cycle = 0; !ended; ++cycle) {
        ASSERT_LT(cycle, 200U);
        std::vector<Known> now = sent.back();
        for (std::uint32_t node = 0; node < network.nodes(); ++node) {
          if (cycle == joins[node]) barrier.join(node, cycle);
          if (cycle >= joins[node]) now[node].joined.insert(node);
          for (unsigned port = 0; port < network.ports(); ++port) {
            const Address from = network.neighbour(Address(node), port);
            const unsigned out = network.arrival_port(Address(node), port);
            if (operation.dead.count != 0 && from == dead.node && out == dead.port) continue;
            if (sent.size() < latency + 2) continue;
            const Known& heard = sent[sent.size() - 1 - latency][from.number()];
            now[node].joined.insert(heard.joined.begin(), heard.joined.end());
            now[node].all = now[node].all || heard.all;
          }
        }
        now[0].all = now[0].all || now[0].joined.size() == network.nodes();
        ended = std::ranges::all_of(now, &Known::all);
        EXPECT_EQ(barrier.ends(cycle), ended) << spec << " L " << latency << " cycle " << cycle;
        sent.push_back(now);
      }
    }
  }
}

TEST(StartBarrier, RefusesANodeThatIsCutOff) {
  const Network network = network_of("path:3");
  const WiredNetwork wired(network);
  const collectives::DeadLink dead{Address(2), 1};
  Operation operation;
  operation.network = network::SomeNetwork(wired);
  operation.dead = {&dead, 1};
  try {
    StartBarrier(operation, 0);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "node 2 has no way to node 0 for the barrier of --start-skew and --repeat; leave these out, or other links "
        "to --fail");
  }
}

TEST(Starts, TogetherWhereWindowsAreCommonTimeOrResultsGoDownTrees) {
  using collectives::Collective;
  using collectives::PortModel;
  const auto start_together = [](Collective collective, const char* algorithm, PortModel ports, std::uint32_t repeat) {
    return must_start_together(on_two_cube(*collectives::find_row(collective, algorithm, ports), 3), repeat);
  };
  EXPECT_TRUE(start_together(Collective::kAlltoall, "fifo", PortModel::kOne, 1));
  EXPECT_FALSE(start_together(Collective::kAlltoall, "table", PortModel::kAll, 5));
  EXPECT_TRUE(start_together(Collective::kAllreduce, "nesbt", PortModel::kAll, 2));
  EXPECT_FALSE(start_together(Collective::kAllreduce, "nesbt", PortModel::kAll, 1));
  EXPECT_FALSE(start_together(Collective::kAllreduce, "exchange", PortModel::kAll, 5));
  EXPECT_FALSE(start_together(Collective::kReduce, "sbt", PortModel::kAll, 5));
}

// Wires of 40 cycles between nodes that are made for 5.
TEST(Starts, TellWhatQueuesLose) {
  const collectives::Row& row =
      *collectives::find_row(collectives::Collective::kAlltoall, "ecube", collectives::PortModel::kAll);
  MeshSetting setting;
  setting.stall_probability = 0.75;
  const auto lost = [&](std::uint16_t wires) {
    setting.latencies = std::make_shared<const LinkValues>(2, std::vector<std::uint16_t>(2 << 2, wires));
    const StartsReport report =
        run_with_starts(Experiment(on_two_cube(row, 60, 5), setting, 16), {.skew = 9, .repeat = 1}, {});
    const std::string told = std::to_string(report.lost_in_queues) + " packets came into full queues";
    EXPECT_EQ(report.fault.value_or("").find(told), wires == 5 ? std::string::npos : 0u) << report.fault.value_or("");
    return report.lost_in_queues;
  };
  EXPECT_EQ(lost(5), 0u);
  EXPECT_GT(lost(40), 0u);
}

// A cube of two nodes without hardware: the test says what their ejectors hold.
TEST(Starts, AreJudgedByTheEpochOfEveryPacket) {
  const Operation operation{
      collectives::find_row(collectives::Collective::kAlltoall, "table", collectives::PortModel::kAll),
      network::Cube(1), 1, network::Address(0)};
  const Experiment experiment(operation);
  const auto fault_after = [&](unsigned epoch, bool says_done_before) {
    StartingNodes nodes(experiment, {0, 5}, 2, false, Parts(experiment),
                        [](std::uint32_t, const NodeMemory& memory) { return memory.find_fault(); }, {});
    NodeOutputs out(1, 1);
    NodeInputs in(1, 1);
    nodes.begin_cycle(0);
    nodes.show(network::Address(0), 0, out, in);
    EXPECT_TRUE(in.start);
    nodes.show(network::Address(1), 0, out, in);
    EXPECT_FALSE(in.start);
    out.done = says_done_before;
    nodes.observe(network::Address(0), out);
    out.ejects[0].valid = hls::Bit(1);
    out.ejects[0].packet.header.source = hls::Bits<16, network::Address>(network::Address(1));
    out.ejects[0].packet.header.epoch = hls::Bit(epoch);
    nodes.take(network::Address(0), out, in);
    return nodes.fault().value_or("");
  };
  EXPECT_EQ(fault_after(1, false), "");
  EXPECT_EQ(fault_after(0, false), "") << "of the next collective";
  EXPECT_EQ(fault_after(0, true), "") << "of the next collective, though this one is over";
  EXPECT_EQ(fault_after(1, true), "node 0 is done with collective 1, and a packet of node 1 comes that is of that one");
}

}  // namespace
}  // namespace testbench::test
