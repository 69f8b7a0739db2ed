// SPDX-License-Identifier: Apache-2.0
// Broadcast and reduce of nodes that send in slots (PlanRequest::slots), down or up one tree. It is that of shortest paths, one
// in which nodes have few children (narrow_trees.hpp), or where there is time one that differs from them: nodes move to other
// parents as long as the tree gets faster, or as fast, and then in slower trees, the fastest first. Many packets try
// the tree of a few too, whose search gets further. Each tree is tried with the slots of its own, and with those of the other
// of the two backwards (backwards.hpp): the two matchings do not find the same.
#pragma once

#include <memory>

#include "testbench/plans/collectives/plan.hpp"
#include "testbench/plans/trees/rooted_tree.hpp"

namespace testbench {

// The tree of a reduce, and when packets leave.
struct TreeInSlots {
  RootedTree tree;
  Times times;
  std::uint64_t cycles;
};
TreeInSlots reduce_in_slots(const PlanRequest& request);

std::unique_ptr<collectives::Plan> plan_broadcast_in_slots(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_reduce_in_slots(const PlanRequest& request);

}  // namespace testbench
