// SPDX-License-Identifier: Apache-2.0
// Reductions up a tree to every node, every port at once, on the networks and nodes of tree_reductions.hpp:
//
//   reduce-scatter     an allgather is played on the turned links, down trees of shortest paths and of any
//                      (weighted_trees.hpp), and every port sends backwards what has come through it, M packets for one
//   scan, exscan       a reduce-scatter in which each node has the same M packets for every other one: those above a
//                      node give the identity of the operation, where they are on a way at all
//   exchange           a barrier or allreduce as a reduce-scatter in which each node has the same M packets for all: one
//                      way through the network, where a tree's is up and down. Operands come in another order at each
//                      node, so that it is for operations alone that give the same bits in any
//   allreduce `blocks` a reduce-scatter of a block for each node, then an allgather
//   `packed`           both with several trees of any paths to each node, and every port sends each packet backwards
//
// Up several trees a packet has in its header, in place of a tree's number, the port through which the next node
// sends, plus one, and 0 on the last hop. The header of what is combined is made anew at every hop, so that a node has
// a word for each of its ports, for any number of trees.
//
// The reduce-scatter has no deadlock. Backwards every port sends in the order of the cycles in which the last packet for
// each node was played. So packets wait only for those of later cycles there, and the queue between two ports, where last
// packets do not overtake one another, hands packets on in the order in which they come.
#pragma once

#include <memory>
#include <vector>

#include "testbench/plans/collectives/slot_plans.hpp"

namespace testbench {

// Whether the order in which packets are combined shows in the results.
bool combines_floats(const PlanRequest& request);
inline constexpr const char* kOrderOfFloatsDiffers =
    "combines floats in another order at each node, so that results differ; use algorithm tree";

std::unique_ptr<collectives::Plan> plan_tree_reduce_scatter(const PlanRequest& request);
// That, and the allgathers of nodes in slots, backwards: every port sends what has come through it as long before the end.
std::vector<SlotChoice> plan_reduce_scatters_in_slots(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_packed_reduce_scatter(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_tree_scan(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_tree_exscan(const PlanRequest& request);
// Both throw PlanError where packets or nodes are so many that a tree is faster. An allreduce of floats between more
// than two nodes takes a tree too.
std::unique_ptr<collectives::Plan> plan_exchange_allreduce(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_exchange_barrier(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_blocks_allreduce(const PlanRequest& request);
// That, and allgathers of nodes in slots backwards and forwards.
std::vector<SlotChoice> plan_blocks_allreduces_in_slots(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_packed_blocks_allreduce(const PlanRequest& request);

}  // namespace testbench
