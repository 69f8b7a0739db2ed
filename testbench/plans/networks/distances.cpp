// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/networks/distances.hpp"

#include <algorithm>

namespace testbench {

Adjacency::Adjacency(const Network& network) : first_{0} {
  for (const Address node : network::addresses(network.nodes())) {
    for (unsigned port = 0; port < network.ports(); ++port) {
      const Address there = network.neighbour(node, port);
      if (there != node) links_.push_back(there.number());
    }
    first_.push_back(static_cast<std::uint32_t>(links_.size()));
  }
}

namespace {

// Nodes reached from one, in the order of their distances; `visit(links, count)` is told of every
// distance.
template <class Visit>
std::vector<std::uint32_t> search(const Adjacency& adjacency, std::uint32_t node, Visit visit) {
  std::vector<bool> seen(adjacency.nodes(), false);
  std::vector<std::uint32_t> order{node};
  order.reserve(adjacency.nodes());
  seen[node] = true;
  std::size_t next = 0;
  for (std::uint32_t links = 0; next < order.size(); ++links) {
    const std::size_t end = order.size();  // of the nodes that are so many links away
    visit(links, end - next);
    for (; next < end; ++next) {
      const std::uint32_t here = order[next];
      for (const std::uint32_t* there = adjacency.begin(here); there != adjacency.end(here); ++there) {
        if (seen[*there]) continue;
        seen[*there] = true;
        order.push_back(*there);
      }
    }
  }
  return order;
}

}  // namespace

DistancesOfNode distances_from(const Adjacency& adjacency, std::uint32_t node) {
  DistancesOfNode found;
  search(adjacency, node, [&](std::uint32_t links, std::uint64_t count) {
    found.eccentricity = links;
    found.sum += links * count;
  });
  return found;
}

std::optional<std::uint32_t> first_unreached(const Adjacency& adjacency) {
  std::vector<std::uint32_t> reached = search(adjacency, 0, [](std::uint32_t, std::uint64_t) {});
  if (reached.size() == adjacency.nodes()) return std::nullopt;
  std::sort(reached.begin(), reached.end());
  std::uint32_t node = 0;
  while (node < reached.size() && reached[node] == node) ++node;
  return node;
}

std::optional<Distances> distances_of(const Adjacency& adjacency, bool all_alike) {
  if (!all_alike && adjacency.nodes() > kMaxAskedNodes) return std::nullopt;
  const DistancesOfNode first = distances_from(adjacency, 0);
  Distances found{first.eccentricity, first.sum, first.sum};
  for (std::uint32_t node = 1; !all_alike && node < adjacency.nodes(); ++node) {
    const DistancesOfNode here = distances_from(adjacency, node);
    found.diameter = std::max(found.diameter, here.eccentricity);
    found.least_sum = std::min(found.least_sum, here.sum);
    found.most_sum = std::max(found.most_sum, here.sum);
  }
  return found;
}

}  // namespace testbench
