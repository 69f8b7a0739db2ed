#include "firmware/trees/tcbt.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "firmware/trees/tree_walk.hpp"

namespace trees::test {
namespace {

std::vector<Node> children_of(const TreeWalk& tree, const std::vector<std::uint32_t>& children, Node node) {
  std::vector<Node> result;
  for (unsigned k = 0; k < tree.d; ++k)
    if ((children[node] >> k & 1u) != 0) result.push_back(node ^ (Node{1} << k));
  return result;
}

// Section 3.3: 1, 2, 3 2^(i-2), N/4 nodes at level i.
TEST(Tcbt, LevelCounts) {
  for (unsigned d = 2; d <= cube::kMaxDimension; ++d) {
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
  for (unsigned d = 2; d <= cube::kMaxDimension; ++d) {
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
