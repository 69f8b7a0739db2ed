// SPDX-License-Identifier: Apache-2.0
// Operations that a node's hardware makes of another one, with a step at the processors before it
// (prepared) and one behind it (finished):
//
//     operation                  before                     hardware          behind
//     average                                               sum               divided by the number of ranks
//     logical-and, -or, -xor     1 for what is not 0        and, or, xor
//     minloc, maxloc             value and index as one     min, max of       value and index
//                                number                     uint64
//
// An average of integers is rounded towards 0, as integers of C are; one of floats to nearest even.
// A pair of minloc and maxloc fills a packet of 64 bits, as MPI_2INT and MPI_FLOAT_INT do in memory: the
// value in its low bits, the index of 32 bits, with a sign, in its upper half. Equal values give
// the lower index. -0 equals 0 and becomes 0; a NaN is the least and the greatest value.
//
// The number of such an operation has the composition in the 4 low bits and the type of the values
// above, as that of the hardware's (operation.hpp) has its function.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hls/operators/operation.hpp"

namespace operators {

enum class Composition : std::uint32_t {
  kAverage = 8,
  kLogicalAnd = 9,
  kLogicalOr = 10,
  kLogicalXor = 11,
  kMinloc = 12,
  kMaxloc = 13
};
constexpr std::uint32_t kFirstComposition = 8;
constexpr std::uint32_t kCompositions = 6;
// All operations, the hardware's first.
inline constexpr std::string_view kOperationNames[kFunctions + kCompositions] = {
    "sum",     "min",         "max",        "and",         "or",     "xor",   "product",
    "average", "logical-and", "logical-or", "logical-xor", "minloc", "maxloc"};

constexpr std::uint32_t number(Composition composition, Type type) {
  return static_cast<std::uint32_t>(composition) | static_cast<std::uint32_t>(type) << 4;
}
constexpr bool is_composition(std::uint32_t operation) {
  return (operation & 15) >= kFirstComposition && (operation & 15) < kFirstComposition + kCompositions;
}
// The operation must be a composition.
constexpr Composition composition_of(std::uint32_t operation) {
  return static_cast<Composition>(operation & 15);
}
constexpr bool is_average(std::uint32_t operation) {
  return is_composition(operation) && composition_of(operation) == Composition::kAverage;
}
constexpr bool is_logical(std::uint32_t operation) {
  return is_composition(operation) && composition_of(operation) >= Composition::kLogicalAnd &&
         composition_of(operation) <= Composition::kLogicalXor;
}
constexpr bool has_pairs(std::uint32_t operation) {
  return is_composition(operation) && composition_of(operation) >= Composition::kMinloc;
}

// The name of a composition or of the hardware's function.
constexpr std::string_view operation_name(std::uint32_t operation) {
  return is_composition(operation) ? kOperationNames[kFunctions + (operation & 15) - kFirstComposition]
                                   : name(function_of(operation));
}
// The number, without a type.
constexpr std::optional<std::uint32_t> operation_named(std::string_view text) {
  for (std::uint32_t i = 0; i < kFunctions + kCompositions; ++i) {
    if (kOperationNames[i] == text) return i < kFunctions ? i : i - kFunctions + kFirstComposition;
  }
  return std::nullopt;
}

// Functions of integers have no floats, and values that share a packet with their index have 32 bits at
// most.
constexpr bool takes(std::uint32_t operation, Type type) {
  if (has_pairs(operation)) return lane_width(type) <= 32;
  const bool bitwise = !is_composition(operation) && function_of(operation) >= Function::kAnd &&
                       function_of(operation) <= Function::kXor;
  return !is_float(type) || !(bitwise || is_logical(operation));
}

// The hardware's operation: the number itself if it is no composition.
constexpr std::uint32_t hardware_operation(std::uint32_t operation) {
  if (!is_composition(operation)) return operation;
  switch (composition_of(operation)) {
    case Composition::kAverage:
      return number(Function::kSum, type_of(operation));
    case Composition::kLogicalAnd:
      return number(Function::kAnd, type_of(operation));
    case Composition::kLogicalOr:
      return number(Function::kOr, type_of(operation));
    case Composition::kLogicalXor:
      return number(Function::kXor, type_of(operation));
    case Composition::kMinloc:
      return number(Function::kMinimum, Type::kUint64);
    case Composition::kMaxloc:
      return number(Function::kMaximum, Type::kUint64);
  }
  return operation;
}

// Bits of one element in memory.
constexpr unsigned element_width(std::uint32_t operation) {
  return has_pairs(operation) ? 64 : lane_width(type_of(operation));
}

namespace in_composition {

constexpr std::uint64_t low_bits(unsigned width) {
  return ~std::uint64_t{0} >> (64 - width);
}

constexpr unsigned fraction_bits(Type type) {
  return type == Type::kFloat32 ? 23 : type == Type::kBfloat16 ? 7 : type == Type::kFloat16 ? 10 : 52;
}

// The quotient of the `bits` low bits of a number and of as many zeros behind it as it takes to exceed
// `digits` digits; 0 digits: none. A core need not divide.
struct Quotient {
  std::uint64_t value = 0;
  unsigned zeros = 0;
  bool rest = false;
};
constexpr Quotient divide(std::uint64_t dividend, unsigned bits, unsigned digits, std::uint32_t divisor) {
  Quotient quotient;
  std::uint64_t rest = 0;
  while (bits != 0 || (digits != 0 && quotient.value >> digits == 0)) {
    rest <<= 1;
    if (bits != 0) {
      rest |= dividend >> --bits & 1;
    } else {
      ++quotient.zeros;
    }
    const bool is_one = rest >= divisor;
    quotient.value = quotient.value << 1 | std::uint64_t{is_one};
    if (is_one) rest -= divisor;
  }
  quotient.rest = rest != 0;
  return quotient;
}

constexpr std::uint64_t divided_integer(Type type, std::uint64_t lane, std::uint32_t ranks) {
  const unsigned width = lane_width(type);
  const bool negative = is_signed(type) && (lane >> (width - 1) & 1) != 0;
  const std::uint64_t magnitude = (negative ? 0 - lane : lane) & low_bits(width);
  const std::uint64_t quotient = divide(magnitude, width, 0, ranks).value;
  return negative ? 0 - quotient : quotient;
}

constexpr std::uint64_t divided_float(Type type, std::uint64_t lane, std::uint32_t ranks) {
  const unsigned fraction = fraction_bits(type);
  const std::uint64_t sign = lane & std::uint64_t{1} << (lane_width(type) - 1);
  const std::uint64_t infinity = low_bits(lane_width(type) - 1) & ~low_bits(fraction);
  const auto exponent = static_cast<unsigned>((lane & infinity) >> fraction);
  const std::uint64_t significand = (lane & low_bits(fraction)) | std::uint64_t{exponent != 0} << fraction;
  if ((lane & infinity) == infinity || significand == 0) return lane;

  // Two digits more than a significand has, and a sticky bit.
  const Quotient quotient = divide(significand, fraction + 1, fraction + 2, ranks);
  const std::uint64_t digits = quotient.value << 1 | std::uint64_t{quotient.rest};
  // So many of them are below the least number of the format.
  const int below = static_cast<int>(quotient.zeros) + 1 - static_cast<int>(exponent == 0 ? 0 : exponent - 1);
  constexpr int kMore = 3;
  const auto drop = static_cast<unsigned>(below > kMore ? below : kMore);
  if (drop >= 64) return sign;
  const std::uint64_t dropped = digits & low_bits(drop);
  const std::uint64_t half = std::uint64_t{1} << (drop - 1);
  const std::uint64_t kept = digits >> drop;
  const bool up = dropped > half || (dropped == half && (kept & 1) != 0);
  // A leading one, and a carry out of the significand, add one to the exponent, as the two fields lie.
  return sign | ((static_cast<std::uint64_t>(static_cast<int>(drop) - below) << fraction) + kept + std::uint64_t{up});
}

constexpr std::uint64_t mapped(std::uint32_t operation, std::uint64_t word,
                               std::uint64_t (*map)(Type, std::uint64_t, std::uint32_t), std::uint32_t ranks) {
  const Type type = type_of(operation);
  const unsigned width = lane_width(type);
  std::uint64_t result = 0;
  for (unsigned from = 0; from < 64; from += width) {
    result |= (map(type, word >> from & low_bits(width), ranks) & low_bits(width)) << from;
  }
  return result;
}

constexpr std::uint64_t truth(Type, std::uint64_t lane, std::uint32_t) {
  return lane != 0 ? 1 : 0;
}

constexpr std::uint32_t kSign = 1u << 31;

// Numbers in the order of the values. `least`: a NaN is the least one, else the greatest.
constexpr std::uint32_t rank_of(Type type, std::uint32_t value, bool least) {
  const std::uint32_t sign = 1u << (lane_width(type) - 1);
  const std::uint32_t all = sign | (sign - 1);
  value &= all;
  if (!is_float(type)) return is_signed(type) ? value ^ sign : value;
  const auto infinity = static_cast<std::uint32_t>((sign - 1) & ~low_bits(fraction_bits(type)));
  if ((value & ~sign) > infinity) return least ? 0 : all;
  if (value == sign) value = 0;  // -0
  return (value & sign) != 0 ? all ^ value : value | sign;
}
constexpr std::uint32_t value_of_rank(Type type, std::uint32_t rank) {
  const std::uint32_t sign = 1u << (lane_width(type) - 1);
  const std::uint32_t all = sign | (sign - 1);
  if (!is_float(type)) return is_signed(type) ? rank ^ sign : rank;
  if (rank == 0 || rank == all) {
    const auto infinity = static_cast<std::uint32_t>((sign - 1) & ~low_bits(fraction_bits(type)));
    return infinity | 1u << (fraction_bits(type) - 1);
  }
  return (rank & sign) != 0 ? rank ^ sign : all ^ rank;
}

// The lower index of a maximum has the greater number.
constexpr std::uint64_t of_pair(std::uint32_t operation, std::uint64_t pair) {
  const bool least = composition_of(operation) == Composition::kMinloc;
  const std::uint32_t rank = rank_of(type_of(operation), static_cast<std::uint32_t>(pair), least);
  const std::uint32_t index = static_cast<std::uint32_t>(pair >> 32) ^ kSign;
  return std::uint64_t{rank} << 32 | (least ? index : ~index);
}
constexpr std::uint64_t pair_of(std::uint32_t operation, std::uint64_t word) {
  const bool least = composition_of(operation) == Composition::kMinloc;
  const auto low = static_cast<std::uint32_t>(word);
  const std::uint32_t index = (least ? low : ~low) ^ kSign;
  return std::uint64_t{index} << 32 | value_of_rank(type_of(operation), static_cast<std::uint32_t>(word >> 32));
}

}  // namespace in_composition

// The word that a processor gives the hardware in place of `word`; that of an operation of the hardware
// stays as it is.
constexpr std::uint64_t prepared(std::uint32_t operation, std::uint64_t word) {
  using namespace in_composition;
  if (has_pairs(operation)) return of_pair(operation, word);
  return is_logical(operation) ? mapped(operation, word, truth, 0) : word;
}
// The word that it makes of a result of so many ranks, or with one rank of a prepared word.
constexpr std::uint64_t finished(std::uint32_t operation, std::uint64_t word, std::uint32_t ranks) {
  using namespace in_composition;
  if (has_pairs(operation)) return pair_of(operation, word);
  if (is_average(operation))
    return mapped(operation, word, is_float(type_of(operation)) ? divided_float : divided_integer, ranks);
  return word;
}

}  // namespace operators
