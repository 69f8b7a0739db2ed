// SPDX-License-Identifier: Apache-2.0
// A FIFO with a registered output.
#include "hls/stepc/examples/fifo.hpp"

void step(State& state, const In& in, Out& out) {
  const bool take = !out.valid || in.ready;
  const hls::Bit pop(take && !state.queue.empty());
  const hls::Bit push(in.valid && !state.queue.full());
  const Packet head = state.queue.tick(pop, push, in.packet);
  if (pop) out.packet = head;
  if (take) out.valid = pop;
  out.full = hls::Bit(state.queue.full());
}
