#include "testbench/checker/saturating.hpp"

#include <gtest/gtest.h>

namespace testbench {
namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};
constexpr std::uint64_t kHalf = std::uint64_t{1} << 32;

struct Case {
  std::uint64_t a, b, result;
};

TEST(Saturating, ProductsStopAtTheLargestNumber) {
  // 2^64 - 1 = 3 * 6148914691236517205
  for (const auto& [a, b, product] : {Case{0, 0, 0},
                                      {1, kMost, kMost},
                                      {6, 7, 42},
                                      {3, kMost / 3, kMost},
                                      {3, kMost / 3 + 1, kMost},
                                      {kHalf, kHalf - 1, kMost - kHalf + 1},
                                      {kHalf, kHalf, kMost},
                                      {kMost, kMost, kMost},
                                      {0, kMost, 0}}) {
    EXPECT_EQ(times(a, b), product) << a << ' ' << b;
    EXPECT_EQ(times(b, a), product) << b << ' ' << a;
  }
}

TEST(Saturating, SumsStopAtTheLargestNumber) {
  for (const auto& [a, b, sum] : {Case{0, 0, 0},
                                  {40, 2, 42},
                                  {0, kMost, kMost},
                                  {1, kMost - 2, kMost - 1},
                                  {1, kMost - 1, kMost},
                                  {1, kMost, kMost},
                                  {2, kMost - 1, kMost},
                                  {kMost, kMost, kMost}}) {
    EXPECT_EQ(plus(a, b), sum) << a << ' ' << b;
    EXPECT_EQ(plus(b, a), sum) << b << ' ' << a;
  }
}

TEST(Saturating, QuotientsAreRoundedUp) {
  for (std::uint64_t a = 0; a < 30; ++a) {
    for (std::uint64_t b = 1; b < 10; ++b) {
      const std::uint64_t quotient = divide_up(a, b);
      EXPECT_GE(quotient * b, a) << a << ' ' << b;
      EXPECT_LT(quotient * b, a + b) << a << ' ' << b;
    }
  }
  EXPECT_EQ(divide_up(kMost, 2), kMost / 2 + 1);
}

}  // namespace
}  // namespace testbench
