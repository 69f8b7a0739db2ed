// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/narrow_trees.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <optional>
#include <utility>

#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {
namespace {

class NarrowSearch {
 public:
  // `most_of_root`: children of that. `takes_turns`: a node takes one child, and then those before it one more each.
  NarrowSearch(const LinkTable& links, std::uint32_t root, unsigned most_children, unsigned most_of_root,
               bool takes_turns = false, bool takes_last = false)
      : links_(links),
        down_(links.turned()),
        most_(most_children),
        most_of_root_(most_of_root),
        takes_turns_(takes_turns),
        takes_last_(takes_last),
        is_met_(links.nodes()) {
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
      while (tree_.children[node].size() < (node == tree_.root ? most_of_root_ : most_)) {
        const unsigned port = next_child(node);
        if (port == down_.ports()) break;
        if (takes_turns_) open.push_back(node);
        const std::uint32_t child = down_.neighbour(node, port);
        is_met_[child] = true;
        ++met;
        depth[child] = depth[node] + 1;
        tree_.depth = std::max(tree_.depth, depth[child]);
        tree_.parent_port[child] = static_cast<std::uint8_t>(down_.arrival_port(node, port));
        tree_.children[node].insert(port, true);
        open.push_back(child);
        if (takes_turns_) break;
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
      if (around > fewest || (around == fewest && !takes_last_)) continue;
      best = port;
      fewest = around;
    }
    return best;
  }

  const LinkTable& links_;
  const LinkTable down_;
  unsigned most_;
  unsigned most_of_root_;
  bool takes_turns_;
  bool takes_last_;
  std::vector<bool> is_met_;
  RootedTree tree_;
};

// A tree whose nodes have one child each, and the root as many as `arms`: with one it is a path through all nodes. Next comes
// the neighbour with the fewest free ones, another where that leads nowhere, and then the next arm.
class PathSearch {
 public:
  // `longest`: links of an arm, at most.
  PathSearch(const LinkTable& links, std::uint32_t root, unsigned arms, std::uint32_t longest)
      : links_(links), down_(links.turned()), longest_(longest), more_arms_(arms - 1), is_met_(links.nodes()) {
    tree_.root = root;
    tree_.parent_port.resize(links.nodes());
    tree_.children.resize(links.nodes());
  }

  std::optional<RootedTree> find() {
    if (!go_on(tree_.root, 0, links_.nodes() - 1)) return std::nullopt;
    tree_.cut(links_);
    return tree_;
  }

 private:
  static constexpr unsigned kMostSteps = 5000;

  unsigned free_ones(std::uint32_t node) const {
    unsigned count = 0;
    for (unsigned port = 0; port < down_.ports(); ++port) count += is_met_[down_.neighbour(node, port)] ? 0 : 1;
    return count;
  }
  bool ends_at(std::uint32_t depth) {
    tree_.depth = std::max(tree_.depth, depth);
    return true;
  }
  bool go_on(std::uint32_t node, std::uint32_t depth, std::uint32_t left) {
    if (left == 0) return ends_at(depth);
    if (++steps_ > kMostSteps) return false;
    is_met_[node] = true;
    std::vector<std::pair<unsigned, unsigned>> next;  // free ones behind a port
    for (unsigned port = 0; port < down_.ports() && depth < longest_; ++port) {
      const std::uint32_t child = down_.neighbour(node, port);
      if (!is_met_[child]) next.emplace_back(free_ones(child), port);
    }
    std::ranges::sort(next);
    for (const auto& [count, port] : next) {
      const std::uint32_t child = down_.neighbour(node, port);
      if (!go_on(child, depth + 1, left - 1)) continue;
      tree_.parent_port[child] = static_cast<std::uint8_t>(down_.arrival_port(node, port));
      tree_.children[node].insert(port, true);
      return true;
    }
    if (node == tree_.root) return false;
    if (more_arms_ > 0) {
      --more_arms_;
      if (go_on(tree_.root, 0, left)) return ends_at(depth);
      ++more_arms_;
    }
    is_met_[node] = false;
    return false;
  }

  const LinkTable& links_;
  const LinkTable down_;
  const std::uint32_t longest_;
  unsigned more_arms_;
  std::vector<bool> is_met_;
  unsigned steps_ = 0;
  RootedTree tree_;
};

// A spanning tree whose busiest nodes lose links of it one by one. Nodes with as many as the busiest, or one fewer, part the
// others into components. Over a link between two of these the tree can go in place of one at a busiest node between them,
// or else at nodes with one fewer, which then do not part the components any more: they give a link off when their
// component has to take one.
class LeastDegree {
 public:
  // `links`: they work in both directions.
  LeastDegree(const LinkTable& links, const RootedTree& tree)
      : links_(links), root_(tree.root), kept_(links.nodes()), exchange_(links.nodes()), component_(links.nodes()) {
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      if (node != root_) keep({node, tree.parent_port[node]});
    }
    hang();
  }

  // One of the busiest nodes has a link less. False where there is no way.
  bool improve() {
    most_ = 0;
    for (std::uint32_t node = 0; node < links_.nodes(); ++node) most_ = std::max(most_, degree(node));
    std::iota(component_.begin(), component_.end(), 0u);
    std::ranges::fill(exchange_, Link{});
    is_free_.assign(links_.nodes(), false);
    for (std::uint32_t node = 0; node < links_.nodes(); ++node) is_free_[node] = degree(node) + 1 < most_;
    for (std::uint32_t node = 0; node < links_.nodes(); ++node) join_neighbours(node);
    bool has_joined = true;
    while (std::exchange(has_joined, false)) {
      for (std::uint32_t node = 0; node < links_.nodes(); ++node) {
        for (unsigned port = 0; port < links_.ports(); ++port) {
          const std::uint32_t other = links_.neighbour(node, port);
          if (other <= node || !is_free_[node] || !is_free_[other] || top(node) == top(other)) continue;
          const std::vector<std::uint32_t> between = path(node, other);
          const auto busiest = std::ranges::find_if(between, [&](std::uint32_t one) { return degree(one) == most_; });
          if (busiest != between.end()) {
            exchange(*busiest, {node, port});
            return true;
          }
          for (const std::uint32_t one : between) {
            if (is_free_[one]) continue;
            is_free_[one] = true;
            exchange_[one] = {node, port};
          }
          for (const std::uint32_t one : between) {
            join_neighbours(one);
            component_[top(one)] = top(node);
          }
          has_joined = true;
        }
      }
    }
    return false;
  }

  RootedTree tree() const {
    RootedTree tree{root_, std::vector<std::uint8_t>(links_.nodes()), kept_};
    for (const std::uint32_t node : order_) {
      if (node == root_) continue;
      tree.parent_port[node] = static_cast<std::uint8_t>(parent_port_[node]);
      tree.children[node] = kept_[node] - network::Ports::one(parent_port_[node]);
      tree.depth = std::max(tree.depth, depth_[node]);
    }
    return tree;
  }

 private:
  struct Link {
    std::uint32_t node = 0;
    unsigned port = ~0u;
  };

  // Children, and one.
  unsigned degree(std::uint32_t node) const { return kept_[node].size() + (node == root_ ? 1 : 0); }
  std::uint32_t top(std::uint32_t node) {
    while (component_[node] != node) node = component_[node] = component_[component_[node]];
    return node;
  }
  void join_neighbours(std::uint32_t node) {
    if (!is_free_[node]) return;
    for (const unsigned port : kept_[node]) {
      const std::uint32_t other = links_.neighbour(node, port);
      if (is_free_[other]) component_[top(other)] = top(node);
    }
  }
  std::uint32_t parent(std::uint32_t node) const { return links_.neighbour(node, parent_port_[node]); }

  // Parents and depths for the links that are kept.
  void hang() {
    order_.assign(1, root_);
    parent_port_.assign(links_.nodes(), ~0u);
    depth_.assign(links_.nodes(), 0);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::uint32_t node = order_[i];
      for (const unsigned port : kept_[node]) {
        if (port == parent_port_[node]) continue;
        const std::uint32_t child = links_.neighbour(node, port);
        parent_port_[child] = links_.arrival_port(node, port);
        depth_[child] = depth_[node] + 1;
        order_.push_back(child);
      }
    }
  }

  // The nodes of the tree from one to another, both included.
  std::vector<std::uint32_t> path(std::uint32_t from, std::uint32_t to) const {
    std::vector<std::uint32_t> way;
    std::vector<std::uint32_t> back;
    while (from != to) {
      std::uint32_t& deeper = depth_[from] >= depth_[to] ? from : to;
      (&deeper == &from ? way : back).push_back(deeper);
      deeper = parent(deeper);
    }
    way.push_back(from);
    way.insert(way.end(), back.rbegin(), back.rend());
    return way;
  }

  // The node, which is on the path between those of the link, gives off one of its own for it.
  void exchange(std::uint32_t node, Link link) {
    const std::uint32_t other = links_.neighbour(link.node, link.port);
    for (const std::uint32_t end : {link.node, other}) {
      if (degree(end) + 1 == most_) exchange(end, exchange_[end]);
    }
    const std::vector<std::uint32_t> between = path(link.node, other);
    const auto at = std::ranges::find(between, node);
    const std::uint32_t beside = at + 1 == between.end() ? at[-1] : at[1];
    for (const unsigned port : kept_[node]) {
      if (links_.neighbour(node, port) != beside) continue;
      drop({node, port});
      break;
    }
    keep(link);
    hang();
  }
  void keep(Link link) {
    kept_[link.node].insert(link.port);
    kept_[links_.neighbour(link.node, link.port)].insert(links_.arrival_port(link.node, link.port));
  }
  void drop(Link link) {
    const std::uint32_t other = links_.neighbour(link.node, link.port);
    kept_[link.node] = kept_[link.node] - network::Ports::one(link.port);
    kept_[other] = kept_[other] - network::Ports::one(links_.arrival_port(link.node, link.port));
  }

  const LinkTable& links_;
  const std::uint32_t root_;
  std::vector<network::Ports> kept_;      // by node: links of the tree
  std::vector<Link> exchange_;            // by node: what it takes for a link of its own
  std::vector<std::uint32_t> component_;  // by node: another of the same, or itself
  std::vector<bool> is_free_;             // by node: it can take a link
  std::vector<std::uint32_t> order_;      // parents before children
  std::vector<unsigned> parent_port_;     // by node
  std::vector<std::uint32_t> depth_;      // by node
  unsigned most_ = 0;
};

}  // namespace

std::vector<RootedTree> narrow_trees(const LinkTable& links, std::uint32_t root) {
  std::vector<RootedTree> trees;
  for (unsigned most = 1; most < links.ports(); ++most) {
    if (std::optional<RootedTree> tree = NarrowSearch(links, root, most, most).find())
      trees.push_back(std::move(*tree));
  }
  const LinkTable both = links.of_both_ways();
  if (levels_from(both, root).order.size() != both.nodes()) return trees;
  std::vector<RootedTree> narrower;
  unsigned least = trees.empty() ? links.ports() : trees.front().most_children();
  LeastDegree search(both, shortest_tree(both, root));
  while (least > 1 && search.improve()) {
    RootedTree tree = search.tree();
    tree.cut(links);
    if (tree.most_children() >= least) continue;
    least = tree.most_children();
    narrower.insert(narrower.begin(), std::move(tree));
  }
  trees.insert(trees.begin(), std::make_move_iterator(narrower.begin()), std::make_move_iterator(narrower.end()));
  return trees;
}

std::vector<RootedTree> trees_in_turns(const LinkTable& links, std::uint32_t root, unsigned more_at_root) {
  std::vector<RootedTree> trees;
  const unsigned arms = 1 + more_at_root;
  for (const std::uint32_t longest : {(links.nodes() - 2) / arms + 1, links.nodes() - 1}) {
    if (std::optional<RootedTree> path = PathSearch(links, root, arms, longest).find())
      trees.push_back(std::move(*path));
  }
  for (unsigned most = 1; most < links.ports(); ++most) {
    for (const bool takes_turns : {false, true}) {
      for (const bool takes_last : {false, true}) {
        NarrowSearch search(links, root, most, most + more_at_root, takes_turns, takes_last);
        if (std::optional<RootedTree> tree = search.find()) trees.push_back(std::move(*tree));
      }
    }
  }
  return trees;
}

std::vector<RootedTree> narrow_and_shortest_trees(const LinkTable& links, std::uint32_t root) {
  std::vector<RootedTree> trees = narrow_trees(links, root);
  trees.push_back(shortest_tree(links, root));
  return trees;
}

}  // namespace testbench
