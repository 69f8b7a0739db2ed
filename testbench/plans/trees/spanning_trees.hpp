// SPDX-License-Identifier: Apache-2.0
// Spanning trees of a network that share no link, in either direction: for an allreduce, in which every
// packet goes up one of them and down it again.
//
// The most that there are follows from Tutte and Nash-Williams (1961): the least, over all partitions of
// the nodes, of the links between parts by the parts less one. They are found as a union of matroids
// (Edmonds 1965; Roskind and Tarjan 1985): a link goes into a tree where it closes no circuit, or pushes
// a link of the circuit into another tree, and that one the next, along the shortest such chain.
#pragma once

#include <vector>

#include "testbench/plans/trees/rooted_tree.hpp"

namespace testbench {

/// \brief As many such trees as asked, each from a root of its own with few links to the farthest node, to whose port 0
/// no other tree comes; empty where there are not so many. `links`: each works in both directions.
std::vector<RootedTree> disjoint_trees(const LinkTable& links, unsigned count);

/// \brief The node, no switch, from which the farthest is nearest; the first of those. Where a network is so large that it takes
/// seconds to search from every node, the middle of a way between two nodes that are far from one another.
std::uint32_t middle_of(const LinkTable& links);

}  // namespace testbench
