// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/shortest_trees.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "testbench/plans/trees/router_model.hpp"

namespace testbench {
namespace {

class Spreading {
 public:
  Spreading(const std::vector<network::Ports>& choices, std::vector<std::uint64_t>& loads)
      : choices_(choices), loads_(loads), items_(loads.size()) {
    for (std::uint32_t item = 0; item < choices.size(); ++item) {
      if (choices[item].empty()) continue;
      unsigned best = choices[item].lowest().port();
      for (const unsigned port : choices[item]) {
        if (loads_[port] < loads_[best]) best = port;
      }
      give(item, best);
    }
  }

  // One item fewer at the port, one more at another that has at least two fewer than it.
  bool relieve(unsigned full) {
    std::vector<unsigned> from(loads_.size(), kNone);     // the port that passes an item on to it
    std::vector<std::uint32_t> passed(loads_.size(), 0);  // that item
    std::vector<unsigned> reached{full};
    from[full] = full;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const unsigned port = reached[next];
      for (const std::uint32_t item : items_[port]) {
        for (const unsigned other : choices_[item]) {
          if (from[other] != kNone) continue;
          from[other] = port;
          passed[other] = item;
          reached.push_back(other);
          if (loads_[other] + 2 > loads_[full]) continue;
          for (unsigned to = other; to != full; to = from[to]) {
            take(passed[to], from[to]);
            give(passed[to], to);
          }
          return true;
        }
      }
    }
    return false;
  }

  std::vector<unsigned> ports() const {
    std::vector<unsigned> found(choices_.size(), 0);
    for (unsigned port = 0; port < items_.size(); ++port) {
      for (const std::uint32_t item : items_[port]) found[item] = port;
    }
    return found;
  }

 private:
  static constexpr unsigned kNone = ~0u;

  void give(std::uint32_t item, unsigned port) {
    items_[port].push_back(item);
    ++loads_[port];
  }
  void take(std::uint32_t item, unsigned port) {
    items_[port].erase(std::find(items_[port].begin(), items_[port].end(), item));
    --loads_[port];
  }

  const std::vector<network::Ports>& choices_;
  std::vector<std::uint64_t>& loads_;
  std::vector<std::vector<std::uint32_t>> items_;  // by port
};

}  // namespace

std::vector<unsigned> spread(const std::vector<network::Ports>& choices, std::vector<std::uint64_t>& loads) {
  Spreading spreading(choices, loads);
  for (bool relieved = true; relieved;) {
    relieved = false;
    for (unsigned port = 0; port < loads.size(); ++port) relieved = spreading.relieve(port) || relieved;
  }
  return spreading.ports();
}

BalancedTree::BalancedTree(const LinkTable& links, std::uint32_t root)
    : links_(links),
      down_(links.turned()),
      levels_(levels_from(down_, root)),
      parent_port_(links.nodes(), 0),
      subtree_(links.nodes(), 0),
      loads_(links.ports(), 0) {
  for (const std::uint32_t node : levels_.order) {
    if (node == root) continue;
    join(node, port_to_smallest(node));
    loads_[subtree_[node]] += links.is_switch(node) ? 0 : 1;
  }
  add_up();
  constexpr unsigned kPasses = 50;  // most trees are even after three
  for (unsigned pass = 0; pass < kPasses && even_out(); ++pass) {
  }
  share_out_leaves();
  number();
}

bool BalancedTree::is_child(std::uint32_t node, unsigned port) const {
  const std::uint32_t there = down_.neighbour(node, port);
  return there != node && there != root() && parent_port_[there] == down_.arrival_port(node, port);
}

// Behind each link of the root there are so many nodes k or more hops away, and it is k - 1 hops more to these.
std::uint64_t BalancedTree::cycles(std::uint32_t packets) const {
  std::vector<std::uint64_t> behind(loads_.size(), 0);
  std::uint64_t most = 0;
  for (auto node = levels_.order.rbegin(); *node != root(); ++node) {
    if (links_.is_switch(*node)) continue;
    most = std::max(most, packets * ++behind[subtree_[*node]] + levels_.distance[*node] - 1);
  }
  return most;
}

void BalancedTree::add_up() {
  size_.assign(links_.nodes(), 1);
  weight_.assign(links_.nodes(), 0);
  std::fill_n(weight_.begin(), links_.ends(), 1);
  for (std::size_t i = links_.nodes(); i-- > 1;) {
    const std::uint32_t node = levels_.order[i];
    size_[parent(node)] += size_[node];
    weight_[parent(node)] += weight_[node];
  }
}

unsigned BalancedTree::port_to_smallest(std::uint32_t node) const {
  const network::Ports above = nearer_ports(links_, levels_, node);
  unsigned best = above.lowest().port();
  if (is_fixed(node)) return best;
  for (const unsigned port : above) {
    const auto load = [&](unsigned way) { return loads_[subtree_at(node, way)]; };
    if (load(port) < load(best)) best = port;
  }
  return best;
}

void BalancedTree::join(std::uint32_t node, unsigned port) {
  parent_port_[node] = static_cast<std::uint8_t>(port);
  subtree_[node] = static_cast<std::uint8_t>(subtree_at(node, port));
}

unsigned BalancedTree::subtree_at(std::uint32_t node, unsigned port) const {
  const std::uint32_t above = links_.neighbour(node, port);
  return above == root() ? links_.arrival_port(node, port) : subtree_[above];
}

// Farthest nodes first, which have few descendants. Returns whether any moved.
bool BalancedTree::even_out() {
  bool moved = false;
  for (std::size_t i = links_.nodes(); i-- > 1;) {
    const std::uint32_t node = levels_.order[i];
    if (is_fixed(node)) return moved;
    const unsigned port = port_to_smallest(node);
    if (loads_[subtree_at(node, port)] + weight_[node] >= loads_[subtree_[node]]) continue;
    move(node, port);
    moved = true;
  }
  return moved;
}

void BalancedTree::move(std::uint32_t node, unsigned port) {
  const auto add_above = [&](std::uint32_t sign) {
    for (std::uint32_t above = parent(node);; above = parent(above)) {
      size_[above] += sign * size_[node];
      weight_[above] += sign * weight_[node];
      if (above == root()) return;
    }
  };
  add_above(0u - 1);
  loads_[subtree_[node]] -= weight_[node];
  join(node, port);
  add_above(1);
  loads_[subtree_[node]] += weight_[node];
  std::vector<std::uint32_t> below{node};
  for (std::size_t next = 0; next < below.size(); ++next) {
    for (unsigned down = 0; down < links_.ports(); ++down) {
      if (!is_child(below[next], down)) continue;
      below.push_back(down_.neighbour(below[next], down));
      subtree_[below.back()] = subtree_[node];
    }
  }
}

// Neighbours of the root stay. Leaves hang on nodes that are not leaves, so that the choices of each
// stay while others move.
void BalancedTree::share_out_leaves() {
  std::vector<bool> inner;
  inner.reserve(links_.nodes());
  for (const std::uint32_t size : size_) inner.push_back(size > 1);
  std::vector<std::uint32_t> leaves;
  std::vector<network::Ports> choices;
  for (const std::uint32_t node : levels_.order) {
    if (is_fixed(node) || size_[node] != 1 || links_.is_switch(node)) continue;
    leaves.push_back(node);
    choices.emplace_back();
    for (const unsigned port : nearer_ports(links_, levels_, node)) {
      const std::uint32_t above = links_.neighbour(node, port);
      if (inner[above]) choices.back().insert(subtree_at(leaves.back(), port));
    }
    --loads_[subtree_[node]];
  }
  const std::vector<unsigned> subtrees = spread(choices, loads_);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    for (const unsigned port : nearer_ports(links_, levels_, leaves[i])) {
      const std::uint32_t above = links_.neighbour(leaves[i], port);
      if (!inner[above] || subtree_at(leaves[i], port) != subtrees[i]) continue;
      join(leaves[i], port);
      break;
    }
  }
  add_up();
}

// A node takes its place behind the earlier children of its parent and their descendants.
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

std::vector<network::Ports> RelativeTree::edges_to(const LinkTable& links, const BreadthFirst& levels) {
  std::vector<network::Ports> edges(links.nodes());
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    for (const unsigned back : nearer_ports(links, levels, node)) edges[node].insert(links.arrival_port(node, back));
  }
  return edges;
}

RelativeTree::RelativeTree(const LinkTable& links, const std::vector<network::Ports>& edges,
                           std::vector<std::uint32_t> nodes, std::mt19937_64& random)
    : children_(links.nodes()), edges_(links.ports(), 0) {
  std::shuffle(nodes.begin(), nodes.end(), random);
  std::vector<network::Ports> choices;
  choices.reserve(nodes.size());
  for (const std::uint32_t node : nodes) choices.push_back(edges[node]);
  const std::vector<unsigned> ports = spread(choices, edges_);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const unsigned back = links.arrival_port(0, ports[i]);
    children_[links.neighbour(nodes[i], back)].insert(ports[i]);
  }
}

std::uint64_t RelativeTree::most_edges() const {
  return *std::max_element(edges_.begin(), edges_.end());
}

std::uint64_t RelativeTree::cycles(const LinkTable& links, std::uint32_t packets, bool transit_first,
                                   std::uint64_t limit) const {
  OutputModel<Seen> node(links.ports(), transit_first);
  for (const unsigned port : children_[0]) {
    for (std::uint32_t i = 0; i < packets; ++i) node.own(port, 0);
  }
  return cycles_of_symmetric_nodes(
      std::move(node), links.ports(), limit, [&](unsigned port, Seen seen) { return links.neighbour(seen, port); },
      [&](unsigned port) { return links.arrival_port(0, port); }, [&](Seen seen) { return children_[seen]; });
}

SourceTrees::SourceTrees(const LinkTable& links, const AllDistances& distances, std::mt19937_64& random)
    : ends_(links.ends()), sources_(ends_), back_(std::size_t{links.nodes()} * sources_, 0) {
  std::vector<std::uint32_t> sources(sources_);
  std::iota(sources.begin(), sources.end(), 0u);
  std::shuffle(sources.begin(), sources.end(), random);
  std::vector<network::Ports> choices(sources_);
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    const std::uint16_t* const here = distances.row(node);
    std::fill(choices.begin(), choices.end(), network::Ports());
    for (unsigned port = 0; port < links.ports(); ++port) {
      const std::uint16_t* const there = distances.row(links.neighbour(node, port));
      for (std::uint32_t i = 0; i < sources_; ++i) {
        const std::uint32_t source = sources[i];
        const bool is_nearer = there[source] < here[source];
        choices[i].insert(port,
                          is_nearer && (!links.has_cycles() || leads_nearer(links, node, port, source, there[source],
                                                                            here[source], distances.farthest(source))));
      }
    }
    std::vector<std::uint64_t> loads(links.ports(), 0);
    const std::vector<unsigned> ports = spread(choices, loads);
    for (std::uint32_t i = 0; i < sources_; ++i) back_[at(node, sources[i])] = static_cast<std::uint8_t>(ports[i]);
    if (!links.is_switch(node)) most_loaded_ = std::max(most_loaded_, *std::max_element(loads.begin(), loads.end()));
  }
  cut(links);
}

SourceTrees::SourceTrees(const LinkTable& links, std::vector<std::uint8_t> back)
    : ends_(links.ends()), sources_(static_cast<std::uint32_t>(back.size() / links.nodes())), back_(std::move(back)) {
  for (std::uint32_t node = 0; node < links.ends(); ++node) {
    std::vector<std::uint64_t> loads(links.ports(), 0);
    for (std::uint32_t source = 0; source < sources_; ++source)
      loads[parent_port(node, source)] += source % ends_ != node ? 1 : 0;
    most_loaded_ = std::max(most_loaded_, *std::max_element(loads.begin(), loads.end()));
  }
  cut(links);
}

void SourceTrees::cut(const LinkTable& links) {
  if (links.ends() == links.nodes()) return;
  is_used_.resize(back_.size());
  for (std::uint32_t source = 0; source < sources_; ++source) {
    is_used_[at(source % ends_, source)] = true;
    for (std::uint32_t end = 0; end < links.ends(); ++end) {
      for (std::uint32_t node = end; !is_used_[at(node, source)];) {
        is_used_[at(node, source)] = true;
        node = links.neighbour(node, parent_port(node, source));
      }
    }
  }
}

std::uint64_t SourceTrees::most_of_node(const LinkTable& turned, bool counts_those_in) const {
  std::vector<std::uint64_t> loads(turned.nodes(), 0);
  for (std::uint32_t node = 0; node < turned.nodes(); ++node) {
    for (std::uint32_t source = 0; source < sources_; ++source) {
      if (node == source % ends_ || !has(node, source)) continue;
      ++loads[turned.neighbour(node, parent_port(node, source))];
      if (counts_those_in) ++loads[node];
    }
  }
  return std::ranges::max(loads);
}

network::Ports SourceTrees::children(const LinkTable& links, std::uint32_t node, std::uint32_t source) const {
  network::Ports found;
  for (unsigned port = 0; port < links.ports(); ++port) {
    const std::uint32_t there = links.neighbour(node, port);
    found.insert(port, there != node && there != source % ends_ && has(there, source) &&
                           parent_port(there, source) == links.arrival_port(node, port));
  }
  return found;
}

}  // namespace testbench
