// SPDX-License-Identifier: Apache-2.0
// Bounds on the time of collectives in which every node sends to every other.
#include <algorithm>

#include "testbench/judge/bounds/flow_facts.hpp"
#include "testbench/judge/bounds/graph.hpp"
#include "testbench/judge/bounds/separated_times.hpp"
#include "testbench/judge/bounds/weighted_exchange.hpp"

namespace testbench::bounds {
namespace {

// The name of a bound on a whole cube, where a paper has it, and elsewhere.
struct Source {
  std::string_view cube;
  std::string_view network;
  std::string_view live;

  std::string_view of(const Graph& graph) const {
    return graph.is_whole_cube() ? cube : graph.is_whole ? network : live;
  }
};

// A node gets M packets of each other node, those of nodes k or more links away not before cycle k; and
// its own leave it.
void add_levels(Largest& largest, const Levels& levels, const Graph& graph) {
  for (std::uint64_t k = 1; k < levels.blocks.size(); ++k) {
    largest.add(plus(levels.blocks[k].cycles(graph.task.packets), k - 1),
                graph.is_whole
                    ? "Counting: the packets of nodes k or more links away pass a node's links, for every k"
                    : "Counting: the packets of nodes k or more links away pass a node's live links, for every k");
  }
}

// Each node sends, and receives, one packet in a cycle, and a packet for a node that is k links away is
// sent k times.
Bound counted_alltoall_time(const Graph& graph) {
  const CountedHops& hops = counted_hops(*graph.edges, *graph.task.counts);
  Largest largest;
  largest.add(divide_up(hops.all, at_most_at_once(graph)),
              graph.task.ports == PortModel::kOne
                  ? "Dimakopoulos and Dimopoulos, theorem 1: the sum of k_i and distance"
                  : "Counting: hops of all packets");
  largest.add(hops.farthest, "Counting: the farthest node for which there is a packet");
  return largest.found();
}

}  // namespace

Bound allgather_time(const Graph& graph, Way way) {
  const Task& task = graph.task;
  const std::uint64_t packets = times(task.packets, graph.ends() - 1);
  const bool reverses = way == Way::kIn;
  Largest largest;
  if (task.ports == PortModel::kAll) {
    if (graph.is_whole_cube()) {
      return {divide_up(packets, task.dim),
              reverses ? "Bertsekas et al. 1991, section 1 and table 1: M (N - 1) packets through a node's d links"
                       : "Bertsekas et al. 1991, section 2 and table 1; Johnsson and Ho 1986, theorem 6.1: "
                         "M (N - 1) packets through a node's d links"};
    }
    const Links links = graph.links();
    std::uint64_t fewest = graph.edges->ports();
    for (std::uint32_t node = 0; node < (graph.is_symmetric() ? 1 : links.ends()); ++node) {
      fewest = std::min(fewest, links.at(node, turned(way)));
    }
    largest.add(divide_up(packets, fewest), graph.is_whole ? "Counting: M (N - 1) packets through a node's links"
                                                           : "Counting: M (N - 1) packets through a node's live links");
    if (!graph.has_facts()) return largest.found();
    const NetworkFacts facts = graph.facts();
    largest.add(facts.diameter, "Counting: the diameter");
    if (graph.is_whole) largest.add(facts.all_port.spread.cycles(task.packets), "Counting: packets that cross a cut");
    // The worst cut of symmetric nodes is around one of them (graph.hpp).
    if (!graph.is_symmetric()) {
      const GossipFlows& flows = gossip_flows(*graph.edges, way);
      largest.add(flows.worst_cut.cycles(task.packets),
                  "Zhao et al. 2024, section 4: packets of the nodes before the worst cut");
      const std::uint64_t before = times(task.packets, flows.worst_cut.amount);
      for (const FewestLinks& ways : flows.out_of_it) {
        largest.add(cycles_over(ways, before),
                    "Ford and Fulkerson 1958: the flow over time from the nodes before the worst cut to one behind");
      }
    }
    add_levels(largest, way == Way::kOut ? facts.in : facts.out, graph);
    if (!graph.is_whole) {
      add_farthest(largest, way == Way::kOut ? facts.out : facts.in, graph,
                   "Counting: packets through a node's live links, and on to the farthest node");
    }
    return largest.found();
  }
  if (task.ports == PortModel::kOne || !graph.is_whole_cube()) {
    largest.add(packets, reverses ? "Counting: a packet of every node for each of M (N - 1) items"
                         : graph.is_whole_cube()
                             ? "Dimakopoulos 1999, section 2 (1); Johnsson and Ho 1986, theorem 6.1: "
                               "M (N - 1) packets through a node's port"
                             : "Dimakopoulos 1999, section 2 (1): M (N - 1) packets through a node's port");
  }
  if (graph.has_facts()) {
    const NetworkFacts facts = graph.facts();
    const Levels& levels = way == Way::kOut ? facts.in : facts.out;
    for (std::uint64_t k = 1; k < levels.blocks.size(); ++k) {
      largest.add(plus(times(task.packets, levels.blocks[k].amount), k - 1),
                  "Counting: the packets of nodes k or more links away pass a node's port, for every k");
    }
  }
  add_separators(largest, graph, way, [n = graph.ends()](const Parted& set) -> Passing {
    std::uint64_t sent = 0;
    for (const Separation::Branch& branch : set.parts.branches) sent += n - branch.ends;
    return {sent, set.is_switch() ? n : times(set.ends, n - 1), 0, 0, set.least_reach() - 1};
  });
  if (task.ports == PortModel::kHalf) {
    largest.add(cycles_of(task, graph.ends() * (graph.ends() - 1), graph.routers() / 2),
                reverses ? "Counting: N M (N - 1) packets, each of which occupies two nodes"
                : graph.ends() % 2 == 0
                    ? "Dimakopoulos 1999, section 2 (2): N M (N - 1) packets, each of which occupies two nodes"
                    : "Dimakopoulos 1999, section 2 (3): N M (N - 1) packets, each of which occupies two nodes");
    largest.add(times(task.packets, graph.ends()), "Counting: a node's own M packets, and M of each other node");
  }
  return largest.found();
}

Bound alltoall_time(const Graph& graph) {
  const Task& task = graph.task;
  if (graph.is_whole && task.counts != nullptr) return counted_alltoall_time(graph);
  if (!graph.is_whole_cube() && !graph.has_facts()) return {};
  Largest largest;
  static constexpr Source kHops{
      "Bertsekas et al. 1991, section 4 and table 1; Johnsson and Ho 1986, theorem 7.2: "
      "hops of all packets, a packet a link and cycle",
      "Counting: hops of all packets, a packet a link and cycle",
      "Counting: hops of all packets, a packet a live link and cycle"};
  static constexpr std::string_view kLiveHops =
      "Counting: hops of all packets over live links, a packet a sender and cycle";
  static constexpr Source kOnePort{
      "Dimakopoulos and Dimopoulos, section 4 (3); Johnsson and Ho 1986, theorem 7.1: "
      "hops of all packets, a packet a sender and cycle",
      "Dimakopoulos and Dimopoulos, section 4 (3): hops of all packets, a packet a sender and cycle", kLiveHops};
  static constexpr std::string_view kTwoNodes =
      "Dimakopoulos and Dimopoulos, section 4 (3): hops of all packets, each of which occupies two nodes";
  static constexpr Source kHalf{kTwoNodes, kTwoNodes, kLiveHops};
  const Source& source = task.ports == PortModel::kAll ? kHops : task.ports == PortModel::kOne ? kOnePort : kHalf;
  if (graph.is_whole_cube()) return {cycles_of(task, distance_sum(graph), at_most_at_once(graph)), source.of(graph)};
  const NetworkFacts facts = graph.facts();
  largest.add(cycles_of(task, facts.distance_sum, at_most_at_once(graph)), source.of(graph));
  largest.add(facts.diameter, "Counting: the diameter");
  if (graph.is_whole) {
    const Crossing& crossing = task.ports == PortModel::kAll ? facts.all_port.exchange : facts.one_port_exchange;
    largest.add(crossing.cycles(task.packets), "Counting: packets that cross a cut");
    largest.add(weighted_exchange(*graph.edges, task.ports).cycles(task.packets),
                "Congestion: hops of all packets, weighted by what they occupy");
  } else {
    largest.add(cycles_of(task, facts.distance_sum, facts.links), kHops.live);
  }
  add_levels(largest, facts.out, graph);
  add_levels(largest, facts.in, graph);
  return largest.found();
}

}  // namespace testbench::bounds
