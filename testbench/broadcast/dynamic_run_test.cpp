// Requests at random, of every scheme: what comes is judged, and the mean delay is what the theorem says.
#include "testbench/broadcast/dynamic_run.hpp"

#include <gtest/gtest.h>

#include "testbench/dynamic/theorem.hpp"

namespace testbench {
namespace {

using broadcast::Scheme;

DynamicResult run(unsigned dimension, Scheme scheme, double load, std::uint64_t cycles, double stall = 0) {
  BroadcastSetting setting;
  setting.dimension = dimension;
  setting.scheme = scheme;
  setting.queue_depth = std::size_t{4} << dimension;
  setting.simulation.stall_probability = stall;
  DynamicSetting dynamic;
  dynamic.arrivals.rate = rate_at(dimension, load, packets_of_request(scheme, dimension));
  dynamic.most_cycles = cycles;
  const auto mesh = make_native_servers(setting);
  return run_dynamic(*mesh, setting, dynamic);
}

TEST(DynamicRun, EverySchemeServesWhatComes) {
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    SCOPED_TRACE(scheme.name);
    for (const unsigned dimension : {1u, 2u, 3u, 5u}) {
      SCOPED_TRACE(dimension);
      const DynamicResult result = run(dimension, scheme.scheme, 0.05, 20'000);
      EXPECT_GT(result.completed, 100u);
      EXPECT_EQ(result.backlog.verdict, Stability::kStable);
      EXPECT_GE(result.delays.mean(), dimension);
    }
  }
}

TEST(DynamicRun, StallsLoseNothing) {
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    SCOPED_TRACE(scheme.name);
    EXPECT_GT(run(3, scheme.scheme, 0.1, 10'000, 0.2).completed, 100u);
  }
}

TEST(DynamicRun, MoreThanTheLinksCarryIsUnstable) {
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    SCOPED_TRACE(scheme.name);
    EXPECT_EQ(run(4, scheme.scheme, 1.3, 50'000).backlog.verdict, Stability::kUnstable);
  }
}

}  // namespace
}  // namespace testbench
