// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/rooted_tree.hpp"

#include <algorithm>
#include <utility>

#include "testbench/plans/trees/shortest_trees.hpp"

namespace testbench {
std::uint32_t RootedTree::cycles(const LinkTable& links) const {
  std::uint32_t most = 0;
  for (std::uint32_t end = 0; end < links.ends(); ++end) {
    std::uint32_t sum = 0;
    for (std::uint32_t node = end; node != root; node = links.neighbour(node, parent_port[node])) {
      const unsigned port = parent_port[node];
      const bool is_last = links.is_turned() ? node == end : links.neighbour(node, port) == root;
      sum += is_last && links.has_free_links() ? 1 : links.cycles(node, port);
    }
    most = std::max(most, sum);
  }
  return most;
}

void RootedTree::cut(const LinkTable& links) {
  if (links.has_cycles()) depth = cycles(links);
  if (links.ends() == links.nodes()) return;
  is_cut.assign(links.nodes(), true);
  is_cut[root] = false;
  std::vector<network::Ports> kept(links.nodes());
  if (!links.has_cycles()) depth = 0;
  for (std::uint32_t end = 0; end < links.ends(); ++end) {
    std::uint32_t hops = 0;
    for (std::uint32_t node = end; node != root; ++hops) {
      const unsigned port = parent_port[node];
      is_cut[node] = false;
      kept[links.neighbour(node, port)].insert(links.arrival_port(node, port), true);
      node = links.neighbour(node, port);
    }
    if (!links.has_cycles()) depth = std::max(depth, hops);
  }
  children = std::move(kept);
}

bool is_below(const RootedTree& tree, const LinkTable& links, std::uint32_t node, std::uint32_t other) {
  while (node != other && node != tree.root) node = links.neighbour(node, tree.parent_port[node]);
  return node == other;
}

RootedTree moved(RootedTree tree, const LinkTable& links, std::uint32_t node, unsigned port) {
  const auto parent = [&](std::uint32_t of) { return links.neighbour(of, tree.parent_port[of]); };
  network::Ports& before = tree.children[parent(node)];
  before = before - network::Ports::one(links.arrival_port(node, tree.parent_port[node]));
  tree.parent_port[node] = static_cast<std::uint8_t>(port);
  tree.children[parent(node)].insert(links.arrival_port(node, port), true);
  tree.depth = 0;
  for (std::uint32_t each = 0; each < links.nodes(); ++each) {
    std::uint32_t hops = 0;
    for (std::uint32_t at = each; at != tree.root; ++hops) at = parent(at);
    tree.depth = std::max(tree.depth, hops);
  }
  tree.cut(links);
  return tree;
}

unsigned RootedTree::most_children() const {
  unsigned most = 0;
  for (const network::Ports ports : children) most = std::max(most, ports.size());
  return most;
}

unsigned RootedTree::most_links() const {
  unsigned most = 0;
  for (std::uint32_t node = 0; node < children.size(); ++node) {
    if (has(node)) most = std::max(most, children[node].size() + (node == root ? 0 : 1));
  }
  return most;
}

RootedTree shortest_tree(const LinkTable& links, std::uint32_t root) {
  const BalancedTree balanced(links, root);
  RootedTree tree{root, std::vector<std::uint8_t>(links.nodes()), std::vector<network::Ports>(links.nodes()),
                  balanced.levels().farthest()};
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    if (node != root) tree.parent_port[node] = static_cast<std::uint8_t>(balanced.parent_port(node));
    for (unsigned port = 0; port < links.ports(); ++port)
      tree.children[node].insert(port, balanced.is_child(node, port));
  }
  tree.cut(links);
  return tree;
}

LinkTable links_of(const LinkTable& links, const RootedTree& tree) {
  const auto leads_up = [&](std::uint32_t node, unsigned port) {
    return node != tree.root && tree.parent_port[node] == port;
  };
  return links.only([&](std::uint32_t node, unsigned port) {
    return leads_up(node, port) || leads_up(links.neighbour(node, port), links.arrival_port(node, port));
  });
}

}  // namespace testbench
