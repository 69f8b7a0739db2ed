// SPDX-License-Identifier: Apache-2.0
// Trees out of a root that may share links, where packets hold links for cycles of their own. A link of half the cycles
// carries twice the packets, so that two trees share it while each has a slower link to itself.
//
// Packets are dealt to trees in blocks. The blocks of all trees pass the root in one order, and every node has them in
// that order less the cycles from it to the root. So packets that are combined on their way meet in each queue in the
// order in which the node takes them, whatever the timing.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/plans/trees/branchings.hpp"

namespace testbench {

// The fastest of `first` and of such trees, `most_trees` at most. Links lead to the root, as in rooted_tree.hpp.
DealtTrees fastest_shared_trees(const LinkTable& links, std::uint32_t packets, unsigned most_trees, DealtTrees first);

// Packets of a tree in a row.
struct TreeBlock {
  std::uint32_t tree;
  std::uint32_t first;
  std::uint32_t packets;
};

// All blocks in the order in which a node sends them up, or the root takes them; those of one tree in a row are one. The
// root sends them down in the opposite order. Trees that share no link have one block each.
std::vector<TreeBlock> blocks_in_order(const LinkTable& links, const DealtTrees& dealt, std::uint32_t node);

}  // namespace testbench
