#include "firmware/trees/sbnt.hpp"

#include <gtest/gtest.h>

#include <set>

#include "firmware/trees/tree_walk.hpp"

namespace trees::test {
namespace {

Node right(unsigned d, Node x, unsigned j) {
  for (; j > 0; --j) x = x / 2 + (x % 2 << (d - 1));
  return x;
}

// J_c: the rotations that minimise c.
std::vector<unsigned> minimising_rotations(unsigned d, Node c) {
  std::vector<unsigned> result;
  Node least = c;
  for (unsigned j = 0; j < d; ++j) least = std::min(least, right(d, c, j));
  for (unsigned j = 0; j < d; ++j)
    if (right(d, c, j) == least) result.push_back(j);
  return result;
}

// The parent by its definition: complement the first 1 cyclically to the right of bit `base`.
unsigned parent_port_by_definition(unsigned d, Node c, unsigned base) {
  for (unsigned step = 1; step < d; ++step)
    if ((c >> ((base + d - step) % d) & 1u) != 0) return (base + d - step) % d;
  return base;
}

TEST(Sbnt, IsTheDefinitionOfThePaper) {
  for (unsigned d = 1; d <= 12; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<Sbnt>(d, 0, tree));
    const std::vector<unsigned> root_ports = tree.root_ports();
    for (Node c = 1; c < tree.size(); ++c) {
      const unsigned base = minimising_rotations(d, c).front();
      ASSERT_EQ(tree.parent_port[c], parent_port_by_definition(d, c, base)) << "d " << d << " c " << c;
      ASSERT_EQ(root_ports[c], base) << "the parent keeps the base: d " << d << " c " << c;
    }
  }
}

// SBnT r takes the j in J_c with the least (j + r) mod n; it is tree -r mod d.
TEST(SbntC, IsTheSumOfTheSbntsOfThePaper) {
  for (unsigned d = 1; d <= 9; ++d)
    for (unsigned r = 0; r < d; ++r) {
      TreeWalk tree;
      ASSERT_TRUE(walk_rotation<SbntC>(d, 0, (d - r) % d, tree));
      const std::vector<unsigned> root_ports = tree.root_ports();
      for (Node c = 1; c < tree.size(); ++c) {
        unsigned base = kNoPort;
        for (const unsigned j : minimising_rotations(d, c))
          if (base == kNoPort || (j + r) % d < (base + r) % d) base = j;
        ASSERT_EQ(root_ports[c], base) << "d " << d << " r " << r << " c " << c;
        ASSERT_EQ(tree.parent_port[c], parent_port_by_definition(d, c, base)) << "d " << d << " r " << r;
      }
    }
}

// n/P paths lead to a node of period P, and all subtrees together are perfectly balanced.
TEST(SbntC, SpreadsCyclicNodes) {
  for (unsigned d = 1; d <= 10; ++d) {
    std::vector<std::set<unsigned>> ports(std::size_t{1} << d);
    std::vector<unsigned> load(d, 0);
    for (unsigned j = 0; j < d; ++j) {
      TreeWalk tree;
      ASSERT_TRUE(walk_rotation<SbntC>(d, 0, j, tree));
      const std::vector<unsigned> root_ports = tree.root_ports();
      for (Node c = 1; c < tree.size(); ++c) {
        ports[c].insert(root_ports[c]);
        ++load[root_ports[c]];
      }
    }
    for (Node c = 1; c < (Node{1} << d); ++c) ASSERT_EQ(ports[c].size(), minimising_rotations(d, c).size());
    for (unsigned k = 0; k < d; ++k) ASSERT_EQ(load[k], (1u << d) - 1) << "d " << d << " port " << k;
  }
}

// Theorem 3.4: for prime n, without 11..1, each subtree is the rotation of any other.
TEST(Sbnt, SubtreesAreIsomorphicForPrimeDimensions) {
  for (const unsigned d : {2u, 3u, 5u, 7u, 11u, 13u}) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<Sbnt>(d, 0, tree));
    const std::vector<unsigned> root_ports = tree.root_ports();
    for (Node c = 1; c + 1 < tree.size(); ++c) {
      const Node turned = right(d, c, d - 1);  // one step to the left
      ASSERT_EQ(root_ports[turned], (root_ports[c] + 1) % d) << "d " << d << " c " << c;
      ASSERT_EQ(tree.parent_port[turned], (tree.parent_port[c] + 1) % d) << "d " << d << " c " << c;
    }
  }
}

// Lemma 3.27.
TEST(Sbnt, NoNodeHasMoreBelowItThanItsParent) {
  for (unsigned d = 1; d <= 10; ++d) {
    TreeWalk tree;
    ASSERT_TRUE(walk_tree<Sbnt>(d, 0, tree));
    const Counts phi = tree.nodes_below();
    for (Node k = 1; k < tree.size(); ++k)
      for (unsigned j = 0; j <= tree.height; ++j)
        ASSERT_GE(phi[tree.parent(k)][j], phi[k][j]) << "d " << d << " node " << k << " distance " << j;
  }
}

}  // namespace
}  // namespace trees::test
