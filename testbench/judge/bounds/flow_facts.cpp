// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/bounds/flow_facts.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "testbench/judge/bounds/worst_cuts.hpp"

namespace testbench {
namespace {

// Links looked at, about half a second.
constexpr std::uint64_t kMostWork = 20'000'000;
constexpr std::uint64_t kMostLinks = 1'000'000;

// A flow for each node takes some searches over all links.
bool is_small(const EdgeTable& edges) {
  return edges.nodes() * Links(edges, true).count() <= kMostWork / 4;
}

std::vector<bool> only(std::uint32_t nodes, std::uint32_t node) {
  std::vector<bool> set(nodes);
  set[node] = true;
  return set;
}

RootedFlows find_rooted(const EdgeTable& edges, std::uint32_t root, Way way) {
  RootedFlows found;
  if (!is_small(edges) && (edges.has_symmetric_nodes() || edges.links() > kMostLinks)) return found;
  const TurnedLinks links(edges, way);
  const std::uint32_t nodes = links.nodes();
  const std::vector<bool> from = only(nodes, root);
  const BreadthFirst search = Links(edges, false).search(root, way);

  // Nodes that few links lead to come first, the farthest of them before others.
  std::vector<std::uint32_t> ends(search.order.begin() + 1, search.order.end());
  std::erase_if(ends, [&](std::uint32_t node) { return node >= links.ends(); });
  std::sort(ends.begin(), ends.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(links.into(a).size(), search.distance[b]) < std::pair(links.into(b).size(), search.distance[a]);
  });
  std::set<FewestLinks> to_node;
  std::uint64_t left = kMostWork;
  for (auto end = ends.begin(); end != ends.end() && left > 0; ++end) {
    const FewestLinks fewest = fewest_links(links, from, only(nodes, *end));
    left -= std::min<std::uint64_t>(left, links.all().size() * 2 * fewest.size());
    to_node.insert(fewest);
  }
  found.to_node.assign(to_node.begin(), to_node.end());

  if (!is_small(edges)) return found;
  const WorstCut cut = worst_scatter_cut(links, root);
  found.worst_cut = cut.crossing;
  for (std::uint64_t k = 1; k <= search.farthest(); ++k) {
    for (const bool is_behind_cut : {false, true}) {
      std::vector<bool> to(nodes);
      for (std::uint32_t node = 0; node < links.ends(); ++node) {
        to[node] = search.distance[node] >= k && !(is_behind_cut && cut.before[node]);
      }
      const auto count = static_cast<std::uint64_t>(std::ranges::count(to, true));
      if (count > 0) found.to_nodes.push_back({fewest_links(links, from, to), count});
    }
  }
  return found;
}

GossipFlows find_gossip(const EdgeTable& edges, Way way) {
  const TurnedLinks links(edges, way);
  const WorstCut cut = worst_gossip_cut(links);
  std::set<FewestLinks> out_of_it;
  for (std::uint32_t node = 0; node < links.ends(); ++node) {
    if (!cut.before[node]) out_of_it.insert(fewest_links(links, cut.before, only(links.nodes(), node)));
  }
  return {cut.crossing, {out_of_it.begin(), out_of_it.end()}};
}

}  // namespace

const RootedFlows& rooted_flows(const EdgeTable& edges, std::uint32_t root, Way way) {
  static EdgeTable known;
  static std::uint32_t known_root;
  static Way known_way;
  static RootedFlows found;
  if (known != edges || known_root != root || known_way != way) {
    found = find_rooted(edges, root, way);
    known = edges;
    known_root = root;
    known_way = way;
  }
  return found;
}

const GossipFlows& gossip_flows(const EdgeTable& edges, Way way) {
  static EdgeTable known;
  static Way known_way;
  static GossipFlows found;
  if (known != edges || known_way != way) {
    found = is_small(edges) ? find_gossip(edges, way) : GossipFlows{};
    known = edges;
    known_way = way;
  }
  return found;
}

Crossing worst_parts_of(const EdgeTable& edges) {
  static EdgeTable known;
  static Crossing found;
  if (known != edges) {
    found = is_small(edges) ? worst_parts(TurnedLinks(edges, Way::kOut)) : Crossing{};
    known = edges;
  }
  return found;
}

}  // namespace testbench
