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
