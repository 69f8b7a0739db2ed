// SPDX-License-Identifier: Apache-2.0
// The trees of Bertsekas et al. 1991 against the paper's list of addresses, and against what the
// paper proves of them.
#include "firmware/trees/bertsekas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "firmware/trees/tree_walk.hpp"

namespace trees::test {
namespace {

// n(t) by writing the list of Bertsekas et al. section 2 out: classes by weight and minimal
// rotation, each class from the element whose bit m(t) is the lowest bit of the minimal rotation,
// for d >= 7 and 11, 111, 1111, 11111 the highest, then one left rotation after the other.
std::vector<unsigned> numbers(unsigned d) {
  const Node size = Node{1} << d;
  const auto left = [size](Node t) { return t * 2 % size + t * 2 / size; };
  std::vector<std::vector<Node>> classes_of_weight(d + 1);
  std::vector<bool> seen(size, false);
  for (Node t = 1; t < size; ++t) {
    if (seen[t]) continue;
    unsigned ones = 0;
    for (unsigned k = 0; k < d; ++k) ones += t >> k & 1u;
    classes_of_weight[ones].push_back(t);
    for (Node element = t; !seen[element]; element = left(element)) seen[element] = true;
  }
  std::vector<unsigned> n(size, 0);
  unsigned next = 1;
  for (const std::vector<Node>& classes : classes_of_weight)
    for (const Node minimal : classes) {
      Node t = minimal;
      const bool from_highest = d >= 7 && (minimal == 3 || minimal == 7 || minimal == 15 || minimal == 31);
      const unsigned ahead = from_highest ? static_cast<unsigned>(std::popcount(minimal)) - 1 : 0;
      for (unsigned step = 0; step < (next - 1 + d - ahead) % d; ++step) t = left(t);
      for (; n[t] == 0; t = left(t)) n[t] = next++;
    }
  return n;
}

class MultinodeBroadcast : public testing::TestWithParam<unsigned> {};

// Section 2: A_i = the links into the nodes of slot i. Every link starts in an earlier slot, has
// the type m(t), but for d = 6 and four addresses, and the links of one slot are of different
// types; q = ceil((2^d - 1) / d) slots, all full but the last.
TEST_P(MultinodeBroadcast, LinksOfOneSlotHaveDifferentTypes) {
  const unsigned d = GetParam();
  const std::vector<unsigned> n = numbers(d);
  TreeWalk tree;
  ASSERT_TRUE(walk_tree<MultinodeBroadcastTree>(d, 0, tree));
  const Node slots = (tree.size() - 2) / d + 1;
  std::vector<std::uint32_t> types(slots + 1, 0);
  const auto slot = [&](Node t) { return t == 0 ? 0 : (n[t] - 1) / d + 1; };
  for (Node t = 1; t < tree.size(); ++t) {
    const bool exchanged = d == 6 && (t == 30 || t == 51 || t == 47 || t == 54);
    if (!exchanged) ASSERT_EQ(tree.parent_port[t], (n[t] - 1) % d) << "t " << t;
    ASSERT_LT(slot(tree.parent(t)), slot(t)) << "t " << t << " parent " << tree.parent(t);
    const std::uint32_t type = std::uint32_t{1} << tree.parent_port[t];
    ASSERT_EQ(types[slot(t)] & type, 0u) << "slot " << slot(t) << " t " << t;
    types[slot(t)] |= type;
  }
  for (Node i = 1; i < slots; ++i) ASSERT_EQ(types[i], (1u << d) - 1) << "slot " << i;
  ASSERT_NE(types[slots], 0u);
}

INSTANTIATE_TEST_SUITE_P(EveryDimension, MultinodeBroadcast, testing::Range(1u, 16u + 1));

TEST(MultinodeBroadcastTree, SlotsFollowTheNumbers) {
  for (unsigned d = 1; d <= 10; ++d) {
    const std::vector<unsigned> n = numbers(d);
    for (Node t = 1; t < (Node{1} << d); ++t)
      ASSERT_EQ(MultinodeBroadcastTree::slot(d, Address(t)), (n[t] - 1) / d + 1);
  }
}

// A multinode broadcast carried out: every node is a root, its packet crosses the links of slot i
// in step i. No link carries two packets in one step, and every packet is where it is sent from.
TEST(MultinodeBroadcastTree, AllRootsAtOnceShareNoLink) {
  for (unsigned d = 1; d <= 7; ++d) {
    const Node size = Node{1} << d;
    const unsigned slots = (size - 2) / d + 1;
    std::vector<std::vector<bool>> holds(size, std::vector<bool>(size, false));
    for (Node root = 0; root < size; ++root) holds[root][root] = true;
    for (unsigned step = 1; step <= slots; ++step) {
      std::vector<std::vector<bool>> busy(size, std::vector<bool>(d, false));
      auto after = holds;
      for (Node t = 1; t < size; ++t) {
        if (MultinodeBroadcastTree::slot(d, Address(t)) != step) continue;
        const unsigned port = MultinodeBroadcastTree::parent(d, Address(t)).port();
        for (Node root = 0; root < size; ++root) {
          const Node receiver = root ^ t, sender = receiver ^ Node { 1 } << port;
          ASSERT_TRUE(holds[sender][root]) << "d " << d << " step " << step;
          std::vector<bool>::reference link = busy[sender][port];
          ASSERT_FALSE(link) << "d " << d << " step " << step;
          link = true;
          after[receiver][root] = true;
        }
      }
      holds = after;
    }
    for (Node node = 0; node < size; ++node) ASSERT_EQ(std::count(holds[node].begin(), holds[node].end(), true), size);
  }
}

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

INSTANTIATE_TEST_SUITE_P(EveryDimension, Balanced, testing::Range(1u, 16u + 1));

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
