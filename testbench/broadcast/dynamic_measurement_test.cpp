#include "testbench/broadcast/dynamic_measurement.hpp"

#include <gtest/gtest.h>

#include "testbench/broadcast/test_two_nodes.hpp"

namespace testbench {
namespace {

using test::TwoNodes;

// `requests` to node 0 in every cycle but the last `quiet` ones.
DynamicResult measured(const TwoNodes::Behaviour& behaviour, std::uint64_t cycles, unsigned requests,
                       std::uint64_t quiet = 0) {
  TwoNodes mesh(behaviour);
  RequestService service(mesh, TwoNodes::setting());
  DynamicMeasurement measurement(service, /*least_unstable=*/100);
  while (service.cycle() < cycles) {
    service.clock(std::vector<std::uint32_t>(service.cycle() < cycles - quiet ? requests : 0, 0));
    measurement.observe();
  }
  return measurement.result();
}

TEST(DynamicMeasurement, AddsUpWhatIsServed) {
  const DynamicResult result = measured({.delay = 5}, 16'384, 1);
  EXPECT_EQ(result.cycles, 16'384u);
  EXPECT_EQ(result.requests, 16'384u);
  EXPECT_EQ(result.completed, 16'384u - 5);
  EXPECT_EQ(result.deliveries, result.completed);
  EXPECT_EQ(result.delays.count, result.completed);
  EXPECT_EQ(result.delays.mean(), 5);
  EXPECT_EQ(result.sent.counts, result.cycles);
  EXPECT_EQ(result.sent.packing, 2 * result.cycles);
  EXPECT_EQ(result.sent.broadcast, 3 * result.cycles);
  EXPECT_EQ(result.deepest_queue, 7u);
  EXPECT_NEAR(result.throughput(2), 0.5, 0.001);
  EXPECT_EQ(result.backlog.verdict, Stability::kStable);
  EXPECT_EQ(result.backlog.mean, 5);
  EXPECT_EQ(result.longest_queue, 0u);
  EXPECT_FALSE(result.deadlocked);
}

TEST(DynamicMeasurement, SamplesWhatWaits) {
  const DynamicResult result = measured({.last = 0}, 16'384, 1);
  EXPECT_EQ(result.backlog.verdict, Stability::kUnstable) << "nothing is ever served";
  EXPECT_EQ(result.longest_queue, 16'384u) << "in a cycle in which it is sampled";
  EXPECT_FALSE(result.deadlocked) << "not for so long yet";
}

TEST(DynamicMeasurement, OfADeadlockIsUnstable) {
  const DynamicResult result = measured({.last = 100, .stopped = 1}, 30'000, 1, 29'890);
  EXPECT_TRUE(result.deadlocked);
  EXPECT_EQ(result.backlog.verdict, Stability::kUnstable);
}

}  // namespace
}  // namespace testbench
