// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/native/host_operators.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

namespace testbench {
namespace {

template <class Lane>
std::uint64_t of_lanes(std::uint32_t operation, std::uint64_t left, std::uint64_t right) {
  constexpr std::size_t kLanes = 8 / sizeof(Lane);
  Lane a[kLanes], b[kLanes];
  std::memcpy(a, &left, sizeof(left));
  std::memcpy(b, &right, sizeof(right));
  using operators::Function;
  const Function function = operators::function_of(operation);
  for (std::size_t i = 0; i < kLanes; ++i) {
    using Unsigned = std::make_unsigned_t<Lane>;
    if (function == Function::kSum) {
      a[i] = static_cast<Lane>(static_cast<Unsigned>(a[i]) + static_cast<Unsigned>(b[i]));
    } else if (function == Function::kProduct) {
      a[i] = static_cast<Lane>(static_cast<std::uint64_t>(a[i]) * static_cast<std::uint64_t>(b[i]));
    } else if ((a[i] < b[i]) == (function == Function::kMaximum)) {
      a[i] = b[i];
    }
  }
  std::memcpy(&left, a, sizeof(left));
  return left;
}

template <class Float, class Bits>
struct HostLanes {
  using Word = Bits;
  static constexpr Float kLeastProduct = 0;
  static Float value_of(Word word) { return std::bit_cast<Float>(word); }
  static Word nearest(Float value) { return std::bit_cast<Word>(value); }
};
using FloatLanes = HostLanes<float, std::uint32_t>;
using DoubleLanes = HostLanes<double, std::uint64_t>;

// A float has more than twice the digits of a shorter one, so that rounding it once more, to
// nearest, ties to even, gives the correctly rounded sum; products are exact.
struct Bfloat16Lanes {
  using Word = std::uint16_t;
  static constexpr float kLeastProduct = 0x1p-126F;  // smaller ones are rounded twice
  static float value_of(Word word) { return std::bit_cast<float>(std::uint32_t{word} << 16); }
  static Word nearest(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return static_cast<Word>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
  }
};
struct Float16Lanes {
  using Word = std::uint16_t;
  static constexpr float kLeastProduct = 0;
  static float value_of(Word word) {
    const std::uint32_t sign = std::uint32_t{word & 0x8000U} << 16;
    const std::uint32_t magnitude = word & 0x7FFFU;
    if (magnitude >= 0x7C00) return std::bit_cast<float>(sign | 0x7F800000 | magnitude << 13);
    // The exponent's bias is that of a float when the float is multiplied.
    return std::bit_cast<float>(sign | magnitude << 13) * 0x1p112F;
  }
  static Word nearest(float value) {
    const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0;
    const float magnitude = std::fabs(value);
    if (magnitude < 0x1p-14F)
      return static_cast<Word>(sign | static_cast<std::uint32_t>(std::lrint(magnitude * 0x1p24F)));
    const auto bits = std::bit_cast<std::uint32_t>(magnitude);
    const std::uint32_t rounded = (bits + 0xFFF + (bits >> 13 & 1)) >> 13;
    return static_cast<Word>(sign | std::min(rounded - (112U << 10), 0x7C00U));
  }
};

template <class Lanes>
std::optional<std::uint64_t> of_lanes(operators::Function function, std::uint64_t left, std::uint64_t right) {
  constexpr unsigned kWidth = 8 * sizeof(typename Lanes::Word);
  std::uint64_t word = 0;
  for (unsigned shift = 0; shift < 64; shift += kWidth) {
    const auto a = Lanes::value_of(static_cast<typename Lanes::Word>(left >> shift));
    const auto b = Lanes::value_of(static_cast<typename Lanes::Word>(right >> shift));
    const auto result = function == operators::Function::kSum ? a + b : a * b;
    if (std::isnan(result)) return std::nullopt;
    if (function == operators::Function::kProduct && std::fabs(result) < Lanes::kLeastProduct) return std::nullopt;
    word |= std::uint64_t{Lanes::nearest(result)} << shift;
  }
  return word;
}

// Only sums and products whose results are numbers are done here. The hardware's operators have the
// rules for NaN, minimum and maximum.
std::uint64_t of_floats(std::uint32_t operation, std::uint64_t left, std::uint64_t right) {
  const operators::Function function = operators::function_of(operation);
  if (function == operators::Function::kSum || function == operators::Function::kProduct) {
    std::optional<std::uint64_t> result;
    switch (operators::type_of(operation)) {
      case operators::Type::kFloat32:
        result = of_lanes<FloatLanes>(function, left, right);
        break;
      case operators::Type::kBfloat16:
        result = of_lanes<Bfloat16Lanes>(function, left, right);
        break;
      case operators::Type::kFloat16:
        result = of_lanes<Float16Lanes>(function, left, right);
        break;
      default:
        result = of_lanes<DoubleLanes>(function, left, right);
    }
    if (result) return *result;
  }
  return operators::Numbers::combine(hls::Bits<8>(operation), hls::Bits<64>(left), hls::Bits<64>(right));
}

}  // namespace

std::uint64_t combined_words(std::uint32_t operation, std::uint64_t left, std::uint64_t right) {
  using operators::Function;
  using operators::Type;
  switch (operators::function_of(operation)) {
    case Function::kAnd:
      return left & right;
    case Function::kOr:
      return left | right;
    case Function::kXor:
      return left ^ right;
    default:
      break;
  }
  switch (operators::type_of(operation)) {
    case Type::kUint8:
      return of_lanes<std::uint8_t>(operation, left, right);
    case Type::kUint16:
      return of_lanes<std::uint16_t>(operation, left, right);
    case Type::kUint32:
      return of_lanes<std::uint32_t>(operation, left, right);
    case Type::kUint64:
      return of_lanes<std::uint64_t>(operation, left, right);
    case Type::kInt8:
      return of_lanes<std::int8_t>(operation, left, right);
    case Type::kInt16:
      return of_lanes<std::int16_t>(operation, left, right);
    case Type::kInt32:
      return of_lanes<std::int32_t>(operation, left, right);
    case Type::kInt64:
      return of_lanes<std::int64_t>(operation, left, right);
    default:
      return of_floats(operation, left, right);
  }
}

}  // namespace testbench
