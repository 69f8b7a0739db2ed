// SPDX-License-Identifier: Apache-2.0
// Round robin without a scan: the lowest request above the last grant, else the lowest of all.
#include "hls/stepc/examples/arbiter.hpp"

namespace {

std::uint32_t lowest(std::uint32_t requests) {
  return requests & (~requests + 1);
}

}  // namespace

void step(State& state, const In& in, Out& out) {
  std::uint32_t requests = 0;
  for (unsigned i = 0; i < kSenders; ++i) requests |= static_cast<std::uint32_t>(in.offers[i].valid) << i;
  const std::uint32_t above = requests & ~(state.last_grant | (state.last_grant - 1));
  const std::uint32_t grant = in.ready ? lowest(above != 0 ? above : requests) : 0;

  out.packet.valid = hls::Bit(grant != 0);
  for (unsigned i = 0; i < kSenders; ++i) {
    if (grant >> i & 1u) {
      out.packet.payload = in.offers[i].payload;
      state.served[i] = hls::Bits<10>(state.served[i] + 1);
    }
  }
  if (grant != 0) state.last_grant = hls::Bits<kSenders>(grant);
  out.grant = hls::Bits<kSenders>(grant);
  out.served = state.served[in.watched < kSenders ? in.watched : 0];
}
