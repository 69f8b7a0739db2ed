// SPDX-License-Identifier: Apache-2.0
// Allgather on any network, every port at once: every node sends down a tree of shortest paths, and
// the links carry equally many trees, as nearly as shortest paths allow. The bound is max(M (n - 1)
// / degree, diameter). The busiest link, which RelativeTree and SourceTrees know, bounds all that
// can be had with shortest paths. On networks that are not symmetric trees of other paths
// (weighted_trees.hpp) are taken where they are faster.
//
// Whether that is reached depends on how the trees meet in the queues. So the host plays several
// sets of trees that are spread as evenly, and loads the fastest: on Cayley networks one tree that
// all nodes have as they see the network, on others a tree of each node's own. A port sends its own
// packets first.
#pragma once

#include <memory>
#include <vector>

#include "testbench/plans/collectives/plan.hpp"
#include "testbench/plans/collectives/slot_plans.hpp"

namespace testbench {

std::unique_ptr<collectives::Plan> plan_tree_allgather(const PlanRequest& request);

// That, and trees whose busiest node sends, or half duplex sends and receives, few packets. A node sends each packet once to
// each of its children, so that hubs which are on all shortest paths are the busiest.
std::vector<SlotChoice> plan_tree_allgathers_in_slots(const PlanRequest& request);

// For many packets: each node deals its packets to several trees, which are packed so that the busiest link carries few
// packets of all nodes (weighted_trees.hpp). With one tree a node, the busiest link carries M times a whole number of
// trees; with K trees it comes near M times any ratio. Example, the 5-cube from a file with M = 16: 31 x 16 packets
// enter a node through five links. That takes 100 cycles at least, down eight trees 101, down one 113. A packet's
// destination is the label of its tree, t n + s of tree t of node s, so that a node stores K n words.
std::unique_ptr<collectives::Plan> plan_packed_allgather(const PlanRequest& request);

// Down trees without cyclic channel dependencies (acyclic_paths.hpp), for queues that can fill.
std::unique_ptr<collectives::Plan> plan_acyclic_allgather(const PlanRequest& request);

}  // namespace testbench
