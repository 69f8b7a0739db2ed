// SPDX-License-Identifier: Apache-2.0
// The operators of the native engine: those of operators::Floats, bit by bit, with instructions of
// the host. The hardware's operators would take most of a run that combines, because they are
// written for LUTs, with one adder for every width of lane.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>

#include "hls/operators/operator_sets.hpp"

namespace testbench {

struct HostOperators {
  static constexpr bool has(std::uint32_t operation, unsigned payload_width) {
    return operators::Floats::has(operation, payload_width);
  }

  template <unsigned W>
  static hls::Bits<W> combine(hls::Bits<8> operation, hls::Bits<W> left, hls::Bits<W> right) {
    static_assert(W == 64, "nodes of the native engine have payloads of 64 bits");
    return hls::Bits<W>(of_words(operation, left, right));
  }

 private:
  static std::uint64_t of_words(std::uint32_t operation, std::uint64_t left, std::uint64_t right) {
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

  template <class Lane>
  static std::uint64_t of_lanes(std::uint32_t operation, std::uint64_t left, std::uint64_t right) {
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
      } else if ((a[i] < b[i]) == (function == Function::kMaximum)) {
        a[i] = b[i];
      }
    }
    std::memcpy(&left, a, sizeof(left));
    return left;
  }

  // Only sums whose results are numbers are done here. The hardware's operators have the rules for
  // NaN, minimum and maximum.
  static std::uint64_t of_floats(std::uint32_t operation, std::uint64_t left, std::uint64_t right) {
    std::uint64_t sums = 0;
    bool are_numbers = operators::function_of(operation) == operators::Function::kSum;
    if (operators::type_of(operation) == operators::Type::kFloat32) {
      for (unsigned shift = 0; shift < 64; shift += 32) {
        const float sum = std::bit_cast<float>(static_cast<std::uint32_t>(left >> shift)) +
                          std::bit_cast<float>(static_cast<std::uint32_t>(right >> shift));
        are_numbers = are_numbers && !std::isnan(sum);
        sums |= std::uint64_t{std::bit_cast<std::uint32_t>(sum)} << shift;
      }
    } else {
      for (unsigned shift = 0; shift < 64; shift += 16) {
        const float sum = bfloat16(left >> shift) + bfloat16(right >> shift);
        are_numbers = are_numbers && !std::isnan(sum);
        // The sum has more than twice the digits of a bfloat16, so that rounding it once more, to
        // nearest, ties to even, gives the correctly rounded sum.
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(sum);
        sums |= std::uint64_t{(bits + 0x7FFF + (bits >> 16 & 1)) >> 16} << shift;
      }
    }
    if (are_numbers) return sums;
    return operators::Floats::combine(hls::Bits<8>(operation), hls::Bits<64>(left), hls::Bits<64>(right));
  }
  static float bfloat16(std::uint64_t word) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(word & 0xFFFF) << 16);
  }
};

}  // namespace testbench
