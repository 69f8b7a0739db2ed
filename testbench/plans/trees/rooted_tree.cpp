// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/rooted_tree.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "testbench/plans/trees/shortest_trees.hpp"

namespace testbench {
namespace {

class NarrowSearch {
 public:
  NarrowSearch(const LinkTable& links, std::uint32_t root, unsigned most_children)
      : links_(links), down_(links.turned()), most_(most_children), is_met_(links.nodes()) {
    tree_.root = root;
    tree_.parent_port.resize(links.nodes());
    tree_.children.resize(links.nodes());
  }

  std::optional<RootedTree> find() {
    std::vector<std::uint32_t> depth(down_.nodes(), 0);
    std::deque<std::uint32_t> open{tree_.root};
    is_met_[tree_.root] = true;
    std::uint32_t met = 1;
    for (; !open.empty(); open.pop_front()) {
      const std::uint32_t node = open.front();
      for (unsigned i = 0; i < most_; ++i) {
        const unsigned port = next_child(node);
        if (port == down_.ports()) break;
        const std::uint32_t child = down_.neighbour(node, port);
        is_met_[child] = true;
        ++met;
        depth[child] = depth[node] + 1;
        tree_.depth = std::max(tree_.depth, depth[child]);
        tree_.parent_port[child] = static_cast<std::uint8_t>(down_.arrival_port(node, port));
        tree_.children[node].insert(port, true);
        open.push_back(child);
      }
    }
    if (met != down_.nodes()) return std::nullopt;
    tree_.cut(links_);
    return tree_;
  }

 private:
  // The port to the node that has not been met with the fewest others around it; all ports: none.
  unsigned next_child(std::uint32_t node) const {
    unsigned best = down_.ports();
    unsigned fewest = ~0u;
    for (unsigned port = 0; port < down_.ports(); ++port) {
      const std::uint32_t child = down_.neighbour(node, port);
      if (child == node || is_met_[child]) continue;
      unsigned around = 0;
      for (unsigned other = 0; other < down_.ports(); ++other) around += is_met_[down_.neighbour(child, other)] ? 0 : 1;
      if (around >= fewest) continue;
      best = port;
      fewest = around;
    }
    return best;
  }

  const LinkTable& links_;
  const LinkTable down_;
  unsigned most_;
  std::vector<bool> is_met_;
  RootedTree tree_;
};

}  // namespace

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

unsigned RootedTree::most_children() const {
  unsigned most = 0;
  for (const network::Ports ports : children) most = std::max(most, ports.size());
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

std::vector<RootedTree> narrow_trees(const LinkTable& links, std::uint32_t root) {
  std::vector<RootedTree> trees;
  for (unsigned most = 1; most < links.ports(); ++most) {
    if (std::optional<RootedTree> tree = NarrowSearch(links, root, most).find()) trees.push_back(std::move(*tree));
  }
  return trees;
}

}  // namespace testbench
