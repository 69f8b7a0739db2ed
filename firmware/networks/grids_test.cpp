// SPDX-License-Identifier: Apache-2.0
// Tori, generalized hypercubes, meshes and paths: links between nodes whose coordinates differ in
// one place, and distances that add up over the dimensions.
#include "firmware/networks/grids.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "firmware/networks/test_laws.hpp"

namespace network::test {
namespace {

using Extents = std::vector<std::uint32_t>;

// The links between nodes whose coordinates differ in one place i, in a and b with
// linked(extents[i], a, b).
template <class Network>
Edges by_coordinates(const Network& network, const Extents& extents,
                     const std::function<bool(std::uint32_t, std::uint32_t, std::uint32_t)>& linked) {
  Edges edges;
  for (const Address a : addresses(network.nodes())) {
    for (const Address b : addresses(network.nodes())) {
      const Extents x = name_of(network, a);
      const Extents y = name_of(network, b);
      unsigned differing = 0;
      unsigned place = 0;
      for (unsigned i = 0; i < extents.size(); ++i) {
        if (x[i] == y[i]) continue;
        ++differing;
        place = i;
      }
      if (differing == 1 && linked(extents[place], x[place], y[place])) edges.insert(edge(a.number(), b.number()));
    }
  }
  return edges;
}

bool next_on_path(std::uint32_t, std::uint32_t a, std::uint32_t b) {
  return a + 1 == b || b + 1 == a;
}
bool next_on_ring(std::uint32_t extent, std::uint32_t a, std::uint32_t b) {
  return (a + 1) % extent == b || (b + 1) % extent == a;
}
bool any(std::uint32_t, std::uint32_t, std::uint32_t) {
  return true;
}

const std::vector<Extents> kExtents = {{5}, {4, 6}, {3, 2}, {2, 2, 2}, {3, 3, 3}, {2, 5, 3}};

std::uint32_t product_of(const Extents& extents) {
  std::uint32_t product = 1;
  for (const std::uint32_t extent : extents) product *= extent;
  return product;
}

TEST(Torus, IsAProductOfRings) {
  for (const Extents& extents : kExtents) {
    const Torus torus(symbols_of(extents));
    EXPECT_EQ(edges_of(torus), by_coordinates(torus, extents, next_on_ring));
    // A ring of k nodes has the status floor(k^2 / 4).
    const std::uint32_t n = product_of(extents);
    std::uint32_t status = 0;
    unsigned diameter = 0;
    for (const std::uint32_t k : extents) {
      status += n / k * (k * k / 4);
      diameter += k / 2;
    }
    const Reach found = reach(torus);
    EXPECT_EQ(found.status, status);
    EXPECT_EQ(found.eccentricity(), diameter);
    EXPECT_EQ(torus.nodes(), n);
  }
}

TEST(Hamming, IsAProductOfCompleteGraphs) {
  for (const Extents& extents : kExtents) {
    const Hamming hamming(symbols_of(extents));
    EXPECT_EQ(edges_of(hamming), by_coordinates(hamming, extents, any));
    std::uint32_t status = 0;
    for (const std::uint32_t k : extents) status += product_of(extents) / k * (k - 1);
    EXPECT_EQ(reach(hamming).status, status);
    EXPECT_EQ(reach(hamming).eccentricity(), extents.size());
  }
}

TEST(Mesh, IsAProductOfPaths) {
  for (const Extents& extents : kExtents) {
    const Mesh mesh(symbols_of(extents));
    EXPECT_EQ(edges_of(mesh), by_coordinates(mesh, extents, next_on_path));
    unsigned diameter = 0;
    std::uint32_t corner_status = 0;
    for (const std::uint32_t k : extents) {
      diameter += k - 1;
      corner_status += product_of(extents) / k * (k * (k - 1) / 2);
    }
    EXPECT_EQ(reach(mesh).eccentricity(), diameter);
    EXPECT_EQ(reach(mesh).status, corner_status);
  }
}

TEST(Mesh, HasNothingBehindItsBorder) {
  const Mesh mesh(symbols_of({3, 5}));
  EXPECT_EQ(mesh.ports(), 4u);
  for (const Address node : addresses(15)) {
    const unsigned row = node.number() / 5;
    const unsigned column = node.number() % 5;
    EXPECT_EQ(mesh.neighbour(node, 0) == node, row == 2);
    EXPECT_EQ(mesh.neighbour(node, 1) == node, row == 0);
    EXPECT_EQ(mesh.neighbour(node, 2) == node, column == 4);
    EXPECT_EQ(mesh.neighbour(node, 3) == node, column == 0);
  }
}

TEST(Path, IsAMeshOfOneDimension) {
  for (const std::uint32_t n : {2u, 3u, 8u}) {
    const Path path(n);
    EXPECT_EQ(path.ports(), n == 2 ? 1u : 2u);
    Edges edges;
    for (std::uint32_t node = 1; node < n; ++node) edges.insert(edge(node - 1, node));
    EXPECT_EQ(edges_of(path), edges);
    // From node v there are v nodes on one side.
    for (std::uint32_t v = 0; v < n; ++v) {
      EXPECT_EQ(reach(path, Address(v)).status, v * (v + 1) / 2 + (n - 1 - v) * (n - v) / 2);
    }
  }
}

}  // namespace
}  // namespace network::test
