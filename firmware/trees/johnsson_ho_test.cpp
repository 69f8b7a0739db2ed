// SPDX-License-Identifier: Apache-2.0
// SBT, nRSBT, BRG path and TCBT: constructions, examples and lemmas of Johnsson and Ho 1986. The
// laws of all trees stand in spanning_tree_test.cpp, the rest of the paper's trees in
// nesbt_test.cpp.
#include "firmware/trees/johnsson_ho.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "firmware/trees/tree_walk.hpp"

namespace trees::test {
namespace {

// The tree by its recursion: two trees of k levels and an edge between their roots. Old bits move
// up by one; the new bit 0 tells the copies apart and is the dimension of the new edge, to the root
// 0..01 of the second copy.
std::vector<unsigned> recursive_parent_ports(unsigned d) {
  std::vector<unsigned> ports{kNoPort};
  for (unsigned k = 0; k < d; ++k) {
    const std::size_t half = ports.size();
    std::vector<unsigned> both(2 * half, kNoPort);
    for (std::size_t c = 0; c < half; ++c) {
      const unsigned moved = ports[c] == kNoPort ? kNoPort : ports[c] + 1;
      both[2 * c] = moved;
      both[2 * c + 1] = c == 0 ? 0 : moved;
    }
    ports = both;
  }
  return ports;
}

TEST(Sbt, IsTheRecursiveBinomialTree) {
  for (unsigned d = 1; d <= 16u; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<Sbt>(d, 0, tree));
    ASSERT_EQ(tree.parent_port, recursive_parent_ports(d)) << "d " << d;
    const std::vector<std::uint64_t> sizes = tree.subtree_sizes();
    for (unsigned k = 0; k < d; ++k) ASSERT_EQ(sizes[Node{1} << k], std::uint64_t{1} << (d - 1 - k));
  }
}

// Lemma 3.18: s_lk is largest at dimension min(2l, n-1).
TEST(Sbt, LargestSubtreesAreWhereLemma318Says) {
  for (unsigned d = 1; d <= 12; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<Sbt>(d, 0, tree));
    Counts s(d, std::vector<std::uint64_t>(d, 0));
    tree.add_subtree_nodes(s);
    for (unsigned l = 0; l < d; ++l) {
      const std::uint64_t largest = l <= (d - 1) / 2 ? binomial(2 * l, l) << (d - 2 * l - 1) : binomial(d - 1, l);
      EXPECT_EQ(*std::max_element(s[l].begin(), s[l].end()), largest) << "d " << d << " level " << l;
      EXPECT_EQ(s[l][std::min(2 * l, d - 1)], largest) << "d " << d << " level " << l;
    }
  }
}

// Lemma 3.16.
TEST(Sbt, NoNodeHasMoreBelowItThanItsParent) {
  for (unsigned d = 1; d <= 10; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<Sbt>(d, 0, tree));
    const Counts phi = tree.nodes_below();
    for (Node k = 1; k < tree.size(); ++k)
      for (unsigned j = 0; j <= tree.height; ++j) ASSERT_GE(phi[tree.parent(k)][j], phi[k][j]) << "d " << d;
  }
}

// How many of the d trees enter `node` through dimension k.
std::vector<std::vector<unsigned>> incoming(unsigned d) {
  std::vector<std::vector<unsigned>> count(std::size_t{1} << d, std::vector<unsigned>(d, 0));
  for (unsigned j = 0; j < d; ++j) {
    TreeWalk tree;
    EXPECT_TRUE(walk_rotation<Nrsbt>(d, 0, j, tree));
    for (Node node = 1; node < tree.size(); ++node) ++count[node][tree.parent_port[node]];
  }
  return count;
}

// Lemma 3.19: the weight is (k+1)/n, k the number of consecutive zeroes immediately to the left of
// the bit. With it corollary 3.2 (the weights into a node add to 1) and lemma 3.20 (N/2 cube edges
// in every dimension).
TEST(Nrsbt, WeightsOfIncomingEdges) {
  for (unsigned d = 1; d <= 12; ++d) {
    const auto count = incoming(d);
    std::vector<unsigned> edges(d, 0);
    for (Node node = 1; node < (Node{1} << d); ++node) {
      unsigned sum = 0;
      for (unsigned bit = 0; bit < d; ++bit) {
        unsigned expected = 0;
        if ((node >> bit & 1u) != 0) {
          unsigned zeroes = 0;
          while (zeroes + 1 < d && (node >> ((bit + 1 + zeroes) % d) & 1u) == 0) ++zeroes;
          expected = zeroes + 1;
          ++edges[bit];
        }
        ASSERT_EQ(count[node][bit], expected) << "d " << d << " node " << node << " dimension " << bit;
        sum += count[node][bit];
      }
      ASSERT_EQ(sum, d);
    }
    for (unsigned bit = 0; bit < d; ++bit) ASSERT_EQ(edges[bit], (1u << d) / 2);
  }
}

// The paper's example: node 011001 is entered with weights 1/2, 1/6 and 1/3 in dimensions 0, 3 and
// 4.
TEST(Nrsbt, ExampleAfterLemma319) {
  EXPECT_EQ(incoming(6)[0b011001], (std::vector<unsigned>{3, 0, 0, 1, 2, 0}));
}

// Section 4.1.4: in cycle i, tree j crosses dimension (j+i) mod n out of the root, so that all
// ports are always busy.
TEST(Nrsbt, LargestSubtreeIsBehindPortJ) {
  for (unsigned d = 1; d <= 10; ++d)
    for (unsigned j = 0; j < d; ++j) {
      TreeWalk tree;
      ASSERT_TRUE(walk_rotation<Nrsbt>(d, 0, j, tree));
      const std::vector<std::uint64_t> sizes = tree.subtree_sizes();
      for (unsigned i = 0; i < d; ++i) ASSERT_EQ(sizes[Node{1} << ((j + i) % d)], std::uint64_t{1} << (d - 1 - i));
    }
}

using Edges = std::set<std::pair<Node, unsigned>>;  // the node that an edge leads to, and its dimension

Edges edges(const TreeWalk& tree) {
  Edges result;
  for (Node node = 0; node < tree.size(); ++node)
    if (node != tree.root) result.emplace(node, tree.parent_port[node]);
  return result;
}

std::vector<Edges> rotated_paths(unsigned d) {
  std::vector<Edges> paths;
  for (unsigned j = 0; j < d; ++j) {
    TreeWalk tree;
    EXPECT_TRUE(walk_rotation<NrBrgPath>(d, 0, j, tree));
    paths.push_back(edges(tree));
  }
  return paths;
}

TEST(BrgPath, IsOnePathInTheOrderOfTheGrayCode) {
  constexpr std::array<Node, 8> kPath{0b000, 0b001, 0b011, 0b010, 0b110, 0b111, 0b101, 0b100};
  for (unsigned l = 0; l < kPath.size(); ++l) EXPECT_EQ(BrgPath::level(3, Address(kPath[l])), l);
  for (unsigned d = 1; d <= 16u; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<BrgPath>(d, 0, tree));
    ASSERT_EQ(tree.height, tree.size() - 1) << "d " << d;  // N levels for N nodes: a path
  }
}

// After lemma 3.12: paths i and j share 2^(n-alpha-1) + 2^(n-beta-1) - 2 edges.
TEST(NrBrgPath, PathsShareAsManyEdgesAsThePaperSays) {
  for (unsigned d = 2; d <= 9; ++d) {
    const std::vector<Edges> paths = rotated_paths(d);
    for (unsigned i = 0; i < d; ++i)
      for (unsigned j = 0; j < i; ++j) {
        Edges common;
        std::set_intersection(paths[i].begin(), paths[i].end(), paths[j].begin(), paths[j].end(),
                              std::inserter(common, common.end()));
        const unsigned alpha = i - j, beta = d - alpha;
        EXPECT_EQ(common.size(), (1u << (d - alpha - 1)) + (1u << (d - beta - 1)) - 2) << d << " " << i << " " << j;
      }
  }
}

// Lemma 3.14: 3/4 N cube edges in each dimension (n = 1 has a single path of one edge).
TEST(NrBrgPath, UsesThreeQuartersOfTheEdges) {
  for (unsigned d = 2; d <= 10; ++d) {
    Edges all;
    for (const Edges& path : rotated_paths(d)) all.insert(path.begin(), path.end());
    std::vector<unsigned> in_dimension(d, 0);
    for (const auto& [node, port] : all) ++in_dimension[port];
    for (unsigned k = 0; k < d; ++k) EXPECT_EQ(in_dimension[k], 3u * (1u << d) / 4) << "d " << d << " dimension " << k;
  }
}

std::vector<Node> children_of(const TreeWalk& tree, const std::vector<std::uint32_t>& children, Node node) {
  std::vector<Node> result;
  for (unsigned k = 0; k < tree.d; ++k)
    if ((children[node] >> k & 1u) != 0) result.push_back(node ^ (Node{1} << k));
  return result;
}

// Section 3.3: 1, 2, 3 2^(i-2), N/4 nodes at level i.
TEST(Tcbt, LevelCounts) {
  for (unsigned d = 2; d <= 16u; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<Tcbt>(d, 0, tree));
    ASSERT_EQ(tree.height, d);
    const std::vector<std::uint64_t> counts = tree.level_counts();
    EXPECT_EQ(counts[0], 1u);
    EXPECT_EQ(counts[1], 2u);
    for (unsigned l = 2; l < d; ++l) EXPECT_EQ(counts[l], std::uint64_t{3} << (l - 2)) << "d " << d << " level " << l;
    EXPECT_EQ(counts[d], tree.size() / 4);
  }
}

// A complete binary tree whose root is split in two: the root has one child that is the second
// root, with one child of its own, and one other child; below those two children hang complete
// binary trees of d-1 levels.
TEST(Tcbt, IsACompleteBinaryTreeWithTwoRoots) {
  for (unsigned d = 2; d <= 16u; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<Tcbt>(d, 0, tree));
    const std::vector<std::uint32_t> children = tree.children();
    const std::vector<std::uint64_t> sizes = tree.subtree_sizes();
    std::vector<Node> roots = children_of(tree, children, tree.root);
    ASSERT_EQ(roots.size(), 2u);
    if (sizes[roots[0]] < sizes[roots[1]]) std::swap(roots[0], roots[1]);
    const Node second_root = roots[0];
    ASSERT_EQ(sizes[second_root], tree.size() / 2);
    const std::vector<Node> below_second = children_of(tree, children, second_root);
    ASSERT_EQ(below_second.size(), 1u);
    ASSERT_EQ(sizes[roots[1]], tree.size() / 2 - 1);
    ASSERT_EQ(sizes[below_second[0]], tree.size() / 2 - 1);
    for (const Node node : tree.by_level) {
      if (node == tree.root || node == second_root) continue;
      const std::vector<Node> pair = children_of(tree, children, node);
      if (sizes[node] == 1) continue;
      ASSERT_EQ(pair.size(), 2u) << "d " << d << " node " << node;
      ASSERT_EQ(sizes[pair[0]], sizes[pair[1]]) << "d " << d << " node " << node;
    }
  }
}

TEST(Tcbt, OfOneDimensionIsAnEdge) {
  EXPECT_EQ(Tcbt::children(1, Address(0)), Ports::one(0));
}

}  // namespace
}  // namespace trees::test
