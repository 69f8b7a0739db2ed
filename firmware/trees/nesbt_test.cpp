#include "firmware/trees/nesbt.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "firmware/trees/tree_walk.hpp"

namespace trees::test {
namespace {

// Section 3.5 as it is constructed: the SBT rooted at the neighbour behind port j, rotated so that
// the source is in its smallest subtree, its edge to the source reversed. An SBT complements
// leading zeroes: the parent clears the first 1 of (address XOR SBT root) seen from the top of the
// rotated address, bit j, downwards.
unsigned parent_port_by_construction(unsigned d, Node c, unsigned j) {
  const Node sbt_root = Node{1} << j;
  if (c == sbt_root) return j;  // the reversed edge
  for (unsigned step = 0; step < d; ++step) {
    const unsigned bit = (j + d - step) % d;
    if (((c ^ sbt_root) >> bit & 1u) != 0) return bit;
  }
  return kNoPort;
}

TEST(Nesbt, IsTheConstructionOfThePaper) {
  for (unsigned d = 1; d <= 12; ++d)
    for (unsigned j = 0; j < d; ++j) {
      TreeWalk tree;
      ASSERT_TRUE(walk_rotation<Nesbt>(d, 0, j, tree));
      for (Node c = 1; c < tree.size(); ++c)
        ASSERT_EQ(tree.parent_port[c], parent_port_by_construction(d, c, j)) << "d " << d << " c " << c << " j " << j;
    }
}

// Theorem 3.1 and corollary 3.4: every directed link appears exactly once, except those into the
// source.
TEST(Nesbt, TreesShareNoLinkAndUseAll) {
  for (unsigned d = 1; d <= 12; ++d)
    for (const Node root : {Node{0}, Node{0b101101101101} % (Node{1} << d)}) {
      std::vector<std::uint32_t> used(std::size_t{1} << d, 0);  // by the node that the link leads to
      for (unsigned j = 0; j < d; ++j) {
        TreeWalk tree;
        ASSERT_TRUE(walk_rotation<Nesbt>(d, root, j, tree));
        for (Node node = 0; node < tree.size(); ++node) {
          if (node == root) continue;
          const std::uint32_t link = std::uint32_t{1} << tree.parent_port[node];
          ASSERT_EQ(used[node] & link, 0u) << "d " << d << " tree " << j << " enters " << node << " on a used link";
          used[node] |= link;
        }
      }
      for (Node node = 0; node < (Node{1} << d); ++node)
        ASSERT_EQ(used[node], node == root ? 0u : (1u << d) - 1) << "d " << d << " node " << node;
    }
}

// Lemma 3.23, theorem 3.2 and the path lengths of section 4.1.5.
TEST(Nesbt, LevelsAndPathLengths) {
  for (unsigned d = 2; d <= cube::kMaxDimension; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<Ersbt>(d, 0, tree));
    ASSERT_EQ(tree.height, d + 1);
    const std::vector<std::uint64_t> counts = tree.level_counts();
    EXPECT_EQ(counts[0], 1u);
    for (unsigned l = 1; l <= d + 1; ++l) EXPECT_EQ(counts[l], l == 2 ? d - 1 : binomial(d, l - 1)) << d << " " << l;
    for (Node c = 1; c < tree.size(); ++c) {
      unsigned ones = 0;
      for (unsigned k = 0; k < d; ++k) ones += c >> k & 1u;
      ASSERT_EQ(tree.level[c], (c & 1u) != 0 ? ones : ones + 2);
    }
  }
}

// The labels of theorem 4.1 are the paper's formula.
TEST(Nesbt, LabelsOfTheorem41) {
  for (unsigned d = 1; d <= 10; ++d)
    for (Node c = 1; c < (Node{1} << d); ++c)
      for (unsigned j = 0; j < d; ++j) {
        unsigned k = j;
        for (unsigned step = 1; step < d; ++step)
          if ((c >> ((j + d - step) % d) & 1u) != 0) {
            k = (j + d - step) % d;
            break;
          }
        const unsigned expected = (c >> j & 1u) == 0 ? j + d : k >= j ? k : k + d;
        ASSERT_EQ(Nesbt::label(d, Address(c), j), expected) << "d " << d << " c " << c << " j " << j;
      }
}

// The four conditions before theorem 4.1, and the last label 2n - 1.
TEST(Nesbt, LabelsScheduleOnePort) {
  for (unsigned d = 1; d <= 10; ++d) {
    std::vector<TreeWalk> trees(d);
    for (unsigned j = 0; j < d; ++j) ASSERT_TRUE(walk_rotation<Nesbt>(d, 0, j, trees[j]));
    unsigned last = 0;
    std::vector<std::vector<unsigned>> received(std::size_t{1} << d, std::vector<unsigned>(d, kNoPort));
    std::vector<std::vector<unsigned>> sent = received;  // [node][label mod d]: the port
    for (unsigned j = 0; j < d; ++j)
      for (Node c = 1; c < trees[j].size(); ++c) {
        const unsigned label = Nesbt::label(d, Address(c), j), port = trees[j].parent_port[c];
        const Node parent = trees[j].parent(c);
        if (parent != 0) ASSERT_GT(label, Nesbt::label(d, Address(parent), j)) << "property 1: d " << d << " c " << c;
        ASSERT_EQ(received[c][label % d], kNoPort) << "property 2: d " << d << " c " << c;
        received[c][label % d] = port;
        ASSERT_EQ(sent[parent][label % d], kNoPort) << "property 3: d " << d << " parent " << parent;
        sent[parent][label % d] = port;
        last = std::max(last, label);
      }
    EXPECT_EQ(last, d == 1 ? 0 : 2 * d - 1);
    for (Node node = 1; node < (Node{1} << d); ++node)
      for (unsigned label = 0; label < d; ++label)
        if (sent[node][label] != kNoPort)
          ASSERT_EQ(sent[node][label], received[node][label]) << "property 4: d " << d << " node " << node;
  }
}

}  // namespace
}  // namespace trees::test
