// Every engine shows the same run, and random stalls of the nodes' memories change its time and nothing else.
#include <gtest/gtest.h>

#include <sstream>

#include "firmware/collectives/catalog.hpp"
#include "testbench/run/runner.hpp"
#include "testbench/system/catalog_row.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;

struct Seen {
  RunReport report;
  std::string trace;
};

Seen run(const Operation& operation, const std::string& engine, double stall) {
  std::ostringstream trace;
  RunOptions options;
  options.engine = engine;
  options.trace = &trace;
  options.stall_probability = stall;
  options.stall_seed = 5;
  const RunReport report = Run(operation, random_send_memory(task_of(operation), 7)).execute(options);
  return {report, trace.str()};
}

class EveryRowOnEveryEngine : public testing::TestWithParam<collectives::Offer> {
 protected:
  static Operation operation(unsigned d, std::uint32_t packets) {
    return {GetParam().collective, GetParam().algorithm, GetParam().ports, d, packets, cube::mask(d) / 2};
  }
};

INSTANTIATE_TEST_SUITE_P(Catalog, EveryRowOnEveryEngine, testing::ValuesIn(collectives::kCatalog), row_name);

TEST_P(EveryRowOnEveryEngine, ShowsTheSameTrace) {
  for (unsigned d = 1; d <= 5; ++d) {
    for (const double stall : {0.0, 0.4}) {
      const Seen native = run(operation(d, 2), "native", stall);
      const Seen systemc = run(operation(d, 2), "systemc", stall);
      ASSERT_EQ(systemc.report.fault, std::nullopt) << "d " << d << " stall " << stall;
      EXPECT_EQ(systemc.report.cycles, native.report.cycles);
      EXPECT_EQ(systemc.report.total_cycles, native.report.total_cycles);
      EXPECT_EQ(systemc.report.deepest_queue, native.report.deepest_queue);
      EXPECT_TRUE(systemc.trace == native.trace) << "d " << d << " stall " << stall;
    }
  }
}

TEST_P(EveryRowOnEveryEngine, LosesNothingWhenMemoriesStall) {
  std::uint64_t stalls = 0;
  for (unsigned d = 1; d <= 5; ++d) {
    for (const double stall : {0.1, 0.5, 0.9}) {
      const Seen seen = run(operation(d, 8 * d), "native", stall);
      ASSERT_EQ(seen.report.fault, std::nullopt) << "d " << d << " stall " << stall;
      stalls += seen.report.stall_cycles;
    }
  }
  EXPECT_GT(stalls, 0u) << "the links have to wait for slow memories";
}

}  // namespace
}  // namespace testbench::test
