// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/shallow_tree.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "testbench/plans/trees/shortest_paths.hpp"
#include "testbench/plans/trees/spanning_trees.hpp"

namespace testbench {
namespace {

using FromNode = std::vector<std::uint32_t>;

// A link, and how far nodes are from its ends.
struct Middle {
  std::uint32_t node;
  unsigned port;
  std::uint32_t other;
  const FromNode& from_node;
  const FromNode& from_other;

  bool is_nearer_to_node(std::uint32_t of) const { return from_node[of] <= from_other[of]; }
};

// The longest path of the tree, in which each node is on the side of the nearer end.
std::uint64_t longest_path(const LinkTable& links, const Middle& middle) {
  std::uint64_t here = 0;
  std::uint64_t there = 0;
  bool has_others = false;
  for (std::uint32_t end = 0; end < links.ends(); ++end) {
    if (middle.is_nearer_to_node(end)) {
      here = std::max<std::uint64_t>(here, middle.from_node[end]);
    } else {
      there = std::max<std::uint64_t>(there, middle.from_other[end]);
      has_others = true;
    }
  }
  const std::uint64_t across = has_others ? here + links.cycles(middle.node, middle.port) + there : 0;
  return std::max({2 * here, 2 * there, across});
}

LinkTable tree_around(const LinkTable& links, const Middle& middle) {
  std::vector<unsigned> up(links.nodes(), links.ports());
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    const FromNode& distance = middle.is_nearer_to_node(node) ? middle.from_node : middle.from_other;
    if (distance[node] == 0) continue;
    for (unsigned port = 0; port < links.ports() && up[node] == links.ports(); ++port) {
      if (!links.has_link(node, port)) continue;
      const std::uint32_t nearer = links.neighbour(node, port);
      if (distance[nearer] + links.cycles(nearer, links.arrival_port(node, port)) == distance[node]) up[node] = port;
    }
  }
  up[middle.other] = links.arrival_port(middle.node, middle.port);
  return links.only([&](std::uint32_t node, unsigned port) {
    return up[node] == port || up[links.neighbour(node, port)] == links.arrival_port(node, port);
  });
}

}  // namespace

LinkTable shallow_tree(const LinkTable& both_ways, bool is_symmetric) {
  const LinkTable links = both_ways.with_last_links();  // packets go on behind each
  constexpr std::uint64_t kMostLinksSeen = 20'000'000;
  const bool tries_all = std::uint64_t{links.nodes()} * links.nodes() * links.ports() <= kMostLinksSeen;
  std::vector<std::uint32_t> nodes;
  if (is_symmetric || !tries_all) {
    nodes.push_back(is_symmetric ? 0 : middle_of(links));
  } else {
    for (std::uint32_t node = 0; node < links.nodes(); ++node) nodes.push_back(node);
  }
  std::map<std::uint32_t, FromNode> distances;
  const auto from = [&](std::uint32_t node) -> const FromNode& {
    FromNode& found = distances[node];
    if (found.empty()) found = levels_from(links, node).distance;
    return found;
  };
  std::optional<Middle> best;
  std::uint64_t shortest = 0;
  for (const std::uint32_t node : nodes) {
    for (unsigned port = 0; port < links.ports(); ++port) {
      if (!links.has_link(node, port)) continue;
      const std::uint32_t other = links.neighbour(node, port);
      const Middle tried{node, port, other, from(node), from(other)};
      const std::uint64_t longest = longest_path(links, tried);
      if (best && longest >= shortest) continue;
      best.emplace(tried);
      shortest = longest;
    }
  }
  return best ? tree_around(links, *best) : links;
}

}  // namespace testbench
