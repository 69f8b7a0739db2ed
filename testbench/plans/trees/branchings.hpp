// SPDX-License-Identifier: Apache-2.0
// Trees out of a root that share no link: edge-disjoint branchings. There are as many as the least cut between the
// root and any node has links (Edmonds 1973), and the packets of a broadcast go down all of them side by side. On a
// tree of depth h the packets 1 .. m arrive by cycle m + h - 1, and trees that share no link never wait for one
// another. So M packets take the least T with
//
//     sum over trees of max(0, T - h + 1) >= M
//
// cycles. Example, the 5-cube: five trees of depth 6 take 16 packets in 9 cycles, where one tree takes 20.
//
// Links lead to the root, as in rooted_tree.hpp; with LinkTable::turned() the trees lead out of it. Packets that
// climb the trees and are combined on their way are the same plan backwards (tree_reductions.hpp).
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "testbench/plans/trees/rooted_tree.hpp"

namespace testbench {

// Links of the least cut that parts some node from the root; counts to `most` at most.
unsigned least_cut(const LinkTable& links, std::uint32_t root, unsigned most);

// So many trees, which share no link; least_cut() is as many at least. They grow side by side, level by level, in
// an order of the random numbers. `left`: nodes that searches may meet, less those that they have met; none are
// made where these are too few.
std::vector<RootedTree> branchings(const LinkTable& links, std::uint32_t root, unsigned count, std::mt19937_64& random,
                                   std::uint64_t& left);

// Trees, and how many of the packets 0 .. M - 1 go down each: the first of them down the first tree, and so on.
struct DealtTrees {
  std::vector<RootedTree> trees;
  std::vector<std::uint32_t> packets;  // by tree, none 0
  std::uint64_t cycles = 0;            // on all ports
  bool share_links = false;            // so that packets go down them in blocks (shared_trees.hpp)
};

// All packets on one tree, or dealt to several so that the last of them arrives as early as can be. `hop`: its cycles.
DealtTrees deal(std::vector<RootedTree> trees, std::uint32_t packets, std::uint64_t hop = 1);

// The fastest of one tree of shortest paths and of sets of branchings, as many as the least cut has links or
// fewer: few packets are faster down fewer and shallower trees.
DealtTrees fastest_trees(const LinkTable& links, std::uint32_t root, std::uint32_t packets, std::uint64_t hop = 1);

}  // namespace testbench
