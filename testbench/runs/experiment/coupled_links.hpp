// SPDX-License-Identifier: Apache-2.0
// Follows every packet of an operation before the run, by the registers that the firmware loads and
// by the forwarding rules. It counts the packets that pass each crosspoint queue, and tells whether
// full queues could deadlock.
//
// A packet that came over one link and leaves over the next creates a channel dependency (link_graph.hpp).
// Packets that are combined create none: each goes one hop, by its node's program, in an order that
// nothing changes (see below). Copies of their results create them like other packets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "hls/network/link.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/link_graph.hpp"

namespace testbench {

struct CoupledLinks {
  bool is_cyclic = false;
  std::uint64_t busiest_crosspoint = 0;  // most packets that pass one in the whole run
  // The most packets that pass every crosspoint of some dependency cycle.
  std::uint64_t most_in_cycle = 0;
  std::uint64_t crosspoints = 0;  // crosspoints that any packet passes, in all nodes
  std::uint64_t passages = 0;     // passages of packets through crosspoints, in all nodes

  // Upper bounds on the packets that wait in crosspoints at one time, in all nodes, and on the
  // crosspoints in which any waits. They hold while every port sends whenever it has a packet (no
  // gate, no slow memory, no full queue).
  std::uint64_t waiting = 0;
  std::uint64_t waiting_crosspoints = 0;
};

inline constexpr std::uint64_t kMostHops = std::uint64_t{1} << 25;  // take about a second

// Follows at most `most_hops` hops. An operation with more hops gets the bounds that hold for any
// route: dependency cycles, and every packet of the collective in every crosspoint.
CoupledLinks couple_links(const Experiment& experiment, std::uint64_t most_hops = kMostHops);

// Returns the links that packets couple, or nothing if there are more hops. If the programs of all
// nodes are symmetric, link k stands for the links of all nodes through port k. Otherwise link node
// * ports + port leaves the node through the port.
std::optional<LinkGraph> link_graph(const Experiment& experiment, std::uint64_t most_hops = kMostHops);

// Limits on the depth of crosspoint queues.
//
// A run that combines packets cannot stand still if its queues are as deep as the deepest queue of
// the run without slow memories, plus the packets on the way to it, as many as the cycles of a hop, and
// the stop latency. Every stream of a node sends its packets in one order and takes its operands from the
// queues in that order. So packets enter and leave each queue in the same order in every run.
// Proof: suppose that nothing moves any more. Take the earliest sending of the run without slow
// memories that has not happened. All sendings of earlier cycles have happened. So its operands
// have come and are at the heads of their queues. The queues that it enters hold no more packets
// than were in them or on their way to them in the run without slow memories, so they do not say stop. Its
// memory becomes free, and its gate opens in its turn: the sending happens. Copies of results are sent after all that the node
// combines; for them the same holds as for other packets.
inline constexpr std::size_t kMinQueueDepth = network::least_queue_depth();
inline constexpr std::size_t kMaxQueueDepth = std::size_t{1} << 20;

// Returns a power of two, kMinQueueDepth .. kMaxQueueDepth. A queue of that depth has room for
// `packets` packets and for the packets on the way when it says stop. `hop_cycles`: cycles of a hop
// in the routers.
std::size_t queue_depth_for(std::uint64_t packets, unsigned hop_cycles = 1);

// A depth at which no queue can fill, because it holds every packet that passes one crosspoint in
// the whole run. Only a run that would need more than the maximum can stop.
inline std::size_t safe_queue_depth(const CoupledLinks& links, unsigned hop_cycles = 1) {
  return queue_depth_for(links.busiest_crosspoint, hop_cycles);
}

// Where links do not wait for one another in a cycle of queues that can fill, packets that are not combined never stand still.
// Proof: suppose that nothing moves any more. A queue that says stop waits for a link that is stopped by another queue, for
// a link that is not stopped sends, and memories become free. Each of these queues holds more packets than it can without
// its stop. Following them from link to link closes a cycle.
inline bool can_wait_in_cycle(const CoupledLinks& links, std::size_t depth, unsigned hop_cycles = 1) {
  return links.most_in_cycle > depth - network::stop_latency(hop_cycles);
}

// True if the packets of a crosspoint can fill a queue of that depth, so that it stops a neighbour.
inline bool can_fill(const CoupledLinks& links, std::size_t depth, unsigned hop_cycles = 1) {
  return links.busiest_crosspoint > depth - network::stop_latency(hop_cycles);
}

}  // namespace testbench
