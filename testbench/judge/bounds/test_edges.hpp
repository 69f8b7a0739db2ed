// SPDX-License-Identifier: Apache-2.0
// Test only: tables of links from lists of edges.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "testbench/judge/checker/edge_table.hpp"

namespace testbench::test {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

inline EdgeTable table_of(std::uint32_t nodes, const Edges& edges) {
  std::vector<std::vector<std::uint32_t>> links(nodes);
  for (const auto& [a, b] : edges) {
    links[a].push_back(b);
    links[b].push_back(a);
  }
  std::size_t ports = 0;
  for (const auto& of_node : links) ports = std::max(ports, of_node.size());
  std::vector<std::uint32_t> receivers;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (std::size_t port = 0; port < ports; ++port) {
      receivers.push_back(port < links[node].size() ? links[node][port] : node);
    }
  }
  return {static_cast<unsigned>(ports), std::move(receivers)};
}

inline EdgeTable path(std::uint32_t nodes) {
  Edges edges;
  for (std::uint32_t node = 1; node < nodes; ++node) edges.emplace_back(node - 1, node);
  return table_of(nodes, edges);
}

// Two complete graphs of so many nodes, with a link between the last of the first and the first of the second.
inline Edges two_cliques(std::uint32_t nodes) {
  Edges edges{{nodes - 1, nodes}};
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = a + 1; b < nodes; ++b) {
      edges.emplace_back(a, b);
      edges.emplace_back(nodes + a, nodes + b);
    }
  }
  return edges;
}

// Connected: a tree, and each other edge with a chance of one in four.
template <class Random>
Edges random_edges(std::uint32_t nodes, Random& random) {
  Edges edges;
  for (std::uint32_t node = 1; node < nodes; ++node) {
    edges.emplace_back(static_cast<std::uint32_t>(random() % node), node);
  }
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = a + 1; b < nodes; ++b) {
      if (random() % 4 == 0 && std::ranges::find(edges, std::pair(a, b)) == edges.end()) edges.emplace_back(a, b);
    }
  }
  return edges;
}

}  // namespace testbench::test
