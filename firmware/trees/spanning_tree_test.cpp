// SPDX-License-Identifier: Apache-2.0
// The laws of spanning trees and their rotations, for every tree: a row for each.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "firmware/trees/bertsekas.hpp"
#include "firmware/trees/johnsson_ho.hpp"
#include "firmware/trees/tree_walk.hpp"
#include "test_support/seed.hpp"

namespace trees::test {
namespace {

// A tree and its rotations as pointers to their functions, so that the tests below are compiled
// once for all trees.
struct AnyTree {
  const char* name;
  Ports (*children)(unsigned d, Address c);
  Ports (*parent)(unsigned d, Address c);
  unsigned (*level)(unsigned d, Address c);
  Ports (*rotated_children)(unsigned d, Address c, unsigned tree);
  Ports (*rotated_parent)(unsigned d, Address c, unsigned tree);
  unsigned (*rotated_level)(unsigned d, Address c, unsigned tree);
};
template <class Tree>
constexpr AnyTree any(const char* name) {
  using Graph = Rotations<Tree>;
  return {name, Tree::children, Tree::parent, Tree::level, Graph::children, Graph::parent, Graph::level};
}

// A tree that complements bits in ascending cyclic order.
struct AscendingTree : AnyTree {
  unsigned (*subtree)(unsigned d, Address c);
  unsigned (*rotated_subtree)(unsigned d, Address c, unsigned tree);
};
template <class Tree>
constexpr AscendingTree ascending(const char* name) {
  return {any<Tree>(name), Tree::subtree, Rotations<Tree>::subtree};
}

void PrintTo(const AnyTree& tree, std::ostream* out) {
  *out << tree.name;
}
constexpr auto kNameOf = [](const auto& info) { return std::string(info.param.name); };

TreeWalk walk_of(const AnyTree& tree, unsigned d, Node root) {
  TreeWalk found;
  EXPECT_TRUE(walk(d, root, [&](Node node) { return tree.parent(d, Address(node ^ root)); }, found)) << tree.name;
  return found;
}
TreeWalk walk_of_rotation(const AnyTree& tree, unsigned d, Node root, unsigned j) {
  TreeWalk found;
  EXPECT_TRUE(walk(
      d, root, [&](Node node) { return tree.rotated_parent(d, Address(node ^ root), j); }, found))
      << tree.name;
  return found;
}

class SpanningTree : public testing::TestWithParam<AnyTree> {
 protected:
  // Children and levels as the tree computes them, against those that follow from its parents.
  static void check_tree_0(const TreeWalk& tree) {
    const std::vector<std::uint32_t> children = tree.children();
    for (Node node = 0; node < tree.size(); ++node) {
      const Address c(node ^ tree.root);
      ASSERT_EQ(GetParam().children(tree.d, c).mask(), children[node])
          << "d " << tree.d << " as the root sees it " << c.number();
      ASSERT_EQ(GetParam().level(tree.d, c), tree.level[node])
          << "d " << tree.d << " as the root sees it " << c.number();
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Trees, SpanningTree,
                         testing::Values(any<BrgPath>("Brg"), any<Sbt>("Sbt"), any<Tcbt>("Tcbt"), any<Ersbt>("Ersbt"),
                                         any<Sbnt>("Sbnt"), any<MultinodeBroadcastTree>("MultinodeBroadcast"),
                                         any<DistantBroadcastTree>("DistantBroadcast"), any<BalancedTree>("Balanced")),
                         kNameOf);

TEST_P(SpanningTree, OfEveryDimension) {
  for (unsigned d = 1; d <= 16u; ++d) {
    ASSERT_NO_FATAL_FAILURE(check_tree_0(walk_of(GetParam(), d, 0)));
  }
}

TEST_P(SpanningTree, OfEveryRoot) {
  for (unsigned d = 1; d <= 7; ++d)
    for (Node root = 0; root < cube::nodes(d); ++root) {
      ASSERT_NO_FATAL_FAILURE(check_tree_0(walk_of(GetParam(), d, root)));
    }
}

TEST_P(SpanningTree, OfRandomRootsOfLargeCubes) {
  auto random = test_support::seeded_random();
  for (unsigned d = 8; d <= 16u; ++d) {
    const Node root = static_cast<Node>(random() % cube::nodes(d));
    ASSERT_NO_FATAL_FAILURE(check_tree_0(walk_of(GetParam(), d, root)));
  }
}

// The rotation of a graph applies R to all its addresses: edge (parent, c) of tree 0 becomes edge
// (L^j parent, L^j c).
TEST_P(SpanningTree, RotationsMoveEveryEdge) {
  const AnyTree& graph = GetParam();
  for (unsigned d = 1; d <= 9; ++d) {
    const auto left = [d](Node x, unsigned j) {
      for (; j > 0; --j) x = x * 2 % cube::nodes(d) + x * 2 / cube::nodes(d);
      return x;
    };
    const TreeWalk original = walk_of(graph, d, 0);
    for (unsigned j = 0; j < d; ++j) {
      const TreeWalk tree = walk_of_rotation(graph, d, 0, j);
      ASSERT_FALSE(HasFailure());
      const std::vector<std::uint32_t> children = tree.children();
      for (Node c = 0; c < tree.size(); ++c) {
        ASSERT_EQ(graph.rotated_children(d, Address(c), j).mask(), children[c]);
        ASSERT_EQ(graph.rotated_level(d, Address(c), j), tree.level[c]);
        if (c != 0) ASSERT_EQ(left(original.parent(c), j), tree.parent(left(c, j)));
      }
    }
  }
}

TEST_P(SpanningTree, RotationsOfEveryRoot) {
  for (unsigned d = 1; d <= 5; ++d)
    for (Node root = 0; root < cube::nodes(d); ++root)
      for (unsigned j = 0; j < d; ++j) {
        walk_of_rotation(GetParam(), d, root, j);
        ASSERT_FALSE(HasFailure());
      }
}

class GreedyTree : public testing::TestWithParam<AnyTree> {};
INSTANTIATE_TEST_SUITE_P(Trees, GreedyTree,
                         testing::Values(any<Sbt>("Sbt"), any<Sbnt>("Sbnt"),
                                         any<MultinodeBroadcastTree>("MultinodeBroadcast"),
                                         any<DistantBroadcastTree>("DistantBroadcast"), any<BalancedTree>("Balanced")),
                         kNameOf);

// Lemma 3.8 (and 3.26): greedy iff level l has (d over l) nodes; the paths are then shortest paths.
TEST_P(GreedyTree, LevelsAreBinomial) {
  for (unsigned d = 1; d <= 16u; ++d) {
    const TreeWalk tree = walk_of(GetParam(), d, 0);
    ASSERT_FALSE(HasFailure());
    ASSERT_EQ(tree.height, d);
    const std::vector<std::uint64_t> counts = tree.level_counts();
    for (unsigned l = 0; l <= d; ++l) ASSERT_EQ(counts[l], binomial(d, l)) << "d " << d << " level " << l;
  }
}

class Ascending : public testing::TestWithParam<AscendingTree> {};
INSTANTIATE_TEST_SUITE_P(Trees, Ascending,
                         testing::Values(ascending<Sbt>("Sbt"), ascending<Sbnt>("Sbnt"),
                                         ascending<BalancedTree>("Balanced")),
                         kNameOf);

// subtree() is the port of the root behind which a node lies, and first_from leads along the path
// of the tree.
TEST_P(Ascending, PathsAscendCyclicallyFromTheSubtree) {
  for (unsigned d = 1; d <= 16u; ++d) {
    const TreeWalk tree = walk_of(GetParam(), d, 0);
    ASSERT_FALSE(HasFailure());
    const std::vector<unsigned> root_ports = tree.root_ports();
    for (Node destination = 1; destination < tree.size(); ++destination) {
      const unsigned subtree = GetParam().subtree(d, Address(destination));
      ASSERT_EQ(subtree, root_ports[destination]) << "d " << d << " destination " << destination;
      for (Node node = destination; node != 0; node = tree.parent(node))
        ASSERT_EQ(cube::first_from(d, Ports(tree.parent(node) ^ destination), subtree),
                  Ports::one(tree.parent_port[node]))
            << "d " << d << " destination " << destination << " node " << node;
    }
  }
}

TEST_P(Ascending, RotationsKnowTheirSubtrees) {
  for (unsigned d = 1; d <= 8; ++d)
    for (unsigned j = 0; j < d; ++j) {
      const TreeWalk tree = walk_of_rotation(GetParam(), d, 0, j);
      ASSERT_FALSE(HasFailure());
      const std::vector<unsigned> root_ports = tree.root_ports();
      for (Node c = 1; c < tree.size(); ++c) ASSERT_EQ(GetParam().rotated_subtree(d, Address(c), j), root_ports[c]);
    }
}

}  // namespace
}  // namespace trees::test
