// SPDX-License-Identifier: Apache-2.0
// Bounds where links differ in width, by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "test_support/seed.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/judge/bounds/test_edges.hpp"

namespace testbench::test {
namespace {

// A packet's cycles on the links between two nodes; `others` on all others.
struct Slow {
  std::uint32_t a;
  std::uint32_t b;
  std::uint16_t cycles;
};
LinkValues cycles_on(const EdgeTable& edges, std::uint16_t others, const std::vector<Slow>& slow) {
  std::vector<std::uint16_t> cycles(edges.links(), others);
  for (std::uint32_t node = 0; node < edges.nodes(); ++node) {
    for (unsigned port = 0; port < edges.ports(); ++port) {
      for (const Slow& link : slow) {
        const std::uint32_t other = edges.receiver(node, port);
        if ((node == link.a && other == link.b) || (node == link.b && other == link.a)) {
          cycles[edges.link(node, port)] = link.cycles;
        }
      }
    }
  }
  return {edges.ports(), cycles};
}

std::uint64_t bound_on(const EdgeTable& edges, const LinkValues& cycles, Collective collective, std::uint32_t packets,
                       std::uint32_t root = 0, unsigned registers = 0) {
  Task task{collective, 0, PortModel::kAll, packets, root, &edges};
  task.packet_cycles = &cycles;
  task.latency = registers;
  return lower_bound(task).value;
}

// 0 - 1 = 2 - 3, three cycles a packet on the outer links and twelve on the inner one.
TEST(UnequalWidths, APathWithANarrowLink) {
  const EdgeTable edges = path(4);
  const LinkValues cycles = cycles_on(edges, 3, {{1, 2, 12}});
  for (const std::uint32_t m : {1u, 5u, 40u}) {
    const auto on = [&](Collective collective, std::uint32_t root = 0) {
      return bound_on(edges, cycles, collective, m, root);
    };
    // The last packet of node 0 comes to node 1 in cycle 3 or later, passes behind the others, and goes on.
    EXPECT_EQ(on(Collective::kBroadcast), 3 + 12 * m + 3);
    EXPECT_EQ(on(Collective::kReduce, 3), 3 + 12 * m + 3);
    EXPECT_EQ(on(Collective::kBroadcast, 1), 12 * m + 3);
    EXPECT_EQ(on(Collective::kScan), 3 + 12 * m + 3);
    EXPECT_EQ(on(Collective::kAllreduce), 3 + 12 * m + 3);
    // Packets for two nodes pass.
    EXPECT_EQ(on(Collective::kScatter), 3 + 12 * 2 * m);
    EXPECT_EQ(on(Collective::kGather), 12 * 2 * m + 3);
    EXPECT_EQ(on(Collective::kAllgather), 12 * 2 * m + 3);
    EXPECT_EQ(on(Collective::kReduceScatter), 3 + 12 * 2 * m);
    EXPECT_EQ(on(Collective::kAlltoall), 3 + 12 * 4 * m - 3);
    // With two registers a link.
    EXPECT_EQ(bound_on(edges, cycles, Collective::kBroadcast, m, 0, 2), 3 + 12 * m + 3 + 3 * 2);
    EXPECT_EQ(bound_on(edges, cycles, Collective::kGather, m, 0, 2), 12 * 2 * m + 3 + 2 * 2);
    EXPECT_EQ(bound_on(edges, cycles, Collective::kAlltoall, m, 0, 2), 12 * 4 * m + 2);
  }
}

// Two cliques of four nodes, and a bridge between nodes 3 and 4 of a quarter of the width.
TEST(UnequalWidths, ABridgeBetweenCliques) {
  const EdgeTable edges = table_of(8, two_cliques(4));
  const LinkValues cycles = cycles_on(edges, 1, {{3, 4, 4}});
  const std::uint64_t m = 6;
  const auto on = [&](Collective collective) { return bound_on(edges, cycles, collective, m); };
  EXPECT_EQ(on(Collective::kBroadcast), 1 + 4 * m + 1);
  EXPECT_EQ(on(Collective::kScatter), 1 + 4 * 4 * m);
  EXPECT_EQ(on(Collective::kAllgather), 4 * 4 * m + 1);
  EXPECT_EQ(on(Collective::kAlltoall), 4 * 16 * m);
  EXPECT_EQ(on(Collective::kAllreduce), 1 + 4 * m + 1);
}

// Links of 1, 2, 3 and 4 cycles around node 0.
TEST(UnequalWidths, AStar) {
  const EdgeTable edges = table_of(5, {{0, 1}, {0, 2}, {0, 3}, {0, 4}});
  const LinkValues cycles = cycles_on(edges, 1, {{0, 2, 2}, {0, 3, 3}, {0, 4, 4}});
  const std::uint64_t m = 7;
  EXPECT_EQ(bound_on(edges, cycles, Collective::kBroadcast, m), 4 * m);
  EXPECT_EQ(bound_on(edges, cycles, Collective::kGather, m), 4 * m);
  EXPECT_EQ(bound_on(edges, cycles, Collective::kBroadcast, m, 3), 3 + 4 * m);
  EXPECT_EQ(bound_on(edges, cycles, Collective::kAllgather, m), 4 * 4 * m);
  EXPECT_EQ(bound_on(edges, cycles, Collective::kScatter, m, 4), 4 * 4 * m);
}

// Between nodes 0 and 1 lie two ways, through switches, of 2 and of 3 cycles a link. In T cycles (T - 2) / 2 and (T - 3) / 3
// packets pass both links of each, rounded down.
TEST(UnequalWidths, LinksOfACutShareThePackets) {
  const EdgeTable edges(2, {2, 3, 2, 3, 0, 1, 0, 1}, 2);
  const LinkValues cycles = cycles_on(edges, 2, {{0, 3, 3}, {3, 1, 3}});
  for (std::uint32_t m = 1; m < 30; ++m) {
    std::uint64_t least = 4;
    while ((least - 2) / 2 + (least - 3) / 3 < m) ++least;
    EXPECT_EQ(bound_on(edges, cycles, Collective::kBroadcast, m), least) << m;
  }
}

// A packet over the quickest ways, and the flood of many: each node sends every packet on to each neighbour, in order, as
// soon as a link is free. Links that are alike have the bound of packets a cycle, in as many cycles.
TEST(UnequalWidths, AFloodIsNeverFaster) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 40; ++round) {
    const auto nodes = static_cast<std::uint32_t>(3 + random() % 7);
    const EdgeTable edges = table_of(nodes, random_edges(nodes, random));
    std::vector<std::uint16_t> values(edges.links());
    for (std::uint16_t& each : values) each = static_cast<std::uint16_t>(1 + random() % 9);
    const LinkValues cycles(edges.ports(), values);
    const auto registers = static_cast<unsigned>(random() % 4);
    for (const std::uint32_t packets : {1u, 6u}) {
      std::uint64_t last = 0;
      std::vector<std::vector<std::uint64_t>> come(packets, std::vector<std::uint64_t>(nodes, 100'000));
      std::vector<std::uint64_t> free(edges.links());
      for (std::uint32_t packet = 0; packet < packets; ++packet) {
        come[packet][0] = 0;
        std::vector<bool> is_done(nodes);
        for (std::uint32_t step = 0; step < nodes; ++step) {
          std::uint32_t next = nodes;
          for (std::uint32_t node = 0; node < nodes; ++node) {
            if (!is_done[node] && (next == nodes || come[packet][node] < come[packet][next])) next = node;
          }
          is_done[next] = true;
          last = std::max(last, come[packet][next]);
          for (unsigned port = 0; port < edges.ports(); ++port) {
            if (!edges.has_link(next, port) || is_done[edges.receiver(next, port)]) continue;
            std::uint64_t& until = free[edges.link(next, port)];
            until = std::max(until, come[packet][next]) + cycles.of(next, port);
            std::uint64_t& there = come[packet][edges.receiver(next, port)];
            there = std::min(there, until + registers);
          }
        }
      }
      const std::uint64_t bound = bound_on(edges, cycles, Collective::kBroadcast, packets, 0, registers);
      if (packets == 1) EXPECT_EQ(bound, last) << "round " << round;
      EXPECT_LE(bound, last) << "round " << round;
    }
    const LinkValues alike(edges.ports(), std::vector<std::uint16_t>(edges.links(), 5));
    for (const Collective collective : {Collective::kScatter, Collective::kAllgather, Collective::kAllreduce}) {
      const Task task{collective, 0, PortModel::kAll, 4, 0, &edges};
      EXPECT_GE(bound_on(edges, alike, collective, 4), 5 * lower_bound(task).value);
    }
  }
}

// Each subset of the nodes sends to each of the others over the links between.
TEST(UnequalWidths, AnExchangeCrossesEveryCut) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 40; ++round) {
    const auto nodes = static_cast<std::uint32_t>(4 + random() % 5);
    const EdgeTable edges = table_of(nodes, random_edges(nodes, random));
    std::vector<std::uint16_t> values(edges.links());
    for (std::uint16_t& each : values) each = static_cast<std::uint16_t>(1 << random() % 4);
    const LinkValues cycles(edges.ports(), values);
    const auto packets = static_cast<std::uint32_t>(1 + random() % 9);
    std::uint64_t least = 0;
    for (unsigned subset = 1; subset + 1 < 1u << nodes; ++subset) {
      const auto inside = static_cast<std::uint64_t>(std::popcount(subset));
      const auto carried = [&](std::uint64_t time) {
        std::uint64_t sum = 0;
        for (std::uint32_t node = 0; node < nodes; ++node) {
          for (unsigned port = 0; port < edges.ports(); ++port) {
            if (!edges.has_link(node, port)) continue;
            const bool leaves = (subset >> node & 1) != 0 && (subset >> edges.receiver(node, port) & 1) == 0;
            if (leaves) sum += time / cycles.of(node, port);
          }
        }
        return sum;
      };
      while (carried(least) < packets * inside * (nodes - inside)) ++least;
    }
    EXPECT_GE(bound_on(edges, cycles, Collective::kAlltoall, packets), least) << "round " << round;
  }
}

// 0 - 1 - 2 - 3 - 0, the link between nodes 3 and 0 of half the width. Each packet holds links for as many cycles as its
// quickest way has, and eight links are there.
TEST(UnequalWidths, AnExchangeTakesTheCyclesOfItsHops) {
  const EdgeTable edges = table_of(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  const LinkValues alike = cycles_on(edges, 3, {});
  const std::uint32_t m = 100;
  EXPECT_GE(bound_on(edges, alike, Collective::kAlltoall, m), 3 * 2 * m);
  const LinkValues cycles = cycles_on(edges, 3, {{3, 0, 6}});
  // Lengths of 3 on all links but the slow one, which has 6: distances 3, 6, 6, 3, 3, 6 of the six pairs, both ways.
  EXPECT_GE(bound_on(edges, cycles, Collective::kAlltoall, m), 2 * (3 + 6 + 6 + 3 + 6 + 3) * m / 8);
}

}  // namespace
}  // namespace testbench::test
