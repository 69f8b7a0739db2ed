// SPDX-License-Identifier: Apache-2.0
#include "testbench/bounds/network_facts.hpp"

#include <algorithm>
#include <ranges>

#include "testbench/checker/saturating.hpp"

namespace testbench {
namespace {

// Nodes in the order of a breadth-first search, and the distance of each.
struct Search {
  Search(const EdgeTable& edges, std::uint32_t from) : distance(edges.nodes(), kUnseen) {
    order.reserve(edges.nodes());
    order.push_back(from);
    distance[from] = 0;
    for (std::size_t next = 0; next < order.size(); ++next) {
      const std::uint32_t node = order[next];
      const NodeTable::Row receivers = edges.receivers_of(node);
      for (unsigned port = 0; port < edges.ports(); ++port) {
        const std::uint32_t behind = receivers[port];
        if (distance[behind] != kUnseen) continue;
        distance[behind] = distance[node] + 1;
        order.push_back(behind);
      }
    }
  }

  static constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> distance;
};

// The cut between the first nodes of an order and the rest, which grow node by node.
class Cut {
 public:
  explicit Cut(const EdgeTable& edges) : edges_(edges), inside_(edges.nodes()), across_(edges.nodes()) {}

  void take(std::uint32_t node) {
    if (across_[node] != 0) --border_outside_;
    inside_[node] = true;
    ++size_;
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
    const std::uint64_t rest = edges_.nodes() - size_;
    if (rest == 0) return;
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

// Searches from these first nodes find what there is: where all nodes are alike, the balls around each
// are cuts like those around node 0.
std::uint32_t nodes_to_search(const EdgeTable& edges) {
  return edges.has_alike_nodes() ? 1 : static_cast<std::uint32_t>(edges.nodes());
}

NetworkFacts find_facts(const EdgeTable& edges) {
  const auto nodes = static_cast<std::uint32_t>(edges.nodes());
  NetworkFacts facts;
  facts.least_degree = edges.ports();
  try_cuts(edges, std::views::iota(0u, nodes), facts);
  // A leaf of a spanning tree is no cut vertex, so none of alike nodes is.
  if (!edges.has_alike_nodes()) facts.cut_vertices = cut_vertices(edges);
  const std::uint32_t searched = nodes_to_search(edges);
  for (std::uint32_t node = 0; node < searched; ++node) {
    const std::uint64_t degree = degree_of(edges, node);
    facts.links += degree;
    facts.least_degree = std::min(facts.least_degree, degree);
    const Search search(edges, node);
    for (const std::uint32_t distance : search.distance) facts.distance_sum += distance;
    facts.diameter = std::max<std::uint64_t>(facts.diameter, search.distance[search.order.back()]);
    try_cuts(edges, search.order, facts);
  }
  facts.links *= nodes / searched;
  facts.distance_sum *= nodes / searched;
  return facts;
}

}  // namespace

std::uint64_t Crossing::cycles(std::uint64_t times_as_much) const {
  return divide_up(times(amount, times_as_much), capacity);
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
  const std::uint32_t searched = nodes_to_search(edges);
  for (std::uint32_t source = 0; source < searched; ++source) {
    const Search search(edges, source);
    for (const std::uint32_t node : search.order) {
      const std::uint64_t packets = counts.between(source, node);
      hops.all = plus(hops.all, times(packets, search.distance[node]));
      if (packets != 0) hops.farthest = std::max<std::uint64_t>(hops.farthest, search.distance[node]);
    }
  }
  hops.all = times(hops.all, edges.nodes() / searched);
  known = edges;
  known_counts = counts;
  return hops;
}

std::uint64_t degree_of(const EdgeTable& edges, std::uint32_t node) {
  std::uint64_t degree = 0;
  for (unsigned port = 0; port < edges.ports(); ++port) degree += edges.has_link(node, port) ? 1 : 0;
  return degree;
}

std::vector<std::uint64_t> nodes_at_distance(const EdgeTable& edges, std::uint32_t node) {
  const Search search(edges, node);
  std::vector<std::uint64_t> nodes(search.distance[search.order.back()] + std::size_t{1});
  for (const std::uint32_t distance : search.distance) ++nodes[distance];
  return nodes;
}

}  // namespace testbench
