#include "firmware/trees/balanced_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "firmware/trees/tree_walk.hpp"

namespace trees::test {
namespace {

std::vector<std::uint64_t> loads(const TreeWalk& tree) {
  const std::vector<std::uint64_t> sizes = tree.subtree_sizes();
  std::vector<std::uint64_t> result;
  for (unsigned k = 0; k < tree.d; ++k) result.push_back(sizes[tree.root ^ (Node{1} << k)]);
  return result;
}

class Balanced : public testing::TestWithParam<unsigned> {};

// Section 3: every subtree of the root has floor or ceil of (2^d - 1)/d nodes.
TEST_P(Balanced, SubtreesAreAsEqualAsCanBe) {
  const unsigned d = GetParam();
  TreeWalk tree;
  ASSERT_TRUE(walk_tree<BalancedTree>(d, 0, tree));
  const std::uint64_t nodes = (std::uint64_t{1} << d) - 1;
  const std::vector<std::uint64_t> load = loads(tree);
  for (unsigned k = 0; k < d; ++k) EXPECT_EQ(load[k], nodes / d + (k < nodes % d ? 1 : 0)) << "port " << k;
}

// The parent clears the 1 immediately to the right of a longest run of zeroes, and its class has d
// elements: it is compatible in the sense of section 3.
TEST_P(Balanced, ParentsAreInCompatibleClasses) {
  const unsigned d = GetParam();
  TreeWalk tree;
  ASSERT_TRUE(walk_tree<BalancedTree>(d, 0, tree));
  const auto zeroes_left_of = [d](Node t, unsigned bit) {
    unsigned run = 0;
    while (run < d && (t >> ((bit + 1 + run) % d) & 1u) == 0) ++run;
    return run;
  };
  for (Node t = 1; t < tree.size(); ++t) {
    const Node parent = tree.parent(t);
    ASSERT_EQ(parent & ~t, 0u) << "t " << t;
    if (parent == 0) continue;
    unsigned longest = 0;
    for (unsigned bit = 0; bit < d; ++bit)
      if ((t >> bit & 1u) != 0) longest = std::max(longest, zeroes_left_of(t, bit));
    ASSERT_EQ(zeroes_left_of(t, tree.parent_port[t]), longest) << "t " << t;
    Node turned = parent;
    for (unsigned j = 1; j < d; ++j) {
      turned = turned / 2 + (turned % 2 << (d - 1));
      ASSERT_NE(turned, parent) << "the class of the parent of " << t << " has fewer than d elements";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryDimension, Balanced, testing::Range(1u, cube::kMaxDimension + 1));

// Packet m on the tree rotated by m r mod d, r = (2^d - 1) mod d: after any number M of packets per
// destination no port of the root carries more than ceil(M (2^d - 1) / d).
TEST(BalancedTrees, RotationsSpreadTheLargerSubtrees) {
  for (unsigned d = 1; d <= 12; ++d) {
    const std::uint64_t nodes = (std::uint64_t{1} << d) - 1;
    std::vector<std::vector<std::uint64_t>> load_of_tree;
    for (unsigned j = 0; j < d; ++j) {
      TreeWalk tree;
      ASSERT_TRUE(walk_rotation<BalancedTrees>(d, 0, j, tree));
      load_of_tree.push_back(loads(tree));
    }
    std::vector<std::uint64_t> load(d, 0);
    for (unsigned m = 0; m < 3 * d; ++m) {
      const std::vector<std::uint64_t>& more = load_of_tree[m * (nodes % d) % d];
      for (unsigned k = 0; k < d; ++k) load[k] += more[k];
      EXPECT_EQ(*std::max_element(load.begin(), load.end()), ((m + 1) * nodes + d - 1) / d) << "d " << d << " m " << m;
    }
  }
}

}  // namespace
}  // namespace trees::test
