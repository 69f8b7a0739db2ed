// SPDX-License-Identifier: Apache-2.0
// Test only: tests of every row of the catalog. A run with its report and its trace, the same
// packets for every engine; and runs that must show the same.
//
//     class EveryRowInRtl : public RowTest {};
//     INSTANTIATE_TEST_SUITE_P(Catalog, EveryRowInRtl, kEveryRow, row_name);
//     TEST_P(EveryRowInRtl, ShowsTheSame) {
//       expect_same_run(traced_run(operation(3, 1), on_engine("rtl"), 0.3), traced_run(operation(3, 1), {}, 0.3));
//     }
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "firmware/collectives/catalog.hpp"
#include "test_support/rows.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/verdict/test_traces.hpp"

namespace testbench::test {

using test_support::row_name;

inline const auto kEveryRow = testing::ValuesIn(collectives::kCatalog);

// The root is a node with half of its bits set.
class RowTest : public testing::TestWithParam<collectives::Row> {
 protected:
  static collectives::Operation operation(unsigned d, std::uint32_t packets, unsigned hop_cycles = 1) {
    return test_support::operation_of(GetParam(), d, packets, Address(((1u << d) - 1) / 2), hop_cycles);
  }
};

struct TracedRun {
  RunReport report;
  std::string trace;
};

// `stall`: the probability.
inline TracedRun traced_run(const collectives::Operation& operation, MeshSetting setting, double stall) {
  std::ostringstream trace;
  RunHooks hooks;
  trace_to(trace, hooks);
  setting.stall_probability = stall;
  setting.seed = 5;
  const RunReport report = Run({operation, setting}, PayloadHash(7)).execute(hooks);
  return {report, trace.str()};
}

inline void expect_same_run(const TracedRun& found, const TracedRun& expected) {
  ASSERT_EQ(found.report.fault, std::nullopt);
  EXPECT_EQ(found.report.cycles, expected.report.cycles);
  EXPECT_EQ(found.report.total_cycles, expected.report.total_cycles);
  EXPECT_EQ(found.report.deepest_queue, expected.report.deepest_queue);
  EXPECT_EQ(found.report.stall_cycles, expected.report.stall_cycles);
  EXPECT_TRUE(found.trace == expected.trace);
}

inline MeshSetting on_engine(const std::string& name, bool lockstep = false) {
  MeshSetting setting;
  setting.engine = name;
  setting.lockstep = lockstep;
  return setting;
}

inline MeshSetting with_threads(unsigned threads, unsigned least_numbered_dim) {
  MeshSetting setting = on_engine("native");
  setting.threads = threads;
  if (least_numbered_dim != 0) setting.least_numbered_dim = least_numbered_dim;
  return setting;
}

// The native engine of the largest cubes, with two threads.
inline MeshSetting with_late_queues() {
  MeshSetting setting = with_threads(2, 0);
  setting.least_late_dim = 1;
  return setting;
}

// SystemC in which some nodes are RTL: node k where bit k of `nodes` is set.
inline MeshSetting with_rtl_nodes(std::uint64_t nodes, unsigned d, bool lockstep) {
  MeshSetting setting = on_engine("systemc", lockstep);
  for (std::uint32_t node = 0; node < 1u << d; ++node) setting.rtl_nodes.push_back((nodes >> node & 1) != 0);
  return setting;
}

}  // namespace testbench::test
