// SPDX-License-Identifier: Apache-2.0
// Trees of shortest paths whose load is even: one from a root (BalancedTree), the same tree at
// every node of a Cayley network (RelativeTree), a tree of each node's own on any network
// (SourceTrees).
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "firmware/networks/address.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {

// Shares items out to ports evenly: gives every item one port of its set, so that the fullest port
// has as few items as can be. An item without a choice gets port 0 and is not counted. `loads`: of
// every port, before and then with its items.
//
// An item moves as long as that evens two ports out, directly or by way of other ports, each
// passing an item on: an augmenting path of the matching of items and ports. Where there is none,
// the largest load is least.
std::vector<unsigned> spread(const std::vector<network::Ports>& choices, std::vector<std::uint64_t>& loads);

// A tree of shortest paths to a root, whose subtrees behind the root's ports are as equal as they
// can be made: packets to all nodes or from all of them pass the root's links, and the largest
// subtree decides. With LinkTable::turned() it is a tree of paths from the root.
//
// Finding the tree whose largest subtree is least is hard; this one comes near. Nodes join the
// smallest subtree that has a node above them, nearest nodes first. Then nodes move with their
// subtrees while that evens two subtrees of the root out. At last the leaves are shared out as
// evenly as can be. A subtree is as large as it has nodes that send and receive.
class BalancedTree {
 public:
  BalancedTree(const LinkTable& links, std::uint32_t root);

  std::uint32_t root() const { return levels_.order.front(); }
  const BreadthFirst& levels() const { return levels_; }
  // The root has none.
  unsigned parent_port(std::uint32_t node) const { return parent_port_[node]; }
  bool is_child(std::uint32_t node, unsigned port) const;
  // For M packets to each node that sends and receives, over the root's links one after another and the farthest first:
  // cycles until the last arrives. M packets from each node take as many.
  std::uint64_t cycles(std::uint32_t packets) const;
  // Calls visit(descendant) for the node and all its descendants.
  template <class Visit>
  void for_each_below(std::uint32_t node, Visit visit) const {
    for (std::uint32_t i = 0; i < size_[node]; ++i) visit(preorder_[place_[node] + i]);
  }

 private:
  std::uint32_t parent(std::uint32_t node) const { return links_.neighbour(node, parent_port_[node]); }
  // The port above the node through which it joins the smallest of the subtrees to which it can
  // belong.
  unsigned port_to_smallest(std::uint32_t node) const;
  void join(std::uint32_t node, unsigned port);
  // Where links are alike the root and its neighbours have no choice.
  bool is_fixed(std::uint32_t node) const { return !links_.has_cycles() && levels_.distance[node] < 2; }
  // The subtree to which the node belongs by way of that port.
  unsigned subtree_at(std::uint32_t node, unsigned port) const;
  bool even_out();
  void move(std::uint32_t node, unsigned port);
  void share_out_leaves();
  void add_up();
  void number();

  const LinkTable& links_;
  LinkTable down_;
  BreadthFirst levels_;
  std::vector<std::uint8_t> parent_port_;
  std::vector<std::uint8_t> subtree_;    // by node: the root's port before it
  std::vector<std::uint32_t> size_;      // by node: its descendants, and itself
  std::vector<std::uint32_t> weight_;    // of these, those that send and receive
  std::vector<std::uint64_t> loads_;     // by port of the root: such nodes behind it
  std::vector<std::uint32_t> preorder_;  // a node, and its descendants right behind
  std::vector<std::uint32_t> place_;     // by node: in preorder_
};

// A tree of shortest paths from node 0 of a Cayley network, which every other node has too, as it
// sees the network. When all of them send down their trees at a time, each link of a port carries a
// packet for every edge of the tree that belongs to the port; so the edges are spread over the
// ports as evenly as can be. Any choice of an edge to each node from a nearer one makes a tree. So
// this is a matching of nodes and ports, and its result is the best.
class RelativeTree {
 public:
  // By node: the ports of the edges that lead to it from nearer ones. None at node 0.
  static std::vector<network::Ports> edges_to(const LinkTable& links, const BreadthFirst& levels);

  // `edges`: edges_to(). `nodes`: all but node 0, in any order. The random numbers choose one of many
  // trees whose edges are spread evenly.
  RelativeTree(const LinkTable& links, const std::vector<network::Ports>& edges, std::vector<std::uint32_t> nodes,
               std::mt19937_64& random);

  // The ports to the children of the node that node 0 sees as `seen`.
  network::Ports children(std::uint32_t seen) const { return children_[seen]; }
  // Edges of the busiest port.
  std::uint64_t most_edges() const;
  // Cycles on routers with M packets of every node; more than `limit` where they take more.
  std::uint64_t cycles(const LinkTable& links, std::uint32_t packets, bool transit_first, std::uint64_t limit) const;

 private:
  std::vector<network::Ports> children_;
  std::vector<std::uint64_t> edges_;  // by port
};

// For every node a tree from it. Trees of shortest paths are chosen so that the links into each node
// carry equally many, as nearly as the paths allow. A tree has the switches alone that are on a way to a node. The link by which the packets of a source enter a node
// is free where several lead from nearer nodes, and each choice makes a tree.
class SourceTrees {
 public:
  // `links`, `distances`: the turned links, and the distances on them. Links as they are give trees
  // of paths to every node. The random numbers choose among many such trees.
  SourceTrees(const LinkTable& links, const AllDistances& distances, std::mt19937_64& random);
  // Trees of any paths: `back` is by node and source the port to the node before it. Several trees of each source, tree t
  // of source s having the number t n + s in place of s.
  SourceTrees(const LinkTable& links, std::vector<std::uint8_t> back);

  // The port of the node behind which its parent is.
  unsigned parent_port(std::uint32_t node, std::uint32_t source) const { return back_[at(node, source)]; }
  // Whether the tree has the node.
  bool has(std::uint32_t node, std::uint32_t source) const { return is_used_.empty() || is_used_[at(node, source)]; }
  // The ports behind which its children are, through which packets of the source continue. `links`:
  // those that were turned.
  network::Ports children(const LinkTable& links, std::uint32_t node, std::uint32_t source) const;
  // Trees over the busiest link.
  std::uint64_t most_loaded() const { return most_loaded_; }
  // Links of all trees that lead out of the busiest node, and into it. `turned`: the links on which paths lead to sources.
  std::uint64_t most_of_node(const LinkTable& turned, bool counts_those_in) const;

 private:
  std::size_t at(std::uint32_t node, std::uint32_t source) const { return std::size_t{node} * sources_ + source; }
  void cut(const LinkTable& links);

  std::uint32_t ends_;
  std::uint32_t sources_;           // trees, where sources have several
  std::vector<std::uint8_t> back_;  // by node and source: the port to the node before it on the way from the source
  std::vector<bool> is_used_;       // the same; empty where there are no switches
  std::uint64_t most_loaded_ = 0;
};

}  // namespace testbench
