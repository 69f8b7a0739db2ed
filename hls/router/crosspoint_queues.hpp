// What a cycle does to the queues of an output port or a combining ejector, and to what is known of
// them beside the counts: the request vector is a register.
#pragma once

#include <array>

#include "hls/router/packet_queue.hpp"
#include "hls/types/each_one.hpp"

namespace router {

// `waiting`: queues that hold a packet. `filling`: queues that say stop. `deepest`: most packets
// that one has held, with statistics. `pops`, `pushes`: queues whose head leaves, and to which
// `packet_of(queue)` comes.
template <class Config, std::size_t Queues, class PacketOf>
void update_queues(std::array<CrosspointQueue<Config>, Queues>& queues, hls::Bits<Queues>& waiting,
                   hls::Bits<Queues>& filling, typename CrosspointQueue<Config>::Count& deepest, std::uint32_t pops,
                   std::uint32_t pushes, PacketOf packet_of) {
  using Count = typename CrosspointQueue<Config>::Count;
  const auto set = [](std::uint32_t& mask, unsigned bit, bool value) {
    mask = (mask & ~(1u << bit)) | (value ? 1u : 0u) << bit;
  };
  std::uint32_t next_waiting = waiting;
  std::uint32_t next_filling = filling;
  const auto tick = [&](unsigned q, bool is_filling, bool pop, bool push) {
    set(next_waiting, q, queues[q].waits_after(push));
    set(next_filling, q, queues[q].fills_after(is_filling, pop, push));
    queues[q].tick(pop, push, packet_of(q));
    if constexpr (Config::kStatistics) {
      if (queues[q].count() > deepest) deepest = Count(queues[q].count());
    }
  };
  if constexpr (hls::kSkipsWork) {
    // One after the other comes to the same, and the processor need not guess which of the two it
    // is.
    hls::for_each_one<Queues>(pops, [&](unsigned q) { tick(q, next_filling >> q & 1u, true, false); });
    hls::for_each_one<Queues>(pushes, [&](unsigned q) { tick(q, next_filling >> q & 1u, false, true); });
  } else {
    hls::for_each_one<Queues>(pops | pushes,
                              [&](unsigned q) { tick(q, filling >> q & 1u, pops >> q & 1u, pushes >> q & 1u); });
  }
  waiting = hls::Bits<Queues>(next_waiting);
  filling = hls::Bits<Queues>(next_filling);
}

}  // namespace router
