// SPDX-License-Identifier: Apache-2.0
// A network as bounds see it, and the bounds on time by kind of collective.
//
// Throughout, n nodes that send and receive (N = 2^d of a cube), M packets, and a packet passes one link in a cycle. One-port
// nodes send one packet in a cycle and receive one, so that n are on links at most; half-duplex ones do
// one of both, so that floor(n/2) are.
//
// A reduction played backwards, every link turned round, is a broadcast of as many packets: where the
// contribution of a node has found a way to the root for every item, the root's packets find it to the
// node. Likewise a gather is a scatter, and a reduce-scatter an allgather. So these have one bound, with
// the way of the packets. One proof serves cubes, other networks, and links that are left where some
// never work; a cube has closed forms of what it counts.
#pragma once

#include <numeric>
#include <string_view>

#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/judge/bounds/links.hpp"
#include "testbench/judge/bounds/network_facts.hpp"
#include "testbench/judge/checker/saturating.hpp"

namespace testbench::bounds {

// Facts about all pairs of nodes take a search from each.
inline constexpr std::uint64_t kMostLiveNodes = 2048;

// A network, or its live links alone.
struct Graph {
  const Task& task;
  const EdgeTable* edges;  // null: the whole cube
  bool is_whole = true;

  bool is_whole_cube() const { return edges == nullptr; }
  // Nodes that send and receive; all packets are between them. The router's port model holds for switches too.
  std::uint64_t ends() const { return end_count(task); }
  std::uint64_t routers() const { return router_count(task); }
  Links links() const { return {*edges, is_whole}; }
  // In a whole network no bridge, and no node with fewer links than the root, can be among symmetric nodes: it
  // is as well connected as a node has links (Mader 1971).
  bool is_symmetric() const { return is_whole_cube() || (is_whole && edges->has_symmetric_nodes()); }
  bool has_facts() const { return !is_whole_cube() && (is_whole || routers() <= kMostLiveNodes); }
  NetworkFacts facts() const { return is_whole ? facts_of(*edges) : facts_of_live(*edges); }
};

// The largest bound that holds, the first among equals.
class Largest {
 public:
  void add(std::uint64_t value, std::string_view source) {
    if (value > found_.value) found_ = {value, source};
  }
  Bound found() const { return found_; }

 private:
  Bound found_;
};

// M times `amount` over a capacity, rounded up.
inline std::uint64_t cycles_of(const Task& task, std::uint64_t amount, std::uint64_t capacity) {
  const std::uint64_t common = std::gcd(amount, capacity);
  return divide_up(times(task.packets, amount / common), capacity / common);
}

// One for each direction.
inline std::uint64_t link_count(const Graph& graph) {
  if (graph.is_whole_cube()) return graph.routers() * graph.task.dim;
  return graph.is_symmetric() ? graph.routers() * graph.task.network->ports() : graph.links().count();
}

// Packets on links in one cycle, at most.
inline std::uint64_t at_most_at_once(const Graph& graph) {
  if (graph.task.ports == PortModel::kOne) return graph.routers();
  if (graph.task.ports == PortModel::kHalf) return graph.routers() / 2;
  return link_count(graph);
}

// The sum of the distances of all ordered pairs of nodes.
inline std::uint64_t distance_sum(const Graph& graph) {
  if (graph.is_whole_cube()) return graph.ends() * (graph.task.dim * (graph.ends() / 2));
  return graph.facts().distance_sum;
}

// The packets for the farthest node pass the links in between one after another.
inline void add_farthest(Largest& largest, const Levels& levels, const Graph& graph, std::string_view source) {
  for (std::uint64_t k = 1; k < levels.vectors.size(); ++k) {
    if (levels.vectors[k].amount > 0) largest.add(levels.vectors[k].cycles(graph.task.packets) + k - 1, source);
  }
}

Bound broadcast_time(const Graph& graph, Way way);  // and reduce
Bound rooted_time(const Graph& graph, Way way);     // scatter and gather
Bound allgather_time(const Graph& graph, Way way);  // and reduce-scatter
Bound alltoall_time(const Graph& graph);
Bound allreduce_time(const Graph& graph);
Bound scan_time(const Graph& graph);
Bound delayed_time(const Graph& graph);  // of any collective, where wires take cycles
Bound unequal_time(const Graph& graph);  // and those of each link cycles of its own
Bound width_time(const Graph& graph);    // in cycles, where a packet takes as many as the link has
// Packets that combining takes.
std::uint64_t allreduce_packets(const Graph& graph);
std::uint64_t scan_packets(const Graph& graph);

}  // namespace testbench::bounds
