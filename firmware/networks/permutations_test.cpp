// SPDX-License-Identifier: Apache-2.0
// Star, pancake, bubble-sort and macro-star graphs: their links by moving symbols of a list, and
// their distances from the literature.
#include "firmware/networks/permutations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "firmware/networks/test_laws.hpp"

namespace network::test {
namespace {

using List = std::vector<std::uint32_t>;

static_assert(Star(3).neighbour(Address(0), 1) == Address(5));  // 012 becomes 210, the last of all

// Nodes are all lists in alphabetical order; what `move` does to a list of a node is what a port
// does to the node.
template <class Network>
void expect_moves(const Network& network, unsigned symbols, const std::function<void(List&, unsigned port)>& move) {
  List list(symbols);
  std::iota(list.begin(), list.end(), 0u);
  std::uint32_t node = 0;
  do {
    ASSERT_EQ(name_of(network, Address(node)), list);
    for (unsigned port = 0; port < network.ports(); ++port) {
      List moved = list;
      move(moved, port);
      ASSERT_EQ(name_of(network, network.neighbour(Address(node), port)), moved);
    }
    ++node;
  } while (std::next_permutation(list.begin(), list.end()));
  EXPECT_EQ(network.nodes(), node);
}

// The largest that one node is simulated for: the list of an address takes, for each digit of the
// address in the factorial number system, one of those that are left; a product places one list by
// another.
TEST(Permutations, OfTenSymbolsAreListsInAlphabeticalOrder) {
  constexpr unsigned kSymbols = 10;
  const Star star(kSymbols);
  const auto list_of = [](std::uint32_t number) {
    List left(kSymbols);
    std::iota(left.begin(), left.end(), 0u);
    List list;
    std::uint32_t orders = 3628800;
    for (std::uint32_t choices = kSymbols; choices > 0; --choices) {
      orders /= choices;
      list.push_back(left[number / orders]);
      left.erase(left.begin() + number / orders);
      number %= orders;
    }
    return list;
  };
  EXPECT_EQ(star.nodes(), 3628800u);
  auto random = test_support::seeded_random();
  std::vector<std::uint32_t> nodes{0, 1, star.nodes() - 2, star.nodes() - 1};
  for (unsigned i = 0; i < 2000; ++i) nodes.push_back(static_cast<std::uint32_t>(random() % star.nodes()));
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Address node(nodes[i]);
    const Address other(nodes[(i + 1) % nodes.size()]);
    const List list = list_of(nodes[i]);
    ASSERT_EQ(name_of(star, node), list);
    const List of_other = list_of(other.number());
    const List product = name_of(star, star.absolute(other, node));
    for (unsigned place = 0; place < kSymbols; ++place) ASSERT_EQ(product[place], list[of_other[place]]);
    ASSERT_EQ(star.absolute(star.relative(other, node), node), other);
  }
}

// Akers and Krishnamurthy 1989: the symbols that are not in their places, and a way in and out of
// every cycle of them but that of the first symbol.
unsigned star_distance(const List& list) {
  unsigned links = 0;
  std::vector<bool> seen(list.size(), false);
  for (std::uint32_t first = 0; first < list.size(); ++first) {
    unsigned length = 0;
    for (std::uint32_t i = first; !seen[i]; i = list[i]) {
      seen[i] = true;
      ++length;
    }
    if (length > 1) links += first == 0 ? length - 1 : length + 1;
  }
  return links;
}

TEST(Star, SwapsTheFirstSymbol) {
  for (unsigned k = 2; k <= 5; ++k) {
    const Star star(k);
    expect_moves(star, k, [](List& list, unsigned port) { std::swap(list[0], list[port + 1]); });
    const Reach found = reach(star);
    EXPECT_EQ(found.eccentricity(), 3 * (k - 1) / 2);
    for (const Address node : addresses(star.nodes())) {
      ASSERT_EQ(found.distance[node.number()], star_distance(name_of(star, node)));
    }
  }
}

// The mean over all nodes is k + 2/k + H_k - 4 (Akers, Harel and Krishnamurthy 1987).
TEST(Star, HasTheMeanDistanceOfTheLiterature) {
  for (unsigned k = 2; k <= 7; ++k) {
    double harmonic = 0;
    for (unsigned i = 1; i <= k; ++i) harmonic += 1.0 / i;
    const Star star(k);
    EXPECT_NEAR(static_cast<double>(reach(star).status) / star.nodes(), k + 2.0 / k + harmonic - 4, 1e-9);
  }
}

// Nodes at each distance: OEIS A092113.
TEST(Pancake, ReversesTheFirstSymbols) {
  for (unsigned k = 2; k <= 5; ++k) {
    expect_moves(Pancake(k), k, [](List& list, unsigned port) { std::reverse(list.begin(), list.begin() + port + 2); });
  }
  EXPECT_EQ(reach(Pancake(3)).nodes_at, (List{1, 2, 2, 1}));
  EXPECT_EQ(reach(Pancake(4)).nodes_at, (List{1, 3, 6, 11, 3}));
  EXPECT_EQ(reach(Pancake(5)).nodes_at, (List{1, 4, 12, 35, 48, 20}));
  EXPECT_EQ(reach(Pancake(6)).nodes_at, (List{1, 5, 20, 79, 199, 281, 133, 2}));
}

// The distance is the number of inversions, k (k - 1) / 4 in the mean.
TEST(BubbleSort, SwapsSymbolsSideBySide) {
  for (unsigned k = 2; k <= 6; ++k) {
    const BubbleSort network(k);
    expect_moves(network, k, [](List& list, unsigned port) { std::swap(list[port], list[port + 1]); });
    const Reach found = reach(network);
    EXPECT_EQ(found.eccentricity(), k * (k - 1) / 2);
    EXPECT_EQ(found.status * 4, std::uint64_t{k} * (k - 1) * network.nodes());
  }
}

TEST(MacroStar, SwapsSymbolsOfTheNucleusAndBlocks) {
  for (const auto& [l, m] : {std::pair{2u, 2u}, std::pair{2u, 1u}, std::pair{4u, 1u}, std::pair{2u, 3u}}) {
    const MacroStar network(l, m);
    EXPECT_EQ(network.ports(), m + l - 1);
    expect_moves(network, l * m + 1, [size = m](List& list, unsigned port) {
      if (port < size) {
        std::swap(list[0], list[1 + port]);
      } else {
        const auto first = list.begin() + 1;
        std::swap_ranges(first, first + size, first + (port - size + 1) * size);
      }
    });
  }
}

}  // namespace
}  // namespace network::test
