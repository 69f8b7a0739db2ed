// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/bounds/worst_cuts.hpp"

#include <algorithm>
#include <numeric>

#include "testbench/judge/checker/saturating.hpp"

namespace testbench {
namespace {

void keep_reached(const TurnedLinks& links, const Flow& flow, WorstCut& cut) {
  cut.crossing.capacity = 0;
  for (std::uint32_t node = 0; node < links.nodes(); ++node) cut.before[node] = flow.reaches(node);
  for (const TurnedLinks::Link& link : links.all()) {
    if (cut.before[link.from] && !cut.before[link.to]) cut.crossing.capacity += link.capacity;
  }
}

// Nodes that send and receive.
std::uint64_t count(const TurnedLinks& links, const std::vector<bool>& nodes) {
  return static_cast<std::uint64_t>(std::count(nodes.begin(), nodes.begin() + links.ends(), true));
}

std::uint64_t capacity_of(const TurnedLinks& links, const std::vector<std::uint32_t>& numbers) {
  std::uint64_t capacity = 0;
  for (const std::uint32_t number : numbers) capacity += links.all()[number].capacity;
  return capacity;
}

}  // namespace

WorstCut worst_scatter_cut(const TurnedLinks& links, std::uint32_t root) {
  const std::uint32_t nodes = links.nodes();
  const std::uint32_t ends = links.ends();
  WorstCut worst{{ends - 1, capacity_of(links, links.out_of(root))}, std::vector<bool>(nodes)};
  worst.before[root] = true;
  while (true) {
    Flow flow(nodes + 1);
    for (const TurnedLinks::Link& link : links.all())
      flow.arc(link.from, link.to, worst.crossing.amount * link.capacity);
    for (std::uint32_t node = 0; node < ends; ++node) {
      if (node != root) flow.arc(node, nodes, worst.crossing.capacity);
    }
    if (flow.largest(root, nodes) == worst.crossing.capacity * (ends - 1)) return worst;
    keep_reached(links, flow, worst);
    worst.crossing.amount = ends - count(links, worst.before);
  }
}

WorstCut worst_gossip_cut(const TurnedLinks& links) {
  const std::uint32_t nodes = links.nodes();
  const std::uint32_t ends = links.ends();
  WorstCut worst{{ends - 1, capacity_of(links, links.into(0))}, std::vector<bool>(nodes, true)};
  worst.before[0] = false;
  for (std::uint32_t behind = 0; behind < ends;) {
    Flow flow(nodes + 1);
    for (const TurnedLinks::Link& link : links.all())
      flow.arc(link.from, link.to, worst.crossing.amount * link.capacity);
    for (std::uint32_t node = 0; node < ends; ++node) flow.arc(nodes, node, worst.crossing.capacity);
    if (flow.largest(nodes, behind) == worst.crossing.capacity * ends) {
      ++behind;
      continue;
    }
    keep_reached(links, flow, worst);
    worst.crossing.amount = count(links, worst.before);
  }
  return worst;
}

// The least of edges * parts' weight over all partitions comes of a greedy order of the nodes (Dilworth
// truncation): node v takes the set X of earlier nodes for which -capacity |edges in X + v| - share - y(X) is
// least, and joins their parts. That set is the best closure of edges that pay `capacity` and cost their ends.
Crossing worst_parts(const TurnedLinks& links) {
  const std::uint32_t nodes = links.nodes();
  std::vector<TurnedLinks::Link> edges;
  for (const TurnedLinks::Link& link : links.all()) {
    if (link.from < link.to) edges.push_back(link);
  }
  // Parts less one, and edges between them: parts with an end alone, and edges that have one at a side.
  const auto between = [&](const auto& part_of) {
    std::vector<bool> has_end(nodes);
    for (std::uint32_t node = 0; node < links.ends(); ++node) has_end[part_of(node)] = true;
    Crossing found{static_cast<std::uint64_t>(std::ranges::count(has_end, true)) - 1, 0};
    for (const TurnedLinks::Link& edge : edges) {
      const std::uint32_t a = part_of(edge.from);
      const std::uint32_t b = part_of(edge.to);
      found.capacity += a != b && (has_end[a] || has_end[b]) ? 1 : 0;
    }
    return found;
  };
  Crossing worst = between([](std::uint32_t node) { return node; });
  while (true) {
    std::vector<std::uint64_t> price(nodes);  // -y
    std::vector<std::uint32_t> part(nodes);
    std::iota(part.begin(), part.end(), 0u);
    const auto root_of = [&part](std::uint32_t node) {
      while (part[node] != node) node = part[node] = part[part[node]];
      return node;
    };
    for (std::uint32_t node = 0; node < nodes; ++node) {
      std::vector<TurnedLinks::Link> inside;
      for (const TurnedLinks::Link& edge : edges) {
        if (edge.to <= node) inside.push_back(edge);
      }
      const auto from = static_cast<std::uint32_t>(node + 1 + inside.size());
      const std::uint32_t to = from + 1;
      Flow flow(to + 1);
      for (std::uint32_t number = 0; number < inside.size(); ++number) {
        flow.arc(from, node + 1 + number, worst.amount);
        flow.arc(node + 1 + number, inside[number].from, kSaturated);
        flow.arc(node + 1 + number, inside[number].to, kSaturated);
      }
      for (std::uint32_t other = 0; other < node; ++other) flow.arc(other, to, price[other]);
      const std::uint64_t gained = worst.amount * inside.size() - flow.largest(from, to);
      price[node] = gained + worst.capacity;
      for (std::uint32_t other = 0; other < node; ++other) {
        if (flow.reaches(other)) part[root_of(other)] = root_of(node);
      }
    }
    const Crossing found = between(root_of);
    if (found.amount == 0) return worst;
    if (found.amount * worst.capacity <= worst.amount * found.capacity) return worst;
    worst = found;
  }
}

}  // namespace testbench
