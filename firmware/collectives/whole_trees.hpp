// SPDX-License-Identifier: Apache-2.0
// Graceful degradation (Johnsson and Ho 1986, section 9): packets are dealt to those of the d
// edge-disjoint trees that need none of the links which are known to be dead.
//
// A directed link is in one tree at most. So f dead links leave d - f trees at least, and a
// broadcast takes ceil(M / (d - f)) + d cycles, in place of ceil(M / d) + d.
//
//     const WholeTrees trees(operation, operation.root);
//     trees.count();                                      // 0: no tree is whole
//     for (unsigned slot = 0; slot < trees.count(); ++slot) driver.add(port, {Address(), trees.tree(slot), slot, 1});
#pragma once

#include "firmware/collectives/operation.hpp"
#include "firmware/trees/johnsson_ho.hpp"

namespace collectives {

class WholeTrees {
 public:
  // `source`: the root of the trees. The operation's row says in which direction they are used.
  WholeTrees(const Operation& operation, Address source) : d_(operation.d()), trees_((1u << operation.d()) - 1) {
    const auto cube = operation.network.cube();
    const TreeUse use = operation.row->whole_trees;
    for (std::uint32_t i = 0; i < operation.dead.count; ++i) {
      const DeadLink& link = operation.dead.links[i];
      const Address from = cube.relative(link.node, source);
      if (use != TreeUse::kUp) lose(trees::Nesbt::tree_over(d_, from, link.port));
      // A packet that goes up a link out of a node leaves the tree's link into that node.
      if (use != TreeUse::kDown) lose(trees::Nesbt::tree_over(d_, cube::neighbour(from, link.port), link.port));
    }
  }

  unsigned count() const { return Ports(trees_).size(); }
  bool has(unsigned tree) const { return (trees_ >> tree & 1u) != 0; }
  // The place of a tree among the whole ones, and the tree at a place.
  unsigned slot(unsigned tree) const { return Ports(trees_ & ((1u << tree) - 1)).size(); }
  unsigned tree(unsigned slot) const {
    unsigned tree = 0;
    while (!has(tree) || this->slot(tree) != slot) ++tree;
    return tree;
  }

 private:
  void lose(unsigned tree) {
    if (tree < d_) trees_ &= ~(1u << tree);
  }

  unsigned d_;
  std::uint32_t trees_;
};

// Packet m goes down whole tree m mod k of k, or if the operation is redundant down all of them. The
// port of a tree's root link has the tree's number, and sends its packets alone.
inline void load_edge_disjoint_trees(const Operation& operation, const WholeTrees& whole, node::Driver& driver) {
  if (operation.redundant) {
    for (unsigned slot = 0; slot < whole.count(); ++slot) {
      const unsigned tree = whole.tree(slot);
      driver.add(tree, {Address(), tree, 0, operation.packets});
      driver.send(tree, operation.packets);
    }
    return;
  }
  for (unsigned slot = 0; slot < whole.count() && slot < operation.packets; ++slot) {
    const unsigned tree = whole.tree(slot);
    driver.add(tree, {Address(), tree, slot, 1});
    driver.send(tree, (operation.packets - slot - 1) / whole.count() + 1);
  }
}

}  // namespace collectives
