// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/request/request.hpp"

#include <gtest/gtest.h>

namespace {

// --seed takes every seed that is printed, 0 to 2^63 - 1.
TEST(Seed, BehindTheLargestComes0) {
  EXPECT_EQ(testbench::seed_of_run(7, 0), 7u);
  EXPECT_EQ(testbench::seed_of_run(7, 3), 10u);
  constexpr std::uint64_t kLargest = 9223372036854775807u;
  EXPECT_EQ(testbench::seed_of_run(kLargest, 0), kLargest);
  EXPECT_EQ(testbench::seed_of_run(kLargest, 1), 0u);
  EXPECT_EQ(testbench::seed_of_run(kLargest - 1, 4), 2u);
  testbench::Parameters request;
  request.seed = testbench::Number(std::to_string(kLargest));
  EXPECT_EQ(testbench::seed_of(request), kLargest);
}

}  // namespace
