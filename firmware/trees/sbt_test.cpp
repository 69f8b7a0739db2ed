#include "firmware/trees/sbt.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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
  for (unsigned d = 1; d <= cube::kMaxDimension; ++d) {
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

}  // namespace
}  // namespace trees::test
