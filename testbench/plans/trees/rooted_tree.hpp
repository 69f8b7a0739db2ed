// SPDX-License-Identifier: Apache-2.0
// Trees of paths to a root, for tasks in which all packets go up or down one tree. With
// LinkTable::turned() the paths lead from the root.
//
// On all ports a tree of shortest paths is the fastest. One port at a time, a node that has k children
// sends each packet k times, and trees with few children are faster for many packets.
//
// A tree leads to all nodes that send and receive. It has the switches that are on a way to them.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/plans/networks/network.hpp"

namespace testbench {

struct RootedTree {
  std::uint32_t root = 0;
  std::vector<std::uint8_t> parent_port;  // by node; the root has none
  std::vector<network::Ports> children;   // by node: the ports behind which they are
  std::uint32_t depth = 0;                // links to the farthest node, or cycles where links differ
  std::vector<bool> is_cut = {};          // by node: a switch on no way; empty where there are none

  bool has(std::uint32_t node) const { return is_cut.empty() || !is_cut[node]; }
  // Takes off what leads to switches alone, of a tree of paths over the links to the root.
  void cut(const LinkTable& links);
  // Where links differ: until the farthest packet is on its last link, and over that in one cycle.
  std::uint32_t cycles(const LinkTable& links) const;

  // A node that sends or receives one packet in a cycle needs as many for each packet.
  unsigned most_children() const;
  unsigned most_links() const;  // of a node, that to its parent too
};

RootedTree shortest_tree(const LinkTable& links, std::uint32_t root);

// Whether the way of a node to the root leads through another, or it is that.
bool is_below(const RootedTree& tree, const LinkTable& links, std::uint32_t node, std::uint32_t other);
// The tree in which a node has its parent behind another port, which is no node below it.
RootedTree moved(RootedTree tree, const LinkTable& links, std::uint32_t node, unsigned port);

// The links of the tree alone, in both directions.
LinkTable links_of(const LinkTable& links, const RootedTree& tree);

}  // namespace testbench
