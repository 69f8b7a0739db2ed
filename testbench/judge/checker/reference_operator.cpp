// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/reference_operator.hpp"

#include <algorithm>
#include <bit>

namespace testbench {
namespace {

constexpr std::uint64_t mask_of(unsigned bits) {
  return ~std::uint64_t{0} >> (64 - bits);
}

// A binary format of IEEE 754 by the width of its fields.
struct Format {
  unsigned exponent_bits;
  unsigned fraction_bits;

  constexpr unsigned bits() const { return 1 + exponent_bits + fraction_bits; }
  constexpr std::uint64_t sign() const { return std::uint64_t{1} << (bits() - 1); }
  constexpr std::uint64_t infinity() const { return mask_of(exponent_bits) << fraction_bits; }
  constexpr std::uint64_t quiet_nan() const { return infinity() | std::uint64_t{1} << (fraction_bits - 1); }
  constexpr bool is_nan(std::uint64_t value) const { return (value & ~sign()) > infinity(); }
  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }

  // A finite number is significand 2^(exponent - 1) times the least one that there is.
  constexpr int exponent(std::uint64_t value) const {
    return std::max(1, static_cast<int>((value & infinity()) >> fraction_bits));
  }
  constexpr std::uint64_t significand(std::uint64_t value) const {
    return (value & mask_of(fraction_bits)) | std::uint64_t{(value & infinity()) != 0} << fraction_bits;
  }
};

constexpr Format kBfloat16{8, 7};

constexpr Format format_of(LaneType type) {
  switch (type) {
    case LaneType::kFloat32:
      return {8, 23};
    case LaneType::kFloat16:
      return {5, 10};
    case LaneType::kFloat64:
      return {11, 52};
    default:
      return kBfloat16;
  }
}

// Numbers in the order of their bits: the sign turns that of the others round.
std::uint64_t least_or_most(const Format& format, bool most, std::uint64_t a, std::uint64_t b) {
  if (format.is_nan(a) || format.is_nan(b)) return format.quiet_nan();
  const auto rank = [&](std::uint64_t value) {
    return (value & format.sign()) != 0 ? mask_of(format.bits()) - value : value + format.sign();
  };
  return (rank(a) < rank(b)) != most ? a : b;
}

template <class Float, class Bits>
std::uint64_t of_host(const Format& format, Function function, std::uint64_t a, std::uint64_t b) {
  const Float left = std::bit_cast<Float>(static_cast<Bits>(a));
  const Float right = std::bit_cast<Float>(static_cast<Bits>(b));
  const auto bits = std::bit_cast<Bits>(function == Function::kSum ? left + right : left * right);
  return format.is_nan(bits) ? format.quiet_nan() : bits;
}

std::uint64_t of_floats(Reduction reduction, std::uint64_t a, std::uint64_t b) {
  const Format format = format_of(reduction.type);
  const Function function = reduction.function;
  if (function == Function::kMin || function == Function::kMax) {
    return least_or_most(format, function == Function::kMax, a, b);
  }
  if (reduction.type == LaneType::kFloat32) return of_host<float, std::uint32_t>(format, function, a, b);
  if (reduction.type == LaneType::kFloat64) return of_host<double, std::uint64_t>(format, function, a, b);
  return exactly(reduction, static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b));
}

std::uint64_t of_integers(Reduction reduction, std::uint64_t a, std::uint64_t b) {
  // Turned round, the highest bit orders two's complement as it does numbers without sign.
  const std::uint64_t sign = is_signed(reduction.type) ? std::uint64_t{1} << (bits_of(reduction.type) - 1) : 0;
  switch (reduction.function) {
    case Function::kSum:
      return a + b;
    case Function::kMin:
      return std::min(a ^ sign, b ^ sign) ^ sign;
    case Function::kMax:
      return std::max(a ^ sign, b ^ sign) ^ sign;
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

std::uint64_t of_lanes(Reduction reduction, std::uint64_t a, std::uint64_t b) {
  if (is_bitwise(reduction.function) || !is_float(reduction.type)) return of_integers(reduction, a, b);
  return of_floats(reduction, a, b);
}

// The nearest number to magnitude 2^lowest times the least number that there is, without its sign.
std::uint64_t rounded(const Format& format, std::uint64_t magnitude, int lowest) {
  if (magnitude == 0) return 0;
  // Leave the bits of a significand, but none below the least number.
  const int drop = std::max(static_cast<int>(std::bit_width(magnitude) - format.fraction_bits) - 1, -lowest);
  if (drop >= 64) return 0;
  std::uint64_t kept = magnitude;
  if (drop > 0) {
    const std::uint64_t rest = magnitude & mask_of(static_cast<unsigned>(drop));
    const std::uint64_t half = std::uint64_t{1} << (drop - 1);
    kept = magnitude >> drop;
    if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  } else {
    kept <<= -drop;
  }
  // A carry out of the significand goes into the exponent, as the two fields lie.
  return std::min((static_cast<std::uint64_t>(lowest + drop) << format.fraction_bits) + kept, format.infinity());
}

// The larger operand's significand stands kBelow bits above the lowest; the other is moved down to
// it. One that lies farther below only says that there is something: it is less than half of the
// last place in any case.
std::uint64_t add_exactly(const Format& format, std::uint64_t a, std::uint64_t b) {
  constexpr int kBelow = 40;
  if ((a & format.infinity()) == format.infinity()) return (b ^ format.sign()) == a ? format.quiet_nan() : a;
  const int down = format.exponent(a) - format.exponent(b);
  std::uint64_t smaller = format.significand(b);
  smaller = down <= kBelow ? smaller << (kBelow - down) : smaller != 0 ? 1 : 0;
  const std::uint64_t larger = format.significand(a) << kBelow;
  const bool same_sign = ((a ^ b) & format.sign()) == 0;
  const std::uint64_t magnitude = same_sign ? larger + smaller : larger - smaller;
  if (magnitude == 0) return same_sign ? a & format.sign() : 0;  // of two zeros; or they cancel
  return (a & format.sign()) | rounded(format, magnitude, format.exponent(a) - 1 - kBelow);
}

std::uint64_t multiply_exactly(const Format& format, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sign = (a ^ b) & format.sign();
  const std::uint64_t magnitude = format.significand(a) * format.significand(b);
  if ((a & format.infinity()) == format.infinity()) {
    return magnitude == 0 ? format.quiet_nan() : sign | format.infinity();
  }
  const int least = 1 - format.bias() - static_cast<int>(format.fraction_bits);  // the power of two
  return sign | rounded(format, magnitude, format.exponent(a) + format.exponent(b) - 2 + least);
}

}  // namespace

std::uint64_t ReferenceOperator::operator()(std::uint64_t a, std::uint64_t b) const {
  const unsigned bits = bits_of(reduction_.type);
  const std::uint64_t mask = mask_of(bits);
  std::uint64_t result = 0;
  for (unsigned low = 0; low < 64; low += bits) {
    result |= (of_lanes(reduction_, a >> low & mask, b >> low & mask) & mask) << low;
  }
  return result;
}

std::uint16_t exactly(Reduction reduction, std::uint16_t a, std::uint16_t b) {
  const Format format = format_of(reduction.type);
  if ((a & ~format.sign()) < (b & ~format.sign())) std::swap(a, b);
  if (format.is_nan(a)) return static_cast<std::uint16_t>(format.quiet_nan());
  return static_cast<std::uint16_t>(reduction.function == Function::kSum ? add_exactly(format, a, b)
                                                                         : multiply_exactly(format, a, b));
}

std::uint64_t identity_of(Reduction reduction) {
  const bool is_of_floats = is_float(reduction.type);
  const Format format = format_of(reduction.type);
  const std::uint64_t all = mask_of(bits_of(reduction.type));
  const std::uint64_t sign = all - all / 2;
  const auto lane = [&]() -> std::uint64_t {
    switch (reduction.function) {
      case Function::kSum:
        return is_of_floats ? sign : 0;
      case Function::kMin:
        return is_of_floats ? format.infinity() : is_signed(reduction.type) ? sign - 1 : all;
      case Function::kMax:
        return is_of_floats ? sign | format.infinity() : is_signed(reduction.type) ? sign : 0;
      case Function::kAnd:
        return all;
      case Function::kOr:
      case Function::kXor:
        return 0;
      case Function::kProduct:
        return is_of_floats ? static_cast<std::uint64_t>(format.bias()) << format.fraction_bits : 1;
    }
    return 0;
  };
  std::uint64_t word = 0;
  for (unsigned low = 0; low < 64; low += bits_of(reduction.type)) word |= lane() << low;
  return word;
}

std::uint64_t contribution_of(Reduction reduction, std::uint64_t random) {
  const bool is_factor = reduction.function == Function::kProduct;
  if (!is_float(reduction.type)) return is_factor ? random | identity_of(reduction) : random;
  const Format format = format_of(reduction.type);
  const std::uint64_t least = static_cast<std::uint64_t>(format.bias()) - (is_factor ? 1 : 8);
  const std::uint64_t exponents = is_factor ? 2 : 17;
  std::uint64_t word = 0;
  for (unsigned low = 0; low < 64; low += format.bits()) {
    const std::uint64_t lane = random >> low & mask_of(format.bits());
    const std::uint64_t exponent = least + (lane >> format.fraction_bits & mask_of(format.exponent_bits)) % exponents;
    word |= ((lane & ~format.infinity()) | exponent << format.fraction_bits) << low;
  }
  return word;
}

}  // namespace testbench
