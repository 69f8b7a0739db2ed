// SPDX-License-Identifier: Apache-2.0
// Every row of the catalog, measured: all packets and bytes right, the closed form met, no
// transmission too many.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <tuple>

#include "firmware/collectives/catalog.hpp"
#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/verdict/test_traces.hpp"
#include "testbench/tool/system/row_tests.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortModel;
using collectives::Row;
using test_support::operation_of;

// Rows that combine packets may send more to be done earlier: by exchange each node makes every
// result itself.
void expect_few_transmissions(const RunReport& report, const Task& task) {
  const std::uint64_t least = least_transmissions(task).value;
  EXPECT_GE(report.transmissions, least);
  if (!is_combined(task)) EXPECT_EQ(report.transmissions, least);
}

class EveryRow : public RowTest {
 protected:
  static Operation operation(unsigned d, std::uint32_t packets, std::uint32_t root, unsigned hop_cycles = 1) {
    return operation_of(GetParam(), d, packets, Address(root), hop_cycles);
  }
  static RunReport run(const Experiment& experiment, const RunHooks& hooks = {}) {
    return testbench::Run(experiment, PayloadHash(7)).execute(hooks);
  }
};

INSTANTIATE_TEST_SUITE_P(Catalog, EveryRow, kEveryRow, row_name);

constexpr unsigned kMaxDim = 7;
// The largest cube of all has addresses that fill their field; a broadcast is short enough for it.
constexpr unsigned kLargestDim = 16;

class EveryRowAndRouter : public testing::TestWithParam<std::tuple<Row, unsigned>> {};

std::string row_and_router_name(const testing::TestParamInfo<std::tuple<Row, unsigned>>& info) {
  const unsigned hop_cycles = std::get<1>(info.param);
  return row_name({std::get<0>(info.param), 0}) + "_" + std::to_string(hop_cycles) + "_cycles_a_hop";
}
INSTANTIATE_TEST_SUITE_P(Catalog, EveryRowAndRouter, testing::Combine(kEveryRow, testing::Values(1u, 2u)),
                         row_and_router_name);

TEST_P(EveryRowAndRouter, MeetsItsClosedForm) {
  const auto& [tested, hop_cycles] = GetParam();
  auto random = test_support::seeded_random();
  for (unsigned d = 1; d <= (hop_cycles == 1 ? kMaxDim : kMaxDim - 1); ++d) {
    for (const std::uint32_t packets : std::set<std::uint32_t>{1, 2, 3, d, 2 * d + 1}) {
      const Address root(static_cast<std::uint32_t>(random()) & ((1u << d) - 1));
      const Operation row = operation_of(tested, d, packets, root, hop_cycles);
      const Task task = task_of(row);
      const RunReport report = testbench::Run(row, PayloadHash(7)).execute({});
      SCOPED_TRACE(testing::Message() << "d " << d << " M " << packets << " root " << row.root.number());
      ASSERT_EQ(report.fault, std::nullopt);
      if (has_closed_form(row)) EXPECT_EQ(report.cycles, closed_form(row).value);
      EXPECT_GE(report.cycles, lower_bound(task).value);
      expect_few_transmissions(report, task);
      EXPECT_GE(report.total_cycles, report.cycles);
      EXPECT_LE(report.total_cycles, report.cycles + 2 + hop_cycles);
      EXPECT_EQ(report.stall_cycles, 0u) << "queues that cannot fill never stop a neighbour";
    }
  }
}

TEST_P(EveryRow, MeetsItsClosedFormOnLargeCubes) {
  // The judge of values keeps every operand, so the cubes of combined packets are smaller. The
  // command has engines for 8 dimensions, and a soak compiles more.
  const bool is_combined = collectives::shape_of(GetParam().collective).combined;
  const unsigned last = kMaxDim + (is_combined || !test_support::is_soak() ? 1 : 3);
  for (unsigned d = kMaxDim + 1; d <= last; ++d) {
    const Operation row = operation(d, 1, ((1u << d) - 1) / 3);
    const RunReport report = run(row);
    ASSERT_EQ(report.fault, std::nullopt) << "d " << d;
    if (has_closed_form(row)) {
      EXPECT_EQ(report.cycles, closed_form(row).value) << "d " << d;
    }
    expect_few_transmissions(report, task_of(row));
  }
}

// Most nodes have nothing to do in most cycles.
TEST(LargestCubes, MeetTheClosedFormsOfOneRoot) {
  const bool is_soak = test_support::is_soak();
  const std::tuple<Collective, const char*, unsigned> runs[] = {
      {Collective::kBroadcast, "nesbt", kLargestDim},
      {Collective::kBroadcast, "nesbt", is_soak ? kLargestDim - 1 : kMaxDim + 1},
      {Collective::kScatter, "balanced", is_soak ? kLargestDim : kMaxDim + 1},
      {Collective::kGather, "sbnt", is_soak ? kLargestDim - 2 : kMaxDim + 1}};
  for (const auto& [collective, algorithm, dim] : runs) {
    Operation row = operation_of(collective, algorithm, PortModel::kAll, dim, 1);
    row.root = Address((1u << dim) / 3);
    const RunReport report = testbench::Run(row, PayloadHash(7)).execute({});
    ASSERT_EQ(report.fault, std::nullopt) << algorithm;
    EXPECT_EQ(report.cycles, closed_form(row).value) << algorithm;
  }
}

TEST_P(EveryRow, EveryRootOfASmallCube) {
  for (std::uint32_t root = 0; root < 16; ++root) ASSERT_EQ(run(operation(4, 2, root)).fault, std::nullopt) << root;
}

TEST_P(EveryRow, TraceHasARowForEveryTransmission) {
  std::vector<LinkEvent> events;
  RunHooks hooks;
  hooks.events = [&](std::span<const LinkEvent> some) { events.insert(events.end(), some.begin(), some.end()); };
  const RunReport report = run(operation(3, 2, 5), hooks);
  const Task task = task_of(operation(3, 2, 5));
  std::set<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>> used;
  for (const LinkEvent& event : events) {
    EXPECT_TRUE(used.emplace(event.cycle, event.node, event.port).second) << "two packets on a link";
    if (!is_combined(task)) EXPECT_EQ(event.destination == kAllNodes, !is_unicast(task));
    if (task.collective == testbench::Collective::kReduce) EXPECT_EQ(event.source, event.node) << "the sender's own";
    EXPECT_LT(event.sequence, 2u);
  }
  EXPECT_EQ(events.size(), report.transmissions);
  EXPECT_EQ(events.back().cycle, report.cycles);
}

TEST_P(EveryRow, RunsAlikeTwice) {
  std::ostringstream first, second;
  RunHooks hooks;
  trace_to(first, hooks);
  run(operation(4, 3, 1), hooks);
  trace_to(second, hooks);
  run(operation(4, 3, 1), hooks);
  EXPECT_EQ(first.str(), second.str());
}

// Where links cannot wait for one another in a cycle, queues of the least depth stop neighbours and
// lose nothing, be the memories slow or not.
TEST_P(EveryRow, RunsWithTheShortestQueuesUnlessLinksAreCyclic) {
  for (const unsigned hop_cycles : {1u, 2u}) {
    std::uint64_t stalls = 0;
    for (unsigned d = 1; d <= 5; ++d) {
      const Operation row = operation(d, 16, ((1u << d) - 1) / 3, hop_cycles);
      if (couple_links(row).is_cyclic || row.shape().combined) continue;
      for (const double stall : {0.0, 0.6}) {
        MeshSetting slow;
        slow.stall_probability = stall;
        const RunReport report = run({row, slow, 4});
        EXPECT_EQ(report.fault, std::nullopt) << "d " << d << " stall " << stall << " hop " << hop_cycles;
        EXPECT_LE(report.deepest_queue, 4u);
        stalls += report.stall_cycles;
      }
    }
    EXPECT_EQ(stalls > 0, !shape_of(GetParam().collective).combined) << hop_cycles;
  }
}

// Packets that are combined need queues as deep as the run without stalls shows, and no deeper with
// stalls (coupled_links.hpp).
TEST_P(EveryRow, ThatCombinesRunsWithTheQueuesThatItNeeds) {
  for (const unsigned hop_cycles : {1u, 2u}) {
    for (unsigned d = 1; d <= 5; ++d) {
      const Operation row = operation(d, 16, ((1u << d) - 1) / 3, hop_cycles);
      if (!row.shape().combined || couple_links(row).is_cyclic) continue;
      const std::size_t queue_depth = queue_depth_for(deepest_queue(row), hop_cycles);
      for (const double stall : {0.0, 0.3, 0.6}) {
        MeshSetting slow;
        slow.stall_probability = stall;
        testbench::Run run({row, slow, queue_depth}, PayloadHash(7));
        EXPECT_NO_THROW(run.require_room({}));
        EXPECT_EQ(run.execute({}).fault, std::nullopt) << "d " << d << " stall " << stall << " hop " << hop_cycles;
      }
    }
  }
}

// No closed form lies below the bound of its port model, for any d and M. Forms of large cubes take
// long to work out.
TEST(ClosedForms, BeatNoLowerBound) {
  constexpr unsigned kLarge = 14;
  unsigned compared = 0;
  for (const Row& row : collectives::kCatalog) {
    if (row.cycles == nullptr) continue;
    for (unsigned d = 1; d <= testbench::kMaxDim; ++d) {
      for (const std::uint32_t packets : {1U, 2U, 3U, d, 2 * d + 1, 1U << 31}) {
        if (d > kLarge && packets != 1) continue;
        const Operation operation = operation_of(row, d, packets);
        Operation pipelined = operation;
        pipelined.hop_cycles = 2;
        const std::uint64_t cycles = closed_form(operation).value;
        EXPECT_GE(closed_form(pipelined).value, cycles)
            << testing::PrintToString(row) << " d " << d << " M " << packets;
        ++compared;
        EXPECT_GE(cycles, lower_bound(task_of(operation)).value)
            << testing::PrintToString(row) << " d " << d << " M " << packets;
      }
    }
  }
  const auto with_form =
      std::ranges::count_if(collectives::kCatalog, [](const Row& row) { return row.cycles != nullptr; });
  EXPECT_EQ(compared, static_cast<unsigned>(with_form) * (kLarge * 6 + testbench::kMaxDim - kLarge));
}

TEST(Runner, NoticesInterruptions) {
  const Operation row = operation_of(Collective::kAlltoall, "table", PortModel::kAll, 4, 1);
  RunHooks hooks;
  hooks.interrupted = [] { return true; };
  EXPECT_THROW(testbench::Run(row, PayloadHash(1)).execute(hooks), Interrupted);
}

}  // namespace
}  // namespace testbench::test
