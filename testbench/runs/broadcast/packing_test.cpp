// SPDX-License-Identifier: Apache-2.0
// The packing of Varvarigos and Bertsekas by an independent definition: ranks by counting, ways bit
// by bit. For any active nodes, no two packets of a class cross a link in the same step or meet at
// the node behind it, so that none ever waits. Packets of different classes never use the same
// dimension in a step.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace testbench {
namespace {

using Node = std::uint32_t;

Node rotated_right(unsigned d, Node node, unsigned by) {
  for (; by > 0; --by) node = node >> 1 | (node & 1u) << (d - 1);
  return node;
}

// Packs one class, whose coordinates the nodes are in: `steps` dimensions, the lowest first.
void expect_no_waiting(unsigned d, const std::set<Node>& active, unsigned steps) {
  std::vector<std::pair<Node, Node>> packets;  // the packet's place, its rank
  Node rank = 0;
  for (const Node node : active) packets.emplace_back(node, rank++);
  for (unsigned step = 0; step < steps; ++step) {
    std::set<Node> places;
    for (auto& [place, goal] : packets) {
      const Node bit = Node{1} << step;
      if (((place ^ goal) & bit) != 0) place ^= bit;
      ASSERT_TRUE(places.insert(place).second) << "d " << d << " step " << step << " node " << place;
    }
  }
  for (const auto& [place, goal] : packets) {
    ASSERT_EQ(place & ((Node{1} << steps) - 1), goal & ((Node{1} << steps) - 1));
  }
}

unsigned steps_of(std::size_t active) {
  unsigned steps = 0;
  while ((std::size_t{1} << steps) < active) ++steps;
  return steps;
}

TEST(Packing, NoPacketWaitsWhicheverNodesAreActive) {
  for (unsigned d = 1; d <= 4; ++d) {
    const Node nodes = Node{1} << d;
    for (std::uint64_t set = 0; set < std::uint64_t{1} << nodes; ++set) {
      std::set<Node> active;
      for (Node node = 0; node < nodes; ++node) {
        if ((set >> node & 1u) != 0) active.insert(node);
      }
      // The packing takes the dimensions that are enough, or all as in the paper.
      expect_no_waiting(d, active, steps_of(active.size()));
      expect_no_waiting(d, active, d);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Packing, NorInLargeCubes) {
  std::mt19937 random(1);
  for (unsigned d = 5; d <= 12; ++d) {
    const Node nodes = Node{1} << d;
    for (unsigned i = 0; i < 20; ++i) {
      std::bernoulli_distribution is_active(static_cast<double>(random() % 1000) / 1000);
      std::set<Node> chosen;
      for (Node node = 0; node < nodes; ++node) {
        if (is_active(random)) chosen.insert(node);
      }
      for (unsigned c = 0; c < d; ++c) {
        std::set<Node> active;
        for (const Node node : chosen) active.insert(rotated_right(d, node, c));
        expect_no_waiting(d, active, steps_of(active.size()));
        if (HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace testbench
