// SPDX-License-Identifier: Apache-2.0
// Test only: operations on two payloads by the host's own arithmetic, lane by lane. It uses the
// host's integers and floats (IEEE 754, round to nearest). For bfloat16 it takes exact sums in
// double, rounded by a definition of rounding.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "hls/operators/operation.hpp"

namespace operators::test {

constexpr std::uint64_t low_bits(unsigned width) {
  return ~std::uint64_t{0} >> (64 - width);
}

inline float float_of(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
// All NaNs compare equal.
inline std::uint32_t bits_of(float value) {
  if (std::isnan(value)) return 0x7fc00000;
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// The nearest float with 8 bits of significand; at a tie, the one with an even significand. This
// rounding behind that of a sum to double equals one rounding where 53 >= 2 * 8 + 2 (Figueroa
// 1995), and subnormal sums are exact in double.
inline float nearest_bfloat16(double value) {
  if (value == 0 || !std::isfinite(value)) return static_cast<float>(value);
  const int exponent = std::max(std::ilogb(value), -126);
  const double last_place = std::ldexp(1, exponent - 7);
  const double rounded = std::nearbyint(value / last_place) * last_place;
  const double limit = std::ldexp(1, 128);
  if (std::fabs(rounded) >= limit)
    return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(value));
  return static_cast<float>(rounded);
}

// IEEE 754-2019, section 9.6: minimum, and maximum.
inline float chosen(bool minimum, float a, float b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<float>::quiet_NaN();
  if (a == b) return std::signbit(a) == minimum ? a : b;
  return (a < b) == minimum ? a : b;
}

inline std::uint64_t expected_float(Function function, Type type, std::uint64_t left, std::uint64_t right) {
  const unsigned below = type == Type::kBfloat16 ? 16 : 0;  // bits of a float32 that a bfloat16 lacks
  const float a = float_of(static_cast<std::uint32_t>(left << below));
  const float b = float_of(static_cast<std::uint32_t>(right << below));
  float result = 0;
  if (function != Function::kSum) {
    result = chosen(function == Function::kMinimum, a, b);
  } else if (type == Type::kFloat32) {
    result = a + b;
  } else {
    result = nearest_bfloat16(static_cast<double>(a) + static_cast<double>(b));
  }
  return bits_of(result) >> below;
}

inline std::uint64_t expected_integer(Function function, Type type, std::uint64_t a, std::uint64_t b) {
  const unsigned unused = 64 - lane_width(type);
  const auto with_sign = [unused](std::uint64_t x) { return static_cast<std::int64_t>(x << unused) >> unused; };
  const bool less = is_signed(type) ? with_sign(a) < with_sign(b) : a < b;
  switch (function) {
    case Function::kSum:
      return a + b;
    case Function::kMinimum:
      return less ? a : b;
    case Function::kMaximum:
      return less ? b : a;
    case Function::kAnd:
      return a & b;
    case Function::kOr:
      return a | b;
    case Function::kXor:
      return a ^ b;
  }
  return 0;
}

// The expected result for payloads whose lanes fill `width` bits.
inline std::uint64_t expected(Function function, Type type, unsigned width, std::uint64_t left, std::uint64_t right) {
  const unsigned lane = lane_width(type);
  std::uint64_t result = 0;
  for (unsigned from = 0; from < width; from += lane) {
    const std::uint64_t a = left >> from & low_bits(lane);
    const std::uint64_t b = right >> from & low_bits(lane);
    const std::uint64_t one =
        is_float(type) ? expected_float(function, type, a, b) : expected_integer(function, type, a, b);
    result |= (one & low_bits(lane)) << from;
  }
  return result;
}

}  // namespace operators::test
