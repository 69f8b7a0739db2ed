// SPDX-License-Identifier: Apache-2.0
// The tree of a scan in which results go on. It is binary and in order: nodes below a node are in its left subtree, those
// above it in its right one, so that each subtree is a range of nodes. For every item one packet goes up each edge, with
// what the range has, and one goes down, with what all nodes below the range have. At a node x whose range begins at a:
//
//     up      own, the left range's, the right range's        to the parent
//     down    the parent's (all below a)                      to the left child
//             the parent's, the left range's, own             to the right child
//     result  the parent's, the left range's (and own)
//
// A packet is for the node into whose result it goes, or would go next: down for the child, up for the node in whose left
// subtree it rises. So a node x has packets for itself from its parent and its left child. They go on into those that it
// sends, but never through the port through which they came. Nodes from 0 on have nothing below them, and those up to the
// last one nothing above, so that neither gets packets down or sends any up. In the extreme a tree is a chain: every node
// the right child of the one before.
//
// An edge is a path in the network, the same in both directions. Each node's parent and children are behind ports of its
// own, and packets for one node pass every other node at most once. Trees of any shape are tried, for few hops or for few
// levels.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/plans/networks/network.hpp"

namespace testbench {

class RangeTree {
 public:
  // A packet that a node sends for another.
  struct Sending {
    std::uint32_t node = 0;
    unsigned port = 0;
    network::Ports operands;  // the in-ports whose packets are combined into it
    bool begins = false;      // on a path: at a node of the tree
  };

  // `links`: those that work in both directions. `levels`: what a level costs, in hops; `crowding`: what a path over a
  // link costs the next one there, in 64ths of a hop. Throws PlanError where there are no such paths.
  RangeTree(const LinkTable& links, std::uint32_t levels, std::uint32_t crowding);

  // By node; the root itself.
  const std::vector<std::uint32_t>& parents() const { return parents_; }
  const std::vector<Sending>& to(std::uint32_t node) const { return packets_[node]; }
  // Through which packets for the node come to it, and those through which they go on.
  network::Ports arriving(std::uint32_t node) const;
  network::Ports onward(std::uint32_t node) const;

  std::uint64_t hops() const { return hops_; }                // packets over links for M = 1
  std::uint32_t most_loaded() const { return most_loaded_; }  // packets over the busiest link

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  // A node's place in the tree.
  struct Place {
    std::uint32_t left = kNone;
    std::uint32_t right = kNone;
    std::uint32_t for_up = kNone;       // the node for which it sends up
    bool has_below = false;             // something comes down to it
    std::vector<unsigned> ports;        // of the path to the parent
    std::vector<std::uint32_t> passed;  // on it
  };

  void shape(const LinkTable& links, std::uint32_t levels);
  void join(const LinkTable& links, std::uint32_t child, std::uint32_t crowding);
  void send(const LinkTable& links);
  bool meets_another(const LinkTable& links, std::uint32_t child) const;
  std::vector<bool> met(std::uint32_t nodes, std::uint32_t child) const;
  network::Ports taken(std::uint32_t node, std::uint32_t but_to) const;
  network::Ports port_up(std::uint32_t node) const { return network::Ports::one(places_[node].ports.front()); }
  network::Ports port_to(std::uint32_t child) const {
    return child == kNone ? network::Ports() : network::Ports::one(port_down_[child]);
  }
  static std::size_t at(const LinkTable& links, std::uint32_t node, unsigned port) {
    return std::size_t{node} * links.ports() + port;
  }

  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> order_;  // parents before children
  std::vector<Place> places_;
  std::vector<std::uint32_t> loads_;  // paths, by node and port
  std::vector<unsigned> port_down_;   // by node: its parent's
  std::vector<std::vector<Sending>> packets_;
  std::uint64_t hops_ = 0;
  std::uint32_t most_loaded_ = 0;
};

}  // namespace testbench
