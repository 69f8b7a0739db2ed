// SPDX-License-Identifier: Apache-2.0
// Johnsson and Ho 1986, table 1: Ew_k, ew_lk, sw_lk and rw_lk of every spanning graph, d (the
// paper's n) from 1 to 10. All values are multiplied by the number of trees in the graph, so that
// they are integers. (In the table d is the dimension of an edge; here it is k.)
#include <gtest/gtest.h>

#include <functional>

#include "firmware/trees/johnsson_ho.hpp"
#include "firmware/trees/tree_walk.hpp"

namespace trees::test {
namespace {

constexpr unsigned kLargest = 10;

struct Row {
  std::vector<std::uint64_t> E;  // [k]
  Counts e, s, r;                // [l][k]
};

Row empty_row(unsigned d, unsigned height) {
  const Counts zero(height, std::vector<std::uint64_t>(d, 0));
  return {std::vector<std::uint64_t>(d, 0), zero, zero, zero};
}

void add(const TreeWalk& tree, Row& row) {
  for (Node node = 0; node < tree.size(); ++node)
    if (node != tree.root) ++row.E[tree.parent_port[node]];
  tree.add_edges(row.e);
  tree.add_subtree_nodes(row.s);
  tree.add_distant_nodes(row.r);
}

template <class Tree>
Row count_tree(unsigned d) {
  TreeWalk tree;
  EXPECT_TRUE(walk_tree<Tree>(d, 0, tree));
  Row row = empty_row(d, tree.height);
  add(tree, row);
  return row;
}

template <class Graph>
Row count_graph(unsigned d) {
  Row row;
  for (unsigned j = 0; j < d; ++j) {
    TreeWalk tree;
    EXPECT_TRUE(walk_rotation<Graph>(d, 0, j, tree));
    if (j == 0) row = empty_row(d, tree.height);
    add(tree, row);
  }
  return row;
}

using Formula = std::function<std::uint64_t(unsigned l, unsigned k)>;

void expect_row(const Row& row, unsigned d, unsigned height, const std::function<std::uint64_t(unsigned k)>& E,
                const Formula& e, const Formula& s, const Formula& r) {
  ASSERT_EQ(row.e.size(), height) << "d " << d;
  for (unsigned k = 0; k < d; ++k) {
    ASSERT_EQ(row.E[k], E(k)) << "Ew: d " << d << " dimension " << k;
    for (unsigned l = 0; l < height; ++l) {
      ASSERT_EQ(row.e[l][k], e(l, k)) << "ew: d " << d << " level " << l << " dimension " << k;
      ASSERT_EQ(row.s[l][k], s(l, k)) << "sw: d " << d << " level " << l << " dimension " << k;
      ASSERT_EQ(row.r[l][k], r(l, k)) << "rw: d " << d << " level " << l << " dimension " << k;
    }
  }
}

// Sum of (d over i) for i = from .. d.
std::uint64_t binomials_from(unsigned d, unsigned from) {
  std::uint64_t sum = 0;
  for (unsigned i = from; i <= d; ++i) sum += binomial(d, i);
  return sum;
}

// Lemmas 3.10 and 3.11.
TEST(Table1, Brg) {
  for (unsigned d = 1; d <= kLargest; ++d) {
    const std::uint64_t n = std::uint64_t{1} << d;
    // The position of the rightmost 0 of l.
    const auto transition = [](unsigned l) {
      unsigned t = 0;
      for (; l % 2 == 1; l /= 2) ++t;
      return t;
    };
    // ceil(a / b) for b > 0.
    const auto ceiling = [](std::int64_t a, std::int64_t b) { return a > 0 ? (a + b - 1) / b : a / b; };
    expect_row(
        count_tree<BrgPath>(d), d, (1u << d) - 1, [&](unsigned k) { return n >> (k + 1); },
        [&](unsigned l, unsigned k) { return std::uint64_t{k == transition(l)}; },
        [&](unsigned l, unsigned k) { return k == transition(l) ? n - l - 1 : 0; },
        [&](unsigned l, unsigned k) {
          const std::int64_t half = std::int64_t{1} << k;
          return (n >> (k + 1)) - static_cast<std::uint64_t>(ceiling(std::int64_t{l} - half + 1, 2 * half));
        });
  }
}

// Lemmas 3.14 and 3.15.
TEST(Table1, NrBrg) {
  for (unsigned d = 1; d <= kLargest; ++d) {
    const std::uint64_t n = std::uint64_t{1} << d;
    const Formula below = [&](unsigned l, unsigned) { return n - l - 1; };
    expect_row(
        count_graph<NrBrgPath>(d), d, (1u << d) - 1, [&](unsigned) { return n - 1; },
        [](unsigned, unsigned) { return 1; }, below, below);
  }
}

// Lemmas 3.17 and 3.18.
TEST(Table1, Sbt) {
  for (unsigned d = 1; d <= kLargest; ++d)
    expect_row(
        count_tree<Sbt>(d), d, d, [](unsigned k) { return std::uint64_t{1} << k; },
        [](unsigned l, unsigned k) { return binomial(k, l); },
        [d](unsigned l, unsigned k) { return binomial(k, l) << (d - k - 1); },
        [d](unsigned l, unsigned k) { return binomial(d - k - 1, l) << k; });
}

// Lemmas 3.20, 3.21 and 3.28: the two greedy graphs have the same row.
void expect_greedy_row(const Row& row, unsigned d) {
  const Formula below = [d](unsigned l, unsigned) { return binomials_from(d, l + 1); };
  expect_row(
      row, d, d, [d](unsigned) { return (std::uint64_t{1} << d) - 1; },
      [d](unsigned l, unsigned) { return binomial(d, l + 1); }, below, below);
}

TEST(Table1, Nrsbt) {
  for (unsigned d = 1; d <= kLargest; ++d) ASSERT_NO_FATAL_FAILURE(expect_greedy_row(count_graph<Nrsbt>(d), d));
}

TEST(Table1, SbntC) {
  for (unsigned d = 1; d <= kLargest; ++d) ASSERT_NO_FATAL_FAILURE(expect_greedy_row(count_graph<SbntC>(d), d));
}

// Lemmas 3.24 and 3.25.
TEST(Table1, Nesbt) {
  for (unsigned d = 1; d <= kLargest; ++d) {
    const std::uint64_t n = std::uint64_t{1} << d;
    const Formula below = [&](unsigned l, unsigned) { return l < 2 ? n - 1 - l : binomials_from(d, l); };
    expect_row(
        count_graph<Nesbt>(d), d, d == 1 ? 1 : d + 1, [&](unsigned) { return n - 1; },
        [&](unsigned l, unsigned) { return l == 1 ? d - 1 : binomial(d, l); }, below, below);
  }
}

}  // namespace
}  // namespace trees::test
