// SPDX-License-Identifier: Apache-2.0
// Lower bounds that hold for every algorithm, each with its source: closed forms on the cube
// (bounds.cpp), and on any other network from its links alone (network_bounds.cpp). Time is in
// cycles with one cycle per hop, which is the papers' step; d is 1..24 and M any 32-bit number. A
// value that does not fit 64 bits is 2^64-1. A task that find_fault() rejects has the bound 0.
//
//     const Bound bound = lower_bound({Collective::kAllgather, 10, PortModel::kAll, 1, 0});
//     bound.value;   // 103
//     bound.source;  // "Bertsekas et al. 1991, section 2 ..."
#pragma once

#include <cstdint>
#include <string_view>

#include "testbench/checker/task.hpp"

namespace testbench {

/// \brief A bound and its source, as a paper or an argument in one line.
struct Bound {
  std::uint64_t value = 0;
  std::string_view source;  // a literal: lives for ever
};

/// \brief Fewest cycles from the first cycle in which a link carries a packet to the last, both
/// included.
Bound lower_bound(const Task& task);

/// \brief Fewest packet transmissions over links, under any port model.
Bound least_transmissions(const Task& task);

}  // namespace testbench
