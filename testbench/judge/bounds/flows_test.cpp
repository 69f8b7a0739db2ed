// SPDX-License-Identifier: Apache-2.0
// Flows over time against flows through a copy of the network for each cycle, and worst cuts against all
// cuts and all partitions of small networks.
#include "testbench/judge/bounds/flows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>

#include "test_support/seed.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/judge/bounds/test_edges.hpp"
#include "testbench/judge/bounds/worst_cuts.hpp"

namespace testbench::test {
namespace {

// Packets that come from some nodes to others in so many cycles, at most.
std::uint64_t most_packets_in(const TurnedLinks& links, const std::vector<bool>& from, const std::vector<bool>& to,
                              std::uint32_t cycles) {
  const std::uint32_t nodes = links.nodes();
  const std::uint32_t begin = nodes * (cycles + 1);
  Flow flow(begin + 2);
  for (std::uint32_t cycle = 0; cycle < cycles; ++cycle) {
    const std::uint32_t now = cycle * nodes;
    for (std::uint32_t node = 0; node < nodes; ++node) flow.arc(now + node, now + nodes + node, 1u << 20);
    for (const TurnedLinks::Link& link : links.all()) flow.arc(now + link.from, now + nodes + link.to, 1);
  }
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (from[node]) flow.arc(begin, node, 1u << 20);
    if (to[node]) flow.arc(cycles * nodes + node, begin + 1, 1u << 20);
  }
  return flow.largest(begin, begin + 1);
}

TEST(Flows, OverTimeAreThoseOfACopyForEachCycle) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 60; ++round) {
    const auto nodes = static_cast<std::uint32_t>(3 + random() % 8);
    const EdgeTable edges = table_of(nodes, random_edges(nodes, random));
    const TurnedLinks links(edges, round % 2 == 0 ? Way::kOut : Way::kIn);
    std::vector<bool> from(nodes);
    std::vector<bool> to(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) (random() % 3 == 0 ? from : to)[node] = random() % 2 == 0;
    from[nodes - 1] = !(to[nodes - 1] = true);
    to[0] = !(from[0] = true);
    const FewestLinks fewest = fewest_links(links, from, to);
    for (std::uint32_t cycles = 1; cycles < 9; ++cycles) {
      const std::uint64_t most = most_packets_in(links, from, to, cycles);
      if (most > 0) EXPECT_LE(cycles_over(fewest, most), cycles);
      EXPECT_GT(cycles_over(fewest, most + 1), cycles);
    }
  }
}

TEST(Flows, WorstCutsAreTheWorstOfAll) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 60; ++round) {
    const auto nodes = static_cast<std::uint32_t>(2 + random() % 7);
    const Edges edges = random_edges(nodes, random);
    EdgeTable table = table_of(nodes, edges);
    for (unsigned dead = 0; dead < round % 3; ++dead) {
      const std::pair<std::uint32_t, unsigned> link{random() % nodes, random() % table.ports()};
      table = without(table, {link});
    }
    for (const Way way : {Way::kOut, Way::kIn}) {
      const TurnedLinks links(table, way);
      const auto reached = Links(table, false).search(0, way).order.size();
      if (reached < nodes || Links(table, false).search(0, turned(way)).order.size() < nodes) continue;
      Crossing scatter;
      Crossing gossip;
      for (std::uint32_t side = 1; side + 1 < 1u << nodes; ++side) {
        std::uint64_t across = 0;
        for (const TurnedLinks::Link& link : links.all()) across += (side >> link.from & ~(side >> link.to) & 1u);
        const auto before = static_cast<std::uint64_t>(std::popcount(side));
        gossip.keep_longer({before, across});
        if (side % 2 == 1) scatter.keep_longer({nodes - before, across});
      }
      const auto is_same = [](const Crossing& a, const Crossing& b) {
        return a.amount * b.capacity == b.amount * a.capacity;
      };
      EXPECT_TRUE(is_same(worst_scatter_cut(links, 0).crossing, scatter));
      EXPECT_TRUE(is_same(worst_gossip_cut(links).crossing, gossip));
    }
  }
}

TEST(Flows, WorstPartsAreTheWorstOfAllPartitions) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 60; ++round) {
    const auto nodes = static_cast<std::uint32_t>(2 + random() % 6);
    const Edges edges = random_edges(nodes, random);
    Crossing worst;
    std::vector<std::uint32_t> part(nodes);
    const std::function<void(std::uint32_t, std::uint32_t)> try_from = [&](std::uint32_t node, std::uint32_t parts) {
      if (node < nodes) {
        for (part[node] = 0; part[node] <= parts; ++part[node]) try_from(node + 1, std::max(parts, part[node] + 1));
        return;
      }
      if (parts < 2) return;
      const auto across =
          std::ranges::count_if(edges, [&](const auto& edge) { return part[edge.first] != part[edge.second]; });
      worst.keep_longer({parts - 1, static_cast<std::uint64_t>(across)});
    };
    try_from(0, 0);
    const Crossing found = worst_parts(TurnedLinks(table_of(nodes, edges), Way::kOut));
    EXPECT_EQ(found.amount * worst.capacity, worst.amount * found.capacity);
  }
}

// Two complete graphs of eight nodes with a link between them, and a binary tree of 15.
TEST(Flows, GiveTheBoundsOfBottlenecks) {
  const Edges pair = two_cliques(8);
  Edges branches;
  for (std::uint32_t node = 1; node < 15; ++node) branches.emplace_back((node - 1) / 2, node);
  const auto bound = [](const Edges& edges, std::uint32_t nodes, Collective collective, std::uint32_t packets) {
    const EdgeTable table = table_of(nodes, edges);
    return lower_bound({collective, 0, PortModel::kAll, packets, 0, &table}).value;
  };
  EXPECT_EQ(bound(pair, 16, Collective::kScatter, 16), 129u) << "8 x 16 over one link, which is one away";
  EXPECT_EQ(bound(pair, 16, Collective::kGather, 16), 129u);
  EXPECT_EQ(bound(pair, 16, Collective::kBroadcast, 16), 18u);
  EXPECT_EQ(bound(pair, 16, Collective::kAllgather, 16), 129u);
  const Crossing parts = worst_parts(TurnedLinks(table_of(16, pair), Way::kOut));
  EXPECT_EQ(parts.cycles(256), 256u) << "two messages for each over one link, each way";
  EXPECT_EQ(bound(branches, 15, Collective::kBroadcast, 16), 18u);
  EXPECT_EQ(worst_parts(TurnedLinks(table_of(15, branches), Way::kOut)).cycles(240), 240u);
  EXPECT_EQ(bound(branches, 15, Collective::kAllgather, 16), 224u);
}

}  // namespace
}  // namespace testbench::test
