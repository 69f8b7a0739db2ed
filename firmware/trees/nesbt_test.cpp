// nESBT: theorem 3.1, corollaries 3.4 and 3.5, theorem 3.2, lemmas 3.22 and 3.23, and the labels of theorem 4.1.
#include "firmware/trees/nesbt.hpp"

#include <gtest/gtest.h>

#include <set>

#include "firmware/trees/tree_walk.hpp"

namespace trees::test {
namespace {

TEST(Nesbt, TreesAreEdgeDisjointAndUseEveryLinkNotIntoTheRoot) {
  for (unsigned d = 1; d <= 10; ++d) {
    for (const Node root : {Node{0}, Node{1}, cube::mask(d) / 3}) {
      std::set<std::pair<Node, unsigned>> used;
      for (unsigned j = 0; j < d; ++j) {
        TreeWalk tree;
        ASSERT_TRUE(walk_rotation<Nesbt>(d, root, j, tree));
        for (const Node node : tree.by_level) {
          if (node == root) continue;
          ASSERT_TRUE(used.insert({tree.parent(node), tree.parent_port[node]}).second)
              << "d " << d << " tree " << j << " shares the link into " << node;
        }
      }
      ASSERT_EQ(used.size(), std::size_t{d} * cube::mask(d));
    }
  }
}

TEST(Nesbt, LevelsAreThoseOfLemma323) {
  for (unsigned d = 2; d <= 14; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_rotation<Nesbt>(d, 0, d / 2, tree));
    ASSERT_EQ(tree.height, d + 1);
    const std::vector<std::uint64_t> counts = tree.level_counts();
    for (unsigned level = 0; level <= d + 1; ++level) {
      const std::uint64_t expected = level == 0 ? 1 : level == 2 ? d - 1 : binomial(d, level - 1);
      ASSERT_EQ(counts[level], expected) << "d " << d << " level " << level;
    }
  }
}

TEST(Nesbt, TreeJIsAnSbtTurnedAndMovedWithItsEdgeToTheRootReversed) {
  // Section 3.5: the SBT, rotated left j + 1 steps and moved to root 2^j; then the edge 2^j -> 0 is turned round.
  for (unsigned d = 2; d <= 8; ++d) {
    for (unsigned j = 0; j < d; ++j) {
      for (Node c = 1; c < cube::nodes(d); ++c) {
        const Node in_sbt = cube::rotate_right(d, c ^ (1u << j), (j + 1) % d);
        Node highest = 0;
        for (unsigned bit = 0; bit < d; ++bit) {
          if ((in_sbt >> bit & 1u) != 0) highest = 1u << bit;
        }
        const Node expected = c == 1u << j ? 1u << j : cube::rotate_left(d, highest, (j + 1) % d);
        ASSERT_EQ(Nesbt::parent(d, c, j), expected) << "d " << d << " tree " << j << " node " << c;
      }
    }
  }
}

TEST(Nesbt, LabelsSatisfyTheFourPropertiesOfTheorem41) {
  for (unsigned d = 2; d <= 9; ++d) {
    for (Node c = 0; c < cube::nodes(d); ++c) {
      std::set<unsigned> inputs;
      std::set<unsigned> outputs;
      for (unsigned j = 0; j < d; ++j) {
        const unsigned label = c != 0 ? Nesbt::label(d, c, j) : 0;
        if (c != 0) {
          ASSERT_LT(label, 2 * d);
          ASSERT_TRUE(inputs.insert(label % d).second) << "property 2, d " << d << " node " << c;
          // Property 4, by its proof: edges in dimension k are labelled k mod d.
          ASSERT_EQ(1u << label % d, Nesbt::parent(d, c, j));
        }
        for (unsigned port = 0; port < d; ++port) {
          if ((Nesbt::children(d, c, j) >> port & 1u) == 0) continue;
          const unsigned child = Nesbt::label(d, c ^ 1u << port, j);
          if (c != 0) ASSERT_GT(child, label) << "property 1, d " << d << " node " << c << " tree " << j;
          ASSERT_TRUE(outputs.insert(child % d).second) << "property 3, d " << d << " node " << c;
        }
      }
    }
  }
}

TEST(Nesbt, ParentsOfANodeAreThroughAllPorts) {
  // The parents of any node are through distinct ports: one for each tree (proof of theorem 3.1).
  for (Node c = 1; c < cube::nodes(6); ++c) {
    Node all = 0;
    for (unsigned j = 0; j < 6; ++j) all |= Nesbt::parent(6, c, j);
    ASSERT_EQ(all, cube::mask(6)) << c;
  }
}

}  // namespace
}  // namespace trees::test
