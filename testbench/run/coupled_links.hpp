// The way of every packet of an operation, followed before the run through what the firmware loads and what the rules
// decide: how many packets pass each crosspoint queue, and whether full queues could wait for one another for ever.
//
// A packet that came over one link and leaves over the next couples them: the first may have to wait for the second.
// Where the coupled links form no circle, the last of any chain of waiting links waits for a memory only, and queues of
// any depth cannot deadlock (Dally and Seitz 1987).
#pragma once

#include <cstdint>

#include "firmware/collectives/operation.hpp"

namespace testbench {

struct CoupledLinks {
  bool form_circle = false;
  std::uint64_t busiest_crosspoint = 0;  // most packets that pass one in the whole run
  std::uint64_t crosspoints = 0;         // that any packet passes, in all nodes
  std::uint64_t passages = 0;            // of packets through crosspoints, in all nodes

  // While every port sends whenever it has a packet (no gate, no slow memory, no full queue): of packets that wait in
  // crosspoints at a time, in all nodes, no more than this, and of crosspoints in which any waits.
  std::uint64_t waiting = 0;
  std::uint64_t waiting_crosspoints = 0;
};

// Follows up to so many hops (the default takes about a second); of an operation with more, what is certain of any:
// circles, and every packet of the collective in every crosspoint.
CoupledLinks couple_links(const collectives::Operation& operation, std::uint64_t most_hops = std::uint64_t{1} << 25);

}  // namespace testbench
