// SPDX-License-Identifier: Apache-2.0
// Broadcast, scatter and gather on any network, every port at once, down or up a tree of shortest
// paths. Each has a closed form, since on a tree packets of one root do not meet:
//
//   broadcast  M + e - 1 with e the root's eccentricity: M packets in a row follow one another down
//              every branch; on several trees at once see branchings.hpp
//   scatter    M times the largest subtree behind a port of the root. The farthest are served first:
//              the last packet of a nearest node leaves as the last of its subtree, and one for a
//              node of distance h has left h - 1 cycles earlier at least, as there is a node of every
//              smaller distance behind it in the program
//   gather     M times the largest subtree: the link above a subtree is busy in every cycle until all
//              of it has passed. It is above a leaf; and higher up M own packets are followed by
//              packets of a child that has been busy since the first cycle, or by all that the
//              children had
//
// The bound for scatter and gather is max(M (n - 1) / degree, e).
#pragma once

#include <memory>
#include <vector>

#include "testbench/plans/collectives/slot_plans.hpp"
#include "testbench/plans/trees/rooted_tree.hpp"

namespace testbench {

std::unique_ptr<collectives::Plan> plan_tree_broadcast(const PlanRequest& request);
// A tree for each packet (greedy_trees.hpp).
std::unique_ptr<collectives::Plan> plan_packed_broadcast(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_branchings_broadcast(const PlanRequest& request);
// Down that tree, of paths over the turned links. `times`: of packets in slots; none where they are not known.
std::unique_ptr<collectives::Plan> broadcast_down(const PlanRequest& request, RootedTree tree, Times times = {});
std::unique_ptr<collectives::Plan> plan_tree_scatter(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_tree_gather(const PlanRequest& request);
std::vector<SlotChoice> plan_scatter_in_slots(const PlanRequest& request);
std::vector<SlotChoice> plan_gather_in_slots(const PlanRequest& request);

}  // namespace testbench
