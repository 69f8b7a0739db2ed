// SPDX-License-Identifier: Apache-2.0
// For every node a tree from it, or several, of any paths, so that the busiest link carries few of them: multiplicative weights
// (Garg and Koenemann 1998). A link costs exp(8 x its trees / those of the busiest link). Where packets hold links for
// cycles of their own, its trees are weighed by these, and it costs as many times more. In an order of the random
// numbers each tree is taken off and grown again over the cheapest links, a few rounds long.
//
// Shortest paths crowd on the few links between the dense parts of an irregular network. In two complete graphs of 8
// nodes with a link between them, 9 trees of shortest paths cross the busiest link, and 8 of these.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "testbench/plans/networks/network.hpp"

namespace testbench {

// A twentieth of what a link with half the largest load costs.
inline constexpr double kCostOfALevel = 2.7;

// The loads that are even. Where a node sends one packet in a cycle, they are those of nodes: the packets that they send, or send
// and receive. A link costs as much as both its nodes, so that over links that work both ways each tree is the cheapest one.
enum class LoadOf { kLinks, kSenders, kNodes };

// Returns, by node and source, the port of the node that leads back to the node before it on the way from the source
// (SourceTrees). Empty where the network is so large that it takes more than seconds for loads of links. `packets`: of each tree of a
// node; tree t of source s has the number t n + s in place of s. `root`: the only source, n being 1.
std::vector<std::uint8_t> weighted_trees(const LinkTable& links, std::mt19937_64& random,
                                         const std::vector<std::uint32_t>& packets = {1},
                                         double cost_of_level = kCostOfALevel, std::optional<std::uint32_t> root = {},
                                         LoadOf load_of = LoadOf::kLinks);

// Trees of a node and the cost of a level that are worth a try. A node has no more than `most` trees: pairs that become
// the same are tried once, and pairs that lose trees come last.
struct TreesTried {
  std::uint32_t trees = 0;
  double cost_of_level = 0;
};
std::vector<TreesTried> trees_to_try(std::span<const TreesTried> tries, std::uint32_t most);

// Cycles that the packets of all nodes take through the links of one of them.
std::uint64_t least_cycles_of_all(const LinkTable& links, std::uint64_t packets);

// How often the search for so many trees of every node looks at a link.
std::uint64_t links_of_weighted_trees(const LinkTable& links, std::uint64_t trees);

// Packets of a node, dealt to its trees as evenly as can be.
std::vector<std::uint32_t> dealt(std::uint32_t packets, std::uint32_t trees);

}  // namespace testbench
