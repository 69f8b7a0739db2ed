// SPDX-License-Identifier: Apache-2.0
// Networks that are the same graph, and others that look alike.
#include "testbench/plans/networks/isomorphism.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "test_support/seed.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

std::optional<bool> are_same(const std::string& a, const std::string& b, unsigned most_pairs = 10'000) {
  return are_isomorphic(Adjacency(network_of(a)), Adjacency(network_of(b)), most_pairs);
}

TEST(Isomorphism, FindsTheSameGraph) {
  for (const auto& [a, b] :
       {std::pair{"torus:4x4x4", "cube:6"}, std::pair{"torus:4x4", "cube:4"}, std::pair{"butterfly:4", "cyclic:4,2"},
        std::pair{"star:3", "ring:6"}, std::pair{"pancake:3", "ring:6"}, std::pair{"hamming:4x4", "hyperx:4x4"},
        std::pair{"complete:4", "random:4,3,1"}, std::pair{"twisted:1", "path:2"}, std::pair{"dragonfly:2,1", "ring:6"},
        std::pair{"circulant:8:1,4", "moebius:3"}}) {
    EXPECT_EQ(are_same(a, b), true) << a << ' ' << b;
  }
}

// They are equal in size and degree. The rook's graph and Shrikhande's (a torus with diagonals) have the same
// parameters as strongly regular graphs, so that only pairing tells them apart.
TEST(Isomorphism, TellsOthersApart) {
  for (const auto& [a, b] :
       {std::pair{"torus:8x8", "cube:6"}, std::pair{"crossed:5", "moebius:5"}, std::pair{"twisted:5", "cube:5"},
        std::pair{"star:4", "pancake:4"}, std::pair{"random:30,4,1", "random:30,4,2"}, std::pair{"ring:6", "ring:7"}}) {
    EXPECT_EQ(are_same(a, b), false) << a << ' ' << b;
  }
  EdgeList shrikhande(16);
  for (std::uint32_t x = 0; x < 4; ++x) {
    for (std::uint32_t y = 0; y < 4; ++y) {
      for (const auto& [dx, dy] : {std::pair{0u, 1u}, std::pair{1u, 0u}, std::pair{1u, 1u}}) {
        shrikhande.add(Address(4 * x + y), Address(4 * ((x + dx) % 4) + (y + dy) % 4));
      }
    }
  }
  const Adjacency one{Network(shrikhande)};
  const Adjacency rook(network_of("hamming:4x4"));
  EXPECT_EQ(are_isomorphic(one, rook), false);
  EXPECT_EQ(are_isomorphic(one, one), true);
  EXPECT_EQ(are_isomorphic(one, rook, 3), std::nullopt) << "too many pairs";
}

TEST(Isomorphism, FindsRelabelledNetworks) {
  auto random = test_support::seeded_random();
  for (const char* spec : {"debruijn:5", "mesh:3x5", "random:40,3,3", "kautz:2,4", "ccc:3"}) {
    const Adjacency adjacency(network_of(spec));
    std::vector<std::uint32_t> place(adjacency.nodes());
    std::iota(place.begin(), place.end(), 0u);
    std::shuffle(place.begin(), place.end(), random);
    EdgeList moved(adjacency.nodes());
    for (std::uint32_t node = 0; node < adjacency.nodes(); ++node) {
      for (const std::uint32_t* there = adjacency.begin(node); there != adjacency.end(node); ++there) {
        if (node < *there) moved.add(Address(place[node]), Address(place[*there]));
      }
    }
    EXPECT_EQ(are_isomorphic(adjacency, Adjacency(Network(moved))), true) << spec;
  }
}

}  // namespace
}  // namespace testbench::test
