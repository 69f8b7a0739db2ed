// How evenly the trees spread the cube: SBnT (theorem 3.4), the multinode broadcast tree and the perfectly balanced
// tree of Bertsekas et al. 1991, sections 2 and 3, and the levels of the TCBT (Johnsson and Ho 1986, section 3.3).
#include <gtest/gtest.h>

#include <algorithm>

#include "firmware/trees/balanced_tree.hpp"
#include "firmware/trees/multinode_broadcast_tree.hpp"
#include "firmware/trees/sbnt.hpp"
#include "firmware/trees/tcbt.hpp"
#include "firmware/trees/tree_walk.hpp"

namespace trees::test {
namespace {

Node turn_left(unsigned d, Node x) {
  return x * 2 % cube::nodes(d) + x * 2 / cube::nodes(d);
}

std::vector<std::uint64_t> sizes_behind_root_ports(const TreeWalk& tree) {
  std::vector<std::uint64_t> sizes(tree.d, 0);
  for (const unsigned port : tree.root_ports()) {
    if (port != kNoPort) ++sizes[port];
  }
  return sizes;
}

TEST(Tcbt, HasTheLevelsOfATwoRootedCompleteBinaryTree) {
  for (unsigned d = 2; d <= cube::kMaxDimension; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<Tcbt>(d, 0, tree));
    ASSERT_EQ(tree.height, d);
    const std::vector<std::uint64_t> counts = tree.level_counts();
    for (unsigned level = 0; level <= d; ++level) {
      const std::uint64_t inner = level >= 2 ? std::uint64_t{3} << (level - 2) : level + 1;
      ASSERT_EQ(counts[level], level == d ? cube::nodes(d) / 4 + (d == 1 ? 1 : 0) : inner)
          << "d " << d << " level " << level;
    }
    // Binary: the root has its other root and a child, every other inner node two children (the other root one).
    const std::vector<std::uint32_t> children = tree.children();
    for (Node node = 0; node < tree.size(); ++node) ASSERT_LE(cube::weight(children[node]), 2u);
  }
}

TEST(Sbnt, SubtreesAreRotationsOfEachOtherForPrimeD) {
  for (const unsigned d : {2u, 3u, 5u, 7u, 11u, 13u}) {
    for (Node c = 1; c < cube::mask(d); ++c) {
      const Node turned = turn_left(d, c);
      ASSERT_EQ(Sbnt::subtree(d, turned), (Sbnt::subtree(d, c) + 1) % d) << "d " << d << " node " << c;
      ASSERT_EQ(Sbnt::parent(d, turned), turn_left(d, Sbnt::parent(d, c)));
    }
  }
}

TEST(Sbnt, TheRotationsTogetherArePerfectlyBalanced) {
  for (unsigned d = 1; d <= 12; ++d) {
    std::vector<std::uint64_t> sizes(d, 0);
    for (unsigned j = 0; j < d; ++j) {
      for (Node c = 1; c < cube::nodes(d); ++c) ++sizes[SbntC::subtree(d, c, j)];
    }
    for (const std::uint64_t size : sizes) ASSERT_EQ(size, cube::mask(d)) << "d " << d;
  }
}

// By the definition of base: the least number of right rotations that minimises the value (section 3.6).
TEST(Sbnt, SubtreeIsTheBase) {
  for (unsigned d = 1; d <= 12; ++d) {
    for (Node c = 1; c < cube::nodes(d); ++c) {
      Node least = c;
      Node turned = c;
      unsigned base = 0;
      for (unsigned j = 1; j < d; ++j) {
        turned = turned / 2 + turned % 2 * (cube::nodes(d) / 2);
        if (turned < least) {
          least = turned;
          base = j;
        }
      }
      ASSERT_EQ(Sbnt::subtree(d, c), base) << "d " << d << " node " << c;
    }
  }
}

TEST(BalancedTree, SubtreesHaveFloorOrCeilOfTheNodesForEveryDimension) {
  for (unsigned d = 1; d <= cube::kMaxDimension; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<BalancedTree>(d, 0, tree));
    const std::vector<std::uint64_t> sizes = sizes_behind_root_ports(tree);
    for (unsigned port = 0; port < d; ++port) {
      ASSERT_EQ(sizes[port], cube::mask(d) / d + (port < cube::mask(d) % d ? 1 : 0)) << "d " << d << " port " << port;
    }
  }
}

// Numbers all nodes as section 2 does, from the parents alone: by weight, then by rotation class in ascending order of
// the minimal rotation; within a class, the elements in the order of left rotations from the one whose number fits its
// link. Slot i holds numbers (i-1)d + 1 .. i d.
TEST(MultinodeBroadcastTree, LinksOfOneSlotAreOfDifferentTypesAndParentsAreInEarlierSlots) {
  for (unsigned d = 1; d <= cube::kMaxDimension; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<MultinodeBroadcastTree>(d, 0, tree));
    struct Class {
      unsigned weight;
      Node minimal;
    };
    std::vector<Class> classes;
    for (Node t = 1; t < tree.size(); ++t) {
      Node minimal = t;
      Node turned = t;
      for (unsigned j = 1; j < d; ++j) minimal = std::min(minimal, turned = turn_left(d, turned));
      if (minimal == t) classes.push_back({static_cast<unsigned>(__builtin_popcount(t)), t});
    }
    std::sort(classes.begin(), classes.end(), [](const Class& a, const Class& b) {
      return a.weight != b.weight ? a.weight < b.weight : a.minimal < b.minimal;
    });
    std::vector<std::uint32_t> slot(tree.size(), 0);
    std::uint32_t number = 1;
    for (const Class& rotation_class : classes) {
      const unsigned first_type = (number - 1) % d;
      Node first = rotation_class.minimal;
      unsigned tried = 0;
      while (tree.parent_port[first] != first_type && tried++ < d) first = turn_left(d, first);
      ASSERT_EQ(tree.parent_port[first], first_type) << "d " << d << ": no element of class " << first << " fits";
      Node t = first;
      do {
        ASSERT_EQ(tree.parent_port[t], (number - 1) % d) << "d " << d << " node " << t;
        slot[t] = (number - 1) / d + 1;
        ++number;
        t = turn_left(d, t);
      } while (t != first);
    }
    ASSERT_EQ(number, tree.size());
    for (Node t = 1; t < tree.size(); ++t) {
      ASSERT_LT(slot[tree.parent(t)], slot[t]) << "d " << d << " node " << t;
      if (d <= 9) ASSERT_EQ(MultinodeBroadcastTree::slot(d, t), slot[t]) << "d " << d << " node " << t;
    }
  }
}

// "In particular, the node identities in each set R_k1 are connected with corresponding node identities in R_(k-1)1."
TEST(MultinodeBroadcastTree, RunsOfOnesHangOnRunsOfOnes) {
  for (unsigned d = 2; d <= cube::kMaxDimension; ++d) {
    for (unsigned k = 2; k < d; ++k) {
      Node run = (Node{1} << k) - 1;
      for (unsigned j = 0; j < d; ++j, run = turn_left(d, run)) {
        const Node parent = run ^ MultinodeBroadcastTree::parent(d, run);
        Node minimal = parent;
        Node turned = parent;
        for (unsigned i = 1; i < d; ++i) minimal = std::min(minimal, turned = turn_left(d, turned));
        ASSERT_EQ(minimal, (Node{1} << (k - 1)) - 1) << "d " << d << " node " << run;
      }
    }
  }
}

}  // namespace
}  // namespace trees::test
