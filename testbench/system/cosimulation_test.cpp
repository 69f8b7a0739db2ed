// Any of the nodes of the SystemC cube can be RTL: the run stays the same, with and without stalls.
#include <gtest/gtest.h>

#include "test_support/rows.hpp"
#include "testbench/system/traced_run.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortModel;
using collectives::Row;
using test_support::operation_of;
using test_support::row_name;

// Bit k of `nodes`: node k is RTL.
EngineChoice with_rtl_nodes(std::uint64_t nodes, unsigned d, bool lockstep) {
  EngineChoice engine = on_engine("systemc", lockstep);
  for (std::uint32_t node = 0; node < 1u << d; ++node) engine.simulation.rtl_nodes.push_back((nodes >> node & 1) != 0);
  return engine;
}

void expect_same_run(const Operation& operation, std::uint64_t nodes, bool lockstep) {
  for (const double stall : {0.0, 0.4}) {
    SCOPED_TRACE(testing::Message() << "d " << operation.d() << " rtl nodes " << nodes << " stall " << stall);
    const TracedRun native = traced_run(operation, {}, stall);
    const TracedRun mixed = traced_run(operation, with_rtl_nodes(nodes, operation.d(), lockstep), stall);
    ASSERT_EQ(mixed.report.fault, std::nullopt);
    EXPECT_EQ(mixed.report.cycles, native.report.cycles);
    EXPECT_EQ(mixed.report.total_cycles, native.report.total_cycles);
    EXPECT_EQ(mixed.report.deepest_queue, native.report.deepest_queue);
    EXPECT_EQ(mixed.report.stall_cycles, native.report.stall_cycles);
    EXPECT_TRUE(mixed.trace == native.trace);
  }
}

class EveryRowInCosimulation : public testing::TestWithParam<Row> {};
INSTANTIATE_TEST_SUITE_P(Catalog, EveryRowInCosimulation, testing::ValuesIn(collectives::kCatalog), row_name);

TEST_P(EveryRowInCosimulation, ShowsTheSameTrace) {
  const Row& row = GetParam();
  for (unsigned d = 2; d <= 3; ++d) {
    const Operation operation = operation_of(row, d, 1, Address(((1u << d) - 1) / 2));
    const std::uint64_t all = (std::uint64_t{1} << (1u << d)) - 1;
    for (const std::uint64_t nodes : {std::uint64_t{0x01}, 0x69 & all, all}) {
      expect_same_run(operation, nodes, /*lockstep=*/nodes != 0x01);
    }
  }
}

TEST(Cosimulation, OfFourDimensions) {
  for (const std::uint64_t nodes : {0x0001u, 0x90f0u, 0xffffu}) {
    expect_same_run(operation_of(Collective::kAlltoall, "table", PortModel::kAll, 4, 1), nodes, /*lockstep=*/false);
  }
}

}  // namespace
}  // namespace testbench::test
