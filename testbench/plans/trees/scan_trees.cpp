// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/scan_trees.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

#include "testbench/plans/trees/plan_error.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {

using network::Ports;

// The cheapest ways to a node.
struct ScanTrees::Ways {
  std::vector<std::uint64_t> cost;
  std::vector<unsigned> port;
  std::uint64_t cost_of(const ScanTrees& trees, std::uint32_t node, unsigned out) const {
    return 64 + std::uint64_t{trees.crowding_} * trees.load_of(node, out) + cost[trees.links_.neighbour(node, out)];
  }
};

// A tree to a node: from the place where the result before it joins, through one of the ports there, and from the nodes
// that have a part in it.
struct ScanTrees::Growth {
  const LinkTable& links;
  const Ways& ways;
  const std::uint32_t root;
  std::map<std::uint32_t, unsigned> port;
  std::map<std::uint32_t, Ports> operands;
  std::map<std::uint32_t, std::int64_t> depth;
  Ports to_root;

  bool begin(std::uint32_t where, unsigned out) {
    take(where, out);
    for (std::uint32_t node = links.neighbour(where, out); node != root; node = links.neighbour(node, port[node])) {
      if (node == where) return false;
      take(node, ways.port[node]);
    }
    return true;
  }
  // Each hop is cheaper than the one before, and joins the tree where it can. Ports through which nothing comes to the
  // root are kept for its result to go on, if a neighbour in the tree can be a way.
  void walk(std::uint32_t node, std::uint32_t where) {
    std::vector<std::pair<std::uint32_t, unsigned>> path;
    while (node != root && !port.contains(node)) {
      std::tuple<unsigned, std::uint64_t, unsigned> best{5, 0, 0};
      for (unsigned out = 0; out < links.ports(); ++out) {
        const std::uint32_t behind = links.neighbour(node, out);
        const bool is_cheaper = ways.cost[behind] < ways.cost[node];
        const bool is_in_tree = port.contains(behind);
        if (behind == node || (!is_cheaper && !is_in_tree)) continue;
        const unsigned last = behind == where ? 4 : behind == root && is_full(links.arrival_port(node, out)) ? 3 : 2;
        best = std::min(best, {last != 2 || !is_cheaper ? last : is_in_tree ? 0 : 1, ways.cost[behind], out});
      }
      path.emplace_back(node, std::get<2>(best));
      node = links.neighbour(node, std::get<2>(best));
    }
    for (const auto& [on_the_way, out] : path) take(on_the_way, out);
  }
  void end() {
    for (const auto& [node, out] : port) operands[links.neighbour(node, out)].insert(links.arrival_port(node, out));
    depth[root] = 0;
    for (const auto& [node, out] : port) hops_from(node);
  }

 private:
  void take(std::uint32_t node, unsigned out) {
    port[node] = out;
    if (links.neighbour(node, out) == root) to_root.insert(links.arrival_port(node, out));
  }
  bool is_full(unsigned in_port) const {
    return to_root.size() >= std::max(1u, links.ports() / 2) && !to_root.contains(in_port);
  }
  std::int64_t hops_from(std::uint32_t node) {
    std::vector<std::uint32_t> path;
    for (; !depth.contains(node); node = links.neighbour(node, port[node])) path.push_back(node);
    std::int64_t hops = depth[node];
    while (!path.empty()) {
      depth[path.back()] = ++hops;
      path.pop_back();
    }
    return hops;
  }
};

// Packets for a node that go on into those for another, and the in-ports through which they come.
struct ScanTrees::Source {
  std::uint32_t tree;
  Ports in_ports;
};

ScanTrees::ScanTrees(const LinkTable& links, const LinkTable& turned, unsigned halvings, std::uint32_t crowding,
                     Busy busy)
    : links_(links),
      turned_(turned),
      crowding_(crowding),
      busy_(busy),
      preceding_(AllDistances::require_few(links.nodes())),
      levels_(links.nodes()),
      trees_(links.nodes()),
      arriving_(links.nodes()),
      loads_(std::size_t{links.nodes()} * links.ports()),
      node_loads_(links.nodes()) {
  want(0, links.nodes(), halvings);
  for (std::uint32_t node = 1; node < links.nodes(); ++node) join(node);
  require_order();
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    for (unsigned port = 0; port < links.ports(); ++port) {
      if (loads_[at(node, port)] != 0) most_loaded_ = std::max(most_loaded_, load_of(node, port));
    }
  }
}

std::uint32_t ScanTrees::load_of(std::uint32_t node, unsigned port) const {
  if (busy_ == Busy::kLinks) return loads_[at(node, port)];
  const auto& [sent, received] = node_loads_[node];
  const auto& [sent_there, received_there] = node_loads_[links_.neighbour(node, port)];
  return busy_ == Busy::kNodes ? std::max(sent, received_there)
                               : std::max(sent + received, sent_there + received_there);
}

// The result of `first` is to go on to all behind it, before `end`.
void ScanTrees::want(std::uint32_t first, std::uint32_t end, unsigned halvings) {
  if (halvings == 0) {
    for (std::uint32_t node = first + 1; node < end; ++node) preceding_[node][0] = node - 1;
    return;
  }
  if (end - first < 2) return;
  const std::uint32_t middle = first + (end - first) / 2;
  preceding_[middle][0] = first;
  want(middle, end, halvings - 1);
  if (middle == first + 1) return;
  preceding_[first + 1][0] = first;
  want(first + 1, middle, halvings - 1);
}

ScanTrees::Ways ScanTrees::ways_to(std::uint32_t node) const {
  Ways ways{std::vector<std::uint64_t>(links_.nodes(), std::numeric_limits<std::uint64_t>::max()),
            std::vector<unsigned>(links_.nodes())};
  using Reached = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> reached;
  ways.cost[node] = 0;
  reached.emplace(0, node);
  while (!reached.empty()) {
    const auto [cost, here] = reached.top();
    reached.pop();
    if (cost != ways.cost[here]) continue;
    for (unsigned back = 0; back < links_.ports(); ++back) {
      if (!turned_.has_link(here, back)) continue;
      const std::uint32_t before = turned_.neighbour(here, back);
      const unsigned out = turned_.arrival_port(here, back);
      const std::uint64_t from_there = ways.cost_of(*this, before, out);
      if (from_there >= ways.cost[before]) continue;
      ways.cost[before] = from_there;
      ways.port[before] = out;
      reached.emplace(from_there, before);
    }
  }
  return ways;
}

// Takes the wanted preceding node, or that before it, or else the highest that can be.
void ScanTrees::join(std::uint32_t node) {
  const Ways ways = ways_to(node);
  unsigned tries = 0;
  const auto try_behind = [&](std::uint32_t before) {
    return std::ranges::any_of(places_of(before),
                               [&](std::uint32_t where) { return join(node, ways, before, where, tries); });
  };
  const std::uint32_t wanted = preceding_[node][0];
  if (try_behind(wanted) || try_behind(preceding_[wanted][0])) return;
  for (std::uint32_t before = node; before-- > 0;) {
    if (try_behind(before)) return;
  }
  throw PlanError("has no tree of results at node 0; use algorithm tree");
}

bool ScanTrees::join(std::uint32_t node, const Ways& ways, std::uint32_t before, std::uint32_t where, unsigned& tries) {
  constexpr unsigned kMostTries = 16;  // but at node 0
  const std::vector<Source> taken_on = sources(before, where);
  Ports in_ports;
  Ports used;
  for (const Source& source : taken_on) {
    in_ports |= source.in_ports;
    const Sending* const on = sending(source.tree, where);
    used |= onward(source.tree, where);
    if (on != nullptr) used.insert(on->port);
  }
  std::vector<unsigned> ports;
  for (unsigned port = 0; port < links_.ports(); ++port) {
    if (links_.has_link(where, port) && !(in_ports | used).contains(port)) ports.push_back(port);
  }
  std::ranges::sort(ports, {}, [&](unsigned port) { return std::pair(ways.cost_of(*this, where, port), port); });
  std::vector<std::uint32_t> parts(node - before);
  std::iota(parts.begin(), parts.end(), before);
  std::ranges::sort(parts, {}, [&](std::uint32_t part) { return std::pair(ways.cost[part], part); });
  for (const unsigned port : ports) {
    if (before != 0 && ++tries > kMostTries) return false;
    Growth tree{links_, ways, node, {}, {}, {}, {}};
    if (!tree.begin(where, port)) continue;
    for (const std::uint32_t part : parts) tree.walk(part, where);
    tree.end();
    if (!(tree.operands[where] & in_ports).empty()) continue;
    preceding_[node] = {before, where};
    arriving_[node] = tree.operands[node];
    const Sending* const joined = sending(before, where);
    levels_[node] = (joined == nullptr ? levels_[before] : joined->level) + tree.depth[where];
    for (const Source& source : taken_on) onward_[{source.tree, where}].insert(port);
    for (const auto& [sender, out] : tree.port) {
      const Ports operands = sender == where ? tree.operands[sender] | in_ports : tree.operands[sender];
      trees_[node].push_back({sender, out, operands, levels_[node] - tree.depth[sender]});
      ++loads_[at(sender, out)];
      ++node_loads_[sender][0];
      ++node_loads_[links_.neighbour(sender, out)][1];
      ++hops_;
    }
    return true;
  }
  return false;
}

// Where the result of a node is whole but for its own part: there, and before it while no other part joins.
std::vector<std::uint32_t> ScanTrees::places_of(std::uint32_t before) const {
  std::vector<std::uint32_t> places{before};
  Ports came = arriving_[before];
  const auto [first, where] = preceding_[before];
  while (before != 0 && came.size() == 1 && places.back() != where) {
    const std::uint32_t next = turned_.neighbour(places.back(), came.port());
    places.push_back(next);
    if ((next >= first && next < before) || next == where) break;
    came = sending(before, next)->operands;
  }
  return places;
}

std::vector<ScanTrees::Source> ScanTrees::sources(std::uint32_t before, std::uint32_t where) const {
  std::vector<Source> found;
  for (std::uint32_t tree = before; tree != 0; tree = preceding_[tree][0]) {
    const Sending* const on = sending(tree, where);
    const Ports all = on == nullptr ? arriving_[where] : on->operands;
    if (!found.empty()) found.back().in_ports = found.back().in_ports - all;
    found.push_back({tree, all});
    if (on == nullptr || preceding_[tree][1] != where) break;
  }
  return found;
}

Ports ScanTrees::onward(std::uint32_t tree, std::uint32_t node) const {
  const auto found = onward_.find({tree, node});
  return found == onward_.end() ? Ports() : found->second;
}

// The packet that a node sends up the tree; null at its root.
const ScanTrees::Sending* ScanTrees::sending(std::uint32_t tree, std::uint32_t node) const {
  const auto found = std::ranges::find(trees_[tree], node, &Sending::node);
  return found == trees_[tree].end() ? nullptr : &*found;
}

// Packets of one number and level leave a port in the order of their trees, and come to the next node so. There those
// that go on change their tree, and must not change places in a queue.
void ScanTrees::require_order() const {
  std::vector<std::vector<std::pair<std::uint32_t, const Sending*>>> uses(loads_.size());
  for (std::uint32_t tree = 1; tree < links_.nodes(); ++tree) {
    for (const Sending& one : trees_[tree]) uses[at(one.node, one.port)].emplace_back(tree, &one);
  }
  for (std::uint32_t tree = 1; tree < links_.nodes(); ++tree) {
    const auto [before, where] = preceding_[tree];
    const Sending* const on = sending(tree, where);
    for (const Source& source : sources(before, where)) {
      for (const auto& [other, use] : uses[at(where, on->port)]) {
        const bool is_between = source.tree < other && other < tree && use->level == on->level;
        if (!is_between || (use->operands & source.in_ports).empty()) continue;
        throw PlanError("has results that would overtake one another in a queue; use algorithm tree");
      }
    }
  }
}

}  // namespace testbench
