// The operator set of integers: sum, minimum, maximum, and, or, xor on lanes of 8, 16, 32 and 64
// bits, signed and unsigned.
//
//     struct Config { using Operators = operators::Integers; ... };
//
// A set is any class with these two functions; examples of more: floats.hpp, union.hpp.
#pragma once

#include "hls/operators/lanes.hpp"

namespace operators {

struct Integers {
  // Both payloads lane by lane, by an operation that the set has; commutative. Sums wrap.
  template <unsigned W>
  static constexpr hls::Bits<W> combine(hls::Bits<8> operation, hls::Bits<W> left, hls::Bits<W> right) {
    return hls::Bits<W>(combine_lanes<W, false>(LaneControl<false>(operation), left, right).word);
  }

  // False: an unknown number, a type or a function of it that the set lacks, lanes that do not fill
  // the payload.
  static constexpr bool has(std::uint32_t operation, unsigned payload_width) {
    return is_known(operation) && !is_float(type_of(operation)) && lanes_fit(type_of(operation), payload_width);
  }
};

}  // namespace operators
