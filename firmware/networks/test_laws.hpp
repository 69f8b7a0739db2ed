// SPDX-License-Identifier: Apache-2.0
// Test only: laws of every network, laws of every Cayley network, distances by breadth-first
// search, and bisections by trial.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "firmware/networks/network.hpp"
#include "test_support/seed.hpp"

namespace network::test {

inline Symbols symbols_of(const std::vector<std::uint32_t>& values) {
  Symbols symbols;
  for (const std::uint32_t value : values) symbols.add(value);
  return symbols;
}

template <class Network>
std::vector<std::uint32_t> name_of(const Network& network, Address node) {
  const Symbols symbols = network.symbols(node);
  return {symbols.begin(), symbols.end()};
}

using Edges = std::set<std::pair<std::uint32_t, std::uint32_t>>;

// The smaller node first.
inline std::pair<std::uint32_t, std::uint32_t> edge(std::uint32_t a, std::uint32_t b) {
  return {std::min(a, b), std::max(a, b)};
}

template <class Network>
Edges edges_of(const Network& network) {
  Edges edges;
  for (const Address node : addresses(network.nodes())) {
    for (unsigned port = 0; port < network.ports(); ++port) {
      const Address there = network.neighbour(node, port);
      if (there != node) edges.insert(edge(node.number(), there.number()));
    }
  }
  return edges;
}

// Distances from a node.
struct Reach {
  std::vector<unsigned> distance;       // by node
  std::vector<std::uint32_t> nodes_at;  // by distance
  std::uint64_t status = 0;             // sum of distances
  unsigned eccentricity() const { return static_cast<unsigned>(nodes_at.size()) - 1; }
};

template <class Network>
Reach reach(const Network& network, Address from = Address(0)) {
  constexpr unsigned kFar = ~0u;
  Reach found;
  found.distance.assign(network.nodes(), kFar);
  found.distance[from.number()] = 0;
  std::vector<Address> front{from};
  for (unsigned links = 0; !front.empty(); ++links) {
    found.nodes_at.push_back(static_cast<std::uint32_t>(front.size()));
    found.status += std::uint64_t{links} * front.size();
    std::vector<Address> next;
    for (const Address node : front) {
      for (unsigned port = 0; port < network.ports(); ++port) {
        const Address there = network.neighbour(node, port);
        if (found.distance[there.number()] != kFar) continue;
        found.distance[there.number()] = links + 1;
        next.push_back(there);
      }
    }
    front = next;
  }
  return found;
}

// Ports lead there and back, to as many nodes as there are links; all nodes are reached; no name
// stands for two.
template <class Network>
void expect_network_laws(const Network& network) {
  std::set<std::vector<std::uint32_t>> names;
  for (const Address node : addresses(network.nodes())) {
    std::set<std::uint32_t> behind;
    for (unsigned port = 0; port < network.ports(); ++port) {
      const Address there = network.neighbour(node, port);
      ASSERT_LT(there.number(), network.nodes());
      const unsigned arrival = network.arrival_port(node, port);
      ASSERT_LT(arrival, network.ports());
      ASSERT_EQ(network.neighbour(there, arrival), node) << "port " << port << " of node " << node.number();
      ASSERT_EQ(network.arrival_port(there, arrival), port) << "port " << port << " of node " << node.number();
      if (there == node) continue;
      ASSERT_TRUE(behind.insert(there.number()).second)
          << "two links between nodes " << node.number() << " and " << there.number();
    }
    names.insert(name_of(network, node));
  }
  EXPECT_EQ(names.size(), network.nodes());
  std::uint32_t reached = 0;
  for (const std::uint32_t count : reach(network).nodes_at) reached += count;
  EXPECT_EQ(reached, network.nodes()) << "connected";
}

// hamiltonian_path() visits every node once, from node 0 on, along links.
template <class Network>
void expect_visits_every_node(const Network& network) {
  std::vector<bool> seen(network.nodes(), false);
  Address last(0);
  std::uint32_t visited = 0;
  network.hamiltonian_path([&](Address node) {
    ASSERT_LT(node.number(), network.nodes());
    EXPECT_FALSE(seen[node.number()]) << "node " << node.number() << " twice";
    seen[node.number()] = true;
    bool linked = false;
    for (unsigned port = 0; port < network.ports(); ++port) linked = linked || network.neighbour(last, port) == node;
    EXPECT_TRUE(visited == 0 ? node == Address(0) : linked && node != last) << "visit " << visited;
    last = node;
    ++visited;
  });
  EXPECT_EQ(visited, network.nodes());
}

// Calls visit(a, b, c) for all nodes a, b, c of a small network, and for some of a large one.
template <class Network, class Visit>
void each_triple(const Network& network, Visit visit) {
  constexpr unsigned kTriples = 20000;
  const std::uint32_t n = network.nodes();
  if (std::uint64_t{n} * n * n <= kTriples) {
    for (const Address a : addresses(n)) {
      for (const Address b : addresses(n)) {
        for (const Address c : addresses(n)) visit(a, b, c);
      }
    }
    return;
  }
  std::mt19937 random(test_support::seed());
  std::uniform_int_distribution<std::uint32_t> node(0, n - 1);
  for (unsigned i = 0; i < kTriples; ++i) visit(Address(node(random)), Address(node(random)), Address(node(random)));
}

// Dimakopoulos and Dimopoulos, section 3: the mappings absolute(., v) take node 0 to v, keep links
// and the ports that they are behind, and equation (2): following one by another is following the
// mapping to where that takes the other's node. So every node has the same degree, and sees the
// same network.
template <class Network>
void expect_cayley_laws(const Network& network) {
  expect_network_laws(network);
  ASSERT_TRUE(network.is_cayley());
  for (const Address node : addresses(network.nodes())) {
    ASSERT_EQ(network.absolute(node, Address(0)), node);
    ASSERT_EQ(network.absolute(Address(0), node), node);
    for (unsigned port = 0; port < network.ports(); ++port) {
      ASSERT_NE(network.neighbour(node, port), node) << "a link behind every port";
      ASSERT_EQ(network.absolute(network.neighbour(Address(0), port), node), network.neighbour(node, port));
    }
  }
  each_triple(network, [&](Address v, Address w, Address x) {
    ASSERT_EQ(network.absolute(x, network.absolute(w, v)), network.absolute(network.absolute(x, w), v));
    ASSERT_EQ(network.relative(network.absolute(x, v), v), x);
    ASSERT_EQ(network.absolute(network.relative(x, v), v), x);
    const unsigned port = w.number() % network.ports();
    ASSERT_EQ(network.absolute(network.neighbour(x, port), v), network.neighbour(network.absolute(x, v), port));
  });
}

// The fewest links between two halves (alike but for one node) by trying all halves that have node
// 0. Up to 24 nodes.
template <class Network>
std::uint32_t bisection_by_trial(const Network& network) {
  const unsigned n = network.nodes();
  std::vector<std::uint32_t> linked(n, 0);
  for (const auto& [a, b] : edges_of(network)) {
    linked[a] |= 1u << b;
    linked[b] |= 1u << a;
  }
  std::uint32_t fewest = ~0u;
  for (std::uint32_t half = 1; half < 1u << n; half += 2) {
    const unsigned size = bits::count(half);
    if (size != n / 2 && size != (n + 1) / 2) continue;
    std::uint32_t cut = 0;
    for (std::uint32_t rest = half; rest != 0 && cut < fewest; rest &= rest - 1) {
      cut += bits::count(linked[bits::index(bits::lowest(rest))] & ~half);
    }
    fewest = std::min(fewest, cut);
  }
  return fewest;
}

}  // namespace network::test
