// SPDX-License-Identifier: Apache-2.0
// A counter that wraps at a limit: registers and nothing else.
#include "hls/stepc/examples/counter.hpp"

void step(State& state, const In& in, Out& out) {
  const bool at_limit = state.count >= in.limit;
  if (in.clear) {
    state.count = hls::Bits<12>(0);
  } else if (in.enable) {
    state.count = at_limit ? hls::Bits<12>(0) : hls::Bits<12>(state.count + 1);
    state.wraps = hls::Bits<7>(state.wraps + at_limit);
  }
  out.count = state.count;
  out.wrapped = hls::Bit(in.enable && at_limit);
}
