// SPDX-License-Identifier: Apache-2.0
// The operators of `Floats` with registers inside: the result leaves `Stages` ticks behind its
// operands. A combiner of this kind takes a pair of payloads a cycle, and each pair takes `Stages`
// cycles more.
#pragma once

#include <array>
#include <cstddef>

#include "hls/operators/operator_sets.hpp"
#include "hls/types/ram.hpp"

namespace operators {

// A row of registers, which may be empty: an input leaves `Registers` ticks later.
template <class T, std::size_t Registers>
class Cut {
 public:
  constexpr T tick(const T& in) {
    const T out = held_[Registers - 1];
    for (std::size_t i = Registers - 1; i > 0; --i) held_[i] = held_[i - 1];
    held_[0] = in;
    return out;
  }

 private:
  std::array<T, Registers> held_;
};
template <class T>
class Cut<T, 1> {
 public:
  constexpr T tick(const T& in) {
    const T out = held_;
    held_ = in;
    return out;
  }

 private:
  T held_;
};
template <class T>
class Cut<T, 0> {
 public:
  constexpr T tick(const T& in) const { return in; }
};

//     PipelinedFloats<2> floats;                                  // payloads of 64 bits
//     result = floats.tick(operation, left, right);               // of the operands of two ticks ago
//
//   Stages   registers behind
//   0                              none: the result is that of the same tick
//   1        align
//   2        align, add
//   3        order, align, add     (float_lane.hpp)
//
// The operation travels along, so that it may change in every tick. The registers are data without
// a reset; the owner keeps a valid bit beside them.
template <unsigned Stages, unsigned W = 64, class Set = Floats>
class PipelinedFloats {
  static_assert(Stages <= 3, "PipelinedFloats: Stages must be 0..3");
  using In = typename Set::template Stages<W>;

 public:
  static constexpr unsigned kStages = Stages;

  HLS_MODULE hls::Bits<W> tick(hls::Bits<8> operation, hls::Bits<W> left, hls::Bits<W> right) {
    const auto ordered = ordered_.tick(In::order(operation, left, right));
    const auto aligned = aligned_.tick(In::align(ordered));
    return In::round(added_.tick(In::add(aligned)));
  }

 private:
  Cut<typename In::Ordered, (Stages >= 3) ? 1 : 0> ordered_;
  Cut<typename In::Aligned, (Stages >= 1) ? 1 : 0> aligned_;
  Cut<typename In::Added, (Stages >= 2) ? 1 : 0> added_;
};

}  // namespace operators
