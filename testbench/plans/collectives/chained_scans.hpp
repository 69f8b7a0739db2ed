// SPDX-License-Identifier: Apache-2.0
// Scan and exscan in which results go on to other nodes (scan_trees.hpp), every port at once, on nodes that route by
// tables. Every packet is combined at each node on its way by that node's program, so that there is no transit.
//
// With L trees over the busiest link, packet m of M leaves over a hop of level h in the order of L m + c h: c is found
// by trial. Each hop comes c later than the one before, so that packets enter and leave each queue in the same order
// and none waits for a later one. About L M + levels cycles.
#pragma once

#include <memory>

#include "testbench/plans/collectives/plan.hpp"

namespace testbench {

std::unique_ptr<collectives::Plan> plan_chained_scan(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_chained_exscan(const PlanRequest& request);

}  // namespace testbench
