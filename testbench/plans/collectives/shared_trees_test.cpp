// SPDX-License-Identifier: Apache-2.0
// Trees that share links, and the order of their packets.
#include "testbench/plans/trees/shared_trees.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "test_support/seed.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

struct Widths {
  Network network;
  LinkTable links;
};

Widths of_random_widths(std::uint64_t seed) {
  auto random = test_support::seeded_random();
  random.discard(seed);
  Network network = network_of("random:10,3," + std::to_string(seed));
  std::vector<std::uint16_t> cycles(std::size_t{network.nodes()} * network.ports());
  for (std::uint16_t& each : cycles) each = static_cast<std::uint16_t>(2 << random() % 3);
  LinkTable links = LinkTable(network).with_wires(cycles, 3).with_packet_cycles(cycles, 1).with_last_links();
  return {std::move(network), std::move(links)};
}

// A node has packets of each tree in the order in which they come to its parent, all of them once: a queue between two
// ports then has the operands in the order of the results.
TEST(SharedTrees, NodesSendPacketsInTheOrderOfTheirParents) {
  unsigned shared = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto& [network, links] = of_random_widths(seed);
    for (const std::uint32_t packets : {1u, 7u, 200u}) {
      const DealtTrees dealt = fastest_shared_trees(links, packets, 3, fastest_trees(links, 0, packets));
      const auto order_of = [&](std::uint32_t node, std::uint32_t below) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> found;  // tree and packet
        for (const auto& [tree, first, count] : blocks_in_order(links, dealt, node)) {
          const RootedTree& up = dealt.trees[tree];
          if (below != node && links.neighbour(below, up.parent_port[below]) != node) continue;
          for (std::uint32_t packet = first; packet < first + count; ++packet) found.emplace_back(tree, packet);
        }
        return found;
      };
      for (std::uint32_t node = 1; node < links.nodes(); ++node) {
        EXPECT_EQ(order_of(node, node).size(), packets);
        for (unsigned port = 0; port < links.ports(); ++port) {
          const std::uint32_t parent = links.neighbour(node, port);
          auto own = order_of(node, node);
          std::erase_if(own, [&](const auto& one) { return dealt.trees[one.first].parent_port[node] != port; });
          shared += own.size() < packets && !own.empty() && own.front().first != own.back().first ? 1 : 0;
          if (!own.empty()) EXPECT_EQ(order_of(parent, node), own) << "node " << node << " port " << port;
        }
      }
    }
  }
  EXPECT_GT(shared, 0u) << "no two trees share a link";
}

// Node 0 has a link of one cycle and one of four to node 1: through node 2 go four packets of five.
TEST(SharedTrees, CarryPacketsByTheirWidths) {
  const Network network = network_of("ring:3");
  std::vector<std::uint16_t> cycles(6, 1);
  const LinkTable plain(network);
  for (std::uint32_t node = 0; node < 2; ++node) {
    for (unsigned port = 0; port < 2; ++port) {
      if (plain.neighbour(node, port) == 1 - node) cycles[2 * node + port] = 4;
    }
  }
  const LinkTable links = plain.with_wires(cycles, 0).with_packet_cycles(cycles, 1).with_last_links();
  const DealtTrees dealt = fastest_shared_trees(links, 100, 2, fastest_trees(links, 0, 100));
  std::uint32_t narrow = 0;
  for (std::size_t i = 0; i < dealt.trees.size(); ++i) {
    if (links.neighbour(1, dealt.trees[i].parent_port[1]) == 0) narrow += dealt.packets[i];
  }
  EXPECT_GE(narrow, 15u);
  EXPECT_LE(narrow, 25u);
}

}  // namespace
}  // namespace testbench::test
