// SPDX-License-Identifier: Apache-2.0
// Runs that only tell how another goes are cut off where they can no longer win, are made once, and on one thread.
#include "testbench/runs/experiment/tried_runs.hpp"

#include <gtest/gtest.h>

#include "test_support/rows.hpp"
#include "testbench/runs/experiment/queue_check.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/test_plans.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::PortModel;

// 40 packets to the root of a 3-cube through queues of 4, in which nodes of one port lose whole windows.
collectives::Operation gather() {
  return test_support::operation_of(Collective::kGather, "sbt", PortModel::kOne, 3, 40);
}

TEST(TriedRuns, AreCutOffBehindTheLimit) {
  const Experiment experiment(gather(), {}, 4);
  const std::uint64_t all = testbench::Run(experiment).execute_in(Parts(experiment), {}).cycles;
  for (const std::uint64_t limit : {std::uint64_t{1}, all / 2, all - 1, all, all + 1}) {
    RunHooks hooks;
    hooks.most_cycles = limit;
    const RunReport report = testbench::Run(experiment).execute_in(Parts(experiment), hooks);
    EXPECT_EQ(report.is_cut, limit < all) << limit;
    EXPECT_EQ(report.fault.has_value(), limit < all) << limit;
    if (limit < all) {
      EXPECT_GT(report.cycles, limit);
      EXPECT_LE(report.cycles, all);
      EXPECT_LT(report.node_cycles, 8 * (report.cycles + 8)) << "it goes no further";
    } else {
      EXPECT_EQ(report.cycles, all);
    }
  }
}

// The first of ten parts tells that all take too many cycles.
TEST(TriedRuns, AreCutOffBehindAPart) {
  const Experiment experiment(gather(), {}, 4);
  const Parts parts(experiment, 4, *experiment.with_packets(4), std::nullopt);
  const RunReport all = testbench::Run(experiment).execute_in(parts, {});
  RunHooks hooks;
  hooks.most_cycles = all.cycles / 2;
  const RunReport cut = testbench::Run(experiment).execute_in(parts, hooks);
  EXPECT_TRUE(cut.is_cut);
  EXPECT_LT(cut.node_cycles, all.node_cycles / 8);
  EXPECT_GT(cut.cycles, all.cycles - all.cycles / 8);
  EXPECT_LT(cut.cycles, all.cycles + all.cycles / 8);
  hooks.most_cycles = all.cycles;
  EXPECT_EQ(testbench::Run(experiment).execute_in(parts, hooks).cycles, all.cycles);
}

TEST(TriedRuns, AreKeptWithTheirLimit) {
  const Experiment experiment(gather(), {}, 4);
  const Parts whole(experiment);
  const std::uint64_t all = testbench::Run(experiment).execute_in(whole, {}).cycles;
  const QueueCheck check(experiment, couple_links(experiment), {});
  const std::optional<std::uint64_t> cut = check.cycles_of(whole, all / 2);
  EXPECT_GT(*cut, all / 2);
  EXPECT_LT(*cut, all);
  EXPECT_EQ(check.cycles_of(whole, all / 4), cut) << "it is known to take more";
  EXPECT_EQ(check.cycles_of(whole, all), all);
  EXPECT_EQ(check.cycles_of(whole, 1), all);
  EXPECT_EQ(experiment.tried().size(), 1u);
  const Experiment other = experiment.with_queue_depth(64);
  EXPECT_LT(*QueueCheck(other, couple_links(other), {}).cycles_of(Parts(other)), all);
  EXPECT_EQ(experiment.tried().size(), 2u) << "of both depths";
}

TEST(TriedRuns, TakeOneThread) {
  MeshSetting setting;
  setting.threads = 4;
  EXPECT_EQ(Experiment(gather(), setting).as_tried().setting().threads, 1u);
}

// Stalls make nodes of one port lose windows in queues that never fill as in deep ones: 694 cycles in one part.
TEST(TriedRuns, ChooseWithStallsInQueuesOfAnyDepth) {
  MeshSetting setting;
  setting.stall_probability = 0.1;
  unsigned plans = 0;
  const auto is_wanted = [](const Entry& row) {
    return row.collective == Collective::kAlltoall && row.ports == PortModel::kHalf &&
           row.algorithm == std::string("matching");
  };
  for_every_plan_of(
      is_wanted, "ring:6", 20, 0,
      [&](const Prepared& made) {
        const std::shared_ptr<const Prepared> outlives(std::shared_ptr<void>(), &made);
        const auto cycles = [&](std::size_t depth) {
          return testbench::Run(Experiment(outlives, depth)).execute({}).cycles;
        };
        const Experiment experiment(outlives);
        EXPECT_EQ(cycles(0), cycles(1024));
        EXPECT_LT(cycles(0), testbench::Run(experiment).execute_in(Parts(experiment), {}).cycles * 3 / 4);
        ++plans;
      },
      setting);
  EXPECT_EQ(plans, 1u);
}

}  // namespace
}  // namespace testbench::test
