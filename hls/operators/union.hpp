// An operator set made of others: an operation is done by the first of them that has it, so that a
// node has the logic of these and no more.
//
//     using Operators = operators::Union<operators::Integers, MyOwn>;
#pragma once

#include "hls/operators/operation.hpp"
#include "hls/types/bits.hpp"

namespace operators {

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
