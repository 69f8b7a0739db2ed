// SPDX-License-Identifier: Apache-2.0
// The cube as a network, from the definitions: neighbours, distances, and the cube that each node
// sees; and the folded cube.
#include "firmware/networks/cube.hpp"

#include <gtest/gtest.h>

#include <queue>
#include <set>
#include <vector>

#include "firmware/networks/test_laws.hpp"

namespace network {
namespace {

// Links from a node to every node, by breadth-first search over neighbour().
std::vector<unsigned> distances(const Cube& cube, Address from) {
  constexpr unsigned kFar = ~0u;
  std::vector<unsigned> distance(cube.nodes(), kFar);
  std::queue<Address> reached({from});
  distance[from.number()] = 0;
  while (!reached.empty()) {
    const Address node = reached.front();
    reached.pop();
    for (unsigned port = 0; port < cube.ports(); ++port) {
      unsigned& there = distance[cube.neighbour(node, port).number()];
      if (there != kFar) continue;
      there = distance[node.number()] + 1;
      reached.push(cube.neighbour(node, port));
    }
  }
  return distance;
}

TEST(Cube, NeighboursDifferInTheBitOfThePort) {
  for (unsigned d = 1; d <= 10; ++d) {
    const Cube cube(d);
    ASSERT_EQ(cube.nodes(), 1u << d);
    ASSERT_EQ(cube.ports(), d);
    ASSERT_EQ(cube.address_width(), d);
    for (const Address node : addresses(cube.nodes())) {
      for (unsigned port = 0; port < d; ++port) {
        const Address there = cube.neighbour(node, port);
        ASSERT_EQ(there.number(), node.number() ^ 1u << port);
        ASSERT_EQ(cube.neighbour(there, cube.arrival_port(node, port)), node) << "the way back";
        ASSERT_NE(cube.is_odd(node), cube.is_odd(there));
      }
    }
  }
}

TEST(Cube, IsConnectedAndAsWideAsItsDimension) {
  for (unsigned d = 1; d <= 8; ++d) {
    const std::vector<unsigned> distance = distances(Cube(d), Address(0));
    std::vector<unsigned> nodes_at(d + 1, 0);
    for (const unsigned links : distance) {
      ASSERT_LE(links, d);
      ++nodes_at[links];
    }
    unsigned binomial = 1;
    for (unsigned links = 0; links <= d; ++links) {
      EXPECT_EQ(nodes_at[links], binomial) << d << " over " << links;
      binomial = binomial * (d - links) / (links + 1);
    }
  }
}

// A node sees itself as 0, its neighbours behind the ports where node 0 has them, and
// everything at its distance.
TEST(Cube, EveryNodeSeesTheSameCube) {
  const Cube cube(5);
  const std::vector<unsigned> from_0 = distances(cube, Address(0));
  for (const Address origin : addresses(cube.nodes())) {
    const std::vector<unsigned> distance = distances(cube, origin);
    EXPECT_EQ(cube.relative(origin, origin), Address(0));
    for (const Address node : addresses(cube.nodes())) {
      const Address seen = cube.relative(node, origin);
      ASSERT_EQ(cube.absolute(seen, origin), node);
      ASSERT_EQ(from_0[seen.number()], distance[node.number()]);
      for (unsigned port = 0; port < cube.ports(); ++port) {
        ASSERT_EQ(cube.relative(cube.neighbour(node, port), origin), cube.neighbour(seen, port));
      }
    }
  }
}

// Moving all nodes by a rotation moves the ports of every node alike: an edge stays an edge.
TEST(Cube, RotationsMoveNodesAndPortsTogether) {
  for (unsigned d = 1; d <= 7; ++d) {
    const Cube cube(d);
    ASSERT_EQ(cube.trees(), d);
    for (unsigned tree = 0; tree < cube.trees(); ++tree) {
      std::set<Address> images;
      for (const Address node : addresses(cube.nodes())) {
        images.insert(cube.to_tree_0(node, tree));
        for (unsigned port = 0; port < d; ++port) {
          const unsigned moved = cube.from_tree_0(Ports::one(port), tree).port();
          ASSERT_EQ(cube.to_tree_0(cube.neighbour(node, moved), tree),
                    cube.neighbour(cube.to_tree_0(node, tree), port));
        }
      }
      ASSERT_EQ(images.size(), cube.nodes());
    }
  }
}

TEST(Cube, FirstPortsAreAShortestWay) {
  const Cube cube(6);
  const std::vector<unsigned> distance = distances(cube, Address(0));
  for (const Address seen : other_addresses(cube.nodes())) {
    const unsigned port = cube.first_port(seen).port();
    ASSERT_EQ(seen.number() >> port, 1u) << "e-cube: the highest bit first";
    const Address rest = cube.behind_first(seen);
    ASSERT_EQ(rest, cube.relative(seen, cube.neighbour(Address(0), port)));
    ASSERT_EQ(distance[rest.number()], distance[seen.number()] - 1);
  }
  EXPECT_TRUE(cube.first_port(Address(0)).empty());
}

TEST(FixedCube, IsTheCubeOfItsDimension) {
  using Five = FixedCube<5>;
  static_assert(Five::kNodes == 32 && Five::kPorts == 5 && Five::kAddressWidth == 5 && Five::kTrees == 5);
  EXPECT_EQ(Five().neighbour(Address(3), 4), Address(19));
}

}  // namespace

namespace test {
namespace {

// The mean distance between nodes, themselves among them, is d / 2.
TEST(Hypercube, HasTheDistancesOfACube) {
  for (unsigned d = 1; d <= 7; ++d) {
    const Hypercube cube(d);
    EXPECT_EQ(reach(cube).eccentricity(), d);
    EXPECT_EQ(2 * reach(cube).status, std::uint64_t{d} << d);
  }
}

static_assert(FoldedCube(4).neighbour(Address(0b0101), 4) == Address(0b1010));

TEST(FoldedCube, IsACubeWithItsComplements) {
  for (unsigned d = 2; d <= 7; ++d) {
    const FoldedCube folded(d);
    EXPECT_EQ(folded.ports(), d + 1);
    Edges edges;
    for (std::uint32_t node = 0; node < 1u << d; ++node) {
      for (unsigned bit = 0; bit < d; ++bit) edges.insert(edge(node, node ^ 1u << bit));
      edges.insert(edge(node, (1u << d) - 1 - node));
    }
    EXPECT_EQ(edges_of(folded), edges);
    // As many links as ones, or the last port and as many as zeroes.
    const Reach found = reach(folded);
    EXPECT_EQ(found.eccentricity(), (d + 1) / 2);
    for (std::uint32_t node = 0; node < 1u << d; ++node) {
      ASSERT_EQ(found.distance[node], std::min(bits::count(node), d + 1 - bits::count(node)));
    }
  }
}

}  // namespace
}  // namespace test
}  // namespace network
