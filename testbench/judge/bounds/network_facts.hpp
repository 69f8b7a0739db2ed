// SPDX-License-Identifier: Apache-2.0
// Facts of a network for its bounds, found from its links alone.
#pragma once

#include <cstdint>

#include "testbench/judge/bounds/links.hpp"
#include "testbench/judge/checker/packet_counts.hpp"

namespace testbench {

// The crossings of the cuts that were tried. Every cut gives a bound, and there may be better ones.
struct Crossings {
  Crossing exchange;  // a packet of each node on one side for each on the other
  Crossing spread;    // a packet of each node on one side for the other side
};

struct NetworkFacts {
  std::uint64_t links = 0;  // directed
  // Between nodes that send and receive.
  std::uint64_t diameter = 0;
  std::uint64_t distance_sum = 0;  // of all ordered pairs
  Levels out;                      // the longest of all roots
  Levels in;
  // These are of a whole network alone.
  Crossings all_port;          // a packet a link and cycle
  Crossing one_port_exchange;  // a packet a node and cycle
};

// The network is connected. Takes as long as a breadth-first search from every node; the answer for
// the last network is kept.
const NetworkFacts& facts_of(const EdgeTable& edges);
// Does the same for links that are left, and keeps nothing.
NetworkFacts facts_of_live(const EdgeTable& edges);

// Hops of the packets of an isotropic task.
struct CountedHops {
  std::uint64_t all = 0;       // the sum of their distances
  std::uint64_t farthest = 0;  // the longest
};
// Takes as long as facts_of, and keeps the last answer in the same way.
const CountedHops& counted_hops(const EdgeTable& edges, const PacketCounts& counts);

}  // namespace testbench
