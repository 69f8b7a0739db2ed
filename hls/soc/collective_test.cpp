// SPDX-License-Identifier: Apache-2.0
// The collectives of a cube's nodes that join, are ready and are done at any time.
#include "hls/soc/collective.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "test_support/seed.hpp"

namespace soc {
namespace {

struct CollectiveConfig : System<router::CubeConfig<3>> {};
struct ChainConfig : CollectiveConfig {
  static constexpr bool kEpochs = true;
};
constexpr std::uint32_t kMembers = 8;

TEST(Collective, StartsWhenAllAreReadyAndLeavesWhenAllAreDone) {
  std::mt19937_64 random = test_support::seeded_random();
  struct Node {
    Collective<CollectiveConfig> collective;
    Collective<CollectiveConfig>::Wires wires;
    bool is_ready = false;
    bool is_done = false;
    std::uint64_t began = 0;  // the cycle of its strobe
    int strobes = 0;
    int ends = 0;
    int joins = 0;
  };
  std::vector<Node> nodes(kMembers);
  for (Node& node : nodes) node.collective.write(CC_GROUP, Word(kMembers - 1));
  for (std::uint64_t cycle = 0; cycle < 20000; ++cycle) {
    const std::vector<Node> before = nodes;
    for (std::uint32_t n = 0; n < kMembers; ++n) {
      Node& node = nodes[n];
      const bool joins = !node.collective.busy() && random() % 8 == 0;
      if (joins) ++node.joins;
      node.is_ready = random() % 8 == 0;
      if (node.collective.starts()) {
        ++node.strobes;
        node.began = cycle;
        node.is_done = false;
        // All have joined, and all start now.
        for (const Node& other : before) {
          ASSERT_TRUE(other.collective.starts());
          ASSERT_EQ(other.joins, node.joins);
        }
      }
      node.is_done = node.is_done || (node.strobes != 0 && cycle > node.began + 2 && random() % 8 == 0);
      std::uint32_t in = 0;
      for (unsigned port = 0; port < 3; ++port) in |= before[n ^ 1u << port].wires & 1u << port;
      if (node.collective.tick(hls::Bit(joins), node.is_ready, hls::Bit(node.is_done), hls::Bits<3>(in), node.wires)) {
        ++node.ends;
        for (const Node& other : before) {
          ASSERT_EQ(other.strobes, node.strobes);
          ASSERT_TRUE(other.is_done) << "a packet is still under way";
        }
      }
    }
    for (const Node& node : nodes) ASSERT_EQ(node.ends, nodes[0].ends) << "cycle " << cycle;
  }
  EXPECT_GT(nodes[0].ends, 200);
}

// Chains of random lengths, the same at all nodes: a node starts a collective that follows when all have started the one
// before, and so are done with those before that. The first of a chain starts, and the last is left, in one cycle.
TEST(Collective, OfAChainStartsWhenAllHaveStartedTheOneBefore) {
  std::mt19937_64 random = test_support::seeded_random();
  constexpr std::size_t kCollectives = 400;
  std::vector<std::uint32_t> how;
  how.reserve(kCollectives);
  for (std::uint32_t follows = 0; how.size() < kCollectives;) {
    const bool goes_on = how.size() + 1 != kCollectives && random() % 4 != 0;
    how.push_back(1u | follows | (goes_on ? CC_GOES_ON : 0));
    follows = goes_on ? CC_FOLLOWS : 0;
  }
  struct Node {
    Collective<ChainConfig> collective;
    Collective<ChainConfig>::Wires wires;
    std::size_t joins = 0;
    std::size_t strobes = 0;
    std::size_t done = 0;
    std::size_t ends = 0;
    std::uint64_t began = 0;
  };
  std::vector<Node> nodes(kMembers);
  for (Node& node : nodes) node.collective.write(CC_GROUP, Word(kMembers - 1));
  const auto all_end = [&] { return std::ranges::all_of(nodes, [](const Node& n) { return n.ends == kCollectives; }); };
  unsigned ahead = 0;
  std::uint64_t cycle = 0;
  for (; cycle < 100'000 && !all_end(); ++cycle) {
    const std::vector<Node> before = nodes;
    for (std::uint32_t n = 0; n < kMembers; ++n) {
      Node& node = nodes[n];
      const bool joins = !node.collective.busy() && node.joins != kCollectives && random() % 8 == 0;
      const std::uint32_t now = joins ? how[node.joins] : 0;
      node.joins += joins ? 1 : 0;
      if (node.collective.starts()) {
        const bool follows = (how[node.strobes++] & CC_FOLLOWS) != 0;
        node.began = cycle;
        for (const Node& other : before) {
          ASSERT_TRUE(follows || other.collective.starts());
          ASSERT_GE(other.strobes + 1, node.strobes) << "two ahead";
          ahead += other.done + 1 < node.strobes ? 1 : 0;
        }
      }
      if (node.done != node.strobes && cycle > node.began + 2 && random() % 8 == 0) ++node.done;
      std::uint32_t in = 0;
      for (unsigned port = 0; port < 3; ++port) in |= before[n ^ 1u << port].wires & 1u << port;
      const hls::Bit done(node.strobes != 0 && node.done == node.strobes);
      if (node.collective.tick(hls::Bit(joins), true, done, hls::Bits<3>(in), node.wires)) {
        const bool goes_on = (how[node.ends++] & CC_GOES_ON) != 0;
        ASSERT_EQ(node.done, node.ends);
        for (const Node& other : before) ASSERT_TRUE(goes_on || other.done >= node.ends) << "a packet is under way";
      }
      if (joins) node.collective.write(CC_START, Word(now));
    }
    const auto leaves_alone = [&](const Node& node) {
      return node.ends != nodes[0].ends && (how[std::max(node.ends, nodes[0].ends) - 1] & CC_GOES_ON) == 0;
    };
    ASSERT_TRUE(std::ranges::none_of(nodes, leaves_alone)) << "cycle " << cycle;
  }
  EXPECT_TRUE(all_end()) << "stands still";
  EXPECT_GT(ahead, 100u) << "no node has started while another was in the collective before";
}

// A node whose memory is not ready keeps all from starting.
TEST(Collective, WaitsForTheMemory) {
  Collective<CollectiveConfig> collective;  // alone: a group without dimensions
  hls::Bits<3> wires;
  EXPECT_FALSE(collective.tick(hls::Bit(1), true, hls::Bit(0), hls::Bits<3>(0), wires));
  for (int cycle = 0; cycle < 10; ++cycle) {
    EXPECT_FALSE(collective.tick(hls::Bit(0), false, hls::Bit(1), hls::Bits<3>(0), wires));
    EXPECT_FALSE(collective.starts());
  }
  EXPECT_FALSE(collective.tick(hls::Bit(0), true, hls::Bit(0), hls::Bits<3>(0), wires));
  EXPECT_TRUE(collective.starts());
}

}  // namespace
}  // namespace soc
