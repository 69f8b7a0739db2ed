// SPDX-License-Identifier: Apache-2.0
// Reductions up a tree to every node, every port at once, on the networks and nodes of tree_reductions.hpp:
//
//   reduce-scatter     an allgather of one packet a node is played on the turned links, and every port sends backwards
//                      what has come through it, M packets for one
//   scan, exscan       a reduce-scatter in which each node has the same M packets for every other one: those above a
//                      node give the identity of the operation, where they are on a way at all
//   allreduce `blocks` a reduce-scatter of a block for each node, then an allgather
//
// The reduce-scatter has no deadlock. Backwards every port sends in the order of the played cycles, so that a packet
// waits only for those of later cycles there, and the queue between two ports hands packets on in the order in which
// they come.
#pragma once

#include <memory>

#include "testbench/plans/collectives/plan.hpp"

namespace testbench {

std::unique_ptr<collectives::Plan> plan_tree_reduce_scatter(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_tree_scan(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_tree_exscan(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_blocks_allreduce(const PlanRequest& request);

}  // namespace testbench
