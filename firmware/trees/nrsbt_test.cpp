#include "firmware/trees/nrsbt.hpp"

#include <gtest/gtest.h>

#include "firmware/trees/tree_walk.hpp"

namespace trees::test {
namespace {

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

}  // namespace
}  // namespace trees::test
