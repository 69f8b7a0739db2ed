// SPDX-License-Identifier: Apache-2.0
// Test only: operands that reach the corner cases, and the comparison of a set's results with the
// host's.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "hls/operators/test_arithmetic.hpp"
#include "hls/types/bits.hpp"

namespace operators::test {

constexpr Function kAllFunctions[] = {Function::kSum, Function::kMinimum, Function::kMaximum, Function::kAnd,
                                      Function::kOr,  Function::kXor,     Function::kProduct};
constexpr Type kAllTypes[] = {Type::kUint8,   Type::kUint16,   Type::kUint32,  Type::kUint64,
                              Type::kInt8,    Type::kInt16,    Type::kInt32,   Type::kInt64,
                              Type::kFloat32, Type::kBfloat16, Type::kFloat16, Type::kFloat64};
constexpr Type kFloatTypes[] = {Type::kFloat32, Type::kBfloat16, Type::kFloat16, Type::kFloat64};

inline std::string text_of(Function function, Type type) {
  return std::string(name(function)) + " of " + std::string(name(type));
}

// The set's `function` of two payloads equals the host's, in either order.
template <class Set, unsigned W>
::testing::AssertionResult agrees(Function function, Type type, std::uint64_t left, std::uint64_t right) {
  const hls::Bits<8> operation(number(function, type));
  const std::uint64_t want = expected(function, type, W, left & low_bits(W), right & low_bits(W));
  const std::uint64_t got = Set::combine(operation, hls::Bits<W>(left), hls::Bits<W>(right));
  const std::uint64_t other_way = Set::combine(operation, hls::Bits<W>(right), hls::Bits<W>(left));
  if (got == want && other_way == want) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << text_of(function, type) << std::hex << ", 0x" << left << " and 0x" << right
                                       << ": 0x" << got << ", in the other order 0x" << other_way << ", not 0x" << want;
}

// Words with many equal bits in a row, which often lie near each other.
class Operands {
 public:
  explicit Operands(std::uint64_t seed) : random_(seed) {}

  std::uint64_t next() {
    const std::uint64_t word = random_();
    switch (random_() % 8) {
      case 0:
        return word & random_() & random_();
      case 1:
        return word | random_() | random_();
      case 2:
        return 0x8000800080008000u >> (word % 16);
      case 3:
        return 0x0101010101010101u * (word & 0xff);
      default:
        return word;
    }
  }
  // A word that differs from `other` in few bits, by little in each lane, or in everything.
  std::uint64_t near(std::uint64_t other) {
    const std::uint64_t word = random_();
    switch (random_() % 4) {
      case 0:
        return other ^ (random_() & random_() & random_() & random_());
      case 1:
        return other + (0x0001000100010001u << word % 16);
      case 2:
        return other ^ 0x8080808080808080u;
      default:
        return next();
    }
  }

  // Floats whose exponents are near, or at an end of their range, with ones or zeros in a row in
  // their fractions. Products of some are near the least number.
  std::uint64_t next_floats(Type type) {
    const unsigned lane = lane_width(type);
    std::uint64_t word = 0;
    for (unsigned from = 0; from < 64; from += lane) word |= next_float(lane, format_of(type)) << from;
    return word;
  }

 private:
  std::uint64_t next_float(unsigned lane, const Format& format) {
    const std::uint64_t most = low_bits(format.exponent_bits());
    const std::uint64_t sign = random_() & 1;
    std::uint64_t exponent = random_() & most;
    switch (random_() % 5) {
      case 0:
        exponent = exponent % 4;
        break;
      case 1:
        exponent = most - exponent % 4;
        break;
      case 2:
        exponent = most * 2 / 5 + exponent % (most / 6);
        break;
      case 3:
        exponent = most / 4 + exponent % 8;
        break;
      default:
        break;
    }
    return sign << (lane - 1) | exponent << format.fraction | (next() & low_bits(format.fraction));
  }

  std::mt19937_64 random_;
};

// Values at which the arithmetic changes: zeros, the ends of subnormal and normal numbers, powers
// of two and their neighbours, infinities, quiet and signalling NaN, all of both signs.
inline std::vector<std::uint64_t> special_floats(Type type) {
  const Format format = format_of(type);
  const std::uint64_t fraction = format.fraction;
  const std::uint64_t bias = static_cast<std::uint64_t>(format.bias);
  const std::uint64_t most = low_bits(format.exponent_bits());
  std::vector<std::uint64_t> values;
  const std::uint64_t ones = low_bits(format.fraction);
  for (const std::uint64_t exponent :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, fraction, fraction + 1, bias - 1, bias, bias + 1,
        bias + fraction, bias + fraction + 1, bias + fraction + 2, bias + fraction + 3, most - 2, most - 1, most}) {
    if (exponent > most) continue;
    for (const std::uint64_t bits :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, ones >> 1, (ones >> 1) + 1, ones - 1, ones}) {
      for (const std::uint64_t sign : {0u, 1u}) {
        values.push_back(sign << (lane_width(type) - 1) | exponent << fraction | bits);
      }
    }
  }
  return values;
}

}  // namespace operators::test
