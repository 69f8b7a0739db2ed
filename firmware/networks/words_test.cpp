// SPDX-License-Identifier: Apache-2.0
// The networks of words, by their links as the papers define them, not by the group.
#include "firmware/networks/words.hpp"

#include <gtest/gtest.h>

#include "firmware/networks/test_laws.hpp"

namespace network::test {
namespace {

static_assert(CubeConnectedCycles(3).neighbour(Address(2), 2) == Address(4 * 3 + 2));

// The least links from (0, 0) to (x, i) of the cube-connected cycles: as many as x has ones, and a
// walk on the cycle of d nodes from 0 to i that comes to every position at which x has a one. It
// goes down to -a and up to b, in either order.
unsigned distance_in_cycles(unsigned d, std::uint32_t x, unsigned i) {
  unsigned least = ~0u;
  for (unsigned down = 0; down <= d; ++down) {
    for (unsigned up = 0; up <= d; ++up) {
      std::uint32_t seen = 0;
      for (unsigned step = 0; step <= down; ++step) seen |= 1u << ((d - step) % d);
      for (unsigned step = 0; step <= up; ++step) seen |= 1u << step;
      if ((x & ~seen) != 0) continue;
      for (int end = -static_cast<int>(down); end <= static_cast<int>(up); ++end) {
        if ((end + static_cast<int>(d)) % static_cast<int>(d) != static_cast<int>(i)) continue;
        const unsigned down_first = 2 * down + up + static_cast<unsigned>(static_cast<int>(up) - end);
        const unsigned up_first = 2 * up + down + static_cast<unsigned>(end + static_cast<int>(down));
        least = std::min({least, down_first, up_first});
      }
    }
  }
  return least + bits::count(x);
}

TEST(CubeConnectedCycles, AreCornersOfACubeWithACycleInEach) {
  for (const unsigned d : {3u, 4u, 5u}) {
    const CubeConnectedCycles ccc(d);
    EXPECT_EQ(ccc.nodes(), d << d);
    Edges edges;
    for (std::uint32_t x = 0; x < 1u << d; ++x) {
      for (unsigned i = 0; i < d; ++i) {
        edges.insert(edge(x * d + i, x * d + (i + 1) % d));
        edges.insert(edge(x * d + i, (x ^ 1u << i) * d + i));
      }
    }
    EXPECT_EQ(edges_of(ccc), edges);
    const Reach found = reach(ccc);
    for (std::uint32_t x = 0; x < 1u << d; ++x) {
      for (unsigned i = 0; i < d; ++i) ASSERT_EQ(found.distance[x * d + i], distance_in_cycles(d, x, i));
    }
  }
}

// 6 for d = 3, 2 d + floor(d / 2) - 2 from there on (Friš, Havel and Liebl 1997).
TEST(CubeConnectedCycles, HaveTheDiameterOfTheLiterature) {
  EXPECT_EQ(reach(CubeConnectedCycles(3)).eccentricity(), 6u);
  for (unsigned d = 4; d <= 8; ++d) EXPECT_EQ(reach(CubeConnectedCycles(d)).eccentricity(), 2 * d + d / 2 - 2);
}

TEST(Butterfly, JoinsLevelsByStraightAndCrossLinks) {
  for (const unsigned d : {3u, 4u}) {
    const Butterfly butterfly(d);
    EXPECT_EQ(butterfly.nodes(), d << d);
    Edges edges;
    for (std::uint32_t x = 0; x < 1u << d; ++x) {
      for (unsigned level = 0; level < d; ++level) {
        const unsigned next = (level + 1) % d;
        edges.insert(edge(x * d + level, x * d + next));
        edges.insert(edge(x * d + level, (x ^ 1u << level) * d + next));
        const Address node(x * d + level);
        EXPECT_EQ(butterfly.neighbour(node, 0), Address(x * d + next));
        EXPECT_EQ(butterfly.arrival_port(node, 1), 3u);
      }
    }
    EXPECT_EQ(edges_of(butterfly), edges);
  }
}

// floor(3 d / 2) (Leighton 1992, section 3.2).
TEST(Butterfly, HasTheDiameterOfTheLiterature) {
  for (unsigned d = 3; d <= 8; ++d) EXPECT_EQ(reach(Butterfly(d)).eccentricity(), 3 * d / 2);
}

// Fu and Chau's own words: a circular permutation of ranked symbols begins with symbol l; a
// generator brings the first symbol to the end with another rank.
TEST(CyclicCube, TurnsCircularPermutationsOfRankedSymbols) {
  for (const auto& [n, k] : {std::pair{3u, 2u}, std::pair{3u, 4u}, std::pair{4u, 3u}}) {
    const CyclicCube cube(n, k);
    EXPECT_EQ(cube.ports(), 2 * k);
    using RankedSymbols = std::vector<std::pair<unsigned, unsigned>>;  // (symbol, rank), the first one first
    std::map<RankedSymbols, std::uint32_t> node_of;
    const auto arrangement = [&, symbols = n, ranks = k](std::uint32_t node) {
      std::vector<unsigned> rank(symbols);
      std::uint32_t rest = node / symbols;
      for (unsigned& r : rank) {
        r = rest % ranks;
        rest /= ranks;
      }
      RankedSymbols result;
      for (unsigned i = 0; i < symbols; ++i) {
        const unsigned symbol = (node % symbols + i) % symbols;
        result.emplace_back(symbol, rank[symbol]);
      }
      return result;
    };
    for (std::uint32_t node = 0; node < cube.nodes(); ++node) node_of[arrangement(node)] = node;
    ASSERT_EQ(node_of.size(), cube.nodes());
    for (std::uint32_t node = 0; node < cube.nodes(); ++node) {
      for (unsigned j = 0; j < k; ++j) {
        RankedSymbols turned = arrangement(node);
        turned.emplace_back(turned.front().first, (turned.front().second + j) % k);
        turned.erase(turned.begin());
        ASSERT_EQ(cube.neighbour(Address(node), j), Address(node_of.at(turned)));
        ASSERT_EQ(cube.arrival_port(Address(node), j), k + j);
      }
    }
  }
}

TEST(DeBruijn, LinksWordsThatOverlap) {
  for (unsigned d = 2; d <= 7; ++d) {
    const DeBruijn network(d);
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

// Kautz 1968: k^n + k^(n-1) nodes; as long a way as the word only where no letter can be kept, with
// four letters or more from 0101.. to 2323.., with three by search.
TEST(Kautz, LinksWordsThatOverlap) {
  for (const auto& [k, n] : {std::pair{2u, 2u}, std::pair{2u, 3u}, std::pair{2u, 6u}, std::pair{3u, 2u},
                             std::pair{3u, 4u}, std::pair{4u, 3u}, std::pair{15u, 2u}}) {
    const Kautz network(k, n);
    std::uint32_t nodes = k + 1;
    for (unsigned i = 1; i < n; ++i) nodes *= k;
    EXPECT_EQ(network.nodes(), nodes);
    EXPECT_EQ(network.ports(), 2 * k);
    std::map<std::vector<std::uint32_t>, std::uint32_t> node_of;
    for (std::uint32_t node = 0; node < nodes; ++node) node_of[name_of(network, Address(node))] = node;
    Edges edges;
    for (const auto& [word, node] : node_of) {
      for (unsigned i = 1; i < n; ++i) ASSERT_NE(word[i], word[i - 1]);
      for (std::uint32_t letter = 0; letter <= k; ++letter) {
        std::vector<std::uint32_t> next(word.begin() + 1, word.end());
        if (letter == word.back()) continue;
        next.push_back(letter);
        edges.insert(edge(node, node_of.at(next)));
      }
    }
    EXPECT_EQ(edges_of(network), edges);
    // k nodes arcs, and one link for each two letters.
    EXPECT_EQ(edges.size(), k * nodes - k * (k + 1) / 2);
    unsigned diameter = 0;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      diameter = std::max(diameter, reach(network, Address(node)).eccentricity());
    }
    EXPECT_EQ(diameter, n) << k;
  }
}

TEST(Kautz, ShiftsALetterInAtEitherEnd) {
  const Kautz network(2, 3);
  EXPECT_EQ(name_of(network, Address(5)), (std::vector<std::uint32_t>{1, 2, 1}));
  EXPECT_EQ(network.neighbour(Address(5), 0), Address(10)) << "212";
  EXPECT_EQ(network.neighbour(Address(5), 1), Address(11)) << "210";
  EXPECT_EQ(network.neighbour(Address(5), 2), Address(5)) << "no second link to 212";
  EXPECT_EQ(network.neighbour(Address(5), 3), Address(0)) << "012";
  EXPECT_EQ(network.arrival_port(Address(5), 1), 3u);
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
