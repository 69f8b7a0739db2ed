// SPDX-License-Identifier: Apache-2.0
// Twisted, crossed and Möbius cubes: the links of the papers' recursive definitions, and their
// diameters.
#include "firmware/networks/twisted_cubes.hpp"

#include <gtest/gtest.h>

#include <string>

#include "firmware/networks/test_laws.hpp"

namespace network::test {
namespace {

template <class Network>
unsigned diameter(const Network& network) {
  unsigned most = 0;
  for (const Address node : addresses(network.nodes())) most = std::max(most, reach(network, node).eccentricity());
  return most;
}

// Hilbers, Koopman and van de Snepscheut: four copies of the cube of two bits less, joined in one of
// two ways, which the parity of a copy's node decides.
Edges twisted_edges(unsigned d) {
  if (d == 1) return {{0, 1}};
  const std::uint32_t quarter = 1u << (d - 2);
  Edges edges;
  for (std::uint32_t copy = 0; copy < 4; ++copy) {
    for (const auto& [a, b] : twisted_edges(d - 2)) edges.insert({copy * quarter + a, copy * quarter + b});
  }
  for (std::uint32_t x = 0; x < quarter; ++x) {
    const bool odd = bits::count(x) % 2 != 0;
    for (const auto& [a, b] : Edges{{0, 2}, {1, 3}, {0, odd ? 1 : 3}, {odd ? 2 : 1, odd ? 3 : 2}}) {
      edges.insert({a * quarter + x, b * quarter + x});
    }
  }
  return edges;
}

// Efe: two copies of one bit less; a node of one is joined with the nodes of the other whose pairs
// of bits are related to its own, {(00,00), (10,10), (01,11), (11,01)}, the upper bit of an even
// number being the same.
Edges crossed_edges(unsigned d) {
  if (d == 1) return {{0, 1}};
  const std::uint32_t half = 1u << (d - 1);
  Edges edges;
  for (const auto& [a, b] : crossed_edges(d - 1)) edges.insert({{a, b}, {half + a, half + b}});
  for (std::uint32_t a = 0; a < half; ++a) {
    for (std::uint32_t b = 0; b < half; ++b) {
      bool joined = d % 2 != 0 || (a >> (d - 2)) == (b >> (d - 2));
      for (unsigned low = 0; low < (d - 1) / 2 * 2 && joined; low += 2) {
        const std::string pair = {
            static_cast<char>('0' + (a >> (low + 1) & 1)), static_cast<char>('0' + (a >> low & 1)),
            static_cast<char>('0' + (b >> (low + 1) & 1)), static_cast<char>('0' + (b >> low & 1))};
        joined = pair == "0000" || pair == "1010" || pair == "0111" || pair == "1101";
      }
      if (joined) edges.insert({a, half + b});
    }
  }
  return edges;
}

// Cull and Larson: a 0- and a 1-Möbius cube of one bit less, joined straight in the 0-Möbius cube
// and by complements in the 1-Möbius cube.
Edges moebius_edges(unsigned d, bool one) {
  if (d == 0) return {};
  const std::uint32_t half = 1u << (d - 1);
  Edges edges = moebius_edges(d - 1, false);
  for (const auto& [a, b] : moebius_edges(d - 1, true)) edges.insert({half + a, half + b});
  for (std::uint32_t a = 0; a < half; ++a) edges.insert({a, half + (one ? half - 1 - a : a)});
  return edges;
}

TEST(TwistedCubes, HaveTheLinksOfTheirDefinitions) {
  for (unsigned d = 1; d <= 8; ++d) {
    if (d % 2 != 0) {
      EXPECT_EQ(edges_of(TwistedCube(d)), twisted_edges(d));
    }
    EXPECT_EQ(edges_of(CrossedCube(d)), crossed_edges(d)) << d;
    EXPECT_EQ(edges_of(MoebiusCube(d)), moebius_edges(d, true)) << d;
  }
}

// All three have the diameter ceil((D + 1) / 2) of their papers; as many nodes and links as the cube.
TEST(TwistedCubes, HaveAboutHalfTheDiameterOfTheCube) {
  for (unsigned d = 1; d <= 9; ++d) {
    const unsigned half = (d + 2) / 2;
    if (d % 2 != 0) {
      EXPECT_EQ(diameter(TwistedCube(d)), (d + 1) / 2);
      EXPECT_EQ(edges_of(TwistedCube(d)).size(), d << (d - 1));
    }
    EXPECT_EQ(diameter(CrossedCube(d)), half) << d;
    EXPECT_EQ(diameter(MoebiusCube(d)), half) << d;
  }
}

}  // namespace
}  // namespace network::test
