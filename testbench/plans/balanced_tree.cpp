#include "testbench/plans/balanced_tree.hpp"

#include <algorithm>

#include "testbench/plans/spread.hpp"

namespace testbench {

BalancedTree::BalancedTree(const LinkTable& links, std::uint32_t root)
    : links_(links),
      levels_(levels_from(links, root)),
      parent_port_(links.nodes(), 0),
      subtree_(links.nodes(), 0),
      size_(links.nodes(), 1),
      loads_(links.ports(), 0) {
  for (const std::uint32_t node : levels_.order) {
    if (node == root) continue;
    join(node, port_to_smallest(node));
    ++loads_[subtree_[node]];
  }
  for (std::size_t i = links.nodes(); i-- > 1;) size_[parent(levels_.order[i])] += size_[levels_.order[i]];
  constexpr unsigned kPasses = 50;  // most trees are even after three
  for (unsigned pass = 0; pass < kPasses && even_out(); ++pass) {
  }
  share_out_leaves();
  number();
}

bool BalancedTree::is_child(std::uint32_t node, unsigned port) const {
  const std::uint32_t there = links_.neighbour(node, port);
  return there != node && there != root() && parent_port_[there] == links_.arrival_port(node, port);
}

std::uint64_t BalancedTree::largest_subtree() const {
  return *std::max_element(loads_.begin(), loads_.end());
}

unsigned BalancedTree::port_to_smallest(std::uint32_t node) const {
  const network::Ports above = nearer_ports(links_, levels_, node);
  unsigned best = above.lowest().port();
  if (levels_.distance[node] == 1) return best;
  for (const unsigned port : above) {
    const auto load = [&](unsigned way) { return loads_[subtree_[links_.neighbour(node, way)]]; };
    if (load(port) < load(best)) best = port;
  }
  return best;
}

void BalancedTree::join(std::uint32_t node, unsigned port) {
  parent_port_[node] = static_cast<std::uint8_t>(port);
  const bool at_root = levels_.distance[node] == 1;
  subtree_[node] = at_root ? static_cast<std::uint8_t>(links_.arrival_port(node, port)) : subtree_[parent(node)];
}

// Farthest nodes first, on which little hangs. Did any move?
bool BalancedTree::even_out() {
  bool moved = false;
  for (std::size_t i = links_.nodes(); i-- > 1;) {
    const std::uint32_t node = levels_.order[i];
    if (levels_.distance[node] == 1) return moved;
    const unsigned port = port_to_smallest(node);
    if (loads_[subtree_[links_.neighbour(node, port)]] + size_[node] >= loads_[subtree_[node]]) continue;
    move(node, port);
    moved = true;
  }
  return moved;
}

void BalancedTree::move(std::uint32_t node, unsigned port) {
  const std::uint32_t size = size_[node];
  const auto add_above = [&](std::uint32_t nodes) {
    for (std::uint32_t above = parent(node);; above = parent(above)) {
      size_[above] += nodes;
      if (above == root()) return;
    }
  };
  add_above(0u - size);
  loads_[subtree_[node]] -= size;
  join(node, port);
  add_above(size);
  loads_[subtree_[node]] += size;
  std::vector<std::uint32_t> below{node};
  for (std::size_t next = 0; next < below.size(); ++next) {
    for (unsigned down = 0; down < links_.ports(); ++down) {
      if (!is_child(below[next], down)) continue;
      below.push_back(links_.neighbour(below[next], down));
      subtree_[below.back()] = subtree_[node];
    }
  }
}

// Those that are no neighbours of the root. Only they move, and they hang on what is no leaf, so
// that what each can join stays.
void BalancedTree::share_out_leaves() {
  std::vector<bool> inner;
  inner.reserve(links_.nodes());
  for (const std::uint32_t size : size_) inner.push_back(size > 1);
  std::vector<std::uint32_t> leaves;
  std::vector<network::Ports> choices;
  for (const std::uint32_t node : levels_.order) {
    if (levels_.distance[node] < 2 || size_[node] != 1) continue;
    leaves.push_back(node);
    choices.emplace_back();
    for (const unsigned port : nearer_ports(links_, levels_, node)) {
      const std::uint32_t above = links_.neighbour(node, port);
      if (inner[above]) choices.back().insert(subtree_[above]);
    }
    --loads_[subtree_[node]];
  }
  const std::vector<unsigned> subtrees = spread(choices, loads_);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    for (const unsigned port : nearer_ports(links_, levels_, leaves[i])) {
      const std::uint32_t above = links_.neighbour(leaves[i], port);
      if (!inner[above] || subtree_[above] != subtrees[i]) continue;
      join(leaves[i], port);
      break;
    }
  }
  std::fill(size_.begin(), size_.end(), 1);
  for (std::size_t i = links_.nodes(); i-- > 1;) size_[parent(levels_.order[i])] += size_[levels_.order[i]];
}

// A node takes its place behind those before it that hang on the same parent.
void BalancedTree::number() {
  place_.assign(links_.nodes(), 0);
  preorder_.assign(links_.nodes(), root());
  std::vector<std::uint32_t> taken(links_.nodes(), 1);  // places behind a node that are given away, and its own
  for (const std::uint32_t node : levels_.order) {
    if (node == root()) continue;
    const std::uint32_t above = parent(node);
    place_[node] = place_[above] + taken[above];
    taken[above] += size_[node];
    preorder_[place_[node]] = node;
  }
}

}  // namespace testbench
