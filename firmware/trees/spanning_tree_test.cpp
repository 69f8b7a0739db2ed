// What every spanning graph of this folder has in common, for every tree.
#include <gtest/gtest.h>

#include "firmware/trees/balanced_tree.hpp"
#include "firmware/trees/brg_path.hpp"
#include "firmware/trees/multinode_broadcast_tree.hpp"
#include "firmware/trees/nesbt.hpp"
#include "firmware/trees/nrsbt.hpp"
#include "firmware/trees/sbnt.hpp"
#include "firmware/trees/tcbt.hpp"
#include "firmware/trees/tree_walk.hpp"
#include "test_support/seed.hpp"

namespace trees::test {
namespace {

template <class Tree>
struct SpanningTree : testing::Test {
  // Children and levels as the tree computes them, against those that follow from its parents.
  static void check_tree_0(const TreeWalk& tree) {
    const std::vector<std::uint32_t> children = tree.children();
    for (Node node = 0; node < tree.size(); ++node) {
      const Address c(node ^ tree.root);
      ASSERT_EQ(Tree::children(tree.d, c).mask(), children[node])
          << "d " << tree.d << " as the root sees it " << c.number();
      ASSERT_EQ(Tree::level(tree.d, c), tree.level[node]) << "d " << tree.d << " as the root sees it " << c.number();
    }
  }
};

using AllTrees = testing::Types<BrgPath, Sbt, Tcbt, Ersbt, Sbnt, MultinodeBroadcastTree, BalancedTree>;
TYPED_TEST_SUITE(SpanningTree, AllTrees);

TYPED_TEST(SpanningTree, OfEveryDimension) {
  for (unsigned d = 1; d <= cube::kMaxDimension; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<TypeParam>(d, 0, tree));
    ASSERT_NO_FATAL_FAILURE(TestFixture::check_tree_0(tree));
  }
}

TYPED_TEST(SpanningTree, OfEveryRoot) {
  for (unsigned d = 1; d <= 7; ++d)
    for (Node root = 0; root < cube::nodes(d); ++root) {
      TreeWalk tree;
      ASSERT_TRUE(walk_tree<TypeParam>(d, root, tree));
      ASSERT_NO_FATAL_FAILURE(TestFixture::check_tree_0(tree));
    }
}

TYPED_TEST(SpanningTree, OfRandomRootsOfLargeCubes) {
  auto random = test_support::seeded_random();
  for (unsigned d = 8; d <= cube::kMaxDimension; ++d) {
    const Node root = static_cast<Node>(random() % cube::nodes(d));
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<TypeParam>(d, root, tree));
    ASSERT_NO_FATAL_FAILURE(TestFixture::check_tree_0(tree));
  }
}

// The rotation of a graph applies R to all its addresses: edge (parent, c) of tree 0 becomes edge (L^j parent, L^j c).
TYPED_TEST(SpanningTree, RotationsMoveEveryEdge) {
  using Graph = Rotations<TypeParam>;
  for (unsigned d = 1; d <= 9; ++d) {
    const auto left = [d](Node x, unsigned j) {
      for (; j > 0; --j) x = x * 2 % cube::nodes(d) + x * 2 / cube::nodes(d);
      return x;
    };
    TreeWalk original;
    ASSERT_TRUE(walk_tree<TypeParam>(d, 0, original));
    for (unsigned j = 0; j < d; ++j) {
      TreeWalk tree;
      ASSERT_TRUE(walk_rotation<Graph>(d, 0, j, tree));
      const std::vector<std::uint32_t> children = tree.children();
      for (Node c = 0; c < tree.size(); ++c) {
        ASSERT_EQ(Graph::children(d, Address(c), j).mask(), children[c]);
        ASSERT_EQ(Graph::level(d, Address(c), j), tree.level[c]);
        if (c != 0) ASSERT_EQ(left(original.parent(c), j), tree.parent(left(c, j)));
      }
    }
  }
}

TYPED_TEST(SpanningTree, RotationsOfEveryRoot) {
  for (unsigned d = 1; d <= 5; ++d)
    for (Node root = 0; root < cube::nodes(d); ++root)
      for (unsigned j = 0; j < d; ++j) {
        TreeWalk tree;
        ASSERT_TRUE(walk_rotation<Rotations<TypeParam>>(d, root, j, tree));
      }
}

template <class Tree>
struct GreedyTree : testing::Test {};
using GreedyTrees = testing::Types<Sbt, Sbnt, MultinodeBroadcastTree, BalancedTree>;
TYPED_TEST_SUITE(GreedyTree, GreedyTrees);

// Lemma 3.8 (and 3.26): greedy iff level l has (d over l) nodes; the paths are then shortest paths.
TYPED_TEST(GreedyTree, LevelsAreBinomial) {
  for (unsigned d = 1; d <= cube::kMaxDimension; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<TypeParam>(d, 0, tree));
    ASSERT_EQ(tree.height, d);
    const std::vector<std::uint64_t> counts = tree.level_counts();
    for (unsigned l = 0; l <= d; ++l) ASSERT_EQ(counts[l], binomial(d, l)) << "d " << d << " level " << l;
  }
}

template <class Tree>
struct AscendingTree : testing::Test {};
using AscendingTrees = testing::Types<Sbt, Sbnt, BalancedTree>;
TYPED_TEST_SUITE(AscendingTree, AscendingTrees);

// subtree() is the port of the root behind which a node lies, and first_from leads along the path of the tree.
TYPED_TEST(AscendingTree, PathsAscendCyclicallyFromTheSubtree) {
  for (unsigned d = 1; d <= cube::kMaxDimension; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<TypeParam>(d, 0, tree));
    const std::vector<unsigned> root_ports = tree.root_ports();
    for (Node destination = 1; destination < tree.size(); ++destination) {
      const unsigned subtree = TypeParam::subtree(d, Address(destination));
      ASSERT_EQ(subtree, root_ports[destination]) << "d " << d << " destination " << destination;
      for (Node node = destination; node != 0; node = tree.parent(node))
        ASSERT_EQ(cube::first_from(d, Ports(tree.parent(node) ^ destination), subtree),
                  Ports::one(tree.parent_port[node]))
            << "d " << d << " destination " << destination << " node " << node;
    }
  }
}

TYPED_TEST(AscendingTree, RotationsKnowTheirSubtrees) {
  for (unsigned d = 1; d <= 8; ++d)
    for (unsigned j = 0; j < d; ++j) {
      TreeWalk tree;
      ASSERT_TRUE(walk_rotation<Rotations<TypeParam>>(d, 0, j, tree));
      const std::vector<unsigned> root_ports = tree.root_ports();
      for (Node c = 1; c < tree.size(); ++c) ASSERT_EQ(Rotations<TypeParam>::subtree(d, Address(c), j), root_ports[c]);
    }
}

}  // namespace
}  // namespace trees::test
