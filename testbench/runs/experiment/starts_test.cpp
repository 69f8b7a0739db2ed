// SPDX-License-Identifier: Apache-2.0
// Nodes that start when they like, on every row of a cube: all packets are right, and a skew costs no more than itself.
#include "testbench/runs/experiment/starts.hpp"

#include <gtest/gtest.h>

#include <string>

#include "firmware/collectives/catalog.hpp"
#include "test_support/seed.hpp"
#include "testbench/runs/experiment/starting_nodes.hpp"

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

void expect_right(const collectives::Row& row, MeshSetting setting, unsigned latency, std::mt19937_64& random) {
  const Operation operation = on_two_cube(row, 1 + random() % 5, latency);
  setting.stall_seed = random();
  const Starts starts{.skew = random() % 300, .repeat = static_cast<std::uint32_t>(1 + random() % 5)};
  const bool stalls = setting.stall_probability != 0;
  const StartsReport report = run_with_starts(Experiment(operation, setting), starts, {});
  SCOPED_TRACE(testing::Message() << name_of(row.collective) << ' ' << row.algorithm << ' ' << name_of(row.ports)
                                  << " M " << operation.packets << " L " << latency << " skew " << starts.skew
                                  << " repeat " << starts.repeat << " seed " << setting.stall_seed);
  ASSERT_EQ(report.fault.value_or(""), "");
  EXPECT_LE(report.spread, starts.skew);
  if (stalls) return;
  EXPECT_LE(report.cycles, report.aligned_cycles + report.spread);
  if (report.start_together) {
    EXPECT_EQ(report.cycles, report.aligned_cycles + report.spread);
  }
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

// A cube of two nodes without hardware: the test says what their ejectors hold.
TEST(Starts, AreJudgedByTheEpochOfEveryPacket) {
  const Operation operation{
      collectives::find_row(collectives::Collective::kAlltoall, "table", collectives::PortModel::kAll),
      network::Cube(1), 1, network::Address(0)};
  const Experiment experiment(operation);
  const auto fault_after = [&](unsigned epoch, bool says_done_before) {
    StartingNodes nodes(experiment, {0, 5}, 2, false,
                        [](std::uint32_t, const NodeMemory& memory) { return memory.find_fault(); });
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
