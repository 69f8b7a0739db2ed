// The operators of `Floats` with registers within: what goes into a tick comes out of the tick
// `Stages` later, so that a combiner made of it takes a pair of payloads a cycle, and `Stages`
// cycles more for each.
//
//     PipelinedFloats<2> floats;                                  // payloads of 64 bits
//     result = floats.tick(operation, left, right);               // of the operands of two ticks ago
//
//   Stages   registers behind
//   0                              none: the result is that of the same tick
//   1        align
//   2        align, add
//   3        order, align, add     (float_lane.hpp)
//
// The operation travels along: it may be another in each tick. The registers are data without a
// reset; a valid bit beside them is the owner's.
#pragma once

#include "hls/operators/cut.hpp"
#include "hls/operators/floats.hpp"
#include "hls/types/ram.hpp"

namespace operators {

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
