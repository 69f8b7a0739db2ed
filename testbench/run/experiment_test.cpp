// SPDX-License-Identifier: Apache-2.0
// Operations on any network: planned, run by the native engine and judged.
#include "testbench/run/experiment.hpp"

#include <gtest/gtest.h>

#include "testbench/networks/spec.hpp"
#include "testbench/run/runner.hpp"
#include "testbench/run/test_plans.hpp"

namespace testbench::test {
namespace {

const PlannedRow& row_of(collectives::Collective collective, const char* algorithm, collectives::PortModel ports) {
  for (const PlannedRow& row : planned_rows()) {
    if (row.collective == collective && row.ports == ports && std::string(row.algorithm) == algorithm) return row;
  }
  throw std::logic_error("no such row");
}

RunReport run(const NetworkOperation& made, const Simulation& simulation = {}) {
  return testbench::Run({made.operation(), {"native", simulation}}, PayloadHash(7)).execute({});
}

TEST(NetworkOperation, WiresAreThoseOfTheNetwork) {
  for (const char* const spec : {"ccc:3", "mesh:3x4", "debruijn:4"}) {
    const Network network = network_of(spec);
    const WiredNetwork wired(network);
    ASSERT_EQ(wired.nodes(), network.nodes());
    ASSERT_EQ(wired.ports(), network.ports());
    for (const Address node : network::addresses(network.nodes())) {
      for (unsigned port = 0; port < network.ports(); ++port) {
        EXPECT_EQ(wired.neighbour(node, port), network.neighbour(node, port));
        EXPECT_EQ(wired.arrival_port(node, port), network.arrival_port(node, port));
        EXPECT_EQ(wired.edges().receiver(node.number(), port), network.neighbour(node, port).number());
      }
    }
  }
}

TEST(NetworkOperation, RunsAsItsPlanSays) {
  for (const char* const spec : {"ring:5", "star:4", "mesh:3x4", "debruijn:3", "circulant:9:1,2", "path:2"}) {
    for (const std::uint32_t packets : {1u, 3u}) {
      for_every_plan(spec, packets, 1, [](const NetworkOperation& made) {
        const RunReport report = run(made);
        EXPECT_EQ(report.fault.value_or("none"), "none");
        if (has_closed_form(made.operation())) EXPECT_EQ(report.cycles, closed_form(made.operation()).value);
        EXPECT_EQ(report.stall_cycles, 0u);
      });
    }
  }
}

TEST(NetworkOperation, TakesNoMoreMemoryAndTimeThanOneThread) {
  for_every_plan("torus:3x4", 2, 5, [](const NetworkOperation& made) {
    Simulation threads;
    threads.threads = 3;
    const RunReport one = run(made);
    const RunReport three = run(made, threads);
    EXPECT_FALSE(three.fault);
    EXPECT_EQ(three.cycles, one.cycles);
    EXPECT_EQ(three.total_cycles, one.total_cycles);
    EXPECT_EQ(three.transmissions, one.transmissions);
  });
}

// All-port runs end whatever the memories do. The TDM slots of one-port nodes follow the clock, so
// a late packet may find its slot closed for long.
TEST(NetworkOperation, SlowMemoriesCostTimeAlone) {
  for_every_plan("butterfly:3", 2, 0, [](const NetworkOperation& made) {
    if (made.operation().row->ports != collectives::PortModel::kAll) return;
    Simulation slow;
    slow.stall_probability = 0.4;
    const RunReport report = run(made, slow);
    EXPECT_EQ(report.fault.value_or("none"), "none");
  });
}

// The judge and the bound know only the links.
TEST(NetworkOperation, IsATaskOfItsLinks) {
  const NetworkOperation made(network_of("star:4"),
                              row_of(collectives::Collective::kAlltoall, "fifo", collectives::PortModel::kOne), 3,
                              Address(0));
  const Task task = task_of(made.operation());
  ASSERT_FALSE(task.is_on_cube());
  EXPECT_EQ(node_count(task), 24u);
  EXPECT_EQ(port_count(task), 3u);
  EXPECT_EQ(expected_deliveries(task), 24u * 23 * 3);
}

}  // namespace
}  // namespace testbench::test
