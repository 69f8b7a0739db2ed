// SPDX-License-Identifier: Apache-2.0
// Quickest ways over links that take cycles of their own (Dijkstra 1959).
//
//     const std::vector<std::uint64_t> cycles = quickest_ways(links, {{0, node}});   // to each node; kNever: there is none
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "testbench/judge/checker/saturating.hpp"

namespace testbench::bounds {

inline constexpr std::uint64_t kNever = kSaturated;

struct TimedLink {
  std::uint32_t node;
  std::uint64_t cycles;
};
using TimedLinks = std::vector<std::vector<TimedLink>>;   // by the node at which they begin
using Reached = std::pair<std::uint64_t, std::uint32_t>;  // cycles and node

// Calls pass(cycles, node) for each link that a packet can take after so many cycles.
template <class Pass>
std::vector<std::uint64_t> quickest_ways(const TimedLinks& links, const std::vector<Reached>& begin, Pass pass) {
  std::vector<std::uint64_t> reached(links.size(), kNever);
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> next;
  const auto reach = [&](std::uint64_t cycles, std::uint32_t node) {
    if (cycles >= reached[node]) return;
    reached[node] = cycles;
    next.emplace(cycles, node);
  };
  for (const auto& [cycles, node] : begin) reach(cycles, node);
  while (!next.empty()) {
    const auto [cycles, node] = next.top();
    next.pop();
    if (cycles != reached[node]) continue;
    for (const TimedLink& link : links[node]) {
      pass(cycles, link.node);
      reach(cycles + link.cycles, link.node);
    }
  }
  return reached;
}
inline std::vector<std::uint64_t> quickest_ways(const TimedLinks& links, const std::vector<Reached>& begin) {
  return quickest_ways(links, begin, [](std::uint64_t, std::uint32_t) {});
}

}  // namespace testbench::bounds
