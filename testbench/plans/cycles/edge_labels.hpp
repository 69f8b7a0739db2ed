// SPDX-License-Identifier: Apache-2.0
// The spanning graphs of Johnsson and Ho at run time, and the labels of their edges: the routing
// cycle in which packets cross an edge.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/plans/cycles/routing_cycles.hpp"

namespace testbench {

// A spanning tree, as the root sees it: tree 0 of a graph, rotated.
class SeenTree {
 public:
  SeenTree(SpanningGraph graph, unsigned d, unsigned rotation) : graph_(graph), d_(d), rotation_(rotation) {}

  // The port towards the parent; c is not the root.
  unsigned parent_port(Address c) const;
  Address parent(Address c) const { return cube::neighbour(c, parent_port(c)); }
  // The nodes from below the root down to c, which is the last.
  std::vector<Address> way_to(Address c) const;
  // The port of the root behind which c lies.
  unsigned subtree(Address c) const { return parent_port(way_to(c).front()); }

 private:
  SpanningGraph graph_;
  unsigned d_;
  unsigned rotation_;
};

// The labels of all edges of a tree, by the node below the edge.
using Labels = std::vector<std::uint32_t>;

// The labels of a row, of the tree rotated by so much.
Labels labels_of(const CycleRow& row, unsigned d, unsigned rotation);

}  // namespace testbench
