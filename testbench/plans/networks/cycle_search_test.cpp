// SPDX-License-Identifier: Apache-2.0
// Searches for Hamiltonian cycles against one another, against trial of all orders, and on random
// networks that have one (almost all regular graphs do: Robinson and Wormald 1994).
#include "testbench/plans/networks/cycle_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "firmware/networks/network.hpp"
#include "test_support/seed.hpp"
#include "testbench/plans/networks/hamiltonian_cycle.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

using Random = std::mt19937_64;

// A tree, and other edges; connected.
EdgeList random_network(std::uint32_t nodes, std::uint32_t edges, Random& random) {
  EdgeList network(nodes);
  for (std::uint32_t node = 1; node < nodes; ++node) {
    network.add(Address(node), Address(static_cast<std::uint32_t>(random() % node)));
  }
  for (std::uint32_t edge = nodes; edge < edges; ++edge) {
    const Address a(static_cast<std::uint32_t>(random() % nodes));
    const Address b(static_cast<std::uint32_t>(random() % nodes));
    if (a != b && !network.linked(a, b)) network.add(a, b);
  }
  return network;
}

// Ends of links joined at random, again until none is a loop or double.
EdgeList random_regular_network(std::uint32_t nodes, unsigned degree, Random& random) {
  while (true) {
    std::vector<std::uint32_t> ends(std::size_t{nodes} * degree);
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = static_cast<std::uint32_t>(i / degree);
    std::shuffle(ends.begin(), ends.end(), random);
    EdgeList network(nodes);
    bool simple = true;
    for (std::size_t i = 0; i < ends.size() && simple; i += 2) {
      const Address a(ends[i]);
      const Address b(ends[i + 1]);
      simple = a != b && !network.linked(a, b);
      if (simple) network.add(a, b);
    }
    if (simple && !first_unreached(Adjacency(Network(network)))) return network;
  }
}

bool has_cycle_by_trial(const EdgeList& network) {
  std::vector<std::uint32_t> order(network.nodes());
  std::iota(order.begin(), order.end(), 0u);
  do {
    bool is_cycle = true;
    for (std::size_t i = 0; i < order.size() && is_cycle; ++i) {
      is_cycle = network.linked(Address(order[i]), Address(order[(i + 1) % order.size()]));
    }
    if (is_cycle) return true;
  } while (std::next_permutation(order.begin() + 1, order.end()));
  return false;
}

// An obstacle is one, an exhaustive search finds what there is, and the other one no less, in small
// networks.
TEST(CycleSearch, FindsWhatThereIs) {
  Random random = test_support::seeded_random();
  unsigned with_cycle = 0;
  unsigned with_obstacle = 0;
  constexpr unsigned kNetworks = 400;
  for (unsigned i = 0; i < kNetworks; ++i) {
    const std::uint32_t nodes = 3 + i % 5;
    const EdgeList edges = random_network(nodes, nodes + static_cast<std::uint32_t>(random() % (nodes + 1)), random);
    const Network network(edges);
    const Adjacency adjacency(network);
    const bool has_cycle = has_cycle_by_trial(edges);
    with_cycle += has_cycle ? 1 : 0;
    EXPECT_EQ(is_hamiltonian_cycle(adjacency, exhaustive_cycle(adjacency)), has_cycle);
    const FoundCycle found = hamiltonian_cycle(network);
    EXPECT_EQ(is_hamiltonian_cycle(adjacency, found.nodes), has_cycle);
    EXPECT_EQ(found.reason.empty(), has_cycle) << found.reason;
    if (has_cycle) EXPECT_TRUE(is_hamiltonian_cycle(adjacency, searched_cycle(adjacency)));
    if (!cycle_obstacle(adjacency)) continue;
    ++with_obstacle;
    EXPECT_FALSE(has_cycle) << *cycle_obstacle(adjacency);
  }
  EXPECT_GT(with_cycle, kNetworks / 10);
  EXPECT_GT(with_obstacle, kNetworks / 10);
}

TEST(CycleSearch, FindsOneInRandomRegularNetworks) {
  Random random = test_support::seeded_random();
  for (const std::uint32_t nodes : {22u, 50u, 200u, 1000u, 4000u}) {
    for (const unsigned degree : {3u, 4u}) {
      for (unsigned i = 0; i < 3; ++i) {
        const Adjacency adjacency(Network(random_regular_network(nodes, degree, random)));
        EXPECT_TRUE(is_hamiltonian_cycle(adjacency, searched_cycle(adjacency))) << nodes << ", degree " << degree;
      }
    }
  }
}

// All connected Cayley graphs of three nodes or more that are known have one.
TEST(CycleSearch, FindsOneInRandomCayleyGraphs) {
  Random random = test_support::seeded_random();
  for (std::uint8_t symbols = 3; symbols <= 7; ++symbols) {
    for (unsigned i = 0; i < 4; ++i) {
      PermutationGroup::Permutation a(symbols);
      std::iota(a.begin(), a.end(), std::uint8_t{0});
      PermutationGroup::Permutation b = a;
      std::swap(b[0], b[1]);
      const PermutationGroup::Permutation identity = a;
      while (a == identity || a == b) std::shuffle(a.begin(), a.end(), random);
      std::vector<PermutationGroup::Permutation> generators = {b, a};
      const auto inverse = PermutationGroup::inverse_of(a);
      if (inverse != a) generators.push_back(inverse);
      const Network network(network::CayleyNetwork<PermutationGroup>(*PermutationGroup::of(generators)));
      if (network.nodes() < 3) continue;
      const Adjacency adjacency(network);
      EXPECT_TRUE(is_hamiltonian_cycle(adjacency, searched_cycle(adjacency))) << network.nodes();
    }
  }
}

bool has_path_by_trial(const EdgeList& network) {
  std::vector<std::uint32_t> order(network.nodes());
  std::iota(order.begin(), order.end(), 0u);
  do {
    std::size_t links = 1;
    while (links < order.size() && network.linked(Address(order[links - 1]), Address(order[links]))) ++links;
    if (links == order.size()) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

TEST(CycleSearch, FindsPathsWhereThereAreSome) {
  Random random = test_support::seeded_random();
  unsigned with_path = 0;
  for (unsigned i = 0; i < 100; ++i) {
    const std::uint32_t nodes = 3 + i % 5;
    const EdgeList edges = random_network(nodes, nodes + static_cast<std::uint32_t>(random() % nodes), random);
    const bool has_path = has_path_by_trial(edges);
    with_path += has_path ? 1 : 0;
    EXPECT_EQ(is_hamiltonian_path(Adjacency(Network(edges)), hamiltonian_path(Network(edges))), has_path);
  }
  EXPECT_GT(with_path, 10u);
  for (const char* spec : {"path:1000", "mesh:9x9", "mesh:3x5x7"}) {
    const Adjacency adjacency(network_of(spec));
    EXPECT_TRUE(is_hamiltonian_path(adjacency, searched_path(adjacency))) << spec;
  }
  // Too many for all orders: without node 0 there are two parts, or three.
  for (const std::uint32_t parts : {2u, 3u}) {
    EdgeList rays(1 + 8 * parts);
    for (std::uint32_t node = 1; node < rays.nodes(); ++node)
      rays.add(Address(node), Address(node % 8 == 1 ? 0 : node - 1));
    EXPECT_EQ(hamiltonian_path(Network(rays)).empty(), parts == 3);
  }
}

// Also in networks that have a construction.
TEST(CycleSearch, FindsOneInNetworksOfEveryKind) {
  for (const char* spec : {"ring:300", "cube:9", "circulant:500:3,7", "complete:20", "torus:7x9", "mesh:8x9",
                           "hamming:5x7", "ccc:5", "butterfly:5", "star:6", "pancake:6", "bubblesort:6", "folded:8",
                           "cyclic:4,3", "macrostar:3,2", "debruijn:9", "product:ccc:3*ring:5"}) {
    const Adjacency adjacency(network_of(spec));
    EXPECT_TRUE(is_hamiltonian_cycle(adjacency, searched_cycle(adjacency))) << spec;
  }
}

}  // namespace
}  // namespace testbench::test
