// SPDX-License-Identifier: Apache-2.0
// Test only: a spanning tree as nothing but its parent links, and everything that the lemmas count
// in it, found by climbing. Shares no code with the trees: it sees node addresses and parent ports,
// as numbers.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "firmware/networks/cube_addresses.hpp"

namespace trees::test {

using Node = std::uint32_t;
// counts[l][k]: a quantity at level l and dimension k.
using Counts = std::vector<std::vector<std::uint64_t>>;

constexpr unsigned kNoPort = 99;

inline std::uint64_t binomial(unsigned n, unsigned k) {
  if (k > n) return 0;
  std::uint64_t result = 1;
  for (unsigned i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

struct TreeWalk {
  unsigned d = 0;
  Node root = 0;
  std::vector<unsigned> parent_port;  // kNoPort at the root
  std::vector<unsigned> level;
  std::vector<Node> by_level;  // all nodes, the root first, no node before its parent
  unsigned height = 0;

  Node size() const { return Node{1} << d; }
  Node parent(Node node) const { return node ^ (Node{1} << parent_port[node]); }

  std::vector<std::uint64_t> level_counts() const {
    std::vector<std::uint64_t> counts(height + 1, 0);
    for (const unsigned l : level) ++counts[l];
    return counts;
  }

  // Nodes in the subtree rooted at each node, itself included.
  std::vector<std::uint64_t> subtree_sizes() const {
    std::vector<std::uint64_t> sizes(size(), 1);
    for (std::size_t i = by_level.size(); i-- > 1;) sizes[parent(by_level[i])] += sizes[by_level[i]];
    return sizes;
  }

  // The port of the root behind which each node lies; kNoPort for the root.
  std::vector<unsigned> root_ports() const {
    std::vector<unsigned> ports(size(), kNoPort);
    for (const Node node : by_level)
      if (node != root) ports[node] = parent(node) == root ? parent_port[node] : ports[parent(node)];
    return ports;
  }

  // Sets of child ports.
  std::vector<std::uint32_t> children() const {
    std::vector<std::uint32_t> ports(size(), 0);
    for (const Node node : by_level)
      if (node != root) ports[parent(node)] |= std::uint32_t{1} << parent_port[node];
    return ports;
  }

  // e_lk: edges between levels l and l+1 in dimension k.
  void add_edges(Counts& e) const {
    for (const Node node : by_level)
      if (node != root) ++e[level[node] - 1][parent_port[node]];
  }
  // s_lk: nodes in the subtrees rooted at level l+1 whose roots hang on level l through dimension
  // k.
  void add_subtree_nodes(Counts& s) const {
    const std::vector<std::uint64_t> sizes = subtree_sizes();
    for (const Node node : by_level)
      if (node != root) s[level[node] - 1][parent_port[node]] += sizes[node];
  }
  // r_lk: nodes at distance l from ancestors (themselves at l = 0) whose parent edge is in
  // dimension k.
  void add_distant_nodes(Counts& r) const {
    for (Node node = 0; node < size(); ++node) {
      unsigned distance = 0;
      for (Node ancestor = node; ancestor != root; ancestor = parent(ancestor)) ++r[distance++][parent_port[ancestor]];
    }
  }

  // phi(i, j): nodes at distance j from node i in its subtree, as [i][j].
  Counts nodes_below() const {
    Counts phi(size(), std::vector<std::uint64_t>(height + 1, 0));
    for (Node node = 0; node < size(); ++node) {
      unsigned distance = 0;
      ++phi[node][0];
      for (Node ancestor = node; ancestor != root;) {
        ancestor = parent(ancestor);
        ++phi[ancestor][++distance];
      }
    }
    return phi;
  }
};

// Climbs from every node with `parent_set(node)`, the set of the port towards the parent, empty at
// the root alone. Fails unless the links form a spanning tree of the cube: every climb ends at the
// root and none goes around.
template <class ParentSet>
testing::AssertionResult walk(unsigned d, Node root, ParentSet parent_set, TreeWalk& tree) {
  constexpr unsigned kUnknown = ~0u;
  tree = {};
  tree.d = d;
  tree.root = root;
  tree.parent_port.assign(tree.size(), kNoPort);
  tree.level.assign(tree.size(), kUnknown);
  for (Node node = 0; node < tree.size(); ++node) {
    const std::uint32_t set = parent_set(node).mask();
    unsigned ports = 0;
    for (unsigned k = 0; k < 32; ++k)
      if ((set >> k & 1u) != 0) {
        ++ports;
        tree.parent_port[node] = k;
      }
    if (ports != (node == root ? 0u : 1u) || (set >> d) != 0)
      return testing::AssertionFailure() << "d " << d << ", root " << root << ": node " << node << " has parent set "
                                         << set;
  }
  tree.level[root] = 0;
  std::vector<Node> path;
  std::vector<std::vector<Node>> levels{{root}};
  for (Node start = 0; start < tree.size(); ++start) {
    path.clear();
    Node node = start;
    for (; tree.level[node] == kUnknown; node = tree.parent(node)) {
      if (path.size() == tree.size())
        return testing::AssertionFailure()
               << "d " << d << ", root " << root << ": node " << start << " climbs without end";
      path.push_back(node);
    }
    for (unsigned l = tree.level[node]; !path.empty(); path.pop_back()) {
      tree.level[path.back()] = ++l;
      if (levels.size() <= l) levels.resize(l + 1);
      levels[l].push_back(path.back());
    }
  }
  tree.height = static_cast<unsigned>(levels.size() - 1);
  for (const std::vector<Node>& nodes : levels) tree.by_level.insert(tree.by_level.end(), nodes.begin(), nodes.end());
  return testing::AssertionSuccess();
}

// Tree 0 of `Tree`, translated to `root`.
template <class Tree>
testing::AssertionResult walk_tree(unsigned d, Node root, TreeWalk& tree) {
  return walk(d, root, [&](Node node) { return Tree::parent(d, network::Address(node ^ root)); }, tree);
}

// Tree `j` of the rotations `Graph`, translated to `root`.
template <class Graph>
testing::AssertionResult walk_rotation(unsigned d, Node root, unsigned j, TreeWalk& tree) {
  return walk(d, root, [&](Node node) { return Graph::parent(d, network::Address(node ^ root), j); }, tree);
}

}  // namespace trees::test
