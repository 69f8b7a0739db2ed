// How deep crosspoint queues are made.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hls/network/link.hpp"
#include "testbench/run/coupled_links.hpp"

namespace testbench {

inline constexpr std::size_t kMinQueueDepth = network::least_queue_depth();
inline constexpr std::size_t kMaxQueueDepth = std::size_t{1} << 20;

// A power of two, kMinQueueDepth .. kMaxQueueDepth, with room for so many packets and for those on the way, in routers of
// so many cycles a hop, when a queue says stop.
std::size_t queue_depth_for(std::uint64_t packets, unsigned hop_cycles = 1);

// The same for every packet that passes one crosspoint in the whole run: no queue can fill. Only a run whose queues
// would need more than the maximum can stop.
inline std::size_t safe_queue_depth(const CoupledLinks& links, unsigned hop_cycles = 1) {
  return queue_depth_for(links.busiest_crosspoint, hop_cycles);
}

// May so many packets pass a crosspoint queue of that depth that it tells a neighbour to stop?
inline bool can_fill(const CoupledLinks& links, std::size_t depth, unsigned hop_cycles = 1) {
  return links.busiest_crosspoint > depth - network::stop_latency(hop_cycles);
}

}  // namespace testbench
