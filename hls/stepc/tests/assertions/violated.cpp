// SPDX-License-Identifier: Apache-2.0
// The queue, pushed when it is full.
#include "hls/stepc/tests/assertions/queue.hpp"

void step(State& state, const In& in, Out& out) {
  const hls::Bits<6> word(in.word % 63);
  const bool pop = in.pop && !state.queue.empty();
  if (in.push || pop) out.head = state.queue.tick(pop, in.push, word, hls::Bits<2>(word));
  out.valid = hls::Bit(pop);
  // The assertion alone reads `age`.
  HLS_ASSERT(state.queue.last_hint() != 2 || state.age != 3, "the hint was 2 before age 3");
  if (in.pop) state.age = hls::Bits<2>(state.age + 1);
}
