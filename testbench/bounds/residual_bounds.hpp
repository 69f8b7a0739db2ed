// SPDX-License-Identifier: Apache-2.0
// Lower bounds on networks some of whose directed links never work, from the other links alone: live links
// of a node, distances over live links, all hops by all live links, or by the nodes that can send.
//
//     EdgeTable edges = without(cube_edges(3), {{0, 1}});
//     residual_bound({Collective::kScatter, 3, PortModel::kAll, 6, 0}, edges).value;  // 6 * 7 / 2
#pragma once

#include <utility>
#include <vector>

#include "testbench/bounds/bounds.hpp"

namespace testbench {

/// \brief The links without some, each a node and a port.
EdgeTable without(const EdgeTable& edges, const std::vector<std::pair<std::uint32_t, unsigned>>& links);

/// \brief Fewest cycles, as lower_bound(). No node is cut off.
Bound residual_bound(const Task& task, const EdgeTable& edges);

}  // namespace testbench
