// SPDX-License-Identifier: Apache-2.0
// Bounds on the time of collectives with a root.
#include <algorithm>
#include <bit>

#include "testbench/judge/bounds/flow_facts.hpp"
#include "testbench/judge/bounds/graph.hpp"
#include "testbench/judge/bounds/separated_times.hpp"

namespace testbench::bounds {
namespace {

constexpr std::string_view kPassRoot =
    "Counting: the packets of nodes k or more links away pass the root's ports, for every k";

std::uint64_t choose(unsigned n, unsigned k) {
  std::uint64_t ways = 1;
  for (unsigned i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
  return ways;
}

std::uint64_t eccentricity(const Graph& graph, Way way) {
  if (graph.is_whole_cube()) return graph.task.dim;
  const Links links = graph.links();
  return links.farthest(links.search(graph.task.root, way));
}

// Cycles, at least, for so many transmissions of half-duplex nodes: in cycle c at most 2^(c-1) nodes hold
// anything, and in any cycle a transmission occupies two nodes.
std::uint64_t cycles_of_doubling(std::uint64_t transmissions, std::uint64_t at_once) {
  std::uint64_t cycles = 0;
  for (std::uint64_t senders = 1; senders < at_once && transmissions > 0; senders *= 2, ++cycles) {
    transmissions -= std::min(transmissions, senders);
  }
  return plus(cycles, divide_up(transmissions, at_once));
}

// The last of M packets comes to a node through its links, the first of them in the cycle of its distance. Flows
// say more, but not of every node of a large network.
void add_arrivals(Largest& largest, const Graph& graph, const Links& links, const BreadthFirst& search, Way way) {
  if (graph.is_symmetric()) return;
  for (std::uint32_t node = 0; node < links.ends(); ++node) {
    if (node == graph.task.root) continue;
    largest.add(divide_up(graph.task.packets, links.at(node, turned(way))) + search.distance[node] - 1,
                graph.is_whole
                    ? "Counting: packets through a node's links, the first of them in the cycle of its distance"
                    : "Counting: packets through a node's live links, the first of them in the cycle of its distance");
  }
}

// One-port, the last packet leaves the root in cycle M or later; after it two nodes hold it, and at most
// twice as many after every further cycle. Half duplex, M (n - 1) receptions are needed besides.
Bound one_port_broadcast_time(const Graph& graph, Way way) {
  const std::uint64_t m = graph.task.packets;
  const bool is_turned = way == Way::kIn;
  const auto doublings = static_cast<std::uint64_t>(std::bit_width(graph.ends() - 1));
  const Bound one_port{
      m + std::max(eccentricity(graph, way), doublings) - 1,
      is_turned ? "Johnsson and Ho 1986, section 4 (one-port), time reversed"
                : "Johnsson and Ho 1986, section 4 (one-port): packets leave the root one by one, holders double"};
  Largest largest;
  largest.add(one_port.value, one_port.source);
  add_separators(largest, graph, way, [&](const Parted& set) -> Passing {
    const std::uint32_t of_root = set.parts.branch_of[graph.task.root];
    const std::uint64_t others = set.branches() - (of_root == Separation::kNone ? 0 : 1);
    if (others == 0) return {};
    const std::uint64_t received = set.is_switch() ? 1 : set.ends - (set.has_root ? 1 : 0);
    return {others, received, 0, set.distance, set.least_reach(of_root) - 1};
  });
  if (graph.task.ports == PortModel::kOne) return largest.found();
  const Bound receptions{
      cycles_of_doubling(times(m, graph.ends() - 1), graph.routers() / 2),
      is_turned ? "Counting: M (N - 1) packets, each of which occupies two nodes, time reversed"
      : graph.is_whole_cube()
          ? "Counting: M (N - 1) receptions, each of which occupies two nodes; 2^(c-1) senders in cycle c <= d"
          : "Counting: M (N - 1) receptions, each of which occupies two nodes; 2^(c-1) senders in cycle c at most"};
  if (graph.is_whole_cube()) return receptions;
  largest.add(receptions.value, receptions.source);
  return largest.found();
}

// The exact least: a flow through a copy of the network for each cycle.
void raise_to_flow(Largest& largest, const Graph& graph, Way way) {
  constexpr std::uint64_t kMostArcs = 60'000;
  const EdgeTable& edges = *graph.edges;
  std::uint64_t cycles = largest.found().value;
  if (times(cycles, edges.links() + edges.nodes()) > kMostArcs) return;
  const TurnedLinks links(edges, way);
  while (!carries_blocks(links, graph.task.root, graph.task.packets, cycles)) ++cycles;
  largest.add(cycles, "Ford and Fulkerson 1958: no flow over time carries every packet in fewer cycles");
}

}  // namespace

// With all ports the last of M packets leaves the nodes up to j links from the root in cycle j +
// ceil(M / c) or later, through the c links from there to the next nodes, and is then as far from the
// farthest node as these. The flow over time to each node counts its own links, bridges, and every other cut
// between.
Bound broadcast_time(const Graph& graph, Way way) {
  const Task& task = graph.task;
  const std::uint64_t m = task.packets;
  if (task.ports != PortModel::kAll) return one_port_broadcast_time(graph, way);
  if (graph.is_whole_cube()) {
    return {divide_up(m, task.dim) + task.dim - 1,
            way == Way::kIn ? "Johnsson and Ho 1986, section 4 (n-port), time reversed: ceil(M / d) + d - 1"
                            : "Johnsson and Ho 1986, section 4 (n-port): ceil(M / d) + d - 1, M packets through the "
                              "root's d links, and on to the farthest node"};
  }
  const Links links = graph.links();
  const BreadthFirst search = links.search(task.root, way);
  const std::uint64_t farthest = links.farthest(search);
  Largest largest;
  largest.add(divide_up(m, links.at(task.root, way)) + farthest - 1,
              graph.is_whole ? "Counting: M packets through the root's links, and on to the farthest node"
                             : "Counting: packets through the root's live links, and on to the farthest node");
  largest.add(links.levels(search, way).vectors[farthest].cycles(m) + farthest - 1,
              "Counting: M packets from the nodes at one distance to those at the next, and on to the farthest node");
  add_arrivals(largest, graph, links, search, way);
  for (const FewestLinks& fewest : rooted_flows(*graph.edges, task.root, way).to_node) {
    largest.add(cycles_over(fewest, m),
                "Ford and Fulkerson 1958: the flow over time of M packets between the root and a node");
  }
  return largest.found();
}

static void add_separators_to_each(Largest& largest, const Graph& graph, Way way) {
  add_separators(largest, graph, way, [&](const Parted& set) -> Passing {
    if (set.has_root) return {};
    const std::uint64_t before = set.parts.branches[set.parts.branch_of[graph.task.root]].ends;
    const std::uint64_t behind = graph.ends() - set.ends - before;
    return {behind, behind + set.ends, 0, set.distance, 0};
  });
}

// Scatter and gather. The last packet for nodes k or more links away leaves the nodes that are nearer to the root k - 1
// cycles or less before it can arrive. With one port all leave the root one by one.
Bound rooted_time(const Graph& graph, Way way) {
  const Task& task = graph.task;
  const std::uint64_t m = task.packets;
  Largest largest;
  if (task.ports != PortModel::kAll && !graph.is_whole_cube() && graph.edges->has_switches()) {
    const Links links = graph.links();
    const std::vector<Crossing> blocks = links.levels(links.search(task.root, way), way).blocks;
    for (std::uint64_t k = 1; k < blocks.size(); ++k) largest.add(plus(times(m, blocks[k].amount), k - 1), kPassRoot);
    add_separators_to_each(largest, graph, way);
    return largest.found();
  }
  if (task.ports != PortModel::kAll) {
    largest.add(times(m, graph.ends() - 1),
                graph.is_whole_cube() && task.ports == PortModel::kOne
                    ? "Johnsson and Ho 1986, section 5 (one-port): packets through the root"
                : graph.is_whole_cube() ? "Johnsson and Ho 1986, section 5: packets through the root, which only sends "
                                          "or only receives"
                                        : kPassRoot);
    add_separators_to_each(largest, graph, way);
    return largest.found();
  }
  if (graph.is_whole_cube()) {
    std::uint64_t from_here = 0;
    for (unsigned k = task.dim; k >= 1; --k) {
      from_here += choose(task.dim, k);
      largest.add(divide_up(m * from_here, task.dim) + k - 1, "");
    }
    return {largest.found().value,
            "Bertsekas et al. 1991, section 3 and table 1, by M: the packets of nodes k or more "
            "links away pass the root's ports, for every k"};
  }
  const std::string_view passes =
      graph.is_whole ? kPassRoot
                     : "Counting: the packets of nodes k or more links away pass a node's live links, for every k";
  const Links links = graph.links();
  const BreadthFirst search = links.search(task.root, way);
  const Levels levels = links.levels(search, way);
  for (std::uint64_t k = levels.blocks.size() - 1; k >= 1; --k) {
    largest.add(plus(levels.blocks[k].cycles(m), k - 1), passes);
  }
  add_arrivals(largest, graph, links, search, way);
  const RootedFlows& flows = rooted_flows(*graph.edges, task.root, way);
  largest.add(flows.worst_cut.cycles(m), "Worst cut: a packet for each node behind it (Dinkelbach 1967)");
  static constexpr std::string_view kFlow = "Ford and Fulkerson 1958: the flow over time between the root and nodes";
  for (const FewestLinks& fewest : flows.to_node) largest.add(cycles_over(fewest, m), kFlow);
  for (const auto& [fewest, nodes] : flows.to_nodes) largest.add(cycles_over(fewest, times(m, nodes)), kFlow);
  raise_to_flow(largest, graph, way);
  return largest.found();
}

}  // namespace testbench::bounds
