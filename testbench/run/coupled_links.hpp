// SPDX-License-Identifier: Apache-2.0
// The way of every packet of an operation, followed before the run through what the firmware loads
// and what the rules decide: how many packets pass each crosspoint queue, and whether full queues
// could wait for one another for ever.
//
// A packet that came over one link and leaves over the next couples them (link_graph.hpp). Packets
// that are combined couple none: each goes one hop, as its node's program says, in an order that
// nothing changes (see below). What follows their results, copies, couples links as other
// packets do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "hls/network/link.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/link_graph.hpp"

namespace testbench {

struct CoupledLinks {
  bool is_cyclic = false;
  std::uint64_t busiest_crosspoint = 0;  // most packets that pass one in the whole run
  std::uint64_t crosspoints = 0;         // that any packet passes, in all nodes
  std::uint64_t passages = 0;            // of packets through crosspoints, in all nodes

  // While every port sends whenever it has a packet (no gate, no slow memory, no full queue): of
  // packets that wait in crosspoints at a time, in all nodes, no more than this, and of crosspoints
  // in which any waits.
  std::uint64_t waiting = 0;
  std::uint64_t waiting_crosspoints = 0;
};

inline constexpr std::uint64_t kMostHops = std::uint64_t{1} << 25;  // take about a second

// Follows up to so many hops; of an operation with more, what is certain of any:
// dependency cycles, and every packet of the collective in every crosspoint.
CoupledLinks couple_links(const Experiment& experiment, std::uint64_t most_hops = kMostHops);

// The links that packets couple, nothing if there are more hops. Where the programs of all nodes
// are alike link k stands for those of all nodes through port k; else link node * ports + port
// leaves the node through the port.
std::optional<LinkGraph> link_graph(const Experiment& experiment, std::uint64_t most_hops = kMostHops);

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
