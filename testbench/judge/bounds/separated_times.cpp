// SPDX-License-Identifier: Apache-2.0
// Bounds of one-port nodes by sets of nodes that part the others (separators.hpp).
#include <algorithm>

#include "testbench/judge/bounds/graph.hpp"
#include "testbench/judge/bounds/separators.hpp"

namespace testbench::bounds {
namespace {

// Nodes of a set send and receive as many at least, for each of M packets.
struct Passing {
  std::uint64_t sent = 0;      // into branches
  std::uint64_t received = 0;  // by nodes of the set
  std::uint64_t both = 0;      // in all, where more than those
  std::uint64_t before = 0;    // cycles until the first comes to the set
  std::uint64_t after = 0;     // from the last that is sent
};

struct Set {
  std::uint64_t size = 0;
  std::uint64_t ends = 0;
  bool has_root = false;
  std::uint64_t distance = 0;  // of the root
};

std::uint64_t least_reach(const Separation& parts, std::uint32_t but) {
  std::uint64_t least = ~std::uint64_t{0};
  for (std::uint32_t i = 0; i < parts.branches.size(); ++i) {
    if (i != but) least = std::min(least, parts.branches[i].reach);
  }
  return least;
}

Passing passing(const Task& task, std::uint64_t n, const Separation& parts, const Set& set) {
  const std::uint64_t k = parts.branches.size();
  const bool is_switch = set.ends == 0;
  switch (task.collective) {
    case Collective::kBroadcast:
    case Collective::kReduce: {
      const std::uint32_t of_root = parts.branch_of[task.root];
      const std::uint64_t others = k - (of_root == Separation::kNone ? 0 : 1);
      if (others == 0) return {};
      const std::uint64_t received = is_switch ? 1 : set.ends - (set.has_root ? 1 : 0);
      return {others, received, 0, set.distance, least_reach(parts, of_root) - 1};
    }
    case Collective::kScatter:
    case Collective::kGather: {
      if (set.has_root) return {};
      const std::uint64_t behind = n - set.ends - parts.branches[parts.branch_of[task.root]].ends;
      return {behind, behind + set.ends, 0, set.distance, 0};
    }
    case Collective::kAllgather:
    case Collective::kReduceScatter: {
      std::uint64_t sent = 0;
      for (const Separation::Branch& branch : parts.branches) sent += n - branch.ends;
      return {sent, is_switch ? n : times(set.ends, n - 1), 0, 0, least_reach(parts, Separation::kNone) - 1};
    }
    case Collective::kAllreduce:
    case Collective::kBarrier:
      return {k, k, 2 * (k + set.ends - 1), 0, least_reach(parts, Separation::kNone) - 1};
    case Collective::kScan:
    case Collective::kExscan: {
      Passing runs;
      for (std::uint32_t node = 1; node < n; ++node) {
        const std::uint32_t before = parts.branch_of[node - 1];
        const std::uint32_t here = parts.branch_of[node];
        if (before == here) continue;
        runs.sent += here != Separation::kNone ? 1 : 0;
        runs.received += before != Separation::kNone ? 1 : 0;
      }
      return runs;
    }
    case Collective::kAlltoall:
      break;
  }
  return {};
}

}  // namespace

void add_separators(Largest& largest, const Graph& graph, Way way) {
  const Task& task = graph.task;
  if (task.ports == PortModel::kAll || graph.is_symmetric() || !graph.is_whole) return;
  static constexpr std::string_view kThroughSets =
      "Counting: what nodes that part the others into branches send into each, and receive (separators.hpp)";
  const bool is_half = task.ports == PortModel::kHalf;
  const BreadthFirst from_root = graph.links().search(task.root, way);
  const auto n = graph.ends();
  for (const std::vector<std::uint32_t>& nodes : separating_sets(*graph.edges)) {
    const Separation parts(*graph.edges, nodes);
    if (parts.branches.size() < 2) continue;
    Set set{nodes.size(), 0, false, ~std::uint64_t{0}};
    for (const std::uint32_t node : nodes) {
      set.ends += node < n ? 1 : 0;
      set.has_root = set.has_root || node == task.root;
      set.distance = std::min<std::uint64_t>(set.distance, from_root.distance[node]);
    }
    const auto [sent, received, both, before, after] = passing(task, n, parts, set);
    const auto cycles = [&](std::uint64_t packets) { return divide_up(times(task.packets, packets), set.size); };
    if (is_half) {
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
