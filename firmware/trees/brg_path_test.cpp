#include "firmware/trees/brg_path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "firmware/trees/tree_walk.hpp"

namespace trees::test {
namespace {

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
  for (unsigned d = 1; d <= cube::kMaxDimension; ++d) {
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

}  // namespace
}  // namespace trees::test
