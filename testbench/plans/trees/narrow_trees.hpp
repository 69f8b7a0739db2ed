// SPDX-License-Identifier: Apache-2.0
// Trees in which nodes have few children, for nodes that send one packet in a cycle: with k children a node sends each
// packet k times.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/plans/trees/rooted_tree.hpp"

namespace testbench {

// Trees in which a node has at most 1, 2, 3, .. children, as far as they are found. A search takes the nodes nearest to the
// root first, and as children those with the fewest other ways. Where that leaves nodes out, the tree of shortest paths is
// changed link by link (Fuerer and Raghavachari 1994), where links work in both directions: at last a node has no more links
// of the tree than one above the fewest that any tree has.
std::vector<RootedTree> narrow_trees(const LinkTable& links, std::uint32_t root);
// These, and last the one of shortest paths.
std::vector<RootedTree> narrow_and_shortest_trees(const LinkTable& links, std::uint32_t root);

// The same by searches in which a node that has been met takes a child in each step, as it sends a packet in each: those
// that are near to the root have the more. A path through all nodes comes first, where one is found.
// `more_at_root`: children, because it receives nothing; the path has as many arms more.
std::vector<RootedTree> trees_in_turns(const LinkTable& links, std::uint32_t root, unsigned more_at_root);

}  // namespace testbench
