// Johnsson and Ho 1986, table 1: edges E_k, edges e_lk by level, subtree nodes s_lk and distant nodes r_lk of every
// spanning graph, counted by climbing. The weighted quantities of a graph of d rotations are sums over them, over d;
// both sides are compared times d.
#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include "firmware/trees/brg_path.hpp"
#include "firmware/trees/nesbt.hpp"
#include "firmware/trees/nrsbt.hpp"
#include "firmware/trees/sbnt.hpp"
#include "firmware/trees/tree_walk.hpp"

namespace trees::test {
namespace {

struct Quantities {
  Counts e, s, r;
};

Quantities empty(unsigned d, unsigned height) {
  const Counts none(height, std::vector<std::uint64_t>(d, 0));
  return {none, none, none};
}

void add(const TreeWalk& tree, Quantities& sum) {
  tree.add_edges(sum.e);
  tree.add_subtree_nodes(sum.s);
  tree.add_distant_nodes(sum.r);
}

template <class Graph>
Quantities of_rotations(unsigned d, unsigned height) {
  Quantities sum = empty(d, height);
  for (unsigned j = 0; j < d; ++j) {
    TreeWalk tree;
    EXPECT_TRUE(walk_rotation<Graph>(d, 0, j, tree));
    add(tree, sum);
  }
  return sum;
}

template <class Tree>
Quantities of_tree(unsigned d, unsigned height) {
  Quantities sum = empty(d, height);
  TreeWalk tree;
  EXPECT_TRUE(walk_tree<Tree>(d, 0, tree));
  add(tree, sum);
  return sum;
}

using Law = std::function<std::uint64_t(unsigned level, unsigned port)>;

void expect_laws(unsigned d, unsigned height, const Quantities& found, const Law& e, const Law& s, const Law& r) {
  for (unsigned l = 0; l < height; ++l) {
    for (unsigned k = 0; k < d; ++k) {
      ASSERT_EQ(found.e[l][k], e(l, k)) << "e, d " << d << " level " << l << " dimension " << k;
      ASSERT_EQ(found.s[l][k], s(l, k)) << "s, d " << d << " level " << l << " dimension " << k;
      ASSERT_EQ(found.r[l][k], r(l, k)) << "r, d " << d << " level " << l << " dimension " << k;
    }
  }
}

void expect_edges(unsigned d, const Quantities& found, const std::function<std::uint64_t(unsigned)>& edges) {
  for (unsigned k = 0; k < d; ++k) {
    std::uint64_t sum = 0;
    for (const auto& level : found.e) sum += level[k];
    ASSERT_EQ(sum, edges(k)) << "E, d " << d << " dimension " << k;
  }
}

std::uint64_t binomials_from(unsigned d, unsigned first) {
  std::uint64_t sum = 0;
  for (unsigned i = first; i <= d; ++i) sum += binomial(d, i);
  return sum;
}

constexpr unsigned kMaxTableDimension = 10;

TEST(Table1, BrgPath) {
  for (unsigned d = 1; d <= kMaxTableDimension; ++d) {
    const std::uint64_t nodes = cube::nodes(d);
    const unsigned height = cube::mask(d);
    const Quantities found = of_tree<BrgPath>(d, height);
    expect_edges(d, found, [&](unsigned k) { return nodes >> (k + 1); });
    const auto transition = [](unsigned l) {  // the rightmost 0 of l
      unsigned t = 0;
      while ((l >> t & 1u) != 0) ++t;
      return t;
    };
    expect_laws(
        d, height, found, [&](unsigned l, unsigned k) { return k == transition(l) ? 1u : 0u; },
        [&](unsigned l, unsigned k) { return k == transition(l) ? nodes - l - 1 : 0u; },
        [&](unsigned l, unsigned k) {
          // N/2^(k+1) - ceil((l - 2^k + 1)/2^(k+1)), the ceiling of a fraction that may be negative.
          const auto turn = static_cast<std::int64_t>(2u << k);
          const std::int64_t numerator = std::int64_t{l} - std::int64_t{1u << k} + 1;
          const std::int64_t ceiling = numerator > 0 ? (numerator + turn - 1) / turn : -((-numerator) / turn);
          return static_cast<std::uint64_t>(static_cast<std::int64_t>(nodes) / turn - ceiling);
        });
  }
}

TEST(Table1, RotatedBrgPaths) {
  for (unsigned d = 1; d <= 8; ++d) {
    const std::uint64_t nodes = cube::nodes(d);
    const unsigned height = cube::mask(d);
    const Quantities found = of_rotations<NrBrgPath>(d, height);
    expect_edges(d, found, [&](unsigned) { return nodes - 1; });
    const Law rest = [&](unsigned l, unsigned) { return nodes - l - 1; };
    expect_laws(d, height, found, [](unsigned, unsigned) { return 1u; }, rest, rest);
  }
}

TEST(Table1, Sbt) {
  for (unsigned d = 1; d <= kMaxTableDimension; ++d) {
    const Quantities found = of_tree<Sbt>(d, d);
    expect_edges(d, found, [](unsigned k) { return std::uint64_t{1} << k; });
    expect_laws(
        d, d, found, [](unsigned l, unsigned k) { return binomial(k, l); },
        [d](unsigned l, unsigned k) { return binomial(k, l) << (d - k - 1); },
        [d](unsigned l, unsigned k) { return binomial(d - k - 1, l) << k; });
  }
}

template <class Graph>
void expect_greedy_graph() {
  for (unsigned d = 1; d <= kMaxTableDimension; ++d) {
    const Quantities found = of_rotations<Graph>(d, d);
    expect_edges(d, found, [d](unsigned) { return cube::mask(d); });
    const Law rest = [d](unsigned l, unsigned) { return binomials_from(d, l + 1); };
    expect_laws(d, d, found, [d](unsigned l, unsigned) { return binomial(d, l + 1); }, rest, rest);
  }
}

TEST(Table1, Nrsbt) {
  expect_greedy_graph<Nrsbt>();
}
TEST(Table1, Sbnt) {
  expect_greedy_graph<SbntC>();
}

TEST(Table1, Nesbt) {
  for (unsigned d = 2; d <= kMaxTableDimension; ++d) {
    const Quantities found = of_rotations<Nesbt>(d, d + 1);
    expect_edges(d, found, [d](unsigned) { return cube::mask(d); });
    const Law rest = [d](unsigned l, unsigned) {
      return l == 0 ? cube::mask(d) : l == 1 ? cube::mask(d) - 1 : binomials_from(d, l);
    };
    const Law edges = [d](unsigned l, unsigned) { return l == 0 ? 1 : l == 1 ? d - 1 : binomial(d, l); };
    expect_laws(d, d + 1, found, edges, rest, rest);
  }
}

// Lemma 3.19: the weight of the edge into a node through dimension k is (zeroes immediately to the left of bit k, plus
// 1)/n; to the left cyclically.
TEST(Table1, NrsbtEdgeWeightsOfLemma319) {
  for (unsigned d = 1; d <= kMaxTableDimension; ++d) {
    for (Node node = 1; node < cube::nodes(d); ++node) {
      std::vector<unsigned> weight(d);
      for (unsigned j = 0; j < d; ++j) ++weight[cube::bit_index(Nrsbt::parent(d, node, j))];
      for (unsigned k = 0; k < d; ++k) {
        unsigned zeroes = 0;
        while (zeroes + 1 < d && (node >> (k + zeroes + 1) % d & 1u) == 0) ++zeroes;
        ASSERT_EQ(weight[k], (node >> k & 1u) != 0 ? zeroes + 1 : 0) << "d " << d << " node " << node << " port " << k;
      }
    }
  }
}

// The union of the SBT's rotations has every edge away from the root: N/2 in each dimension (lemma 3.20).
TEST(Table1, NrsbtHasHalfOfAllLinks) {
  for (unsigned d = 1; d <= kMaxTableDimension; ++d) {
    std::vector<std::vector<bool>> used(d, std::vector<bool>(cube::nodes(d)));
    for (unsigned j = 0; j < d; ++j) {
      for (Node node = 1; node < cube::nodes(d); ++node) used[cube::bit_index(Nrsbt::parent(d, node, j))][node] = true;
    }
    for (unsigned k = 0; k < d; ++k) {
      ASSERT_EQ(static_cast<std::uint64_t>(std::count(used[k].begin(), used[k].end(), true)), cube::nodes(d) / 2);
    }
  }
}

}  // namespace
}  // namespace trees::test
