#include "firmware/networks/de_bruijn.hpp"

#include <gtest/gtest.h>

#include "firmware/networks/test_laws.hpp"

namespace network::test {
namespace {

TEST(DeBruijn, LinksWordsThatOverlap) {
  for (unsigned d = 2; d <= 7; ++d) {
    const DeBruijn network(d);
    expect_network_laws(network);
    const std::uint32_t n = 1u << d;
    Edges edges;
    for (std::uint32_t a = 0; a < n; ++a) {
      for (std::uint32_t b = 0; b < n; ++b) {
        if (a != b && a % (n / 2) == b / 2) edges.insert(edge(a, b));  // the last bits of a are the first of b
      }
    }
    EXPECT_EQ(edges_of(network), edges);
    // 2 n arcs, of which two are loops and two one link.
    EXPECT_EQ(edges.size(), 2 * n - 3);
    // All bits of 0..0 have to be shifted out on the way to 1..1, and d shifts lead anywhere.
    EXPECT_EQ(reach(network).eccentricity(), d);
    EXPECT_EQ(reach(network).distance[n - 1], d);
  }
}

TEST(DeBruijn, ShiftsABitInAtEitherEnd) {
  const DeBruijn network(4);
  EXPECT_EQ(network.neighbour(Address(0b0011), 0), Address(0b0110));
  EXPECT_EQ(network.neighbour(Address(0b0011), 1), Address(0b0111));
  EXPECT_EQ(network.neighbour(Address(0b0011), 2), Address(0b0001));
  EXPECT_EQ(network.neighbour(Address(0b0011), 3), Address(0b1001));
  EXPECT_EQ(network.arrival_port(Address(0b1011), 0), 3u);
  EXPECT_EQ(network.neighbour(Address(0), 0), Address(0)) << "no link to itself";
  EXPECT_EQ(network.neighbour(Address(0b0101), 0), Address(0b1010));
  EXPECT_EQ(network.neighbour(Address(0b1010), 1), Address(0b1010)) << "no second link";
}

}  // namespace
}  // namespace network::test
