// SPDX-License-Identifier: Apache-2.0
// Nodes that take several cycles to combine packets: every row that combines meets its closed form
// on the native engine, and shows the same trace on every other one.
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "hls/operators/operation.hpp"
#include "test_support/seed.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/tool/system/row_tests.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;
using collectives::Row;

std::vector<Row> combining_rows() {
  std::vector<Row> rows;
  for (const Row& row : collectives::kCatalog) {
    if (shape_of(row.collective).combined) rows.push_back(row);
  }
  return rows;
}

Operation operation_of(const Row& row, unsigned d, std::uint32_t packets, Address root, unsigned router_cycles,
                       unsigned stages) {
  Operation operation = test_support::operation_of(row, d, packets, root, router_cycles + stages);
  operation.combine_stages = stages;
  return operation;
}

class EveryCombiningRow : public RowTest {};
INSTANTIATE_TEST_SUITE_P(Catalog, EveryCombiningRow, testing::ValuesIn(combining_rows()), row_name);

TEST_P(EveryCombiningRow, MeetsItsClosedFormInStages) {
  auto random = test_support::seeded_random();
  for (const auto& [router_cycles, stages] : {std::pair{1u, 1u}, {1u, 2u}, {1u, 3u}, {2u, 1u}, {2u, 2u}, {2u, 3u}}) {
    for (unsigned d = 1; d <= 6; ++d) {
      for (const std::uint32_t packets : std::set<std::uint32_t>{1, 2, 3, d, 2 * d + 1}) {
        const Address root(static_cast<std::uint32_t>(random()) & ((1u << d) - 1));
        const Operation row = operation_of(GetParam(), d, packets, root, router_cycles, stages);
        const RunReport report = testbench::Run(row, PayloadHash(7)).execute({});
        SCOPED_TRACE(testing::Message() << "d " << d << " M " << packets << " root " << root.number() << " router "
                                        << router_cycles << " stages " << stages);
        ASSERT_EQ(report.fault, std::nullopt);
        EXPECT_EQ(report.cycles, closed_form(row).value);
        EXPECT_GE(report.cycles, lower_bound(task_of(row)).value);
        EXPECT_LE(report.total_cycles, report.cycles + 2 + row.hop_cycles + stages);
        EXPECT_EQ(report.stall_cycles, 0u) << "queues that cannot fill never stop a neighbour";
      }
    }
  }
}

TEST_P(EveryCombiningRow, ShowsTheSameTraceInSystemC) {
  for (unsigned d = 1; d <= 4; ++d) {
    for (const double stall : {0.0, 0.4}) {
      const Operation row = operation_of(GetParam(), d, 3, Address(((1u << d) - 1) / 2), d % 2 + 1, 3);
      SCOPED_TRACE(testing::Message() << "d " << d << " stall " << stall);
      expect_same_run(traced_run(row, on_engine("systemc"), stall), traced_run(row, on_engine("native"), stall));
    }
  }
}

// Copies of one node, which is loaded, have lines of their own; and nodes that rest wake for what
// is in them.
TEST_P(EveryCombiningRow, ShowsTheSameTraceWithThreads) {
  const Operation row = operation_of(GetParam(), 5, 4, Address(9), 1, 2);
  expect_same_run(traced_run(row, with_threads(3, 0), 0.3), traced_run(row, on_engine("native"), 0.3));
}

// Every register the same in every cycle, of sums of floats and of integers on the same nodes.
TEST_P(EveryCombiningRow, HasTheSameRegistersInRtl) {
  constexpr std::uint32_t kFloatSum = 0x80;
  constexpr std::uint32_t kByteMaximum = 0x02;
  struct Case {
    unsigned d;
    std::uint32_t combining;
    double stall;
  };
  for (const Case& at :
       {Case{2, kFloatSum, 0}, Case{2, kFloatSum, 0.3}, Case{2, kByteMaximum, 0}, Case{3, kByteMaximum, 0.3}}) {
    SCOPED_TRACE(testing::Message() << "d " << at.d << " operation " << at.combining << " stall " << at.stall);
    Operation row = operation_of(GetParam(), at.d, 1, Address(((1u << at.d) - 1) / 2), 1, 2);
    row.combining = at.combining;
    expect_same_run(traced_run(row, on_engine("rtl", /*lockstep=*/true), at.stall),
                    traced_run(row, on_engine("native"), at.stall));
  }
}

// The same of types and products that other nodes lack, with registers between the steps.
TEST(Numbers, HaveTheSameRegistersInRtl) {
  using operators::Function;
  using operators::Type;
  for (const std::uint32_t combining :
       {operators::number(Function::kProduct, Type::kFloat64), operators::number(Function::kProduct, Type::kInt16),
        operators::number(Function::kSum, Type::kFloat16)}) {
    for (const Row& row : combining_rows()) {
      if (row.collective != collectives::Collective::kAllreduce || row.ports != collectives::PortModel::kAll) continue;
      SCOPED_TRACE(testing::Message() << row.algorithm << " operation " << combining);
      Operation operation = operation_of(row, 1, 4, Address(0), 1, 3);
      operation.combining = combining;
      expect_same_run(traced_run(operation, on_engine("rtl", /*lockstep=*/true), 0.3),
                      traced_run(operation, on_engine("native"), 0.3));
    }
  }
}

}  // namespace
}  // namespace testbench::test
