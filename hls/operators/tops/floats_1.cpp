// SPDX-License-Identifier: Apache-2.0
// The operators of the set Floats with registers within, one deep.
#include "hls/operators/pipelined_floats.hpp"
#include "hls/operators/tops/operands.hpp"

struct State {
  operators::PipelinedFloats<1> floats;
};

void step(State& state, const In& in, Out& out) {
  out.result = state.floats.tick(in.operation, in.left, in.right);
}
