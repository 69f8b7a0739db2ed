// SPDX-License-Identifier: Apache-2.0
// Bounds on the time of collectives whose every node has a result that is combined of packets.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "testbench/judge/bounds/flow_facts.hpp"
#include "testbench/judge/bounds/graph.hpp"
#include "testbench/judge/bounds/separated_times.hpp"

namespace testbench::bounds {

// For one item: putting the packets of a cycle in any order tells nodes no less. Up to the packet by
// which the first node has all contributions, each of the other n - 1 nodes has sent one. After it one
// comes to each of them: 2 (n - 1).
std::uint64_t allreduce_packets(const Graph& graph) {
  return times(2 * std::uint64_t{graph.task.packets}, graph.ends() - 1);
}

// For every item a packet passes the node's links and continues to another node, or comes from it, which is
// `distance` away; each of its other hops takes L + 1 cycles.
static std::uint64_t to_the_farthest(const Task& task, std::uint64_t links, std::uint64_t distance) {
  return plus(divide_up(task.packets, task.ports == PortModel::kAll ? links : 1),
              times(distance - 1, std::uint64_t{task.latency} + 1));
}

// From one corner of a cube to the other. Wires that take cycles: delayed_times.cpp. `sources`: with all ports, with one.
static void add_opposite(Largest& largest, const Task& task, const std::array<std::string_view, 2>& sources) {
  const bool is_one = task.ports != PortModel::kAll;
  largest.add(divide_up(task.packets, is_one ? 1 : task.dim) + task.dim - 1, sources[is_one ? 1 : 0]);
}

// One-port, a node has sent something of its own for every item in cycle M or later, and twice as many nodes have it after
// every cycle.
static void add_doublings(Largest& largest, const Graph& graph) {
  if (graph.task.ports == PortModel::kAll) return;
  largest.add(std::uint64_t{graph.task.packets} + static_cast<std::uint64_t>(std::bit_width(graph.ends() - 1)) - 1,
              "Counting: for every item something of one node to all others, holders of which double");
}

// For every item something comes to a node of the farthest one, and its own goes there.
Bound allreduce_time(const Graph& graph) {
  const Task& task = graph.task;
  Largest largest;
  if (graph.is_whole_cube()) {
    add_opposite(
        largest, task,
        {"Counting: ceil(M / d) + d - 1, for every item something through a node's d links from the node opposite",
         "Counting: M + d - 1, for every item something through a node's port from the node opposite"});
  } else if (graph.has_facts()) {
    const NetworkFacts facts = graph.facts();
    static constexpr std::string_view kEveryItem =
        "Counting: for every item something through a node's live links, from or to the farthest node";
    if (task.ports != PortModel::kAll) largest.add(task.packets + facts.diameter - 1, kEveryItem);
    add_doublings(largest, graph);
    add_farthest(largest, facts.out, graph, kEveryItem);
    add_farthest(largest, facts.in, graph, kEveryItem);
    if (graph.is_whole && !graph.is_symmetric() && task.ports == PortModel::kAll) {
      largest.add(worst_parts_of(*graph.edges).cycles(task.packets),
                  "Harary and Schwenk 1974 and Cunningham 1985: 2 (p - 1) messages between p parts for every item");
    }
  }
  if (task.ports == PortModel::kHalf) {
    largest.add(times(2, task.packets), "Counting: for every item a node sends something, and something comes to it");
  }
  largest.add(divide_up(allreduce_packets(graph), at_most_at_once(graph)),
              "Harary and Schwenk 1974: 2 (N - 1) one-way messages for every item");
  add_separators(largest, graph, Way::kOut, [](const Parted& set) -> Passing {
    return {set.branches(), set.branches(), 2 * (set.branches() + set.ends - 1), 0, set.least_reach() - 1};
  });
  return largest.found();
}

// For one item: a packet comes to each of the nodes 1 .. N-1; packets that come besides, and any
// that comes to node 0, are counted here. Combined packets cannot be taken apart again. Let x be
// even, x > 0: x - 1 is no neighbour. If one packet alone comes to x it holds exactly 0 .. x-1, or
// 0 .. x where the packet of x comes back, and a neighbour z sends it. To z a packet comes besides:
//   z = 0   any;
//   z < x   the one with x - 1, of no use for its own result, and it needs one that is;
//   z > x   it needs another for its result: with x, or, where it sends 0 .. x, with x + 1.
// The exception is z = x + 1, which may have got 0 .. x in one packet. A neighbour w of z has sent
// that packet, and not x, which has no more than its own before; and to w a packet comes besides,
// as to z above, with x in place of x - 1.
//
// So for each of the N/2 - 1 nodes x a packet comes besides to x, a neighbour of x or a neighbour
// of x + 1. Any one node is that of d such x at most: an even one of itself (also as the neighbour
// of x + 1) and its d-1 even neighbours; an odd one of its even neighbour, and of the x below its
// d-1 odd neighbours.
std::uint64_t scan_packets(const Graph& graph) {
  const std::uint64_t besides = graph.is_whole_cube() ? divide_up(graph.ends() / 2 - 1, graph.task.dim) : 0;
  return times(graph.task.packets, graph.ends() - 1 + besides);
}

static constexpr std::string_view kOutside =
    "Counting: for every item a packet leaves some nodes for each of them whose next one is outside";

// Let S be a set of nodes, and k of them have the next node outside. For an item, the results of these k next nodes hold
// the packets of more and more nodes of S: k values none of which the others tell, whatever else nodes outside have. So
// k packets leave S for every item. S are the nodes that are nearer to one end of a link than to the other, and all
// others.
static void add_cuts(Largest& largest, const Graph& graph) {
  constexpr std::uint64_t kMostSteps = 50'000'000;  // a fraction of a second
  const EdgeTable& edges = *graph.edges;
  const Links links = graph.links();
  const std::uint32_t n = links.nodes();
  if (times(links.count(), n + links.count()) > kMostSteps) return;
  std::vector<std::vector<std::uint32_t>> distance;
  distance.reserve(n);
  for (std::uint32_t node = 0; node < n; ++node) distance.push_back(links.search(node, Way::kOut).distance);
  const auto each_behind = [&](std::uint32_t node, auto visit) {
    const NodeTable::Row behind = edges.receivers_of(node);
    for (unsigned port = 0; port < edges.ports(); ++port) {
      if (behind[port] != node) visit(behind[port]);
    }
  };
  std::vector<std::uint8_t> side(n);
  const auto add_side = [&](std::uint8_t inside) {
    std::uint64_t nodes = 0;
    std::uint64_t last = 0;
    std::uint64_t leaving = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (side[i] != inside) continue;
      ++nodes;
      last += i + 1 < links.ends() && side[i + 1] != inside ? 1 : 0;
      each_behind(i, [&](std::uint32_t to) { leaving += side[to] != inside ? 1 : 0; });
    }
    if (graph.task.ports != PortModel::kAll) leaving = std::min({leaving, nodes, n - nodes});
    if (leaving == 0) return;
    largest.add(cycles_of(graph.task, last, leaving), kOutside);
  };
  for (std::uint32_t node = 0; node < n; ++node) {
    each_behind(node, [&](std::uint32_t behind) {
      if (behind < node) return;
      for (std::uint32_t i = 0; i < n; ++i) side[i] = distance[node][i] < distance[behind][i] ? 1 : 0;
      for (const std::uint8_t inside : {std::uint8_t{0}, std::uint8_t{1}}) add_side(inside);
    });
  }
}

// For every item something of the farthest node below comes to a node, and something of its own goes to
// the farthest node above.
Bound scan_time(const Graph& graph) {
  const Task& task = graph.task;
  Largest largest;
  if (graph.is_whole_cube()) {
    add_opposite(largest, task,
                 {"Counting: ceil(M / d) + d - 1, for every item something from node 0 to node N - 1",
                  "Counting: M + d - 1, for every item something from node 0 to node N - 1"});
    largest.add(task.packets, kOutside);  // of the even nodes, through N/2 links
  } else if (graph.has_facts()) {
    const Links links = graph.links();
    for (std::uint32_t node = 0; node < links.ends(); ++node) {
      for (const Way way : {Way::kIn, Way::kOut}) {
        const std::vector<std::uint32_t> distance = links.search(node, way).distance;
        const auto begin = way == Way::kIn ? distance.begin() : distance.begin() + node;
        const auto end = distance.begin() + (way == Way::kIn ? node + 1 : links.ends());
        const std::uint64_t farthest = *std::max_element(begin, end);
        if (farthest > 0) {
          largest.add(to_the_farthest(task, links.at(node, way), farthest),
                      "Counting: for every item something through a node's live links, from below or for above");
        }
      }
    }
    add_cuts(largest, graph);
    add_doublings(largest, graph);
  }
  largest.add(divide_up(scan_packets(graph), at_most_at_once(graph)), "Counting: packets that every item needs");
  add_separators(largest, graph, Way::kOut, [n = graph.ends()](const Parted& set) {
    Passing runs;
    for (std::uint32_t node = 1; node < n; ++node) {
      const std::uint32_t before = set.parts.branch_of[node - 1];
      const std::uint32_t here = set.parts.branch_of[node];
      if (before == here) continue;
      runs.sent += here != Separation::kNone ? 1 : 0;
      runs.received += before != Separation::kNone ? 1 : 0;
    }
    return runs;
  });
  return largest.found();
}

}  // namespace testbench::bounds
