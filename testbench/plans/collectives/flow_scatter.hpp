// SPDX-License-Identifier: Apache-2.0
// Scatter on any network, every port at once, over paths of a least-cost flow: a unit from the root to each node,
// and as few over the busiest link as can be. The worst cut says how few: c = ceil(nodes behind it / its links). The
// flow is taken apart into a path for each node, the farthest first, and those with the longest way leave first.
//
// A tree's paths to the nodes behind one neighbour of the root all cross one link. Paths that cross elsewhere let the
// links of a bottleneck carry alike: 7 M cycles in place of 8 M on a dragonfly of 36 nodes. All M packets of a node
// take one path, so that M c cycles are the least, where a flow of single packets would take M times the ratio.
#pragma once

#include <memory>
#include <vector>

#include "testbench/plans/collectives/plan.hpp"

namespace testbench {

// By node: the ports of a path from the root to it, empty for the root. The network is connected.
std::vector<std::vector<std::uint8_t>> flow_paths(const LinkTable& links, std::uint32_t root);

std::unique_ptr<collectives::Plan> plan_flow_scatter(const PlanRequest& request);

}  // namespace testbench
