// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/native/resting_nodes.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "test_support/seed.hpp"

namespace testbench {
namespace {

constexpr Caller kCallers[] = {Caller::kSameThread, Caller::kOtherThread};

TEST(RestingNodes, StepUntilTheyRest) {
  RestingNodes nodes(2);
  EXPECT_TRUE(nodes.must_step(0, 1));
  EXPECT_EQ(nodes.wake(0, 1), 0u);
  EXPECT_TRUE(nodes.must_step(0, 2));
}

TEST(RestingNodes, StepInTheCycleAfterACallAndMakeUpForTheOthers) {
  for (const Caller caller : kCallers) {
    RestingNodes nodes(2);
    nodes.rest(1, 5);
    EXPECT_FALSE(nodes.must_step(1, 6));
    EXPECT_FALSE(nodes.must_step(1, 7));
    nodes.call(1, 8, caller);
    EXPECT_FALSE(nodes.must_step(1, 8)) << "the packet is on the link with the next cycle";
    EXPECT_TRUE(nodes.must_step(1, 9));
    EXPECT_EQ(nodes.wake(1, 9), 3u) << "cycles 6, 7 and 8";
    EXPECT_EQ(nodes.wake(1, 10), 0u);
  }
}

TEST(RestingNodes, StepOnceForACall) {
  for (const Caller caller : kCallers) {
    RestingNodes nodes(1);
    nodes.rest(0, 3);
    nodes.call(0, 3, caller);
    EXPECT_TRUE(nodes.must_step(0, 4));
    nodes.wake(0, 4);
    nodes.rest(0, 4);
    for (std::uint64_t tick = 5; tick < 10; ++tick) EXPECT_FALSE(nodes.must_step(0, tick)) << tick;
  }
}

TEST(RestingNodes, AreCalledInTheCycleOfTheirLastStep) {
  for (const bool called_first : {true, false}) {
    RestingNodes nodes(1);
    if (called_first) nodes.call(0, 3, Caller::kSameThread);
    nodes.rest(0, 3);
    if (!called_first) nodes.call(0, 3, Caller::kSameThread);
    EXPECT_TRUE(nodes.must_step(0, 4));
    EXPECT_EQ(nodes.wake(0, 4), 0u);
  }
}

// The stepped cycles and the made-up ones are together all cycles.
TEST(RestingNodes, LoseNoCycle) {
  auto random = test_support::seeded_random();
  constexpr std::uint32_t kResting = 20;
  RestingNodes nodes(kResting);
  std::vector<std::uint64_t> lived(kResting);
  constexpr std::uint64_t kCycles = 2000;
  for (std::uint64_t tick = 0; tick < kCycles; ++tick) {
    for (std::uint32_t node = 0; node < kResting; ++node) {
      if (!nodes.must_step(node, tick) && tick != kCycles - 1) continue;
      lived[node] += nodes.wake(node, tick) + 1;
      if (random() % 8 == 0) nodes.call(static_cast<std::uint32_t>(random() % kResting), tick, kCallers[random() % 2]);
      if (random() % 2 == 0) nodes.rest(node, tick);
    }
  }
  for (std::uint32_t node = 0; node < kResting; ++node) EXPECT_EQ(lived[node], kCycles) << node;
}

}  // namespace
}  // namespace testbench
