// SPDX-License-Identifier: Apache-2.0
// One cube of routers, loaded and started again and again without a reset: nothing of an earlier
// collective may show in a later one. And the claims of the catalog about queues.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "firmware/collectives/catalog.hpp"
#include "firmware/node/driver.hpp"
#include "test_support/rows.hpp"
#include "test_support/seed.hpp"
#include "testbench/engines/native/native_mesh.hpp"
#include "testbench/judge/checker/link_checker.hpp"
#include "testbench/runs/experiment/loader.hpp"
#include "testbench/runs/experiment/runner.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortModel;
using collectives::Row;
using test_support::operation_of;

class Reload : public testing::TestWithParam<unsigned> {};

INSTANTIATE_TEST_SUITE_P(Dims, Reload, testing::Values(1u, 2u, 4u, 6u));

TEST_P(Reload, EveryCollectiveFollowsEveryOtherOnTheSameCube) {
  auto random = test_support::seeded_random();
  const unsigned d = GetParam();
  NodeMemory memory(Task{}, {{0}, {0}});
  MeshSetting setting;
  setting.network = network::Cube(d);
  setting.gated = true;
  setting.queue_depth.chosen = 256;
  setting.program_depth = 256;
  const auto mesh = make_native_mesh(setting, memory);
  for (unsigned round = 0; round < 100; ++round) {
    const Row& row = collectives::kCatalog[random() % std::size(collectives::kCatalog)];
    if (shape_of(row.collective).combined) continue;  // these nodes combine nothing
    const Operation operation = operation_of(row, d, static_cast<std::uint32_t>(random() % 6 + 1),
                                             Address(static_cast<std::uint32_t>(random() % (1u << d))));
    SCOPED_TRACE(testing::Message() << "round " << round << ": " << testing::PrintToString(row) << " M "
                                    << operation.packets << " root " << operation.root.number());
    ASSERT_LE(longest_programs(operation).entries, 256u);
    const Task task = task_of(operation);
    memory = NodeMemory(task, PayloadHash(round));
    load_mesh(operation, *mesh, [] {});

    LinkChecker checker(task);
    LinkEvents events;
    std::uint64_t first = 0;
    mesh->clock(true);
    for (std::uint64_t cycle = 1; cycle < 1500; ++cycle) {
      mesh->append_link_events(first == 0 ? 1 : cycle - first + 1, events);
      if (first == 0 && !events.empty()) first = cycle;
      mesh->clock(false);
    }
    checker.observe(events);
    ASSERT_EQ(checker.finish(), std::nullopt);
    ASSERT_EQ(memory.find_fault(), std::nullopt);
    ASSERT_EQ(memory.strays(), 0u);
    if (has_closed_form(operation)) {
      ASSERT_EQ(checker.last_cycle(), closed_form(operation).value);
    }
    for (const Address node : network::addresses(1u << d)) {
      MeshBus bus(*mesh, node);
      node::Driver driver(bus);
      ASSERT_TRUE(driver.done());
      ASSERT_EQ(driver.stall_cycles(), 0u);
    }
  }
}

// "with queues of one packet": the ring and the first-in-first-out exchange never hold two.
TEST(Queues, OfOnePacketDoForTheRingAndTheFifoExchange) {
  for (unsigned d = 1; d <= 6; ++d) {
    for (const Operation& operation : {operation_of(Collective::kAllgather, "ring", PortModel::kOne, d, 5),
                                       operation_of(Collective::kAllgather, "ring", PortModel::kHalf, d, 5),
                                       operation_of(Collective::kAlltoall, "fifo", PortModel::kOne, d, 5)}) {
      const RunReport report = testbench::Run({operation, {}, 4}, PayloadHash(1)).execute({});
      EXPECT_EQ(report.fault, std::nullopt);
      EXPECT_LE(report.deepest_queue, 1u) << operation.row->algorithm << " d " << d;
      EXPECT_EQ(report.stall_cycles, 0u);
      EXPECT_EQ(report.cycles, closed_form(operation).value);
    }
  }
}

// A cube whose links wait for one another in a cycle is reported, not waited for without end.
TEST(Queues, ThatDeadlockAreReported) {
  const Operation operation = operation_of(Collective::kAllgather, "balanced", PortModel::kAll, 6, 9);
  const Experiment experiment(operation, {}, 4);
  const RunReport report = testbench::Run(experiment, PayloadHash(1)).execute_in(Parts(experiment), {});
  ASSERT_TRUE(report.fault.has_value());
  EXPECT_NE(report.fault->find("missing"), std::string::npos) << *report.fault;
}

}  // namespace
}  // namespace testbench::test
