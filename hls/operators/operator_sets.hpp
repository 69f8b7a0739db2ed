// SPDX-License-Identifier: Apache-2.0
// Operator sets: the operations on payloads that a node has. There are integers, floats (Floats,
// FloatsOf), these with products (Numbers, NumbersOf), and unions of any sets.
//
//     struct Config { using Operators = operators::Integers; ... };
//     struct Config { using Operators = operators::Floats; ... };  // float32, bfloat16
//     struct Config { using Operators = operators::FloatsOf<operators::Type::kFloat32>; ... };  // float32
//     struct Config { using Operators = operators::Numbers; ... };  // all that there is
//     using Operators = operators::Union<operators::Integers, MyOwn>;
//
// Any class with the functions combine and has, in the form of Integers, is a set.
#pragma once

#include "hls/operators/float_stages.hpp"
#include "hls/operators/lanes.hpp"
#include "hls/operators/operation.hpp"
#include "hls/types/bits.hpp"

namespace operators {

// Integers: sum, minimum, maximum, and, or, xor on lanes of 8, 16, 32 and 64 bits, signed and
// unsigned.
struct Integers {
  // Combines both payloads lane by lane, by an operation that the set has. Commutative; sums wrap.
  template <unsigned W>
  static constexpr hls::Bits<W> combine(hls::Bits<8> operation, hls::Bits<W> left, hls::Bits<W> right) {
    return hls::Bits<W>(combine_lanes<W, false>(LaneControl<false>(operation), left, right).word);
  }

  // False for an unknown number, a type or function that the set lacks, or lanes that do not fill
  // the payload.
  static constexpr bool has(std::uint32_t operation, unsigned payload_width) {
    return is_known(operation) && function_of(operation) <= Function::kXor && !is_float(type_of(operation)) &&
           lanes_fit(type_of(operation), payload_width);
  }
};

// Sets with floats: their sum, minimum and maximum, and all operations of Integers. `Products`: also
// the products of all types, integers modulo 2^W.
//
// IEEE 754-2019, round to nearest, ties to even; subnormals in and out, no flags. A result that is
// not a number is 0x7fc00000 (float32), 0x7fc0 (bfloat16), 0x7e00 (float16) or 0x7ff8000000000000
// (float64), whatever the operands' NaN. Minimum and maximum are the standard's operations of these
// names (section 9.6): a NaN among the operands is the result, and -0 is less than +0. All
// operations commute bit by bit; sums and products of floats are not associative.
//
// The set is logic without registers; pipelined_floats.hpp has the same operations with registers.
template <bool Products, Type... Types>
struct FloatSet {
  static_assert((is_float(Types) && ...), "types of floats");
  template <unsigned W>
  using Stages = FloatStages<W, Products, Types...>;

  template <unsigned W>
  static constexpr hls::Bits<W> combine(hls::Bits<8> operation, hls::Bits<W> left, hls::Bits<W> right) {
    using In = Stages<W>;
    return In::round(In::add(In::align(In::order(operation, left, right))));
  }

  static constexpr bool has(std::uint32_t operation, unsigned payload_width) {
    if (Integers::has(operation, payload_width)) return true;
    if (!is_known(operation) || !lanes_fit(type_of(operation), payload_width)) return false;
    const bool has_type = ((type_of(operation) == Types) || ...);
    if (function_of(operation) == Function::kProduct) return Products && (has_type || !is_float(type_of(operation)));
    return has_type && function_of(operation) <= Function::kMaximum;
  }
};

template <Type... Types>
struct FloatsOf : FloatSet<false, Types...> {};
template <Type... Types>
struct NumbersOf : FloatSet<true, Types...> {};

struct Floats : FloatsOf<Type::kFloat32, Type::kBfloat16> {};
struct Numbers : NumbersOf<Type::kFloat32, Type::kBfloat16, Type::kFloat16, Type::kFloat64> {};

// A union of sets. The first set that has an operation does it, so that a node has the logic of
// these sets and no more.
template <class... Sets>
struct Union {
  static_assert(sizeof...(Sets) > 0, "a union of no sets");

  template <unsigned W>
  static constexpr hls::Bits<W> combine(hls::Bits<8> operation, hls::Bits<W> left, hls::Bits<W> right) {
    hls::Bits<W> combined;
    bool done = false;
    (take<Sets>(operation, left, right, combined, done), ...);
    return combined;
  }

  static constexpr bool has(std::uint32_t operation, unsigned payload_width) {
    return (Sets::has(operation, payload_width) || ...);
  }

 private:
  template <class Set, unsigned W>
  static constexpr void take(hls::Bits<8> operation, hls::Bits<W> left, hls::Bits<W> right, hls::Bits<W>& combined,
                             bool& done) {
    const bool takes = !done && Set::has(operation, W);
    if (takes) combined = Set::combine(operation, left, right);
    done = done || takes;
  }
};

}  // namespace operators
