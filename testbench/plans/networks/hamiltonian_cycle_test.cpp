// SPDX-License-Identifier: Apache-2.0
// Hamiltonian cycles of every kind of network. Each answer is followed here link by link.
#include "testbench/plans/networks/hamiltonian_cycle.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "firmware/networks/network.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/product.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

bool has_link(const Network& network, Address a, Address b) {
  for (unsigned port = 0; port < network.ports(); ++port) {
    if (a != b && network.neighbour(a, port) == b) return true;
  }
  return false;
}

void expect_cycle(const Network& network, const std::vector<Address>& nodes, const std::string& spec) {
  ASSERT_EQ(nodes.size(), network.nodes()) << spec;
  EXPECT_EQ(nodes.front(), Address(0)) << spec;
  std::vector<bool> seen(nodes.size(), false);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    ASSERT_LT(nodes[i].number(), nodes.size()) << spec;
    ASSERT_FALSE(seen[nodes[i].number()]) << spec << ": node " << nodes[i].number() << " twice";
    seen[nodes[i].number()] = true;
    const Address next = nodes[(i + 1) % nodes.size()];
    ASSERT_TRUE(has_link(network, nodes[i], next))
        << spec << ": no link from " << nodes[i].number() << " to " << next.number();
  }
}

// Its own construction is a cycle: no search.
void expect_construction(const std::string& spec) {
  const Network network = network_of(spec);
  expect_cycle(network, network.hamiltonian_path(), spec);
}

void expect_found(const std::string& spec) {
  const Network network = network_of(spec);
  const FoundCycle found = hamiltonian_cycle(network);
  EXPECT_EQ(found.reason, "") << spec;
  expect_cycle(network, found.nodes, spec);
}

std::string reason(const std::string& spec) {
  const FoundCycle found = hamiltonian_cycle(network_of(spec));
  EXPECT_TRUE(found.nodes.empty()) << spec;
  return found.reason;
}

TEST(HamiltonianCycle, OfEveryKindByConstruction) {
  for (unsigned n = 3; n <= 32; ++n) {
    expect_construction("ring:" + std::to_string(n));
    expect_construction("complete:" + std::to_string(n));
  }
  expect_construction("ring:65536");
  for (unsigned d = 2; d <= 16; ++d) {
    for (const char* kind : {"cube:", "folded:", "debruijn:"}) expect_construction(kind + std::to_string(d));
  }
  for (unsigned d = 3; d <= 12; ++d) {
    for (const char* kind : {"ccc:", "butterfly:"}) expect_construction(kind + std::to_string(d));
  }
  for (unsigned k = 3; k <= 8; ++k) {
    for (const char* kind : {"pancake:", "bubblesort:"}) expect_construction(kind + std::to_string(k));
  }
}

TEST(HamiltonianCycle, OfEveryCyclicCubeByConstruction) {
  for (unsigned n = 3; n <= 12; ++n) {
    for (unsigned k = 2; k <= 15; ++k) {
      std::uint64_t nodes = n;
      for (unsigned i = 0; i < n; ++i) nodes *= k;
      if (nodes <= network::kMaxNodes) expect_construction("cyclic:" + std::to_string(n) + "," + std::to_string(k));
    }
  }
}

// Every one of up to 40 nodes and three steps.
TEST(HamiltonianCycle, OfCirculantsByConstruction) {
  for (unsigned n = 3; n <= 40; ++n) {
    for (unsigned a = 1; a <= n / 2; ++a) {
      for (unsigned b = a; b <= n / 2; ++b) {
        for (unsigned c = b; c <= n / 2; ++c) {
          if (c == b && b != a) continue;
          if (std::gcd(std::gcd(n, a), std::gcd(b, c)) != 1) continue;
          std::string spec = "circulant:" + std::to_string(n) + ":" + std::to_string(a);
          if (b != a) spec += "," + std::to_string(b);
          if (c != b) spec += "," + std::to_string(c);
          expect_construction(spec);
        }
      }
    }
  }
  expect_construction("circulant:65536:4096,12345");
  expect_construction("circulant:65535:3,5,17,257");
  expect_construction("circulant:30030:2310,2730,4290,6006,10010,15015");
}

TEST(HamiltonianCycle, OfBoxesByConstruction) {
  for (unsigned a = 2; a <= 6; ++a) {
    for (unsigned b = 2; b <= 6; ++b) {
      for (unsigned c = 2; c <= 5; ++c) {
        const std::string extents = std::to_string(a) + "x" + std::to_string(b) + "x" + std::to_string(c);
        expect_construction("torus:" + extents);
        expect_construction("hamming:" + extents);
        if (a * b * c % 2 == 0) expect_construction("mesh:" + extents);
      }
      const std::string extents = std::to_string(a) + "x" + std::to_string(b);
      expect_construction("torus:" + extents);
      if (a * b % 2 == 0) expect_construction("mesh:" + extents);
    }
  }
  for (const char* spec : {"torus:3", "torus:65536", "torus:256x256", "torus:255x257", "torus:2x32768", "torus:32768x2",
                           "hamming:3", "hamming:16x17", "mesh:256x256", "mesh:255x2x128",
                           "mesh:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", "torus:3x3x3x3x3x3x3x3x3"}) {
    expect_construction(spec);
  }
}

TEST(HamiltonianCycle, OfProductsByConstruction) {
  for (const char* spec :
       {"product:ring:3*ring:5", "product:ring:5*path:7", "product:path:7*ring:5", "product:path:3*path:4",
        "product:path:4*path:3", "product:path:2*path:9", "product:path:9*cube:1", "product:path:3*path:3*path:4",
        "product:path:3*path:4*path:3", "product:path:5*path:5*path:5*ring:3", "product:ccc:3*ring:4",
        "product:star:4*path:3", "product:mesh:3x3*complete:2", "product:debruijn:3*path:5",
        "product:path:5*path:5*path:2000", "product:pancake:5*path:500", "product:cube:1*complete:2"}) {
    expect_construction(spec);
  }
}

TEST(HamiltonianCycle, BySearchWhereNothingIsKnown) {
  for (const char* spec :
       {"star:3", "star:4", "star:5", "star:6", "star:7", "star:8", "macrostar:2,1", "macrostar:3,1", "macrostar:4,1",
        "macrostar:5,1", "macrostar:6,1", "macrostar:7,1", "macrostar:2,2", "macrostar:2,3", "macrostar:3,2"}) {
    expect_found(spec);
  }
}

// The edges of a network, "0 1, 1 2, ..".
Network of_edges(std::uint32_t nodes, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
  EdgeList network(nodes);
  for (const auto& [a, b] : edges) network.add(Address(a), Address(b));
  return Network(network);
}

struct NamedProduct : network::Product<Network, Network> {
  using Product::Product;
  static std::string name(Address node) { return std::to_string(node.number()); }
};

// Batagelj and Pisanski 1982: where the most links of a node of the tree are no more than the nodes
// of the cycle.
TEST(HamiltonianCycle, OfATreeAndACycle) {
  const Network claw = of_edges(6, {{0, 1}, {0, 2}, {0, 3}, {3, 4}, {3, 5}});
  for (const char* spec : {"ring:3", "ring:4", "ring:9", "complete:3"}) {
    const Network cycle = network_of(spec);
    for (const bool tree_first : {true, false}) {
      const Network& first = tree_first ? claw : cycle;
      const Network& second = tree_first ? cycle : claw;
      expect_cycle(Network(NamedProduct(first, second)), path_of_product(first, second), spec);
    }
  }
  const Network star = of_edges(5, {{0, 1}, {0, 2}, {0, 3}, {0, 4}});
  EXPECT_TRUE(path_of_product(star, network_of("ring:3")).empty());
}

TEST(HamiltonianCycle, IsRefusedWithTheReason) {
  EXPECT_EQ(reason("path:2"), "has no Hamiltonian cycle: it has 2 nodes only");
  EXPECT_EQ(reason("path:7"), "has no Hamiltonian cycle: node 0 has one link");
  EXPECT_EQ(reason("mesh:3x5"), "has no Hamiltonian cycle: every link joins one of 7 nodes with one of 8 others");
  EXPECT_EQ(reason("product:path:3*path:5"), reason("mesh:3x5"));
  const auto reason_of = [](const Network& network) { return hamiltonian_cycle(network).reason; };
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> petersen = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0},
                                                                         {0, 5}, {1, 6}, {2, 7}, {3, 8}, {4, 9},
                                                                         {5, 7}, {7, 9}, {9, 6}, {6, 8}, {8, 5}};
  EXPECT_EQ(reason_of(of_edges(10, petersen)), "has no Hamiltonian cycle: an exhaustive search finds none");
  EXPECT_EQ(reason_of(of_edges(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}})),
            "has no Hamiltonian cycle: without node 2 the others are not connected");
  // Three Petersen graphs, opened at the link from 0 to 1 and joined in a ring: no path runs
  // through one from end to end.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> three;
  for (std::uint32_t copy = 0; copy < 3; ++copy) {
    for (std::size_t i = 1; i < petersen.size(); ++i) {
      three.emplace_back(10 * copy + petersen[i].first, 10 * copy + petersen[i].second);
    }
    three.emplace_back(10 * copy + 1, 10 * ((copy + 1) % 3));
  }
  EXPECT_EQ(reason_of(of_edges(30, three)), "no Hamiltonian cycle has been found; it may have one all the same");
}

}  // namespace
}  // namespace testbench::test
