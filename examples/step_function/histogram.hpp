// SPDX-License-Identifier: Apache-2.0
// A step function of the user's own: it counts how often each of 16 values has come. One call is
// one clock cycle.
#pragma once

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

struct In {
  hls::Bits<4> value;
  hls::Bit valid;
};

struct State {
  hls::Ram<hls::Bits<16>, 16> counts;
};

struct Out {
  hls::Bits<4> value;   // the last value
  hls::Bits<16> count;  // how often it has come
};

inline void step(State& state, const In& in, Out& out) {
  if (!in.valid) return;
  const hls::Bits<16> count(state.counts.read(in.value) + 1);
  state.counts.write(in.value, count);
  out.value = in.value;
  out.count = count;
}
