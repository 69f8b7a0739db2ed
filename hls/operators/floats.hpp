// Operator sets with floats: sum, minimum and maximum besides everything of Integers.
//
//     struct Config { using Operators = operators::Floats; ... };  // float32, bfloat16
//     struct Config { using Operators = operators::FloatsOf<operators::Type::kFloat32>; ... };  // float32
//
// IEEE 754-2019, round to nearest, ties to even; subnormals in and out, no flags. A sum that is no
// number is 0x7fc00000 (float32) or 0x7fc0 (bfloat16), whatever the operands' NaN. Minimum and
// maximum are the standard's operations of these names (section 9.6): of a NaN they are that NaN
// too, and -0 is less than +0. Commutative bit by bit; sums are not associative, as sums of floats
// are not.
//
// The whole of it is logic without a register; with registers: pipelined_floats.hpp.
#pragma once

#include "hls/operators/float_stages.hpp"
#include "hls/operators/integers.hpp"

namespace operators {

template <Type... Types>
struct FloatsOf {
  static_assert((is_float(Types) && ...), "kFloat32, kBfloat16, or both");
  template <unsigned W>
  using Stages = FloatStages<W, ((Types == Type::kFloat32) || ...), ((Types == Type::kBfloat16) || ...)>;

  template <unsigned W>
  static constexpr hls::Bits<W> combine(hls::Bits<8> operation, hls::Bits<W> left, hls::Bits<W> right) {
    using In = Stages<W>;
    return In::round(In::add(In::align(In::order(operation, left, right))));
  }

  static constexpr bool has(std::uint32_t operation, unsigned payload_width) {
    if (Integers::has(operation, payload_width)) return true;
    return is_known(operation) && function_of(operation) <= Function::kMaximum &&
           ((type_of(operation) == Types) || ...) && lanes_fit(type_of(operation), payload_width);
  }
};

struct Floats : FloatsOf<Type::kFloat32, Type::kBfloat16> {};

}  // namespace operators
