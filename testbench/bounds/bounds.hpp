// Lower bounds that hold for every algorithm, each with its source: on the cube closed forms, on
// any other network what its links say (network_bounds.hpp). Time is in cycles with one cycle per
// hop, which is the papers' step; d is 1..16 and M any 32-bit number. A value that does not fit 64
// bits is 2^64-1. A task that find_fault() rejects has the bound 0.
//
//     const Bound bound = lower_bound({Collective::kAllgather, 10, PortModel::kAll, 1, 0});
//     bound.value;   // 103
//     bound.source;  // "Bertsekas et al. 1991, section 2 ..."
#pragma once

#include <cstdint>
#include <string_view>

#include "testbench/checker/task.hpp"

namespace testbench {

struct Bound {
  std::uint64_t value = 0;
  std::string_view source;  // a literal: lives for ever
};

// Fewest cycles from the first cycle in which a link carries a packet to the last, both included.
Bound lower_bound(const Task& task);

// Fewest packet transmissions over links, under any port model.
Bound least_transmissions(const Task& task);

}  // namespace testbench
