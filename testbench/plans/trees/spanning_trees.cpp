// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/spanning_trees.hpp"

#include <algorithm>
#include <deque>
#include <set>

#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Both directions of a link.
struct Edge {
  std::uint32_t a;
  unsigned port_of_a;
  std::uint32_t b;
  unsigned port_of_b;
};

std::vector<Edge> edges_of(const LinkTable& links) {
  std::vector<Edge> edges;
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    for (unsigned port = 0; port < links.ports(); ++port) {
      const std::uint32_t there = links.neighbour(node, port);
      if (node < there) edges.push_back({node, port, there, links.arrival_port(node, port)});
    }
  }
  return edges;
}

class Packing {
 public:
  Packing(const LinkTable& links, unsigned count)
      : nodes_(links.nodes()), edges_(edges_of(links)), forest_of_(edges_.size(), kNone), count_(count) {}

  // Whether all trees span the nodes.
  bool fill() {
    std::uint64_t placed = 0;
    for (std::uint32_t edge = 0; edge < edges_.size(); ++edge) placed += place(edge) ? 1 : 0;
    return placed == std::uint64_t{count_} * (nodes_ - 1);
  }

  // The links of a tree, as those of a network.
  LinkTable tree(const LinkTable& links, unsigned number) const {
    std::set<std::pair<std::uint32_t, unsigned>> used;
    for (std::uint32_t edge = 0; edge < edges_.size(); ++edge) {
      if (forest_of_[edge] != number) continue;
      used.insert({edges_[edge].a, edges_[edge].port_of_a});
      used.insert({edges_[edge].b, edges_[edge].port_of_b});
    }
    return links.only([&](std::uint32_t node, unsigned port) { return used.contains({node, port}); });
  }

 private:
  // The links of a forest between two nodes; empty where they are in different parts.
  std::vector<std::uint32_t> way(unsigned forest, std::uint32_t from, std::uint32_t to) const {
    std::vector<std::vector<std::uint32_t>> at(nodes_);
    for (std::uint32_t edge = 0; edge < edges_.size(); ++edge) {
      if (forest_of_[edge] != forest) continue;
      at[edges_[edge].a].push_back(edge);
      at[edges_[edge].b].push_back(edge);
    }
    std::vector<std::uint32_t> by(nodes_, kNone);
    std::vector<std::uint32_t> order{from};
    for (std::size_t next = 0; next < order.size() && order[next] != to; ++next) {
      for (const std::uint32_t edge : at[order[next]]) {
        const std::uint32_t there = other_end(edge, order[next]);
        if (there == from || by[there] != kNone) continue;
        by[there] = edge;
        order.push_back(there);
      }
    }
    std::vector<std::uint32_t> found;
    for (std::uint32_t node = to; node != from && by[node] != kNone; node = other_end(by[node], node)) {
      found.push_back(by[node]);
    }
    return found;
  }
  std::uint32_t other_end(std::uint32_t edge, std::uint32_t node) const {
    return edges_[edge].a == node ? edges_[edge].b : edges_[edge].a;
  }

  // Puts a link into some forest; others may change theirs. False where none takes it.
  bool place(std::uint32_t first) {
    std::vector<std::uint32_t> pushed_by(edges_.size(), kNone);
    std::vector<bool> is_met(edges_.size(), false);
    std::deque<std::uint32_t> open{first};
    is_met[first] = true;
    for (; !open.empty(); open.pop_front()) {
      const std::uint32_t edge = open.front();
      for (unsigned i = 0; i < count_; ++i) {
        // Forests take turns to be first, so that all grow.
        const unsigned forest = (i + first) % count_;
        if (forest_of_[edge] == forest) continue;
        const std::vector<std::uint32_t> circuit = way(forest, edges_[edge].a, edges_[edge].b);
        if (circuit.empty()) {
          push(edge, forest, pushed_by);
          return true;
        }
        for (const std::uint32_t other : circuit) {
          if (is_met[other]) continue;
          is_met[other] = true;
          pushed_by[other] = edge;
          open.push_back(other);
        }
      }
    }
    return false;
  }
  void push(std::uint32_t edge, std::uint32_t forest, const std::vector<std::uint32_t>& pushed_by) {
    for (; edge != kNone; edge = pushed_by[edge]) std::swap(forest_of_[edge], forest);
  }

  std::uint32_t nodes_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> forest_of_;  // by edge
  unsigned count_;
};

std::uint32_t farthest_from(const LinkTable& links, std::uint32_t node) {
  const BreadthFirst levels = levels_from(links, node);
  return *std::max_element(levels.distance.begin(), levels.distance.begin() + links.ends());
}

// The way begins at a node that is farthest from node 0, and ends at one that is farthest from there: on a tree a
// longest way.
std::uint32_t middle_of_a_way(const LinkTable& links) {
  const std::uint32_t from = levels_from(links, 0).order.back();
  const BreadthFirst ahead = levels_from(links, from);
  const BreadthFirst back = levels_from(links.turned(), ahead.order.back());
  const std::uint32_t half = ahead.farthest() / 2;
  return *std::ranges::find_if(ahead.order, [&](std::uint32_t node) {
    return ahead.distance[node] == half && back.distance[node] == ahead.farthest() - half;
  });
}

}  // namespace

std::uint32_t middle_of(const LinkTable& links) {
  constexpr std::uint64_t kMostLinksSeen = 200'000'000;
  const bool is_large = std::uint64_t{links.nodes()} * links.nodes() * links.ports() > kMostLinksSeen;
  if (is_large && links.ends() == links.nodes()) return middle_of_a_way(links);
  std::uint32_t best = 0;
  std::uint32_t nearest = farthest_from(links, 0);
  for (std::uint32_t node = 1; node < links.ends(); ++node) {
    const std::uint32_t farthest = farthest_from(links, node);
    if (farthest >= nearest) continue;
    best = node;
    nearest = farthest;
  }
  return best;
}

std::vector<RootedTree> disjoint_trees(const LinkTable& links, unsigned count) {
  Packing packing(links, count);
  if (count > links.nodes() || !packing.fill()) return {};
  std::vector<LinkTable> links_of_tree;
  links_of_tree.reserve(count);
  for (unsigned number = 0; number < count; ++number) links_of_tree.push_back(packing.tree(links, number));
  std::vector<RootedTree> trees;
  std::set<std::uint32_t> roots;
  for (const LinkTable& of_tree : links_of_tree) {
    // The results of a root come to its memory as packets from port 0 do, so none of another tree may come there.
    const auto has_room = [&](std::uint32_t node) {
      return of_tree.has_link(node, 0) ||
             std::ranges::none_of(links_of_tree, [&](const LinkTable& other) { return other.has_link(node, 0); });
    };
    std::uint32_t best = kNone;
    std::uint32_t nearest = kNone;
    for (std::uint32_t node = 0; node < links.ends(); ++node) {
      if (roots.contains(node) || !has_room(node)) continue;
      const std::uint32_t farthest = farthest_from(of_tree, node);
      if (farthest >= nearest) continue;
      best = node;
      nearest = farthest;
    }
    if (best == kNone) return {};
    roots.insert(best);
    trees.push_back(shortest_tree(of_tree, best));
  }
  return trees;
}

}  // namespace testbench
