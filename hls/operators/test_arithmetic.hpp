// SPDX-License-Identifier: Apache-2.0
// Test only: operations on two payloads by the host's own arithmetic, lane by lane. It uses the
// host's integers and doubles (IEEE 754, round to nearest). Shorter floats are sums and products in
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

// A binary format of IEEE 754.
struct Format {
  unsigned fraction;
  int bias;
  std::uint64_t nan;

  unsigned exponent_bits() const { return static_cast<unsigned>(std::ilogb(bias + 1)) + 1; }
};
constexpr Format format_of(Type type) {
  switch (type) {
    case Type::kFloat32:
      return {23, 127, 0x7fc00000};
    case Type::kBfloat16:
      return {7, 127, 0x7fc0};
    case Type::kFloat16:
      return {10, 15, 0x7e00};
    default:
      return {52, 1023, 0x7ff8000000000000};
  }
}

// A double has the values of all formats.
inline double value_of(const Format& format, std::uint64_t bits) {
  const unsigned width = format.fraction + format.exponent_bits();
  const std::uint64_t exponent = bits >> format.fraction & low_bits(format.exponent_bits());
  const std::uint64_t fraction = bits & low_bits(format.fraction);
  double magnitude = std::numeric_limits<double>::infinity();
  if (exponent == low_bits(format.exponent_bits())) {
    if (fraction != 0) return std::numeric_limits<double>::quiet_NaN();
  } else {
    const std::uint64_t hidden = exponent == 0 ? 0 : std::uint64_t{1} << format.fraction;
    const int scale = static_cast<int>(std::max<std::uint64_t>(exponent, 1)) - format.bias;
    magnitude = std::ldexp(static_cast<double>(hidden | fraction), scale - static_cast<int>(format.fraction));
  }
  return (bits >> width & 1) != 0 ? -magnitude : magnitude;
}

// The nearest number of the format; at a tie, the one with an even significand. This rounding behind
// that of a sum or product to double equals one rounding where 53 >= 2 * digits + 2 (Figueroa 1995),
// float32 included, and subnormal sums and products are exact in double.
inline std::uint64_t nearest(const Format& format, double value) {
  if (std::isnan(value)) return format.nan;
  const std::uint64_t sign = std::uint64_t{std::signbit(value)} << (format.fraction + format.exponent_bits());
  const std::uint64_t infinity = low_bits(format.exponent_bits()) << format.fraction;
  if (value == 0) return sign;
  if (std::isinf(value)) return sign | infinity;
  const int exponent = std::max(std::ilogb(value), 1 - format.bias);
  const double places = std::nearbyint(std::ldexp(std::fabs(value), static_cast<int>(format.fraction) - exponent));
  // A carry out of the significand goes into the exponent, as the two fields lie.
  const std::uint64_t bits =
      (static_cast<std::uint64_t>(exponent + format.bias - 1) << format.fraction) + static_cast<std::uint64_t>(places);
  return sign | std::min(bits, infinity);
}

// IEEE 754-2019, section 9.6: minimum, and maximum.
inline double chosen(bool minimum, double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  if (a == b) return std::signbit(a) == minimum ? a : b;
  return (a < b) == minimum ? a : b;
}

inline std::uint64_t expected_float(Function function, Type type, std::uint64_t left, std::uint64_t right) {
  const Format format = format_of(type);
  const double a = value_of(format, left);
  const double b = value_of(format, right);
  double result = 0;
  if (function == Function::kSum) {
    result = a + b;
  } else if (function == Function::kProduct) {
    result = a * b;
  } else {
    result = chosen(function == Function::kMinimum, a, b);
  }
  if (type != Type::kFloat64) return nearest(format, result);
  if (std::isnan(result)) return format.nan;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &result, sizeof bits);
  return bits;
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
    case Function::kProduct:
      return a * b;
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
