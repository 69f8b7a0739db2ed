// SPDX-License-Identifier: Apache-2.0
// nESBT, the shared trees made of it, and SBnT: constructions and lemmas of Johnsson and Ho 1986.
// The laws of all trees (spanning_tree_test.cpp, there Ersbt) say that each spans the cube.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "firmware/trees/johnsson_ho.hpp"
#include "firmware/trees/tree_walk.hpp"

namespace trees {
namespace test {
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

TEST(Nesbt, NamesTheTreeOfEveryLink) {
  for (unsigned d = 1; d <= 10; ++d) {
    for (Node c = 0; c < (Node{1} << d); ++c) {
      for (unsigned port = 0; port < d; ++port) {
        unsigned expected = d;
        for (unsigned j = 0; j < d; ++j) {
          if (Nesbt::children(d, Address(c), j).contains(port)) expected = j;
        }
        ASSERT_EQ(Nesbt::tree_over(d, Address(c), port), expected) << "d " << d << " c " << c << " port " << port;
      }
    }
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
  for (unsigned d = 2; d <= 16u; ++d) {
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
}  // namespace test

namespace {

// The trees that all nodes share, by walking them: every node once, every directed link of the cube
// in one tree.
// How often a packet that the root of tree `tree` sends comes to each node; `links` gets the
// directed links that it uses.
std::vector<unsigned> visits(unsigned d, unsigned tree, std::multiset<std::pair<std::uint32_t, unsigned>>& links,
                             unsigned& depth) {
  struct Way {
    std::uint32_t node;
    unsigned from;  // the port that it came through
    unsigned hops;
  };
  constexpr unsigned kNone = 99;
  const std::uint32_t nodes = 1u << d;
  const std::uint32_t root = 1u << tree;
  std::vector<unsigned> visits(nodes);
  std::vector<Way> ways;
  const auto send = [&](const Way& at, Ports of_tree_0) {
    for (const unsigned port : cube::rotate_left(d, of_tree_0, tree)) {
      EXPECT_NE(port, at.from) << "d " << d << ": a packet goes back where it came from";
      links.insert({at.node, port});
      ways.push_back({at.node ^ (1u << port), port, at.hops + 1});
    }
  };
  send({root, kNone, 0}, SharedErsbt::children_of_root(d));
  while (!ways.empty() && ways.size() < 2 * nodes) {
    const Way at = ways.back();
    ways.pop_back();
    ++visits[at.node];
    depth = std::max(depth, at.hops);
    send(at, SharedErsbt::children(d, cube::rotate_right(d, Address(at.node), tree)));
  }
  return visits;
}

TEST(SharedErsbt, EachTreeComesToEveryNodeOnceAndTogetherTheyUseEveryLinkOnce) {
  for (unsigned d = 2; d <= 10; ++d) {
    SCOPED_TRACE(d);
    std::multiset<std::pair<std::uint32_t, unsigned>> links;
    for (unsigned tree = 0; tree < d; ++tree) {
      unsigned depth = 0;
      EXPECT_EQ(visits(d, tree, links, depth), std::vector<unsigned>(std::size_t{1} << d, 1));
      EXPECT_EQ(depth, std::max(d, 4u));
    }
    EXPECT_EQ(links.size(), std::size_t{d} << d);
    EXPECT_EQ(std::set(links.begin(), links.end()).size(), links.size());
  }
}

TEST(SharedErsbt, OfOneDimensionIsALink) {
  EXPECT_EQ(SharedErsbt::children_of_root(1), Ports::one(0));
  EXPECT_EQ(SharedErsbt::children(1, Address(0)), Ports());
  EXPECT_EQ(SharedErsbt::children(1, Address(1)), Ports());
}

}  // namespace

namespace test {
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
}  // namespace test
}  // namespace trees
