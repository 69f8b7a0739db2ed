// SPDX-License-Identifier: Apache-2.0
// Rings, circulant and complete graphs, from the definitions and the closed forms of their
// distances.
#include "firmware/networks/rings.hpp"

#include <gtest/gtest.h>

#include "firmware/networks/test_laws.hpp"

namespace network::test {
namespace {

static_assert(Ring(5).neighbour(Address(4), 0) == Address(0) && Ring(5).arrival_port(Address(4), 0) == 1);
static_assert(Complete(5).neighbour(Address(3), 2) == Address(1));

Edges of_steps(std::uint32_t nodes, const std::vector<std::uint32_t>& steps) {
  Edges edges;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (const std::uint32_t step : steps) edges.insert(edge(node, (node + step) % nodes));
  }
  return edges;
}

TEST(Ring, IsAsLongAsItIs) {
  for (const std::uint32_t n : {3u, 4u, 5u, 12u, 31u}) {
    const Ring ring(n);
    EXPECT_EQ(edges_of(ring), of_steps(n, {1}));
    const Reach found = reach(ring);
    EXPECT_EQ(found.eccentricity(), n / 2);
    EXPECT_EQ(found.status, n * n / 4);
  }
}

TEST(Circulant, LinksNodesAStepApart) {
  const std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> cases = {
      {13, {1, 5}}, {12, {1, 6}}, {12, {3, 4}}, {10, {2, 5}}, {2, {1}}, {30, {6, 10, 15}}};
  for (const auto& [n, steps] : cases) {
    const Circulant circulant(n, symbols_of(steps));
    EXPECT_EQ(edges_of(circulant), of_steps(n, steps));
    EXPECT_EQ(circulant.ports(), 2 * edges_of(circulant).size() / n);
  }
  // The densest circulant of degree 4 and diameter k has 2 k^2 + 2 k + 1 nodes, with steps k and k
  // + 1 (Boesch and Wang 1985): all words of length j are different nodes, 4 j of them.
  for (unsigned k = 1; k <= 4; ++k) {
    const Reach found = reach(Circulant(2 * k * k + 2 * k + 1, symbols_of({k, k + 1})));
    ASSERT_EQ(found.eccentricity(), k);
    for (unsigned j = 1; j <= k; ++j) EXPECT_EQ(found.nodes_at[j], 4 * j);
  }
}

TEST(Complete, LinksAllNodes) {
  for (const std::uint32_t n : {2u, 3u, 8u, 32u}) {
    const Complete complete(n);
    EXPECT_EQ(complete.ports(), n - 1);
    EXPECT_EQ(edges_of(complete).size(), n * (n - 1) / 2);
    EXPECT_EQ(reach(complete).status, n - 1);
  }
}

}  // namespace
}  // namespace network::test
