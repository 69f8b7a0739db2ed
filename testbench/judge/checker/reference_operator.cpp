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
};

constexpr Format kFloat32{8, 23};
constexpr Format kBfloat16{8, 7};

// Numbers in the order of their bits: the sign turns that of the others round.
std::uint64_t least_or_most(const Format& format, bool most, std::uint64_t a, std::uint64_t b) {
  if (format.is_nan(a) || format.is_nan(b)) return format.quiet_nan();
  const auto rank = [&](std::uint64_t value) {
    return (value & format.sign()) != 0 ? mask_of(format.bits()) - value : value + format.sign();
  };
  return (rank(a) < rank(b)) != most ? a : b;
}

std::uint64_t add_float32(std::uint64_t a, std::uint64_t b) {
  const float sum = std::bit_cast<float>(static_cast<std::uint32_t>(a)) +  //
                    std::bit_cast<float>(static_cast<std::uint32_t>(b));
  const auto bits = std::bit_cast<std::uint32_t>(sum);
  return kFloat32.is_nan(bits) ? kFloat32.quiet_nan() : bits;
}

std::uint64_t of_floats(const Format& format, Function function, std::uint64_t a, std::uint64_t b) {
  if (function != Function::kSum) return least_or_most(format, function == Function::kMax, a, b);
  if (format.bits() == kFloat32.bits()) return add_float32(a, b);
  return add_bfloat16(static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b));
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
  }
  return 0;
}

std::uint64_t of_lanes(Reduction reduction, std::uint64_t a, std::uint64_t b) {
  if (is_bitwise(reduction.function) || !is_float(reduction.type)) return of_integers(reduction, a, b);
  return of_floats(reduction.type == LaneType::kFloat32 ? kFloat32 : kBfloat16, reduction.function, a, b);
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

// The larger operand's significand stands kBelow bits above the lowest; the other is moved down to
// it. One that lies farther below only says that there is something: it is less than half of the
// last place in any case.
std::uint16_t add_bfloat16(std::uint16_t a, std::uint16_t b) {
  constexpr int kBelow = 40;
  constexpr int kSignificandBits = 8;
  constexpr std::uint16_t kSign = 0x8000;
  constexpr std::uint16_t kInfinity = 0x7f80;
  constexpr std::uint16_t kNan = 0x7fc0;
  if ((a & ~kSign) < (b & ~kSign)) std::swap(a, b);
  if (kBfloat16.is_nan(a)) return kNan;
  if ((a & kInfinity) == kInfinity) return (b ^ kSign) == a ? kNan : a;

  const auto exponent = [](std::uint16_t value) { return std::max(1, (value & kInfinity) >> 7); };
  const auto significand = [](std::uint16_t value) {
    return std::int64_t{(value & 0x7f) | ((value & kInfinity) != 0 ? 0x80 : 0)};
  };
  const int down = exponent(a) - exponent(b);
  std::int64_t smaller = significand(b);
  smaller = down <= kBelow ? smaller << (kBelow - down) : smaller != 0 ? 1 : 0;
  const bool same_sign = ((a ^ b) & kSign) == 0;
  const std::int64_t sum = (significand(a) << kBelow) + (same_sign ? smaller : -smaller);
  const std::uint16_t sign = a & kSign;
  if (sum == 0) return same_sign ? sign : 0;  // of two zeros; or they cancel

  // The sum is a multiple of 2^(exponent(a) - 1 - kBelow) times the least number that there is:
  // leave the bits of a significand, but none below that number.
  const auto magnitude = static_cast<std::uint64_t>(sum);
  const int drop = std::max(static_cast<int>(std::bit_width(magnitude)) - kSignificandBits, kBelow + 1 - exponent(a));
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
  const int scale = exponent(a) - 1 - kBelow + drop;
  const std::uint64_t bits = (static_cast<std::uint64_t>(scale) << 7) + kept;
  return static_cast<std::uint16_t>(sign | std::min<std::uint64_t>(bits, kInfinity));
}

std::uint64_t identity_of(Reduction reduction) {
  const bool is_of_floats = is_float(reduction.type);
  const Format& format = reduction.type == LaneType::kFloat32 ? kFloat32 : kBfloat16;
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
    }
    return 0;
  };
  std::uint64_t word = 0;
  for (unsigned low = 0; low < 64; low += bits_of(reduction.type)) word |= lane() << low;
  return word;
}

std::uint64_t contribution_of(LaneType type, std::uint64_t random) {
  if (!is_float(type)) return random;
  constexpr std::uint64_t kBias = 127;
  constexpr std::uint64_t kExponents = 17;
  const Format& format = type == LaneType::kFloat32 ? kFloat32 : kBfloat16;
  std::uint64_t word = 0;
  for (unsigned low = 0; low < 64; low += format.bits()) {
    const std::uint64_t lane = random >> low & mask_of(format.bits());
    const std::uint64_t exponent = kBias - 8 + (lane >> format.fraction_bits & mask_of(8)) % kExponents;
    word |= ((lane & ~format.infinity()) | exponent << format.fraction_bits) << low;
  }
  return word;
}

}  // namespace testbench
