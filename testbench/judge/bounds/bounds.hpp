// SPDX-License-Identifier: Apache-2.0
// Lower bounds that hold for every algorithm, each with its source, on cubes, on any other network, and
// where some links never work. Time is in cycles with one cycle per hop, which is the papers' step, and the
// cycles of the wires behind it (Task::latency); d is
// 1..24 and M any 32-bit number. A value that does not fit 64 bits is 2^64-1. A task that find_fault()
// rejects has the bound 0.
//
//     const Bound bound = lower_bound({Collective::kAllgather, 10, PortModel::kAll, 1, 0});
//     bound.value;   // 103
//     bound.source;  // "Bertsekas et al. 1991, section 2 ..."
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "testbench/judge/checker/task.hpp"

namespace testbench {

/// \brief A bound and its source, as a paper or an argument in one line.
struct Bound {
  std::uint64_t value = 0;
  std::string_view source;  // a literal: lives for ever
};

/// \brief Fewest cycles from the first cycle in which a link carries a packet to the last, both
/// included. With Task::packet_cycles those in which the links have carried all packets, once the first begins.
Bound lower_bound(const Task& task);

/// \brief The links without some that never work, each a node and a port.
///
///     const EdgeTable live = without(cube_edges(3), {{0, 1}});
///     bound_on_live_links({Collective::kScatter, 3, PortModel::kAll, 6, 0}, live).value;  // 6 * 7 / 2
EdgeTable without(const EdgeTable& edges, const std::vector<std::pair<std::uint32_t, unsigned>>& links);
/// \brief Fewest cycles over the links that are left, as lower_bound(). No node is cut off.
Bound bound_on_live_links(const Task& task, const EdgeTable& live);

/// \brief Links of the network, one for each direction.
std::uint64_t link_count(const Task& task);

/// \brief Fewest packet transmissions over links, under any port model.
Bound least_transmissions(const Task& task);

}  // namespace testbench
