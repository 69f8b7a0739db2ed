// SPDX-License-Identifier: Apache-2.0
// Allgather of many packets on any network, every port at once: each node deals its packets to several trees, which
// are packed so that the busiest link carries few packets of all nodes (weighted_trees.hpp). On one tree a node
// the busiest link carries M times whole trees; on K it comes near M times any ratio. Example, the 5-cube from a
// file with M = 16: 31 x 16 packets enter a node through five links. That takes 100 cycles at least, down eight trees
// 101, down one 113.
//
// A packet's destination is the label of its tree, t n + s of tree t of node s, so that a node stores K n words.
#pragma once

#include <memory>

#include "testbench/plans/collectives/plan.hpp"

namespace testbench {

std::unique_ptr<collectives::Plan> plan_packed_allgather(const PlanRequest& request);

}  // namespace testbench
