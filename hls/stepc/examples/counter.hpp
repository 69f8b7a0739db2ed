// SPDX-License-Identifier: Apache-2.0
// Registers and ports of the counter.
#pragma once

#include "hls/types/bits.hpp"

struct State {
  hls::Bits<12> count;
  hls::Bits<7> wraps{3};  // an initial value that is not zero, to show that reset restores it
};

struct In {
  hls::Bit enable;
  hls::Bit clear;
  hls::Bits<12> limit;
};

struct Out {
  hls::Bits<12> count;
  hls::Bit wrapped;
};

void step(State& state, const In& in, Out& out);
