// SPDX-License-Identifier: Apache-2.0
// Scan and exscan along a tree whose subtrees are ranges of nodes (range_tree.hpp), every port at once, on nodes that
// route by tables. Every packet is combined at each node on its way by that node's program, so that there is no transit.
//
// With L packets of an item over the busiest link, about L M cycles and those of a packet up the tree and down. Where L is
// not 1, ports send in the order in which a play of the tree has sent, so that packets leave every queue in the order in
// which they have come. Packets that wait longer than others in a queue of theirs make that a long period. In batches a port sends
// all packets for a node in a row: then one period is all there is, but queues have to hold batches. Numbers in no order have a
// scan by sums on a spanning tree (prefix_tree.hpp), which needs no period.
#pragma once

#include <memory>
#include <vector>

#include "testbench/plans/collectives/slot_plans.hpp"

namespace testbench {

std::unique_ptr<collectives::Plan> plan_range_scan(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_range_exscan(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_prefix_scan(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_prefix_exscan(const PlanRequest& request);

// An allreduce or a barrier by sums on a spanning tree: a link carries the sum of the nodes behind it, both ways at once. Operands
// come together in another order at each node, so that PlanError is thrown for floats between more than two nodes.
std::unique_ptr<collectives::Plan> plan_sums_allreduce(const PlanRequest& request);
std::vector<SlotChoice> plan_sums_allreduces_in_slots(const PlanRequest& request);

}  // namespace testbench
