// SPDX-License-Identifier: Apache-2.0
// Gather on any network, every port at once, up a tree whose links carry alike. The nodes have one word for the root,
// so that what passes a node goes up its tree. But a node's own packets leave through any ports, to neighbours in
// other parts of the tree: a flow deals them so that the busiest link has as few as can be.
//
// Example, the 5-cube with M = 16: the tree has 7 nodes behind one port of the root and 6 behind each other, and takes
// 112 cycles. The node farthest from the root has a neighbour in each part, and sends 3 or 4 packets to each: 100.
#pragma once

#include <memory>

#include "testbench/plans/collectives/plan.hpp"

namespace testbench {

std::unique_ptr<collectives::Plan> plan_flow_gather(const PlanRequest& request);

}  // namespace testbench
