// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/dynamic/look_schedule.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace testbench {
namespace {

// From `soon_from` on whoever looks wants to look again in 256 cycles.
std::vector<std::uint64_t> looks_of(std::uint64_t last, std::uint64_t soon_from = ~std::uint64_t{0}) {
  LookSchedule looks(last);
  std::vector<std::uint64_t> found;
  for (std::uint64_t cycle = 1;; ++cycle) {
    if (!looks.are_due(cycle)) continue;
    found.push_back(cycle);
    if (looks.end_at(cycle)) return found;
    if (cycle >= soon_from) {
      looks.go_on(cycle, 256);
    } else {
      looks.go_on(cycle);
    }
  }
}

using Cycles = std::vector<std::uint64_t>;

TEST(LookSchedule, FirstOftenThenHalfAsLateAgain) {
  EXPECT_EQ(looks_of(20'000), (Cycles{64, 128, 256, 512, 1024, 2048, 4096, 6144, 9216, 13'824, 20'000}));
}

TEST(LookSchedule, EndsWithTheLastCycle) {
  EXPECT_EQ(looks_of(1), Cycles{1});
  EXPECT_EQ(looks_of(64), Cycles{64});
  EXPECT_EQ(looks_of(300), (Cycles{64, 128, 256, 300}));
  EXPECT_EQ(looks_of(4097), (Cycles{64, 128, 256, 512, 1024, 2048, 4096, 4097}));
}

TEST(LookSchedule, ComesSoonerIfAsked) {
  EXPECT_EQ(looks_of(6800, 6144), (Cycles{64, 128, 256, 512, 1024, 2048, 4096, 6144, 6400, 6656, 6800}));
}

}  // namespace
}  // namespace testbench
