#include "firmware/networks/folded_cube.hpp"

#include <gtest/gtest.h>

#include "firmware/networks/test_laws.hpp"

namespace network::test {
namespace {

static_assert(FoldedCube(4).neighbour(Address(0b0101), 4) == Address(0b1010));

TEST(FoldedCube, IsACubeWithItsComplements) {
  for (unsigned d = 2; d <= 7; ++d) {
    const FoldedCube folded(d);
    expect_cayley_laws(folded);
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
  for (unsigned d = 2; d <= 4; ++d) EXPECT_EQ(FoldedCube(d).bisection(), bisection_by_trial(FoldedCube(d)));
}

}  // namespace
}  // namespace network::test
