// The generated RTL is the same machine: the same trace, and every register the same in every cycle.
#include <gtest/gtest.h>

#include "test_support/rows.hpp"

#if CUBECAST_RTL

#include <stdexcept>

#include "testbench/run/coupled_links.hpp"
#include "testbench/system/traced_run.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;
using collectives::Row;
using test_support::operation_of;
using test_support::row_name;

std::string trace_of(const Operation& operation, const RunOptions& options, double stall) {
  const TracedRun seen = traced_run(operation, options, stall);
  EXPECT_EQ(seen.report.fault, std::nullopt) << options.engine << " d " << operation.d();
  return seen.trace;
}

class EveryRowInRtl : public testing::TestWithParam<Row> {};
INSTANTIATE_TEST_SUITE_P(Catalog, EveryRowInRtl, testing::ValuesIn(collectives::kCatalog), row_name);

TEST_P(EveryRowInRtl, HasTheSameRegistersAndTheSameTrace) {
  const Row& row = GetParam();
  for (unsigned d = 2; d <= 6; ++d) {
    for (const double stall : {0.0, 0.3}) {
      const Operation operation = operation_of(row, d, 1, Address(((1u << d) - 1) / 2));
      const std::string native = trace_of(operation, on_engine("native"), stall);
      EXPECT_TRUE(trace_of(operation, on_engine("rtl", /*lockstep=*/true), stall) == native)
          << "d " << d << " stall " << stall;
      EXPECT_TRUE(trace_of(operation, on_engine("rtl"), stall) == native) << "d " << d << " stall " << stall;
    }
  }
}

TEST_P(EveryRowInRtl, HasTheSameRegistersAndTheSameTraceWithTwoCyclesAHop) {
  // Nodes that combine packets: for d = 2 and 3, with queues that are too short for the ring with stalls.
  const bool combined = collectives::shape_of(GetParam().collective).combined;
  for (unsigned d = 2; d <= (combined ? 3 : 4); ++d) {
    for (const double stall : {0.0, combined ? 0.0 : 0.3}) {
      const Operation operation = operation_of(GetParam(), d, 1, Address(((1u << d) - 1) / 2), 2);
      EXPECT_TRUE(trace_of(operation, on_engine("rtl", /*lockstep=*/true), stall) ==
                  trace_of(operation, on_engine("native"), stall))
          << "d " << d << " stall " << stall;
    }
  }
}

// The queues of a top are finite. A row that fills them goes as in the native engine with queues of that depth; one
// that could deadlock then is refused.
TEST_P(EveryRowInRtl, GoesAsFarAsItsQueues) {
  const Row& row = GetParam();
  constexpr unsigned d = 3;
  constexpr std::size_t kDepth = 16;
  for (const std::uint32_t packets : {3u, 12u, 24u}) {
    const Operation operation = operation_of(row, d, packets, Address(1));
    RunOptions options;
    options.engine = "rtl";
    RunReport rtl;
    try {
      rtl = testbench::Run(operation, PayloadHash(7)).execute(options);
    } catch (const std::runtime_error& refused) {
      EXPECT_TRUE(couple_links(operation).form_circle) << refused.what();
      EXPECT_GT(packets, 3u) << refused.what();
      continue;
    }
    options.engine = "native";
    options.queue_depth = kDepth;
    const RunReport native = testbench::Run(operation, PayloadHash(7)).execute(options);
    EXPECT_EQ(rtl.fault, std::nullopt) << "M " << packets;
    EXPECT_EQ(rtl.cycles, native.cycles) << "M " << packets;
    EXPECT_EQ(rtl.stall_cycles, native.stall_cycles) << "M " << packets;
    EXPECT_EQ(rtl.deepest_queue, native.deepest_queue) << "M " << packets;
  }
}

}  // namespace
}  // namespace testbench::test

#endif
