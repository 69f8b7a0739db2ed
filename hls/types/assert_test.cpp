// SPDX-License-Identifier: Apache-2.0
// HLS_ASSERT natively, with assertions.
#define CUBECAST_ASSERTIONS 1
#include "hls/types/assert.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

constexpr unsigned checked_half(unsigned x) {
  HLS_ASSERT(x % 2 == 0, "an odd number");
  return x / 2;
}
static_assert(checked_half(6) == 3);

TEST(Assert, IsSilentWhereTheConditionHolds) {
  unsigned evaluated = 0;
  HLS_ASSERT(++evaluated == 1, "evaluated once");
  EXPECT_EQ(evaluated, 1u);
  EXPECT_EQ(checked_half(8), 4u);
}

TEST(Assert, ReportsFileLineAndText) {
  const unsigned here = __LINE__;
  try {
    HLS_ASSERT(here == 0, "no line is 0");
    FAIL() << "not reported";
  } catch (const hls::AssertionFailed& error) {
    EXPECT_EQ(error.what(), std::string(__FILE__) + ":" + std::to_string(here + 2) + ": no line is 0");
  }
  EXPECT_THROW(checked_half(7), hls::AssertionFailed);
}

TEST(Assert, IsAnExpression) {
  const auto value = [](unsigned x) { return HLS_ASSERT(x < 4, "below 4"), x + 1; };
  EXPECT_EQ(value(3), 4u);
  EXPECT_THROW(value(4), hls::AssertionFailed);
}

}  // namespace
