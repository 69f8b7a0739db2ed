// The way of every packet of an operation, followed before the run through what the firmware loads
// and what the rules decide: how many packets pass each crosspoint queue, and whether full queues
// could wait for one another for ever.
//
// A packet that came over one link and leaves over the next couples them (link_graph.hpp). Packets
// that are combined couple none: each goes one hop, as its node's program says, in an order that
// nothing changes (queue_depth.hpp). What follows their results, copies, couples links as other
// packets do.
#pragma once

#include <cstdint>
#include <optional>

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

}  // namespace testbench
