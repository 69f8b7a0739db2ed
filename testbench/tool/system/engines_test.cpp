// SPDX-License-Identifier: Apache-2.0
// Every engine shows the same run as the native one, and random stalls of the nodes' memories
// change its time and nothing else.
#include <gtest/gtest.h>

#include <vector>

#include "testbench/tool/system/row_tests.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortModel;

class EveryRowOnEveryEngine : public RowTest {};
INSTANTIATE_TEST_SUITE_P(Catalog, EveryRowOnEveryEngine, kEveryRow, row_name);

// A way to run the same operation.
struct Variant {
  const char* name;
  std::vector<unsigned> dims;
  std::uint32_t packets;
  unsigned hop_cycles;
  MeshSetting (*engine)(unsigned d);
};

// Bits 0, 3, 5 and 6: nodes of RTL beside nodes of C++ on every port.
constexpr std::uint64_t kSomeNodes = 0x69;
constexpr std::uint64_t all_nodes(unsigned d) {
  return ~std::uint64_t{0} >> (64 - (1u << d));
}

const Variant kVariants[] = {
    {"SystemC", {1, 2, 3, 4, 5}, 2, 1, [](unsigned) { return on_engine("systemc"); }},
    {"SystemC, two cycles a hop", {1, 2, 3, 4}, 3, 2, [](unsigned) { return on_engine("systemc"); }},
    // Blocks of nodes of unlike sizes, more threads than nodes among them.
    {"two threads", {1, 4}, 3, 1, [](unsigned) { return with_threads(2, 0); }},
    {"three threads", {1, 4}, 3, 1, [](unsigned) { return with_threads(3, 0); }},
    // The native engine of large cubes has numbers in its queues, and whole packets in those of
    // small ones.
    {"numbers in queues", {1, 2, 3}, 4, 1, [](unsigned) { return with_threads(1, 1); }},
    {"numbers in queues, two threads", {1, 2, 3}, 4, 1, [](unsigned) { return with_threads(2, 1); }},
    {"ports without queues at first", {3}, 4, 1, [](unsigned) { return with_late_queues(); }},
    {"SystemC with one node of RTL", {2, 3}, 1, 1, [](unsigned d) { return with_rtl_nodes(0x01, d, false); }},
    {"SystemC with some nodes of RTL in lockstep",
     {2, 3},
     1,
     1,
     [](unsigned d) { return with_rtl_nodes(kSomeNodes & all_nodes(d), d, true); }},
    {"SystemC of nodes of RTL in lockstep",
     {2, 3},
     1,
     1,
     [](unsigned d) { return with_rtl_nodes(all_nodes(d), d, true); }},
};

TEST_P(EveryRowOnEveryEngine, ShowsTheSameRun) {
  for (const Variant& variant : kVariants) {
    for (const unsigned d : variant.dims) {
      for (const double stall : {0.0, 0.4}) {
        SCOPED_TRACE(testing::Message() << variant.name << ", d " << d << " stall " << stall);
        const Operation run = operation(d, variant.packets, variant.hop_cycles);
        expect_same_run(traced_run(run, variant.engine(d), stall), traced_run(run, on_engine("native"), stall));
      }
    }
  }
}

TEST(Cosimulation, OfFourDimensions) {
  const Operation exchange = test_support::operation_of(Collective::kAlltoall, "table", PortModel::kAll, 4, 1);
  for (const std::uint64_t nodes : {0x0001u, 0x90f0u, 0xffffu}) {
    for (const double stall : {0.0, 0.4}) {
      SCOPED_TRACE(testing::Message() << "rtl nodes " << nodes << " stall " << stall);
      expect_same_run(traced_run(exchange, with_rtl_nodes(nodes, 4, /*lockstep=*/false), stall),
                      traced_run(exchange, {}, stall));
    }
  }
}

TEST_P(EveryRowOnEveryEngine, LosesNothingWhenMemoriesStall) {
  std::uint64_t stalls = 0;
  for (unsigned d = 1; d <= 5; ++d) {
    for (const double stall : {0.1, 0.5, 0.9}) {
      const TracedRun seen = traced_run(operation(d, 8 * d), on_engine("native"), stall);
      ASSERT_EQ(seen.report.fault, std::nullopt) << "d " << d << " stall " << stall;
      stalls += seen.report.stall_cycles;
    }
  }
  const bool is_alone = GetParam().collective == Collective::kBarrier;  // its packet waits for no other
  EXPECT_EQ(stalls > 0, !is_alone) << "the links have to wait for slow memories";
}

}  // namespace
}  // namespace testbench::test
