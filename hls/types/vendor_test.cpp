// SPDX-License-Identifier: Apache-2.0
// The headers as the vendors' tools compile them: HLS_ASSERT is nothing, and for_each_one is a loop
// over every bit.
#define CUBECAST_ASSERTIONS 1
#define CUBECAST_AC_INT
#include <gtest/gtest.h>

#include "hls/types/assert.hpp"
#include "hls/types/each_one.hpp"

// Not even the condition is seen.
TEST(AssertVendor, IsNothing) {
  HLS_ASSERT(this is no condition, "and needs no function that reports");
  SUCCEED();
}

TEST(EachOneVendor, TheSameBits) {
  constexpr unsigned kWidth = 9;
  for (std::uint32_t word = 0; word < 1u << kWidth; ++word) {
    std::uint32_t visited = 0;
    unsigned least = 0;
    hls::for_each_one<kWidth>(word, [&](unsigned bit) {
      EXPECT_GE(bit, least) << word;
      least = bit + 1;
      visited |= 1u << bit;
    });
    ASSERT_EQ(visited, word);
  }
}
