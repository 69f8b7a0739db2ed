// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/narrow_trees.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "test_support/seed.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/plans/trees/shallow_tree.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench::test {
namespace {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// The least that `value` is of the edges of a spanning tree.
template <class Value>
std::uint64_t least_of_trees(std::uint32_t nodes, const Edges& edges, Value value) {
  std::uint64_t best = ~std::uint64_t{0};
  for (std::uint32_t set = 0; set < std::uint32_t{1} << edges.size(); ++set) {
    if (static_cast<std::uint32_t>(std::popcount(set)) != nodes - 1) continue;
    std::vector<std::uint32_t> part(nodes);
    std::iota(part.begin(), part.end(), 0u);
    Edges chosen;
    bool is_tree = true;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if ((set >> i & 1) == 0) continue;
      const auto [a, b] = edges[i];
      is_tree = is_tree && part[a] != part[b];
      const std::uint32_t old = part[b];
      std::ranges::replace(part, old, part[a]);
      chosen.emplace_back(a, b);
    }
    if (is_tree) best = std::min(best, value(chosen));
  }
  return best;
}

// Links of the busiest node, the root's one more; the fewest of all spanning trees.
std::uint64_t fewest(std::uint32_t nodes, const Edges& edges, std::uint32_t root) {
  return least_of_trees(nodes, edges, [&](const Edges& tree) {
    std::vector<std::uint64_t> degrees(nodes, 0);
    degrees[root] = 1;
    for (const auto& [a, b] : tree) {
      ++degrees[a];
      ++degrees[b];
    }
    return std::ranges::max(degrees);
  });
}

LinkTable links_of(std::uint32_t nodes, const Edges& edges) {
  EdgeList list(nodes);
  for (const auto& [a, b] : edges) list.add(network::Address(a), network::Address(b));
  return LinkTable(Network(list));
}

std::uint64_t longest_path(const LinkTable& tree) {
  return levels_from(tree, levels_from(tree, 0).order.back()).farthest();
}

// Every node has a way to the root, as long as the tree says at most, and is a child of its parent alone.
void expect_tree(const LinkTable& links, const RootedTree& tree) {
  std::uint32_t deepest = 0;
  std::size_t children = 0;
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    children += tree.children[node].size();
    std::uint32_t depth = 0;
    for (std::uint32_t at = node; at != tree.root && depth <= links.nodes(); ++depth) {
      const unsigned port = tree.parent_port[at];
      const std::uint32_t parent = links.neighbour(at, port);
      ASSERT_NE(parent, at);
      ASSERT_TRUE(tree.children[parent].contains(links.arrival_port(at, port)));
      at = parent;
    }
    ASSERT_LE(depth, links.nodes());
    deepest = std::max(deepest, depth);
  }
  EXPECT_EQ(children, links.nodes() - 1);
  EXPECT_EQ(tree.depth, deepest);
}

// A hub that is linked to all others makes shortest paths and greedy searches give it all children.
TEST(NarrowTrees, HaveOneChildMoreThanTheFewestAtMostAndShallowOnesTheShortestPaths) {
  auto random = test_support::seeded_random();
  unsigned least_of_all = 0;
  for (unsigned round = 0; round < 60; ++round) {
    const auto n = static_cast<std::uint32_t>(4 + random() % 4);
    Edges edges;
    for (std::uint32_t node = 1; node < n; ++node) {
      edges.emplace_back(random() % 2 == 0 ? 0 : static_cast<std::uint32_t>(random() % node), node);
    }
    for (unsigned more = 0; more < 4; ++more) {
      auto [a, b] = std::minmax({static_cast<std::uint32_t>(random() % n), static_cast<std::uint32_t>(random() % n)});
      if (a != b && std::ranges::find(edges, std::pair(a, b)) == edges.end()) edges.emplace_back(a, b);
    }
    const auto root = static_cast<std::uint32_t>(random() % n);
    const LinkTable links = links_of(n, edges);
    const std::uint64_t best = fewest(n, edges, root) - 1;
    unsigned found = ~0u;
    for (const RootedTree& tree : narrow_trees(links, root)) {
      expect_tree(links, tree);
      found = std::min(found, tree.most_children());
    }
    const std::uint64_t shortest =
        least_of_trees(n, edges, [&](const Edges& tree) { return longest_path(links_of(n, tree)); });
    EXPECT_EQ(longest_path(shallow_tree(links, false)), shortest);
    found = std::min(found, shortest_tree(links, root).most_children());
    EXPECT_LE(found, best + 1);
    least_of_all += found == best ? 1 : 0;
  }
  EXPECT_GT(least_of_all, 30u);
}

// No last link is free for sums, which go on behind it.
TEST(NarrowTrees, ShallowOnesReachAllNodesOverWiresThatDiffer) {
  auto random = test_support::seeded_random();
  for (const std::string spec : {"path:4", "torus:3x4", "random:12,3,5", "fattree:4", "kautz:2,2"}) {
    const LinkTable links = LinkTable(network_of(spec)).of_both_ways();
    std::vector<std::uint16_t> wires(std::size_t{links.nodes()} * links.ports());
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      for (unsigned port = 0; port < links.ports(); ++port) {
        const auto cycles = static_cast<std::uint16_t>(random() % 50);
        wires[node * links.ports() + port] = cycles;
        wires[links.neighbour(node, port) * links.ports() + links.arrival_port(node, port)] = cycles;
      }
    }
    const LinkTable tree = shallow_tree(links.with_wires(wires, 1), false);
    const auto reached = [](const LinkTable& of) { return levels_from(of, 0).order.size(); };
    EXPECT_EQ(reached(tree), reached(links)) << spec;
  }
}

TEST(NarrowTrees, ThoseInTurnsAreTreesWhoseNodesCanMove) {
  auto random = test_support::seeded_random();
  for (const std::string spec : {"kautz:2,2", "torus:3x4", "random:12,3,5", "mesh:3x3"}) {
    const Network network = network_of(spec);
    const LinkTable links(network);
    const auto root = static_cast<std::uint32_t>(random() % links.nodes());
    for (const unsigned more_at_root : {0u, 1u}) {
      for (RootedTree tree : trees_in_turns(links, root, more_at_root)) {
        expect_tree(links, tree);
        for (std::uint32_t node = 0; node < links.nodes(); ++node) {
          const auto port = static_cast<unsigned>(random() % links.ports());
          if (node == root || !links.has_link(node, port) || is_below(tree, links, links.neighbour(node, port), node))
            continue;
          tree = moved(tree, links, node, port);
          ASSERT_EQ(tree.parent_port[node], port);
          expect_tree(links, tree);
        }
      }
    }
  }
}

// Links of the tree at the busiest of some first nodes, at least: those of a set join what is left without it to one another.
unsigned least_degree(const LinkTable& links, std::uint32_t hubs) {
  unsigned least = 0;
  for (std::uint32_t set = 1; set < std::uint32_t{1} << hubs; ++set) {
    const auto is_in = [&](std::uint32_t node) { return node < hubs && (set >> node & 1) != 0; };
    std::vector<std::uint32_t> part(links.nodes());
    std::iota(part.begin(), part.end(), 0u);
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      for (unsigned port = 0; port < links.ports(); ++port) {
        const std::uint32_t other = links.neighbour(node, port);
        const std::uint32_t old = part[other];
        if (!is_in(node) && !is_in(other)) std::ranges::replace(part, old, part[node]);
      }
    }
    std::ranges::sort(part);
    part.erase(std::unique(part.begin(), part.end()), part.end());
    const auto size = static_cast<unsigned>(std::popcount(set));
    least = std::max(least, (static_cast<unsigned>(part.size()) - 1 + size - 1) / size);
  }
  return least;
}

// A hub can give a leaf off only when another, with one link less, has given one off before.
TEST(NarrowTrees, DealLeavesThatHubsShare) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 100; ++round) {
    const auto hubs = static_cast<std::uint32_t>(2 + random() % 4);
    const auto n = static_cast<std::uint32_t>(4 * hubs + random() % 12);
    EdgeList list(n);
    for (std::uint32_t hub = 1; hub < hubs; ++hub) list.add(Address(hub - 1), Address(hub));
    for (std::uint32_t leaf = hubs; leaf < n; ++leaf) {
      const auto first = static_cast<std::uint32_t>(random() % hubs);
      list.add(Address(first), Address(leaf));
      const auto second = static_cast<std::uint32_t>(random() % hubs);
      if (second != first && random() % 3 != 0) list.add(Address(second), Address(leaf));
    }
    const Network network(list);
    const LinkTable links(network);
    unsigned found = shortest_tree(links, n - 1).most_children();
    for (const RootedTree& tree : narrow_trees(links, n - 1)) {
      expect_tree(links, tree);
      found = std::min(found, tree.most_children());
    }
    EXPECT_LE(found, least_degree(links, hubs)) << hubs << " hubs, " << n << " nodes";
  }
}

}  // namespace
}  // namespace testbench::test
