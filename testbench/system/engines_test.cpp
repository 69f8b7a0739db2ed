// Every engine shows the same run, and random stalls of the nodes' memories change its time and
// nothing else.
#include <gtest/gtest.h>

#include "firmware/collectives/catalog.hpp"
#include "test_support/rows.hpp"
#include "testbench/system/traced_run.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;
using collectives::Row;
using test_support::operation_of;
using test_support::row_name;

class EveryRowOnEveryEngine : public testing::TestWithParam<Row> {
 protected:
  static Operation operation(unsigned d, std::uint32_t packets, unsigned hop_cycles = 1) {
    return operation_of(GetParam(), d, packets, Address(((1u << d) - 1) / 2), hop_cycles);
  }
};

INSTANTIATE_TEST_SUITE_P(Catalog, EveryRowOnEveryEngine, testing::ValuesIn(collectives::kCatalog), row_name);

TEST_P(EveryRowOnEveryEngine, ShowsTheSameTrace) {
  for (unsigned d = 1; d <= 5; ++d) {
    for (const double stall : {0.0, 0.4}) {
      const TracedRun native = traced_run(operation(d, 2), on_engine("native"), stall);
      const TracedRun systemc = traced_run(operation(d, 2), on_engine("systemc"), stall);
      ASSERT_EQ(systemc.report.fault, std::nullopt) << "d " << d << " stall " << stall;
      EXPECT_EQ(systemc.report.cycles, native.report.cycles);
      EXPECT_EQ(systemc.report.total_cycles, native.report.total_cycles);
      EXPECT_EQ(systemc.report.deepest_queue, native.report.deepest_queue);
      EXPECT_TRUE(systemc.trace == native.trace) << "d " << d << " stall " << stall;
    }
  }
}

TEST_P(EveryRowOnEveryEngine, ShowsTheSameTraceWithTwoCyclesAHop) {
  for (unsigned d = 1; d <= 4; ++d) {
    for (const double stall : {0.0, 0.4}) {
      const TracedRun native = traced_run(operation(d, 3, 2), on_engine("native"), stall);
      const TracedRun systemc = traced_run(operation(d, 3, 2), on_engine("systemc"), stall);
      ASSERT_EQ(systemc.report.fault, std::nullopt) << "d " << d << " stall " << stall;
      EXPECT_EQ(systemc.report.total_cycles, native.report.total_cycles);
      EXPECT_EQ(systemc.report.deepest_queue, native.report.deepest_queue);
      EXPECT_TRUE(systemc.trace == native.trace) << "d " << d << " stall " << stall;
    }
  }
}

// Blocks of nodes of unlike sizes, more threads than nodes among them.
TEST_P(EveryRowOnEveryEngine, ShowsTheSameTraceWithAnyNumberOfThreads) {
  for (const unsigned d : {1u, 4u}) {
    for (const double stall : {0.0, 0.4}) {
      const TracedRun one = traced_run(operation(d, 3), on_engine("native"), stall);
      for (const unsigned threads : {2u, 3u}) {
        EngineChoice engine = on_engine("native");
        engine.simulation.threads = threads;
        const TracedRun several = traced_run(operation(d, 3), engine, stall);
        ASSERT_EQ(several.report.fault, std::nullopt) << "d " << d << " threads " << threads;
        EXPECT_EQ(several.report.total_cycles, one.report.total_cycles);
        EXPECT_EQ(several.report.deepest_queue, one.report.deepest_queue);
        EXPECT_EQ(several.report.stall_cycles, one.report.stall_cycles);
        EXPECT_TRUE(several.trace == one.trace) << "d " << d << " threads " << threads << " stall " << stall;
      }
    }
  }
}

// Numbers in the queues of the native engine, as in large cubes, and whole packets.
TEST_P(EveryRowOnEveryEngine, ShowsTheSameTraceWhateverItsQueuesHold) {
  for (unsigned d = 1; d <= 3; ++d) {
    for (const double stall : {0.0, 0.4}) {
      const TracedRun whole = traced_run(operation(d, d + 1), on_engine("native"), stall);
      for (const unsigned threads : {1u, 2u}) {
        EngineChoice engine = on_engine("native");
        engine.simulation.threads = threads;
        engine.simulation.least_numbered_dim = 1;
        const TracedRun numbers = traced_run(operation(d, d + 1), engine, stall);
        ASSERT_EQ(numbers.report.fault, std::nullopt) << "d " << d << " threads " << threads;
        EXPECT_EQ(numbers.report.cycles, whole.report.cycles);
        EXPECT_EQ(numbers.report.total_cycles, whole.report.total_cycles);
        EXPECT_EQ(numbers.report.deepest_queue, whole.report.deepest_queue);
        EXPECT_EQ(numbers.report.stall_cycles, whole.report.stall_cycles);
        EXPECT_TRUE(numbers.trace == whole.trace) << "d " << d << " threads " << threads << " stall " << stall;
      }
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
  const bool is_alone = GetParam().collective == collectives::Collective::kBarrier;  // its packet waits for no other
  EXPECT_EQ(stalls > 0, !is_alone) << "the links have to wait for slow memories";
}

}  // namespace
}  // namespace testbench::test
