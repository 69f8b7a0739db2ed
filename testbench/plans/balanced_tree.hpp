// A tree of shortest paths from a root, whose subtrees behind the root's ports are as equal as they
// can be made: what is sent to all nodes or comes from them passes the root's links, and the
// largest subtree decides.
//
// Finding the tree whose largest subtree is least is hard; this one comes near. Nodes join the
// smallest subtree that has a node above them, nearest nodes first; then nodes move, with all that
// hangs on them, while that evens two subtrees out; at last the leaves are shared out as evenly as
// can be.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/plans/levels.hpp"

namespace testbench {

class BalancedTree {
 public:
  BalancedTree(const LinkTable& links, std::uint32_t root);

  std::uint32_t root() const { return levels_.order.front(); }
  const Levels& levels() const { return levels_; }
  // Of every node but the root.
  unsigned parent_port(std::uint32_t node) const { return parent_port_[node]; }
  bool is_child(std::uint32_t node, unsigned port) const;
  std::uint64_t largest_subtree() const;
  // Calls visit(descendant) for the node and all that hangs on it.
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
  bool even_out();
  void move(std::uint32_t node, unsigned port);
  void share_out_leaves();
  void number();

  const LinkTable& links_;
  Levels levels_;
  std::vector<std::uint8_t> parent_port_;
  std::vector<std::uint8_t> subtree_;    // by node: the root's port before it
  std::vector<std::uint32_t> size_;      // by node: nodes that hang on it, and itself
  std::vector<std::uint64_t> loads_;     // by port of the root: nodes behind it
  std::vector<std::uint32_t> preorder_;  // a node, and all that hangs on it right behind
  std::vector<std::uint32_t> place_;     // by node: in preorder_
};

}  // namespace testbench
