// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/range_tree.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "testbench/plans/trees/plan_error.hpp"

namespace testbench {

using network::Ports;

RangeTree::RangeTree(const LinkTable& links, const std::vector<RangeVertex>& vertices, std::uint32_t crowding,
                     Busy busy)
    : ScanPackets(links),
      busy_(busy),
      vertices_(vertices.begin(), vertices.end()),
      at_node_(links.ends()),
      to_node_(links.ends()),
      loads_(std::size_t{links.nodes()} * links.ports()) {
  name_packets();
  if (misplaced_ == kNone) find_paths(links, crowding);
  if (misplaced_ == kNone) send_all(links);
}

// Paths that came first give way to later ones.
void RangeTree::find_paths(const LinkTable& links, std::uint32_t crowding) {
  constexpr unsigned kLeastRounds = 3;
  constexpr unsigned kMostRounds = 12;
  for (unsigned round = 0; round < kMostRounds; ++round) {
    for (std::uint32_t child = 1; child < vertices_.size(); ++child) join(links, child, crowding);
    misplaced_ = kNone;
    for (std::uint32_t child = 1; child < vertices_.size(); ++child) {
      if (meets_another(links, child)) misplaced_ = child;
    }
    if (misplaced_ == kNone && round + 1 >= kLeastRounds) return;
  }
}

// Parents come first, so that what a vertex sends up is known when its children's is.
void RangeTree::name_packets() {
  for (Vertex& vertex : vertices_) {
    if (vertex.first != 0) vertex.down = vertex.has_own ? vertex.router : vertex.first;
  }
  for (std::uint32_t here = 0; here < vertices_.size(); ++here) {
    const Vertex& vertex = vertices_[here];
    std::uint32_t behind = vertex.up;
    for (auto child = vertex.children.rbegin(); child != vertex.children.rend(); ++child) {
      Vertex& part = vertices_[*child];
      part.up = vertex.has_own && part.end == vertex.router ? vertex.router : behind;
      behind = part.down;
    }
  }
  const auto add = [&](std::vector<std::vector<std::uint32_t>>& to, std::uint32_t node, std::uint32_t here) {
    if (node != kNone && (to[node].empty() || to[node].back() != here)) to[node].push_back(here);
  };
  for (std::uint32_t here = 0; here < vertices_.size(); ++here) {
    const Vertex& vertex = vertices_[here];
    for (const std::uint32_t node : {vertex.up, vertex.down}) {
      add(at_node_, node, here);
      add(to_node_, node, here);
    }
    if (vertex.has_own) add(at_node_, vertex.router, here);
    for (const std::uint32_t child : vertex.children) {
      for (const std::uint32_t node : {vertices_[child].up, vertices_[child].down}) add(at_node_, node, here);
    }
  }
  for (const std::vector<std::uint32_t>& of_one : at_node_) {
    std::map<std::uint32_t, std::uint32_t> at;
    for (const std::uint32_t here : of_one) {
      if (!at.emplace(vertices_[here].router, here).second) misplaced_ = here;
    }
  }
}

// Whether packets of the child's edge pass that router, or begin or end there.
std::vector<bool> RangeTree::met(std::uint32_t nodes, std::uint32_t child) const {
  std::vector<bool> found(nodes);
  for (const std::uint32_t node : {vertices_[child].up, vertices_[child].down}) {
    if (node == kNone) continue;
    for (const std::uint32_t vertex : at_node_[node]) found[vertices_[vertex].router] = true;
    for (const std::uint32_t from : to_node_[node]) {
      if (from == child) continue;
      for (const std::uint32_t router : vertices_[from].passed) found[router] = true;
    }
  }
  return found;
}

// The ports of a vertex that lead to its parent and its children, but for that one.
Ports RangeTree::taken(std::uint32_t at, std::uint32_t but_to) const {
  const Vertex& vertex = vertices_[at];
  Ports found;
  if (has_parent(at) && vertex.parent != but_to && !vertex.ports.empty()) found.insert(vertex.ports.front());
  for (const std::uint32_t child : vertex.children) {
    if (child != but_to && !vertices_[child].ports.empty()) found.insert(vertices_[child].port_down);
  }
  return found;
}

bool RangeTree::meets_another(const LinkTable& links, std::uint32_t child) const {
  const Vertex& vertex = vertices_[child];
  const std::vector<bool> is_met = met(links.nodes(), child);
  return taken(child, vertex.parent).contains(vertex.ports.front()) ||
         taken(vertex.parent, child).contains(vertex.port_down) ||
         std::ranges::any_of(vertex.passed, [&](std::uint32_t node) { return is_met[node]; });
}

// The cheapest path of both directions to the parent, in place of the one that there is.
void RangeTree::join(const LinkTable& links, std::uint32_t child, std::uint32_t crowding) {
  Vertex& place = vertices_[child];
  const std::uint32_t from = place.router;
  const std::uint32_t to = vertices_[place.parent].router;
  const auto add_load = [&](bool more) {
    std::uint32_t node = from;
    for (const unsigned port : place.ports) {
      const std::uint32_t there = links.neighbour(node, port);
      for (std::uint32_t* const load :
           {&loads_[at(links, node, port)], &loads_[at(links, there, links.arrival_port(node, port))]}) {
        *load = more ? *load + 1 : *load - 1;
      }
      if (there != to && more) place.passed.push_back(there);
      node = there;
    }
  };
  add_load(false);
  place.ports.clear();
  place.passed.clear();
  constexpr std::uint64_t kMeeting = 1'000'000;
  const std::vector<bool> is_met = met(links.nodes(), child);
  const Ports not_from = taken(child, place.parent);
  const Ports not_to = taken(place.parent, child);
  std::vector<std::uint64_t> costs(links.nodes(), ~std::uint64_t{0});
  std::vector<std::pair<std::uint32_t, unsigned>> before(links.nodes());
  using Reached = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> reached;
  costs[from] = 0;
  reached.emplace(0, from);
  while (!reached.empty() && reached.top().second != to) {
    const auto [cost, here] = reached.top();
    reached.pop();
    if (cost != costs[here]) continue;
    for (unsigned port = 0; port < links.ports(); ++port) {
      if (!links.has_link(here, port)) continue;
      const std::uint32_t there = links.neighbour(here, port);
      const bool meets = (here == from && not_from.contains(port)) ||
                         (there == to ? not_to.contains(links.arrival_port(here, port)) : is_met[there]);
      const std::uint64_t load =
          std::max(loads_[at(links, here, port)], loads_[at(links, there, links.arrival_port(here, port))]);
      const std::uint64_t from_here =
          cost + 64 * std::uint64_t{links.cycles(here, port)} + crowding * load * load + (meets ? kMeeting : 0);
      if (from_here >= costs[there]) continue;
      costs[there] = from_here;
      before[there] = {here, port};
      reached.emplace(from_here, there);
    }
  }
  if (costs[to] == ~std::uint64_t{0}) throw PlanError("has links of one direction; use algorithm tree");
  for (std::uint32_t node = to; node != from; node = before[node].first) {
    place.ports.push_back(before[node].second);
  }
  place.port_down = links.arrival_port(before[to].first, before[to].second);
  std::ranges::reverse(place.ports);
  add_load(true);
}

// Up from the leaves, then down from the root.
void RangeTree::send_all(const LinkTable& links) {
  for (std::size_t here = vertices_.size(); here-- > 0;) send_up(links, vertices_[here]);
  for (const Vertex& vertex : vertices_) send_down(links, vertex);
}

void RangeTree::send_up(const LinkTable& links, Vertex& vertex) {
  if (vertex.up == kNone) return;
  begin(links, vertex, vertex.up, vertex.ports.front(), vertex.children.size());
  std::uint32_t router = vertex.router;
  for (std::size_t i = 0; i + 1 < vertex.ports.size(); ++i) {
    const unsigned in = links.arrival_port(router, vertex.ports[i]);
    router = links.neighbour(router, vertex.ports[i]);
    pass(links, router, in, vertex.ports[i + 1]);
  }
  vertex.came_up = last();
}

void RangeTree::send_down(const LinkTable& links, const Vertex& vertex) {
  for (std::size_t i = 0; i < vertex.children.size(); ++i) {
    Vertex& child = vertices_[vertex.children[i]];
    if (vertex.has_own && child.first < vertex.router) deliver(vertex.router, child.port_down);
    if (child.down == kNone) continue;
    begin(links, vertex, child.down, child.port_down, i);
    std::vector<std::uint32_t> routers{child.router};  // of the path up
    for (const unsigned port : child.ports) routers.push_back(links.neighbour(routers.back(), port));
    for (std::size_t hop = child.ports.size() - 1; hop > 0; --hop) {
      pass(links, routers[hop], child.ports[hop], links.arrival_port(routers[hop - 1], child.ports[hop - 1]));
    }
    child.came_down = last();
  }
  if (vertex.has_own && vertex.down != kNone) deliver(vertex.router, vertex.ports.front());
}

// The packet of a vertex for a node: of what comes from the parent and from so many children, and its own if that is before
// the next one.
void RangeTree::begin(const LinkTable& links, const Vertex& vertex, std::uint32_t node, unsigned port,
                      std::size_t children) {
  const bool has_own = vertex.has_own && (children == vertex.children.size() ||
                                          vertices_[vertex.children[children]].first > vertex.router);
  Sending packet{node, vertex.router, port, {}};
  if (vertex.came_down != kNone) packet.parts.emplace_back(vertex.came_down, vertex.ports.front());
  for (std::size_t i = 0; i < children; ++i) {
    const Vertex& child = vertices_[vertex.children[i]];
    packet.parts.emplace_back(child.came_up, child.port_down);
  }
  send(links, std::move(packet), has_own);
}

// On the path of the packet that was sent last.
void RangeTree::pass(const LinkTable& links, std::uint32_t router, unsigned in, unsigned port) {
  send(links, {sent().back().node, router, port, {{last(), in}}}, false);
}

}  // namespace testbench
