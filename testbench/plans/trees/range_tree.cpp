// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/range_tree.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "testbench/plans/trees/plan_error.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {

using network::Ports;

RangeTree::RangeTree(const LinkTable& links, std::uint32_t levels, std::uint32_t crowding)
    : parents_(links.ends()),
      places_(links.ends()),
      loads_(std::size_t{links.nodes()} * links.ports()),
      port_down_(links.ends()),
      packets_(links.ends()) {
  shape(links, levels);
  // Paths that came first give way to later ones.
  constexpr unsigned kLeastRounds = 3;
  constexpr unsigned kMostRounds = 12;
  unsigned rounds = 0;
  for (bool meet = true; meet || rounds < kLeastRounds;) {
    if (++rounds > kMostRounds) throw PlanError("has no paths for a tree in order; use algorithm tree");
    for (const std::uint32_t node : order_) {
      if (parents_[node] != node) join(links, node, crowding);
    }
    meet = std::ranges::any_of(order_, [&](std::uint32_t node) { return meets_another(links, node); });
  }
  send(links);
}

// The cheapest tree of every range, as a left and as a right subtree: its parent is the node behind its end or that
// before it.
void RangeTree::shape(const LinkTable& links, std::uint32_t levels) {
  struct Cost {
    std::uint32_t levels = 0;
    std::uint32_t hops = 0;
  };
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max() / 4;
  constexpr std::uint32_t kMostNodes = 1024;  // of a search: a second
  const std::uint32_t n = links.ends();
  if (n > kMostNodes) throw PlanError("has too many nodes for a search of trees in order; use algorithm tree");
  const AllDistances distances(links);
  std::vector<unsigned> degrees(n);
  for (std::uint32_t node = 0; node < n; ++node) {
    for (unsigned port = 0; port < links.ports(); ++port) degrees[node] += links.has_link(node, port) ? 1 : 0;
  }
  const auto at = [&](std::uint32_t first, std::uint32_t end, bool is_right) {
    return 2 * (std::size_t{first} * (n + 1) + end) + (is_right ? 1 : 0);
  };
  std::vector<Cost> costs(at(n, n, true) + 1);
  std::vector<std::uint16_t> roots(costs.size());
  for (std::uint32_t size = 1; size <= n; ++size) {
    for (std::uint32_t first = 0; first + size <= n; ++first) {
      const std::uint32_t end = first + size;
      std::uint64_t least[2] = {~std::uint64_t{0}, ~std::uint64_t{0}};
      for (const bool is_right : {false, true}) costs[at(first, end, is_right)] = {kMost, kMost};
      for (std::uint32_t root = first; root < end; ++root) {
        const unsigned edges = (size == n ? 0 : 1) + (root == first ? 0 : 1) + (root + 1 == end ? 0 : 1);
        if (edges > degrees[root]) continue;
        const Cost left = costs[at(first, root, false)];
        const Cost right = costs[at(root + 1, end, true)];
        const std::uint32_t below = std::max(left.levels, right.levels);
        if (below >= kMost) continue;
        for (const bool is_right : {false, true}) {
          const bool has_parent = is_right ? first != 0 : end != n;
          if (!has_parent && size != n) continue;
          const std::uint32_t hops = has_parent ? distances.row(is_right ? first - 1 : end)[root] : 0;
          const Cost cost{below + hops, left.hops + right.hops + hops};
          const std::uint64_t weighed = std::uint64_t{levels} * cost.levels + cost.hops;
          if (weighed >= least[is_right ? 1 : 0]) continue;
          least[is_right ? 1 : 0] = weighed;
          costs[at(first, end, is_right)] = cost;
          roots[at(first, end, is_right)] = static_cast<std::uint16_t>(root);
        }
      }
    }
  }
  if (costs[at(0, n, false)].levels >= kMost) {
    throw PlanError("has too few links at its nodes for a tree in order; use algorithm tree");
  }
  struct Range {
    std::uint32_t first;
    std::uint32_t end;
    std::uint32_t parent;
    std::uint32_t for_up;  // what rises from it
    bool is_right;
  };
  std::vector<Range> ranges{{0, n, kNone, kNone, false}};
  while (!ranges.empty()) {
    const Range range = ranges.back();
    ranges.pop_back();
    const std::uint32_t node = roots[at(range.first, range.end, range.is_right)];
    parents_[node] = range.parent == kNone ? node : range.parent;
    places_[node].for_up = range.for_up;
    places_[node].has_below = range.first != 0 && range.parent != kNone;
    order_.push_back(node);
    if (range.first < node) {
      places_[node].left = roots[at(range.first, node, false)];
      ranges.push_back({range.first, node, node, node, false});
    }
    if (node + 1 < range.end) {
      places_[node].right = roots[at(node + 1, range.end, true)];
      ranges.push_back({node + 1, range.end, node, range.for_up, true});
    }
  }
}

// Whether packets for the node pass that one, or begin or end there.
std::vector<bool> RangeTree::met(std::uint32_t nodes, std::uint32_t child) const {
  std::vector<bool> found(nodes);
  for (const std::uint32_t destination : {child, places_[child].for_up}) {
    if (destination == kNone) continue;
    found[destination] = found[parents_[destination]] = true;
    const auto add_path = [&](std::uint32_t from) {
      if (from == child) return;
      for (const std::uint32_t node : places_[from].passed) found[node] = true;
    };
    add_path(destination);
    for (std::uint32_t node = places_[destination].left; node != kNone; node = places_[node].right) {
      found[node] = true;
      add_path(node);
    }
  }
  return found;
}

// The ports of a node that lead to its parent and its children, but for that one.
Ports RangeTree::taken(std::uint32_t node, std::uint32_t but_to) const {
  Ports found;
  if (parents_[node] != but_to && !places_[node].ports.empty()) found.insert(places_[node].ports.front());
  for (const std::uint32_t child : {places_[node].left, places_[node].right}) {
    if (child != kNone && child != but_to && !places_[child].ports.empty()) found.insert(port_down_[child]);
  }
  return found;
}

bool RangeTree::meets_another(const LinkTable& links, std::uint32_t child) const {
  const std::uint32_t parent = parents_[child];
  if (parent == child) return false;
  const std::vector<bool> is_met = met(links.nodes(), child);
  return taken(child, parent).contains(places_[child].ports.front()) ||
         taken(parent, child).contains(port_down_[child]) ||
         std::ranges::any_of(places_[child].passed, [&](std::uint32_t node) { return is_met[node]; });
}

// The cheapest path of both directions to the parent, in place of the one that there is.
void RangeTree::join(const LinkTable& links, std::uint32_t child, std::uint32_t crowding) {
  Place& place = places_[child];
  const std::uint32_t parent = parents_[child];
  const auto add_load = [&](bool more) {
    std::uint32_t node = child;
    for (const unsigned port : place.ports) {
      const std::uint32_t there = links.neighbour(node, port);
      for (std::uint32_t* const load :
           {&loads_[at(links, node, port)], &loads_[at(links, there, links.arrival_port(node, port))]}) {
        *load = more ? *load + 1 : *load - 1;
      }
      if (there != parent && more) place.passed.push_back(there);
      node = there;
    }
  };
  add_load(false);
  place.ports.clear();
  place.passed.clear();
  constexpr std::uint64_t kMeeting = 1'000'000;
  const std::vector<bool> is_met = met(links.nodes(), child);
  const Ports not_from = taken(child, parent);
  const Ports not_to = taken(parent, child);
  std::vector<std::uint64_t> costs(links.nodes(), ~std::uint64_t{0});
  std::vector<std::pair<std::uint32_t, unsigned>> before(links.nodes());
  using Reached = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> reached;
  costs[child] = 0;
  reached.emplace(0, child);
  while (!reached.empty() && reached.top().second != parent) {
    const auto [cost, here] = reached.top();
    reached.pop();
    if (cost != costs[here]) continue;
    for (unsigned port = 0; port < links.ports(); ++port) {
      if (!links.has_link(here, port)) continue;
      const std::uint32_t there = links.neighbour(here, port);
      const bool meets = (here == child && not_from.contains(port)) ||
                         (there == parent ? not_to.contains(links.arrival_port(here, port)) : is_met[there]);
      const std::uint64_t load = loads_[at(links, here, port)];
      const std::uint64_t from_here =
          cost + 64 * std::uint64_t{links.cycles(here, port)} + crowding * load * load + (meets ? kMeeting : 0);
      if (from_here >= costs[there]) continue;
      costs[there] = from_here;
      before[there] = {here, port};
      reached.emplace(from_here, there);
    }
  }
  if (costs[parent] == ~std::uint64_t{0}) throw PlanError("has links of one direction; use algorithm tree");
  for (std::uint32_t node = parent; node != child; node = before[node].first) {
    place.ports.push_back(before[node].second);
  }
  port_down_[child] = links.arrival_port(before[parent].first, before[parent].second);
  std::ranges::reverse(place.ports);
  add_load(true);
}

void RangeTree::send(const LinkTable& links) {
  const auto add = [&](std::uint32_t destination, std::uint32_t node, unsigned port, Ports operands, bool begins) {
    packets_[destination].push_back({node, port, operands, begins});
    ++hops_;
  };
  for (const std::uint32_t node : order_) {
    const Place& place = places_[node];
    std::vector<std::pair<std::uint32_t, unsigned>> back;  // over the links of the path in the other direction
    Ports operands = port_to(place.left) | port_to(place.right);
    std::uint32_t here = node;
    for (const unsigned port : place.ports) {
      if (place.for_up != kNone) add(place.for_up, here, port, operands, here == node);
      const unsigned in = links.arrival_port(here, port);
      here = links.neighbour(here, port);
      back.emplace_back(here, in);
      operands = Ports::one(in);
    }
    if (!place.has_below) continue;
    const std::uint32_t parent = parents_[node];
    operands = places_[parent].has_below ? port_up(parent) : Ports();
    if (node > parent) operands |= port_to(places_[parent].left);
    for (auto hop = back.rbegin(); hop != back.rend(); ++hop) {
      add(node, hop->first, hop->second, operands, hop == back.rbegin());
      operands = Ports::one(links.arrival_port(hop->first, hop->second));
    }
  }
  std::vector<std::uint32_t> packets(loads_.size());
  for (const std::vector<Sending>& sent : packets_) {
    for (const Sending& one : sent) most_loaded_ = std::max(most_loaded_, ++packets[at(links, one.node, one.port)]);
  }
}

Ports RangeTree::arriving(std::uint32_t node) const {
  return port_to(places_[node].left) | (places_[node].has_below ? port_up(node) : Ports());
}

Ports RangeTree::onward(std::uint32_t node) const {
  const Place& place = places_[node];
  Ports found = port_to(place.right);
  if (place.has_below) found |= port_to(place.left);
  if (place.for_up != kNone) found |= port_up(node);
  return found;
}

}  // namespace testbench
