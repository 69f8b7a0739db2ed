// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/bounds/separated_times.hpp"

#include <algorithm>

namespace testbench::bounds {

std::uint64_t Parted::least_reach(std::uint32_t but) const {
  std::uint64_t least = ~std::uint64_t{0};
  for (std::uint32_t i = 0; i < branches(); ++i) {
    if (i != but) least = std::min(least, parts.branches[i].reach);
  }
  return least;
}

void add_separators(Largest& largest, const Graph& graph, Way way,
                    const std::function<Passing(const Parted& set)>& passing) {
  const Task& task = graph.task;
  if (task.ports == PortModel::kAll || graph.is_symmetric() || !graph.is_whole) return;
  static constexpr std::string_view kThroughSets =
      "Counting: what nodes that part the others into branches send into each, and receive (separators.hpp)";
  const BreadthFirst from_root = graph.links().search(task.root, way);
  for (const std::vector<std::uint32_t>& nodes : separating_sets(*graph.edges)) {
    const Separation parts(*graph.edges, nodes);
    if (parts.branches.size() < 2) continue;
    Parted set{parts, nodes.size(), 0, false, ~std::uint64_t{0}};
    for (const std::uint32_t node : nodes) {
      set.ends += node < graph.ends() ? 1 : 0;
      set.has_root = set.has_root || node == task.root;
      set.distance = std::min<std::uint64_t>(set.distance, from_root.distance[node]);
    }
    const auto [sent, received, both, before, after] = passing(set);
    const auto cycles = [&](std::uint64_t packets) { return divide_up(times(task.packets, packets), set.size); };
    if (task.ports == PortModel::kHalf) {
      // The first is received.
      const std::uint64_t first = before == 0 ? 0 : before - 1;
      largest.add(plus(cycles(std::max(sent + received, both)), first + (set.size == 1 ? after : 0)), kThroughSets);
    } else {
      largest.add(plus(cycles(sent), before + after), kThroughSets);
      largest.add(cycles(std::max(received, divide_up(both, 2))), kThroughSets);
    }
  }
}

}  // namespace testbench::bounds
