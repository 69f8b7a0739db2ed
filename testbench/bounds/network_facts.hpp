// SPDX-License-Identifier: Apache-2.0
// Facts of a network for its bounds, found from its links alone.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/bounds/cut_vertices.hpp"
#include "testbench/checker/edge_table.hpp"
#include "testbench/checker/packet_counts.hpp"

namespace testbench {

// Packets that have to cross a cut, and the number that can cross it in one cycle.
struct Crossing {
  std::uint64_t amount = 0;
  std::uint64_t capacity = 1;

  // The one that takes longer.
  void keep_longer(const Crossing& other) {
    if (other.amount * capacity > amount * other.capacity) *this = other;
  }
  // Cycles, at least, of so many times as much.
  std::uint64_t cycles(std::uint64_t times) const;
};

// The crossings of the cuts that were tried. Every cut gives a bound, and there may be better ones.
struct Crossings {
  Crossing exchange;  // a packet of each node on one side for each on the other
  Crossing spread;    // a packet of each node on one side for the other side
};

struct NetworkFacts {
  std::uint64_t links = 0;  // directed
  std::uint64_t least_degree = 0;
  std::uint64_t diameter = 0;
  std::uint64_t distance_sum = 0;  // between all ordered pairs of nodes
  Crossings all_port;              // a packet a link and cycle
  Crossing one_port_exchange;      // a packet a node and cycle
  CutVertices cut_vertices;
};

// The network is connected. Takes as long as a breadth-first search from every node; the answer for
// the last network is kept.
const NetworkFacts& facts_of(const EdgeTable& edges);

// Hops of the packets of an isotropic task.
struct CountedHops {
  std::uint64_t all = 0;       // the sum of their distances
  std::uint64_t farthest = 0;  // the longest
};
// Takes as long as facts_of, and keeps the last answer in the same way.
const CountedHops& counted_hops(const EdgeTable& edges, const PacketCounts& counts);

std::uint64_t degree_of(const EdgeTable& edges, std::uint32_t node);

// By k: the number of nodes at distance k from the node.
std::vector<std::uint64_t> nodes_at_distance(const EdgeTable& edges, std::uint32_t node);

}  // namespace testbench
