// SPDX-License-Identifier: Apache-2.0
// Operations on any network: planned, run by the native engine and judged. The expected total of an
// isotropic task is the sum of k_i times distance (Dimakopoulos and Dimopoulos, theorem 1), with
// distances from the test's own search. The judge must notice a wrong plan.
#include "testbench/runs/experiment/experiment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/test_plans.hpp"

namespace testbench::test {
namespace {

// Rows of the total exchange that take counts; they are one-port.
const Entry& row_of(const std::string& algorithm) {
  for (const Entry& row : catalog()) {
    if (row.collective == collectives::Collective::kAlltoall && row.algorithm == algorithm &&
        row.is_offered_at(kOnOther))
      return row;
  }
  throw std::logic_error("no such row");
}

RunReport run(const Prepared& made, const MeshSetting& asked = {}) {
  return testbench::Run({made.operation(), asked}, PayloadHash(7)).execute({});
}

TEST(Prepared, WiresAreThoseOfTheNetwork) {
  for (const char* const spec : {"ccc:3", "mesh:3x4", "debruijn:3"}) {
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

TEST(Prepared, RunsAsItsPlanSays) {
  // MeetEveryClosedForm runs larger networks (testbench/tool/system/any_network_test.cpp).
  for (const char* const spec : test_support::with_soak<const char*>(
           {"ring:5", "star:3", "mesh:3x3", "debruijn:3", "circulant:9:1,2", "path:2"}, {"star:4", "mesh:3x4"})) {
    for (const std::uint32_t packets : {1u, 3u}) {
      for_every_plan(spec, packets, 1, [](const Prepared& made) {
        const RunReport report = run(made);
        EXPECT_EQ(report.fault.value_or("none"), "none");
        if (has_closed_form(made.operation())) EXPECT_EQ(report.cycles, closed_form(made.operation()).value);
        EXPECT_EQ(report.stall_cycles, 0u);
      });
    }
  }
}

TEST(Prepared, TakesNoMoreMemoryAndTimeThanOneThread) {
  for_every_plan(test_support::soak_or("torus:3x4", "ring:5"), 2, 4, [](const Prepared& made) {
    MeshSetting threads;
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
TEST(Prepared, SlowMemoriesCostTimeAlone) {
  for_every_plan("butterfly:3", 2, 0, [](const Prepared& made) {
    if (made.operation().row->ports != collectives::PortModel::kAll) return;
    MeshSetting slow;
    slow.stall_probability = 0.4;
    const RunReport report = run(made, slow);
    EXPECT_EQ(report.fault.value_or("none"), "none");
  });
}

// The judge and the bound know only the links.
TEST(Prepared, IsATaskOfItsLinks) {
  const Prepared made = planned(network_of("star:4"), row_of("fifo"), 3, 0);
  const Task task = task_of(made.operation());
  ASSERT_FALSE(task.is_on_cube());
  EXPECT_EQ(end_count(task), 24u);
  EXPECT_EQ(port_count(task), 3u);
  EXPECT_EQ(expected_deliveries(task), 24u * 23 * 3);
}

std::vector<std::uint64_t> distances_from_0(const Network& network) {
  std::vector<std::uint64_t> distance(network.nodes(), network.nodes());
  distance[0] = 0;
  for (std::uint64_t reached = 0; reached < network.nodes(); ++reached) {
    for (const Address node : network::addresses(network.nodes())) {
      if (distance[node.number()] != reached) continue;
      for (unsigned port = 0; port < network.ports(); ++port) {
        std::uint64_t& there = distance[network.neighbour(node, port).number()];
        there = std::min(there, reached + 1);
      }
    }
  }
  return distance;
}

std::vector<std::uint32_t> random_counts(std::mt19937_64& random, std::uint32_t nodes, std::uint32_t most) {
  std::vector<std::uint32_t> counts(nodes, 0);
  for (std::uint32_t i = 1; i < nodes; ++i) counts[i] = static_cast<std::uint32_t>(random() % (most + 1));
  counts[1 + random() % (nodes - 1)] = most;
  return counts;
}

void expect_theorem_1(const std::string& spec, const std::vector<std::uint32_t>& counts, std::uint32_t packets) {
  const Network network = network_of(spec);
  const std::vector<std::uint64_t> distance = distances_from_0(network);
  std::uint64_t cycles = 0;
  for (std::uint32_t i = 1; i < network.nodes(); ++i) cycles += packets * counts[i] * distance[i];
  for (const char* const algorithm : {"fifo", "furthest", "closest"}) {
    SCOPED_TRACE(testing::Message() << spec << ' ' << algorithm << " M " << packets);
    const Prepared made = planned(network, row_of(algorithm), packets, 0, counts);
    const RunReport report = run(made);
    EXPECT_EQ(report.fault.value_or("none"), "none");
    EXPECT_EQ(report.cycles, cycles);
    EXPECT_EQ(report.transmissions, cycles * network.nodes()) << "no node is ever idle";
    const Task task = task_of(made.operation());
    EXPECT_EQ(lower_bound(task).value, cycles);
    EXPECT_EQ(least_transmissions(task).value, cycles * network.nodes());
    EXPECT_EQ(closed_form(made.operation()).value, cycles);
  }
}

TEST(Isotropic, TakesTheSumOfCountsAndDistances) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const char* const spec : test_support::with_soak<const char*>(
           {"cube:2", "cube:4", "ring:3", "ring:8", "ring:15", "circulant:13:1,5", "complete:6", "torus:3x4",
            "hamming:3x4", "ccc:3", "butterfly:3", "star:4", "pancake:4", "folded:4", "bubblesort:4", "cyclic:3,2",
            "macrostar:2,1", "product:ring:5*star:3"},
           {"torus:5x5", "cyclic:3,3", "macrostar:2,2", "star:5"})) {
    const std::uint32_t nodes = network_of(spec).nodes();
    for (const std::uint32_t most : {1u, 4u}) expect_theorem_1(spec, random_counts(random, nodes, most), 1);
    if (nodes <= 30) expect_theorem_1(spec, random_counts(random, nodes, 3), 3);
    if (HasFailure()) return;
  }
}

TEST(Isotropic, TakesOnePacketForOneNode) {
  for (std::uint32_t seen = 1; seen < 24; ++seen) {
    std::vector<std::uint32_t> counts(24, 0);
    counts[seen] = 2;
    expect_theorem_1("star:4", counts, 1);
  }
}

// One packet for each node makes it the total exchange.
TEST(Isotropic, IsATotalExchangeWhereAllCountsAreOne) {
  const Network network = network_of("star:4");
  const Prepared counted = planned(network, row_of("fifo"), 2, 0, std::vector<std::uint32_t>(24, 1));
  const Prepared total = planned(network, row_of("fifo"), 2, 0);
  const Task counts = task_of(counted.operation());
  const Task plain = task_of(total.operation());
  EXPECT_EQ(expected_deliveries(counts), expected_deliveries(plain));
  EXPECT_EQ(lower_bound(counts).value, lower_bound(plain).value);
  EXPECT_EQ(least_transmissions(counts).value, least_transmissions(plain).value);
}

// A plan for other counts than the judge expects.
TEST(Isotropic, TheJudgeNoticesOtherCounts) {
  static std::vector<std::uint32_t> other;
  Entry deaf = row_of("closest");
  deaf.make = [](const PlanRequest& request) {
    return row_of("closest").make({request.network, request.packets, request.root, other});
  };
  const std::vector<std::uint32_t> asked = {0, 2, 1, 0, 3, 1};
  for (std::uint32_t changed = 1; changed < 6; ++changed) {
    for (const int by : {-1, 1}) {
      other = asked;
      if (other[changed] == 0 && by < 0) continue;
      other[changed] += static_cast<std::uint32_t>(by);
      const Prepared made = planned(network_of("star:3"), deaf, 1, 0, asked);
      EXPECT_TRUE(run(made).fault) << changed << ' ' << by;
    }
  }
  other = asked;
  const Prepared made = planned(network_of("star:3"), deaf, 1, 0, asked);
  EXPECT_FALSE(run(made).fault);
}

// Swaps two counts: the same number of packets in all, and for every node, but for other nodes.
TEST(Isotropic, TheJudgeNoticesPacketsForOthers) {
  static const std::vector<std::uint32_t> kAsked = {0, 2, 1, 0, 3, 1};
  Entry deaf = row_of("fifo");
  deaf.make = [](const PlanRequest& request) {
    static const std::vector<std::uint32_t> swapped = {0, 1, 2, 0, 3, 1};
    return row_of("fifo").make({request.network, request.packets, request.root, swapped});
  };
  const Prepared made = planned(network_of("star:3"), deaf, 1, 0, kAsked);
  EXPECT_TRUE(run(made).fault);
}

}  // namespace
}  // namespace testbench::test
