// SPDX-License-Identifier: Apache-2.0
// Bounds on the time where wires take cycles. A packet that comes over a link leaves the node L + 1 cycles later
// than it left the neighbour, at least. So it leaves for its last hop of k in cycle (k - 1)(L + 1) + 1 or later, and
// the packets of nodes k or more links away pass a node's links from there on. Every schedule on such wires is one
// on wires without delay too, whose bounds hold besides.
#include "testbench/judge/bounds/graph.hpp"

namespace testbench::bounds {
namespace {

constexpr std::string_view kSource =
    "Counting: packets of nodes k or more links away, whose hops but the last take L + 1 cycles each, for every k";

class Delayed {
 public:
  explicit Delayed(const Task& task) : task_(task) {}

  // `amount` packets come over `links` links in a last hop of `k`, or more.
  void add(std::uint64_t k, std::uint64_t amount, std::uint64_t links) {
    const std::uint64_t capacity = task_.ports == PortModel::kAll ? links : 1;
    largest_.add(plus(divide_up(amount, capacity), times(k - 1, std::uint64_t{task_.latency} + 1)), kSource);
  }
  Bound found() const { return largest_.found(); }

 private:
  const Task& task_;
  Largest largest_;
};

// Nodes of a cube that are k or more links away.
std::uint64_t nodes_from(unsigned dim, unsigned k) {
  std::uint64_t ways = 1;
  std::uint64_t nodes = 0;
  for (unsigned i = 0; i <= dim; ++i) {
    if (i >= k) nodes += ways;
    ways = ways * (dim - i) / (i + 1);
  }
  return nodes;
}

}  // namespace

// Packets of each of the others come to a node, or it has packets for each of them: as many as they are, for packets to
// different nodes stay apart, whatever is combined on the way. Otherwise the farthest node alone counts, with a packet
// an item.
Bound delayed_time(const Graph& graph) {
  const Task& task = graph.task;
  const Meaning meaning = meaning_of(task.collective);
  const bool is_scan =
      meaning.contributors == Contributors::kUpToOwn || meaning.contributors == Contributors::kBelowOwn;
  const bool has_blocks_in = !is_combined(task) && !meaning.only_root_sends;
  const bool is_for_each = meaning.block_for_each || has_blocks_in;
  Delayed delayed(task);
  if (task.counts != nullptr) return delayed.found();
  if (graph.is_whole_cube()) {
    for (unsigned k = 1; k <= task.dim; ++k) {
      const std::uint64_t nodes = is_for_each ? nodes_from(task.dim, k) : 1;
      delayed.add(k, times(task.packets, nodes), task.dim);
    }
    return delayed.found();
  }
  const bool has_root = meaning.only_root_sends || meaning.only_root_receives;
  if (is_scan || (!has_root && !graph.has_facts())) return delayed.found();
  const auto add = [&](const Levels& levels, Way way) {
    const bool has_blocks = way == Way::kOut ? meaning.block_for_each : has_blocks_in;
    const std::vector<Crossing>& crossings = has_blocks ? levels.blocks : levels.vectors;
    for (std::uint64_t k = 1; k < crossings.size(); ++k) {
      delayed.add(k, times(task.packets, crossings[k].amount), crossings[k].capacity);
    }
  };
  if (has_root) {
    const Way way = meaning.only_root_sends ? Way::kOut : Way::kIn;
    const Links links = graph.links();
    add(links.levels(links.search(task.root, way), way), way);
  } else {
    const NetworkFacts facts = graph.facts();
    add(facts.in, Way::kIn);
    add(facts.out, Way::kOut);
  }
  return delayed.found();
}

}  // namespace testbench::bounds
