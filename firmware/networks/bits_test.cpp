#include "firmware/networks/bits.hpp"

#include <gtest/gtest.h>

namespace bits {
namespace {

TEST(Bits, CountedAndFoundOneByOne) {
  constexpr unsigned kWidth = 16;
  for (std::uint32_t x = 0; x < 1u << kWidth; ++x) {
    unsigned ones = 0, first = kWidth, last = kWidth;
    for (unsigned k = 0; k < kWidth; ++k) {
      if ((x >> k & 1u) == 0) continue;
      ++ones;
      if (first == kWidth) first = k;
      last = k;
    }
    ASSERT_EQ(count(x), ones) << x;
    if (x == 0) continue;
    ASSERT_EQ(lowest(x), 1u << first) << x;
    ASSERT_EQ(highest(x), 1u << last) << x;
    ASSERT_EQ(up_to_highest(x), (2u << last) - 1) << x;
  }
  EXPECT_EQ(lowest(0), 0u);
  EXPECT_EQ(highest(0), 0u);
  EXPECT_EQ(up_to_highest(0), 0u);
  EXPECT_EQ(count(0xFFFFFFFFu), 32u);
  for (unsigned k = 0; k < 32; ++k) EXPECT_EQ(index(std::uint32_t{1} << k), k);
}

TEST(Bits, NextOfSameCountVisitsEveryWordOfACount) {
  for (unsigned width = 1; width <= 12; ++width) {
    std::uint32_t visited = 0;
    for (unsigned ones = 1; ones <= width; ++ones) {
      for (std::uint32_t x = (1u << ones) - 1, last = 0; x < 1u << width; last = x, x = next_of_same_count(x)) {
        ASSERT_GT(x, last);
        ASSERT_EQ(static_cast<unsigned>(__builtin_popcount(x)), ones);
        ++visited;
      }
    }
    ASSERT_EQ(visited, (1u << width) - 1);
  }
}

}  // namespace
}  // namespace bits
