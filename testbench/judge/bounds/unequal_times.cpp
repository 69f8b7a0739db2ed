// SPDX-License-Identifier: Apache-2.0
// Bounds on the time where the wires of each link take cycles of their own. A packet leaves a node L + 1 cycles
// later than it left the neighbour, at least, L being those of the link between. So it leaves for its last hop
// behind the sum of L + 1 over the other hops of the quickest way (Dijkstra 1959), or later. All ports are used.
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "testbench/judge/bounds/graph.hpp"
#include "testbench/judge/bounds/quickest_ways.hpp"

namespace testbench::bounds {
namespace {

// By end: cycles between a packet's first hop and its last, at least.
using Cycles = std::vector<std::uint64_t>;

class Delays {
 public:
  Delays(const EdgeTable& edges, const LinkValues& latencies)
      : ends_(edges.ends()), out_of_(edges.nodes()), into_(edges.nodes()) {
    for (std::uint32_t node = 0; node < edges.nodes(); ++node) {
      for (unsigned port = 0; port < edges.ports(); ++port) {
        if (!edges.has_link(node, port)) continue;
        const std::uint32_t receiver = edges.receiver(node, port);
        const std::uint64_t cycles = std::uint64_t{latencies.of(node, port)} + 1;
        out_of_[node].push_back({receiver, cycles});
        into_[receiver].push_back({node, cycles});
      }
    }
  }

  // To each node.
  Cycles from(std::uint32_t node) const {
    Cycles last(out_of_.size(), kNever);
    quickest_ways(out_of_, {{0, node}}, [&](std::uint64_t cycles, std::uint32_t receiver) {
      last[receiver] = std::min(last[receiver], cycles);
    });
    last.resize(ends_);
    return last;
  }
  // From each node. The last hop is the first of the search.
  Cycles into(std::uint32_t node) const {
    std::vector<Reached> begin;
    begin.reserve(into_[node].size());
    for (const auto& [sender, cycles] : into_[node]) begin.emplace_back(0, sender);
    Cycles first = quickest_ways(into_, begin);
    first.resize(ends_);
    return first;
  }
  std::uint64_t links_of(std::uint32_t node) const { return std::max<std::size_t>(out_of_[node].size(), 1); }
  std::uint64_t links_to(std::uint32_t node) const { return std::max<std::size_t>(into_[node].size(), 1); }

 private:
  std::uint64_t ends_;
  TimedLinks out_of_;
  TimedLinks into_;
};

class Unequal {
 public:
  Unequal(const Graph& graph, const Delays& delays) : task_(graph.task), delays_(delays) {}

  // Packets of each node come to this one, apart from one another; or packets for each leave it.
  void add_blocks_into(std::uint32_t node) { add_blocks(delays_.into(node), node, delays_.links_to(node)); }
  void add_blocks_from(std::uint32_t node) { add_blocks(delays_.from(node), node, delays_.links_of(node)); }
  // For every item something comes from this node to each from `first` on.
  void add_items_from(std::uint32_t node, std::uint32_t first) {
    const Cycles cycles = delays_.from(node);
    for (std::uint32_t other = first; other < cycles.size(); ++other) {
      if (other != node) add(cycles[other], 1, std::min(delays_.links_of(node), delays_.links_to(other)));
    }
  }
  // And from each node to this one.
  void add_items_into(std::uint32_t node) {
    const Cycles cycles = delays_.into(node);
    for (std::uint32_t other = 0; other < cycles.size(); ++other) {
      if (other != node) add(cycles[other], 1, std::min(delays_.links_of(other), delays_.links_to(node)));
    }
  }
  Bound found() const { return largest_.found(); }

 private:
  void add_blocks(Cycles cycles, std::uint32_t node, std::uint64_t links) {
    cycles[node] = kNever;
    std::erase(cycles, kNever);
    std::ranges::sort(cycles, std::greater<>());
    for (std::size_t blocks = 1; blocks <= cycles.size(); ++blocks) add(cycles[blocks - 1], blocks, links);
  }
  void add(std::uint64_t cycles, std::uint64_t blocks, std::uint64_t links) {
    if (cycles == kNever) return;
    largest_.add(plus(cycles, divide_up(times(task_.packets, blocks), links)),
                 "Counting: packets to or from the nodes that are farthest in cycles, through a node's links");
  }

  const Task& task_;
  const Delays& delays_;
  Largest largest_;
};

}  // namespace

Bound unequal_time(const Graph& graph) {
  const Task& task = graph.task;
  if (task.counts != nullptr || task.ports != PortModel::kAll) return {};
  const EdgeTable cube = graph.is_whole_cube() ? cube_edges(task.dim) : EdgeTable();
  const Delays delays(graph.is_whole_cube() ? cube : *graph.edges, *task.latencies);
  Unequal unequal(graph, delays);
  const Meaning meaning = meaning_of(task.collective);
  const bool has_root = meaning.only_root_sends || meaning.only_root_receives;
  if (!has_root && graph.routers() > kMostLiveNodes) return {};
  const bool is_scan =
      meaning.contributors == Contributors::kUpToOwn || meaning.contributors == Contributors::kBelowOwn;
  const bool has_blocks_in = !is_combined(task) && !meaning.only_root_sends;
  for (std::uint32_t node = 0; node < graph.ends(); ++node) {
    if (has_root && node != task.root) continue;
    if (has_blocks_in) unequal.add_blocks_into(node);
    if (meaning.block_for_each) unequal.add_blocks_from(node);
    if (meaning.only_root_receives) {
      unequal.add_items_into(node);
    } else {
      unequal.add_items_from(node, is_scan ? node + 1 : 0);
    }
  }
  return unequal.found();
}

}  // namespace testbench::bounds
