// SPDX-License-Identifier: Apache-2.0
// The queue, used as it must be: every assertion holds.
#include "hls/stepc/tests/assertions/queue.hpp"

void step(State& state, const In& in, Out& out) {
  const hls::Bits<6> word(in.word % 63);
  const bool push = in.push && !state.queue.full();
  const bool pop = in.pop && !state.queue.empty();
  if (push || pop) out.head = state.queue.tick(pop, push, word, hls::Bits<2>(word));
  out.valid = hls::Bit(pop);
  HLS_ASSERT(!out.valid || in.pop, "a head that nobody asked for");
}
