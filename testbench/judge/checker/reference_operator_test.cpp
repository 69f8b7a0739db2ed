// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/reference_operator.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "test_support/seed.hpp"

namespace testbench {
namespace {

std::uint64_t combined(Function function, LaneType type, std::uint64_t a, std::uint64_t b) {
  return ReferenceOperator({function, type})(a, b);
}

float of_bfloat16(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

TEST(ReferenceOperator, IntegersByHand) {
  EXPECT_EQ(combined(Function::kSum, LaneType::kUint8, 0x01ff7f80'00000001, 0x02018080'000000ff), 0x0300ff00'00000000U);
  EXPECT_EQ(combined(Function::kSum, LaneType::kInt16, 0x7fff'ffff'0001'8000, 0x0001'0001'0001'8000),
            0x8000'0000'0002'0000U);
  EXPECT_EQ(combined(Function::kSum, LaneType::kUint32, 0xffffffff'00000001, 0x00000001'00000001),
            0x00000000'00000002U);
  EXPECT_EQ(combined(Function::kSum, LaneType::kInt64, ~0ULL, 1), 0U);
  EXPECT_EQ(combined(Function::kMin, LaneType::kUint8, 0x80'01, 0x7f'02), 0x7f'01U);
  EXPECT_EQ(combined(Function::kMin, LaneType::kInt8, 0x80'01, 0x7f'02), 0x80'01U);
  EXPECT_EQ(combined(Function::kMax, LaneType::kInt16, 0xffff, 0x0001), 0x0001U);
  EXPECT_EQ(combined(Function::kMax, LaneType::kUint16, 0xffff, 0x0001), 0xffffU);
  EXPECT_EQ(combined(Function::kMax, LaneType::kInt64, 1ULL << 63, 0), 0U);
  EXPECT_EQ(combined(Function::kMin, LaneType::kInt32, 0x80000000'7fffffff, 0x00000000'ffffffff), 0x80000000'ffffffffU);
  EXPECT_EQ(combined(Function::kAnd, LaneType::kUint8, 0xf0f0, 0xff00), 0xf000U);
  EXPECT_EQ(combined(Function::kOr, LaneType::kUint32, 0xf0f0, 0xff00), 0xfff0U);
  EXPECT_EQ(combined(Function::kXor, LaneType::kInt64, 0xf0f0, 0xff00), 0x0ff0U);
}

// On either side, whatever the word; infinities and zeros of both signs too.
TEST(ReferenceOperator, AnIdentityChangesNoWord) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const Function function : kFunctions) {
    for (const LaneType type : kLaneTypes) {
      if (is_bitwise(function) && is_float(type)) continue;
      const std::uint64_t identity = identity_of({function, type});
      const auto expect_unchanged = [&](std::uint64_t word) {
        EXPECT_EQ(combined(function, type, identity, word), word) << name_of(function) << ' ' << name_of(type);
        EXPECT_EQ(combined(function, type, word, identity), word) << name_of(function) << ' ' << name_of(type);
      };
      for (unsigned i = 0; i < 1000; ++i) expect_unchanged(contribution_of({function, type}, random()));
      expect_unchanged(0);
      expect_unchanged(type == LaneType::kBfloat16  ? 0x7f80'ff80'8000'0000U
                       : type == LaneType::kFloat16 ? 0x7c00'fc00'8000'0000U
                       : type == LaneType::kFloat64 ? 0xfff0000000000000U
                                                    : 0x7f800000'ff800000U);
      expect_unchanged(0x80000000'00000000U);
    }
  }
}

TEST(ReferenceOperator, FloatsByHand) {
  constexpr std::uint64_t kNan = 0x7fc00000;
  constexpr std::uint64_t kInfinity = 0x7f800000;
  constexpr std::uint64_t kMinus = 0x80000000;
  const auto low = [](Function function, std::uint64_t a, std::uint64_t b) {
    return combined(function, LaneType::kFloat32, a, b) & 0xffffffffU;
  };
  EXPECT_EQ(low(Function::kSum, 0x3f800000, 0x40000000), 0x40400000U);  // 1 + 2
  EXPECT_EQ(low(Function::kSum, 0x3f800000, 0x33800000), 0x3f800000U);  // 1 + 2^-24: a tie, to even
  EXPECT_EQ(low(Function::kSum, 0x3f800001, 0x33800000), 0x3f800002U);
  EXPECT_EQ(low(Function::kSum, 1, 1), 2U);  // subnormals
  EXPECT_EQ(low(Function::kSum, 0x7f7fffff, 0x7f7fffff), kInfinity);
  EXPECT_EQ(low(Function::kSum, kInfinity, kInfinity | kMinus), kNan);
  EXPECT_EQ(low(Function::kSum, 0xff812345, 0), kNan);
  EXPECT_EQ(low(Function::kSum, kMinus, kMinus), kMinus);
  EXPECT_EQ(low(Function::kSum, kMinus, 0), 0U);
  for (const Function function : {Function::kMin, Function::kMax}) {
    EXPECT_EQ(low(function, 0x7f800001, 0), kNan);  // signalling
    EXPECT_EQ(low(function, 0, 0xffc00001), kNan);
  }
  EXPECT_EQ(low(Function::kMin, 0, kMinus), kMinus);
  EXPECT_EQ(low(Function::kMax, kMinus, 0), 0U);
  EXPECT_EQ(low(Function::kMin, 0xbf800000, 0xc0000000), 0xc0000000U);
  EXPECT_EQ(low(Function::kMax, kInfinity, 0x7f7fffff), kInfinity);
  EXPECT_EQ(combined(Function::kMin, LaneType::kBfloat16, 0x7f81'0000'8000'bf80, 0x0000'8000'0000'c000),
            0x7fc0'8000'8000'c000U);
  EXPECT_EQ(combined(Function::kSum, LaneType::kBfloat16, 0x7f80'ffff'3f80'7f7f, 0xff80'0000'4000'7f7f),
            0x7fc0'7fc0'4040'7f80U);
}

// A number of 16 bits, of a bfloat16 or a float16.
double value_of(LaneType type, std::uint16_t bits) {
  if (type == LaneType::kBfloat16) return of_bfloat16(bits);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 0x3ff;
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * std::numeric_limits<double>::infinity();
  return sign * std::ldexp(exponent == 0 ? fraction : 1024 + fraction, std::max(exponent, 1) - 25);
}

// The nearest of all numbers of the type, of two as near the even one; the sum is exact as a double.
std::uint16_t nearest(LaneType type, double sum) {
  const std::uint16_t infinity = type == LaneType::kBfloat16 ? 0x7f80 : 0x7c00;
  std::uint16_t low = 0;  // the largest that is not above |sum|
  for (std::uint16_t bit = 0x4000; bit != 0; bit = static_cast<std::uint16_t>(bit >> 1)) {
    const auto candidate = static_cast<std::uint16_t>(low | bit);
    if (candidate < infinity && value_of(type, candidate) <= std::fabs(sum)) low = candidate;
  }
  // Above the largest number the next would be a power of two, whose pattern is infinity.
  const auto high = static_cast<std::uint16_t>(low + 1);
  const double next = high == infinity ? std::ldexp(1.0, type == LaneType::kBfloat16 ? 128 : 16) : value_of(type, high);
  const double above = next - std::fabs(sum);
  const double below = std::fabs(sum) - value_of(type, low);
  const std::uint16_t found = below < above || (below == above && low % 2 == 0) ? low : high;
  return static_cast<std::uint16_t>(found | (std::signbit(sum) ? 0x8000 : 0));
}

class ShortFloats : public ::testing::TestWithParam<Reduction> {};

TEST_P(ShortFloats, AreTheNearest) {
  const auto [function, type] = GetParam();
  const auto infinity = static_cast<std::uint16_t>(type == LaneType::kBfloat16 ? 0x7f80 : 0x7c00);
  const auto nan = static_cast<std::uint16_t>(type == LaneType::kBfloat16 ? 0x7fc0 : 0x7e00);
  std::mt19937_64 random(test_support::seed());
  unsigned exact = 0;
  for (int round = 0; round < 500'000; ++round) {
    const std::uint64_t bits = random();
    auto a = static_cast<std::uint16_t>(bits);
    auto b = static_cast<std::uint16_t>(bits >> 16);
    // Half of them with exponents near each other, so that they cancel, or near 0 or the largest.
    if (bits >> 63 != 0) b = static_cast<std::uint16_t>((a & 0x7f80) + (b & 0x81ff));
    if (bits >> 61 == 7) a &= 0x83ff, b &= 0x83ff;
    if (bits >> 61 == 6) a |= 0x7e00, b |= 0x7e00;
    const double x = value_of(type, a);
    const double y = value_of(type, b);
    const std::uint16_t result = exactly({function, type}, a, b);
    ASSERT_EQ(result, exactly({function, type}, b, a)) << a << " " << b;
    if (!std::isfinite(x) || !std::isfinite(y)) {
      const double limit = function == Function::kSum ? x + y : x * y;
      ASSERT_EQ(result, std::isnan(limit) ? nan : limit > 0 ? infinity : infinity | 0x8000) << a << " " << b;
      continue;
    }
    const double larger = std::max(std::fabs(x), std::fabs(y));
    const double smaller = std::min(std::fabs(x), std::fabs(y));
    if (function == Function::kSum && smaller != 0 && larger > std::ldexp(smaller, 40)) {
      ASSERT_EQ(result, std::fabs(x) > std::fabs(y) ? a : b);
      continue;
    }
    ++exact;
    ASSERT_EQ(result, nearest(type, function == Function::kSum ? x + y : x * y)) << a << " " << b;
  }
  EXPECT_GT(exact, 125'000U);
}
INSTANTIATE_TEST_SUITE_P(All, ShortFloats,
                         ::testing::Values(Reduction{Function::kSum, LaneType::kBfloat16},
                                           Reduction{Function::kSum, LaneType::kFloat16},
                                           Reduction{Function::kProduct, LaneType::kBfloat16},
                                           Reduction{Function::kProduct, LaneType::kFloat16}));

// Products of many contributions stay numbers that are not 0.
TEST(ReferenceOperator, FactorsAreModerate) {
  std::mt19937_64 random(test_support::seed());
  for (const LaneType type : kLaneTypes) {
    const Reduction product{Function::kProduct, type};
    std::uint64_t word = identity_of(product);
    for (int round = 0; round < 16; ++round)
      word = ReferenceOperator(product)(word, contribution_of(product, random()));
    for (unsigned low = 0; low < 64; low += bits_of(type)) {
      const std::uint64_t lane = word >> low & (~std::uint64_t{0} >> (64 - bits_of(type)));
      EXPECT_NE(lane << (65 - bits_of(type)), 0U) << name_of(type);
      EXPECT_NE(word, ReferenceOperator({Function::kMax, type})(word, identity_of({Function::kMin, type})))
          << name_of(type);
    }
  }
}

TEST(ReferenceOperator, ContributionsAreModerate) {
  std::mt19937_64 random(test_support::seed());
  float least = std::numeric_limits<float>::infinity();
  float most = 0;
  for (int round = 0; round < 10'000; ++round) {
    const std::uint64_t bits = random();
    EXPECT_EQ(contribution_of({Function::kSum, LaneType::kInt16}, bits), bits);
    const std::uint64_t floats = contribution_of({Function::kSum, LaneType::kFloat32}, bits);
    const std::uint64_t halves = contribution_of({Function::kSum, LaneType::kBfloat16}, bits);
    EXPECT_EQ((floats ^ bits) & 0x807fffff'807fffff, 0U);
    for (const float value : {std::bit_cast<float>(static_cast<std::uint32_t>(floats)),
                              std::bit_cast<float>(static_cast<std::uint32_t>(floats >> 32)),
                              of_bfloat16(static_cast<std::uint16_t>(halves >> 48))}) {
      least = std::min(least, std::fabs(value));
      most = std::max(most, std::fabs(value));
    }
  }
  EXPECT_GE(least, 1.0F / 256);
  EXPECT_LT(least, 1.0F / 128);
  EXPECT_LT(most, 512.0F);
  EXPECT_GE(most, 256.0F);
}

TEST(ReferenceOperator, NamesAreTheirOwn) {
  for (const Function function : kFunctions) EXPECT_STRNE(name_of(function), "");
  for (const LaneType type : kLaneTypes) {
    EXPECT_NE(std::string(name_of(type)).find(std::to_string(bits_of(type))), std::string::npos);
  }
}

}  // namespace
}  // namespace testbench
