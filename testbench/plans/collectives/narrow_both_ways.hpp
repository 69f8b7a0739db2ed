// SPDX-License-Identifier: Apache-2.0
// Trees whose links an allreduce uses both ways, for nodes that send in slots: those in which a node has few links, for it sends
// every packet once over each.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "testbench/plans/collectives/plan.hpp"
#include "testbench/plans/trees/rooted_tree.hpp"

namespace testbench {

struct NarrowTree {
  std::function<RootedTree()> tree;  // with its root in its middle. May throw PlanError
  unsigned most_links = 0;           // of a node
  std::uint32_t depth = 0;           // at least

  // The busiest node sends and receives each packet over each of its links.
  std::uint64_t least_cycles(const PlanRequest& request) const {
    return std::uint64_t{request.packets} * most_links * (request.slots == collectives::PortModel::kHalf ? 2 : 1);
  }
};

/// `links`: in both directions. For each number of links the flattest tree that is found from the middle or node 0, a
/// Hamiltonian path where none of these has two, and last the tree of a reduce.
std::vector<NarrowTree> narrow_trees_both_ways(const PlanRequest& request, const LinkTable& links);

}  // namespace testbench
