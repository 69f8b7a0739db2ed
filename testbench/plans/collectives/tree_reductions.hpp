// SPDX-License-Identifier: Apache-2.0
// Reductions to one node, every port at once, up trees of shortest paths over the links that work: on a cube some of
// whose links never work, with nodes that combine packets and store the ways (`rules::Parents` up, `rules::Table`
// down), and on any other network, with nodes that route by tables.
//
//   reduce     up one tree to the root: M + r (e - 1) with r cycles a hop and e the largest distance to the root.
//              Nodes that route by tables have trees that share no link too (branchings.hpp), each with an ejector of
//              its own at the root
//   allreduce  the same, then down a tree from the root: both times, and the turn-around. Nodes that route by tables
//              have spanning trees without common links (spanning_trees.hpp), from the middle of the network, and send
//              each result down at once
//   barrier    an allreduce of one packet
//
// A node combines its own packet first, then those of the ports behind the one through which it sends, in cyclic order
// (hls/router/combiner.hpp).
#pragma once

#include <memory>
#include <vector>

#include "testbench/plans/collectives/slot_plans.hpp"
#include "testbench/plans/trees/rooted_tree.hpp"

namespace testbench {

std::unique_ptr<collectives::Plan> plan_tree_reduce(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_branchings_reduce(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_tree_allreduce(const PlanRequest& request);  // and barrier
// Up that tree. `times`: of packets in slots; none where they are not known.
std::unique_ptr<collectives::Plan> reduce_up(const PlanRequest& request, RootedTree tree, Times times = {});
// The allreduce, and on trees in which nodes have few children (narrow_trees.hpp).
std::vector<SlotChoice> plan_allreduces_in_slots(const PlanRequest& request);

}  // namespace testbench
