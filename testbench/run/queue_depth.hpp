// How deep crosspoint queues are made.
//
// Where packets are combined a run cannot stand still in queues that are as deep as the deepest of
// the run without slow memories, and the stop latency: every stream of a node sends its packets in
// one order and takes its operands from the queues in that order, so that what enters a queue and
// what leaves it is in the same order in every run. Suppose that nothing moves any more. Of the
// sendings of the run without slow memories take the earliest that has not happened. Those of
// earlier cycles all have: its operands have come, and are at the heads of their queues; and in the
// queues where it goes there is no more than there was in that run, so that they do not say stop.
// Its memory becomes free, its gate comes round: it happens. Copies of results leave a node behind
// all that it combines; for them holds what holds for other packets.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hls/network/link.hpp"
#include "testbench/run/coupled_links.hpp"

namespace testbench {

inline constexpr std::size_t kMinQueueDepth = network::least_queue_depth();
inline constexpr std::size_t kMaxQueueDepth = std::size_t{1} << 20;

// A power of two, kMinQueueDepth .. kMaxQueueDepth, with room for so many packets and for those on
// the way, in routers of so many cycles a hop, when a queue says stop.
std::size_t queue_depth_for(std::uint64_t packets, unsigned hop_cycles = 1);

// The same for every packet that passes one crosspoint in the whole run: no queue can fill. Only a
// run whose queues would need more than the maximum can stop.
inline std::size_t safe_queue_depth(const CoupledLinks& links, unsigned hop_cycles = 1) {
  return queue_depth_for(links.busiest_crosspoint, hop_cycles);
}

// May so many packets pass a crosspoint queue of that depth that it tells a neighbour to stop?
inline bool can_fill(const CoupledLinks& links, std::size_t depth, unsigned hop_cycles = 1) {
  return links.busiest_crosspoint > depth - network::stop_latency(hop_cycles);
}

}  // namespace testbench
