// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/bounds/network_facts.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>

#include "testbench/judge/checker/saturating.hpp"

namespace testbench {
namespace {

// The cut between the first nodes of an order and the rest, which grow node by node.
class Cut {
 public:
  explicit Cut(const EdgeTable& edges) : edges_(edges), inside_(edges.nodes()), across_(edges.nodes()) {}

  void take(std::uint32_t node) {
    if (across_[node] != 0) --border_outside_;
    inside_[node] = true;
    size_ += node < edges_.ends() ? 1 : 0;
    const NodeTable::Row receivers = edges_.receivers_of(node);
    for (unsigned port = 0; port < edges_.ports(); ++port) {
      const std::uint32_t behind = receivers[port];
      if (behind == node) continue;
      if (inside_[behind]) {
        --links_;
        --across_[node];
        if (--across_[behind] == 0) --border_inside_;
      } else {
        ++links_;
        ++across_[node];
        if (across_[behind]++ == 0) ++border_outside_;
      }
    }
    if (across_[node] != 0) ++border_inside_;
  }

  void add_to(NetworkFacts& facts) const {
    const std::uint64_t rest = edges_.ends() - size_;
    if (size_ == 0 || rest == 0) return;
    facts.all_port.exchange.keep_longer({size_ * rest, links_});
    facts.all_port.spread.keep_longer({std::max(size_, rest), links_});
    // A node of one port sends, or receives, one packet in a cycle.
    facts.one_port_exchange.keep_longer({size_ * rest, std::min(border_inside_, border_outside_)});
  }

 private:
  const EdgeTable& edges_;
  std::vector<bool> inside_;
  std::vector<std::uint8_t> across_;  // by node: its links across the cut
  std::uint64_t size_ = 0;            // nodes inside
  std::uint64_t links_ = 0;           // across, one way
  std::uint64_t border_inside_ = 0;   // nodes with links across
  std::uint64_t border_outside_ = 0;
};

template <class Order>
void try_cuts(const EdgeTable& edges, const Order& order, NetworkFacts& facts) {
  Cut cut(edges);
  for (const std::uint32_t node : order) {
    cut.take(node);
    cut.add_to(facts);
  }
}

// Searches from these first nodes, those that send and receive, find what there is: where all nodes are symmetric, the balls around
// each are cuts like those around node 0.
std::uint32_t nodes_to_search(const EdgeTable& edges) {
  return edges.has_symmetric_nodes() ? 1 : static_cast<std::uint32_t>(edges.ends());
}

std::uint64_t distances_of_ends(const Links& links, const BreadthFirst& search) {
  return std::accumulate(search.distance.begin(), search.distance.begin() + links.ends(), std::uint64_t{0});
}

NetworkFacts find_facts(const EdgeTable& edges) {
  const auto nodes = static_cast<std::uint32_t>(edges.nodes());
  const Links links(edges, true);
  NetworkFacts facts;
  try_cuts(edges, std::views::iota(0u, nodes), facts);
  const std::uint32_t searched = nodes_to_search(edges);
  for (std::uint32_t node = 0; node < searched; ++node) {
    const BreadthFirst search = links.search(node, Way::kOut);
    facts.distance_sum += distances_of_ends(links, search);
    facts.diameter = std::max<std::uint64_t>(facts.diameter, links.farthest(search));
    facts.out.keep_longer(links.levels(search, Way::kOut));
    try_cuts(edges, search.order, facts);
  }
  facts.in = facts.out;
  facts.links = edges.has_symmetric_nodes() ? nodes * links.at(0, Way::kOut) : links.count();
  facts.distance_sum *= links.ends() / searched;
  return facts;
}

}  // namespace

NetworkFacts facts_of_live(const EdgeTable& edges) {
  const Links links(edges, false);
  NetworkFacts facts;
  facts.links = links.count();
  for (std::uint32_t node = 0; node < links.ends(); ++node) {
    const BreadthFirst out = links.search(node, Way::kOut);
    facts.distance_sum += distances_of_ends(links, out);
    facts.diameter = std::max<std::uint64_t>(facts.diameter, links.farthest(out));
    facts.out.keep_longer(links.levels(out, Way::kOut));
    facts.in.keep_longer(links.levels(links.search(node, Way::kIn), Way::kIn));
  }
  return facts;
}

const NetworkFacts& facts_of(const EdgeTable& edges) {
  static EdgeTable known;
  static NetworkFacts facts;
  if (known != edges) {
    facts = find_facts(edges);
    known = edges;
  }
  return facts;
}

const CountedHops& counted_hops(const EdgeTable& edges, const PacketCounts& counts) {
  static EdgeTable known;
  static PacketCounts known_counts;
  static CountedHops hops;
  if (known == edges && known_counts == counts) return hops;
  hops = {};
  const Links links(edges, true);
  const std::uint32_t searched = nodes_to_search(edges);
  for (std::uint32_t source = 0; source < searched; ++source) {
    const BreadthFirst search = links.search(source, Way::kOut);
    for (const std::uint32_t node : search.order) {
      const std::uint64_t packets = counts.between(source, node);
      hops.all = plus(hops.all, times(packets, search.distance[node]));
      if (packets != 0) hops.farthest = std::max<std::uint64_t>(hops.farthest, search.distance[node]);
    }
  }
  hops.all = times(hops.all, edges.ends() / searched);
  known = edges;
  known_counts = counts;
  return hops;
}

}  // namespace testbench
