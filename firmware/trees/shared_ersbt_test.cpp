// The trees that all nodes share, by walking them: every node once, every directed link of the cube
// in one tree.
#include "firmware/trees/shared_ersbt.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace trees {
namespace {

// Of tree `tree`: how often a packet that the root sends comes to each node; `links` gets the
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
}  // namespace trees
