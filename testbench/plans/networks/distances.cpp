// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/networks/distances.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace testbench {

Adjacency::Adjacency(const Network& network) : first_{0}, ends_(network.ends()) {
  for (const Address node : network::addresses(network.nodes())) {
    for (unsigned port = 0; port < network.ports(); ++port) {
      const Address there = network.neighbour(node, port);
      if (there != node) links_.push_back(there.number());
    }
    first_.push_back(static_cast<std::uint32_t>(links_.size()));
  }
}

BreadthFirst breadth_first(const Adjacency& adjacency, std::uint32_t node) {
  return BreadthFirst(adjacency.nodes(), node, [&](std::uint32_t here, auto reach) {
    std::for_each(adjacency.begin(here), adjacency.end(here), reach);
  });
}

DistancesOfNode distances_from(const Adjacency& adjacency, std::uint32_t node) {
  const BreadthFirst found = breadth_first(adjacency, node);
  const std::span<const std::uint32_t> distances(found.distance.data(), adjacency.ends());
  return {*std::ranges::max_element(distances), std::accumulate(distances.begin(), distances.end(), std::uint64_t{0})};
}

std::optional<std::uint32_t> first_unreached(const Adjacency& adjacency) {
  const std::vector<std::uint32_t> distance = breadth_first(adjacency, 0).distance;
  const auto node = std::find(distance.begin(), distance.end(), BreadthFirst::kUnseen);
  if (node == distance.end()) return std::nullopt;
  return static_cast<std::uint32_t>(node - distance.begin());
}

std::optional<Distances> distances_of(const Adjacency& adjacency, bool is_symmetric) {
  if (!is_symmetric && adjacency.nodes() > kMaxAskedNodes) return std::nullopt;
  const DistancesOfNode first = distances_from(adjacency, 0);
  Distances found{first.eccentricity, first.sum, first.sum};
  for (std::uint32_t node = 1; !is_symmetric && node < adjacency.ends(); ++node) {
    const DistancesOfNode here = distances_from(adjacency, node);
    found.diameter = std::max(found.diameter, here.eccentricity);
    found.least_sum = std::min(found.least_sum, here.sum);
    found.most_sum = std::max(found.most_sum, here.sum);
  }
  return found;
}

}  // namespace testbench
