// SPDX-License-Identifier: Apache-2.0
// for_each_one as the hardware has it: what a loop over every bit visits.
#define CUBECAST_AC_INT
#include <gtest/gtest.h>

#include "hls/types/each_one.hpp"

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
