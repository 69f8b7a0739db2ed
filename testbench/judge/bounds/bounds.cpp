// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/bounds/bounds.hpp"

#include "testbench/judge/bounds/graph.hpp"

namespace testbench {
namespace {

using namespace bounds;

Bound time_of(const Graph& graph) {
  switch (graph.task.collective) {
    case Collective::kBroadcast:
      return broadcast_time(graph, Way::kOut);
    case Collective::kScatter:
      return rooted_time(graph, Way::kOut);
    case Collective::kGather:
      return rooted_time(graph, Way::kIn);
    case Collective::kAllgather:
      return allgather_time(graph, Way::kOut);
    case Collective::kAlltoall:
      return alltoall_time(graph);
    case Collective::kReduce:
      return broadcast_time(graph, Way::kIn);
    case Collective::kReduceScatter:
      return allgather_time(graph, Way::kIn);
    case Collective::kAllreduce:
    case Collective::kBarrier:  // every node must have heard of every other one
      return allreduce_time(graph);
    case Collective::kScan:
    case Collective::kExscan:
      return scan_time(graph);
  }
  return {};
}

// Links that differ in cycles of a packet have those of a hop beside it as their latency, in the same cycles.
Bound least_time(const Graph& graph) {
  if (graph.task.packet_cycles != nullptr) {
    Task alike = graph.task;
    alike.packet_cycles = nullptr;
    alike.latency = 0;
    Bound found = least_time({alike, graph.edges, graph.is_whole});
    found.value = times(found.value, graph.task.packet_cycles->least());
    const Bound by_width = width_time(graph);
    return by_width.value > found.value ? by_width : found;
  }
  Bound found = time_of(graph);
  const auto take = [&found](const Bound& other) {
    if (other.value > found.value) found = other;
  };
  if (graph.task.latency != 0) take(delayed_time(graph));
  if (graph.task.latencies != nullptr) take(unequal_time(graph));
  return found;
}

// The sum of the distances between the root and all nodes.
std::uint64_t rooted_distances(const Graph& graph) {
  if (graph.is_whole_cube()) return graph.task.dim * (graph.ends() / 2);
  std::uint64_t sum = 0;
  const BreadthFirst search = graph.links().search(graph.task.root, Way::kOut);
  for (std::uint64_t node = 0; node < graph.ends(); ++node) sum += search.distance[node];
  return sum;
}

// A packet with one destination travels at least its distance. A packet for all nodes is received by
// n - 1 nodes, once per transmission. The bounds on time cite the sources for combined packets.
Bound transmissions_of(const Graph& graph) {
  const Task& task = graph.task;
  const std::uint64_t of_others = times(task.packets, graph.ends() - 1);
  switch (task.collective) {
    case Collective::kBroadcast:
      return {of_others, "every other node receives every packet over a link"};
    case Collective::kScatter:
      return {times(task.packets, rooted_distances(graph)),
              graph.is_whole_cube() ? "Bertsekas et al. 1991, section 3 (2) and table 1, by M"
                                    : "the distances of all nodes from the root"};
    case Collective::kGather:
      return {times(task.packets, rooted_distances(graph)),
              graph.is_whole_cube() ? "Bertsekas et al. 1991, section 3 (2) and table 1, by M, links reversed"
                                    : "the distances of all nodes from the root"};
    case Collective::kAllgather:
      return {times(graph.ends(), of_others), graph.is_whole_cube()
                                                  ? "Bertsekas et al. 1991, section 2 and table 1, by M"
                                                  : "every other node receives every packet over a link"};
    case Collective::kAlltoall:
      if (task.counts != nullptr) {
        return {counted_hops(*graph.edges, *task.counts).all, "the distances that all packets have to go"};
      }
      return {times(task.packets, distance_sum(graph)), graph.is_whole_cube()
                                                            ? "Bertsekas et al. 1991, section 4 (3) and table 1, by M"
                                                            : "the distances of all pairs of nodes"};
    case Collective::kReduce:
      return {of_others, "every other node sends something for every item"};
    case Collective::kReduceScatter:
      return {times(graph.ends(), of_others), "every node sends something for every item of every other node"};
    case Collective::kAllreduce:
    case Collective::kBarrier:
      return {allreduce_packets(graph), "Harary and Schwenk 1974: 2 (N - 1) one-way messages for every item"};
    case Collective::kScan:
    case Collective::kExscan:
      return {scan_packets(graph), "Counting: what comes to nodes, some of which have no neighbour one below"};
  }
  return {};
}

}  // namespace

EdgeTable without(const EdgeTable& edges, const std::vector<std::pair<std::uint32_t, unsigned>>& links) {
  std::vector<std::uint32_t> receivers(edges.receivers(), edges.receivers() + edges.links());
  for (const auto& [node, port] : links) receivers[edges.link(node, port)] = node;
  return {edges.ports(), std::move(receivers), edges.ends()};
}

Bound lower_bound(const Task& task) {
  if (find_fault(task, kMaxRelativeDim)) return {0, "no such task"};
  return least_time({task, task.network});
}

Bound bound_on_live_links(const Task& task, const EdgeTable& live) {
  const Bound whole = lower_bound(task);
  const Bound on_live = least_time({task, &live, false});
  return on_live.value > whole.value ? on_live : whole;
}

std::uint64_t link_count(const Task& task) {
  return bounds::link_count({task, task.network});
}

Bound least_transmissions(const Task& task) {
  if (find_fault(task, kMaxRelativeDim)) return {0, "no such task"};
  return transmissions_of({task, task.network});
}

}  // namespace testbench
