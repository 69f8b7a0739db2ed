// SPDX-License-Identifier: Apache-2.0
// Bounds of any network, against those of the cube where the network is one, and against all cuts
// of small networks.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "test_support/seed.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/judge/bounds/network_facts.hpp"
#include "testbench/judge/bounds/test_edges.hpp"

namespace testbench::test {
namespace {

// The last nodes are switches.
EdgeTable with_switches(const EdgeTable& edges, std::uint32_t switches) {
  return {edges.ports(), {edges.receivers(), edges.receivers() + edges.links()}, edges.nodes() - switches};
}

EdgeTable ring(std::uint32_t nodes) {
  Edges edges;
  for (std::uint32_t node = 0; node < nodes; ++node) edges.emplace_back(node, (node + 1) % nodes);
  return table_of(nodes, edges);
}

std::uint64_t bound(const EdgeTable& edges, Collective collective, PortModel ports, std::uint32_t packets,
                    std::uint32_t root = 0) {
  return lower_bound({collective, 0, ports, packets, root, &edges}).value;
}

TEST(NetworkBounds, OfACubeAreThoseOfTheCube) {
  for (unsigned dim = 1; dim <= 5; ++dim) {
    const EdgeTable edges = cube_edges(dim);
    for (const Collective collective : kMovingCollectives) {
      for (const PortModel ports : kPortModels) {
        for (const std::uint32_t packets : {1u, 2u, 7u}) {
          Task cube{collective, dim, ports, packets, 1};
          Task network{collective, 0, ports, packets, 1, &edges};
          cube.latency = network.latency = packets == 2 ? 9 : 0;
          SCOPED_TRACE(testing::Message()
                       << name_of(collective) << " d " << dim << ' ' << name_of(ports) << " M " << packets);
          EXPECT_EQ(least_transmissions(network).value, least_transmissions(cube).value);
          EXPECT_EQ(lower_bound(network).value, lower_bound(cube).value);
        }
      }
    }
  }
}

// On a path with wires of A, B and C cycles, the last of M packets comes to its last link A + B + 2 cycles after it
// has left node 0, and C + B + 2 after it has left node 3.
TEST(NetworkBounds, WiresOfEachLinkCount) {
  const EdgeTable links = path(4);
  const std::uint64_t a = 5, b = 30, c = 2;
  // Ports are in the order of the links; node 0 and node 3 have one.
  const auto wires = [](std::uint64_t cycles) { return static_cast<std::uint16_t>(cycles); };
  const LinkValues latencies(2, {wires(a), 30, wires(a), wires(b), wires(b), wires(c), wires(c), 30});
  for (const std::uint32_t packets : {1u, 4u, 50u}) {
    const auto on = [&](Collective collective, std::uint32_t root = 0) {
      Task task{collective, 0, PortModel::kAll, packets, root, &links};
      task.latency = latencies.least();
      task.latencies = &latencies;
      return lower_bound(task).value;
    };
    const std::uint64_t m = packets;
    const std::uint64_t to_3 = a + b + 2, to_0 = c + b + 2;
    EXPECT_EQ(on(Collective::kBroadcast), to_3 + m);
    EXPECT_EQ(on(Collective::kReduce), to_0 + m);
    EXPECT_EQ(on(Collective::kScan), to_3 + m);
    EXPECT_EQ(on(Collective::kBroadcast, 3), to_0 + m);
    EXPECT_GE(on(Collective::kAllreduce), to_3 + m);
    EXPECT_EQ(on(Collective::kGather), std::max({to_0 + m, b + 1 + 2 * m, 3 * m}));
    EXPECT_EQ(on(Collective::kScatter), std::max({to_3 + m, a + 1 + 2 * m, 3 * m}));
    EXPECT_EQ(on(Collective::kAllgather), std::max({to_3 + m, b + 1 + 2 * m, 3 * m}));
    EXPECT_EQ(on(Collective::kReduceScatter), on(Collective::kAllgather));
    EXPECT_EQ(on(Collective::kScatter, 1), std::max({b + 1 + m, 2 * m}));  // node 3 has one link
  }
}

// Two nodes with a switch each, and one between these: four links from node to node.
TEST(NetworkBounds, OnePortWaitsForWhatComesThroughSwitches) {
  const EdgeTable edges(2, {2, 0, 3, 1, 0, 4, 1, 4, 2, 3}, 2);
  EXPECT_EQ(bound(edges, Collective::kAllgather, PortModel::kOne, 1), 4u);
  EXPECT_EQ(bound(edges, Collective::kReduceScatter, PortModel::kOne, 1), 4u);
  EXPECT_GE(bound(edges, Collective::kAllgather, PortModel::kHalf, 1), 4u);
  EXPECT_EQ(bound(table_of(2, {{0, 1}}), Collective::kAllreduce, PortModel::kHalf, 6), 12u);
}

// A packet that every node sends on at once, cycle by cycle.
TEST(NetworkBounds, AFloodOverAnyWiresMeetsThem) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 50; ++round) {
    const auto nodes = static_cast<std::uint32_t>(3 + random() % 8);
    const EdgeTable table = table_of(nodes, random_edges(nodes, random));
    std::vector<std::uint16_t> cycles(table.links());
    for (std::uint16_t& each : cycles) each = static_cast<std::uint16_t>(random() % 20);
    const LinkValues latencies(table.ports(), cycles);
    constexpr std::uint64_t kNever = 1000;
    std::vector<std::uint64_t> sends_from(nodes, kNever);
    std::vector<std::uint64_t> last_hop(nodes, kNever);
    sends_from[0] = 1;
    for (std::uint64_t cycle = 1; cycle < kNever; ++cycle) {
      for (std::uint32_t node = 0; node < nodes; ++node) {
        for (unsigned port = 0; port < table.ports() && sends_from[node] == cycle; ++port) {
          if (!table.has_link(node, port)) continue;
          const std::uint32_t receiver = table.receiver(node, port);
          last_hop[receiver] = std::min(last_hop[receiver], cycle);
          sends_from[receiver] = std::min(sends_from[receiver], cycle + latencies.of(node, port) + 1);
        }
      }
    }
    last_hop[0] = 0;
    Task task{Collective::kBroadcast, 0, PortModel::kAll, 1, 0, &table};
    task.latency = latencies.least();
    task.latencies = &latencies;
    EXPECT_EQ(lower_bound(task).value, std::ranges::max(last_hop)) << "round " << round;
  }
}

// From one end of a path the last of M packets leaves in cycle M, and makes n - 2 hops more in L + 1 cycles each. On a
// ring the farthest nodes are floor(n/2) links away, from either side.
TEST(NetworkBounds, WiresCount) {
  constexpr std::uint32_t kNodes = 6;
  Edges edges;
  for (std::uint32_t node = 0; node + 1 < kNodes; ++node) edges.emplace_back(node, node + 1);
  const EdgeTable path = table_of(kNodes, edges);
  const EdgeTable circle = ring(kNodes);
  for (const unsigned latency : {0u, 1u, 7u, 300u}) {
    const std::uint64_t hop = latency + 1;
    for (const PortModel ports : {PortModel::kAll, PortModel::kOne}) {
      const auto on = [&](const EdgeTable& network, Collective collective, std::uint32_t packets) {
        Task task{collective, 0, ports, packets, 0, &network};
        task.latency = latency;
        return lower_bound(task).value;
      };
      for (const std::uint32_t packets : {1u, 4u}) {
        SCOPED_TRACE(testing::Message() << "L " << latency << ' ' << name_of(ports) << " M " << packets);
        EXPECT_EQ(on(path, Collective::kBroadcast, packets), packets + 4 * hop);
        EXPECT_EQ(on(path, Collective::kReduce, packets), packets + 4 * hop);
        EXPECT_EQ(on(path, Collective::kScan, packets), packets + 4 * hop);
        EXPECT_GE(on(circle, Collective::kExscan, packets), 2 * hop + 1);
        EXPECT_GE(on(path, Collective::kScatter, packets), std::max<std::uint64_t>(5 * packets, packets + 4 * hop));
        EXPECT_GE(on(circle, Collective::kAllgather, packets), 2 * hop + 1);
        EXPECT_GE(on(circle, Collective::kAlltoall, packets), 2 * hop + 1);
      }
    }
  }
}

// A switch with k nodes around it, M packets: all that a node has for others, or gets, passes its one link, and the first
// packet comes in cycle 2. A switch of one port sends each node's packets to k - 1 others one after another.
TEST(NetworkBounds, OfNodesAroundASwitch) {
  for (const std::uint32_t k : {2u, 3u, 6u}) {
    Edges edges;
    for (std::uint32_t node = 0; node < k; ++node) edges.emplace_back(node, k);
    const EdgeTable around = with_switches(table_of(k + 1, edges), 1);
    for (const std::uint64_t m : {1u, 4u}) {
      const auto of = [&](Collective collective, PortModel ports) {
        return bound(around, collective, ports, static_cast<std::uint32_t>(m), 1);
      };
      SCOPED_TRACE(testing::Message() << k << " M " << m);
      for (const Collective collective : {Collective::kScatter, Collective::kGather, Collective::kAllgather,
                                          Collective::kReduceScatter, Collective::kAlltoall}) {
        EXPECT_EQ(of(collective, PortModel::kAll), m * (k - 1) + 1) << name_of(collective);
      }
      for (const Collective collective :
           {Collective::kBroadcast, Collective::kReduce, Collective::kAllreduce, Collective::kScan}) {
        EXPECT_EQ(of(collective, PortModel::kAll), m + 1) << name_of(collective);
      }
      EXPECT_EQ(of(Collective::kScatter, PortModel::kOne), m * (k - 1) + 1);
      EXPECT_EQ(of(Collective::kAllgather, PortModel::kOne), m * k * (k - 1));
      EXPECT_EQ(of(Collective::kAllgather, PortModel::kHalf), m * k * k);
      EXPECT_GE(of(Collective::kAlltoall, PortModel::kOne), m * k * (k - 1));
    }
  }
}

// No bound is above what some schedule takes: copies of packets go over random links that bring something new.
TEST(NetworkBounds, AreNeverAboveAScheduleThroughSwitches) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 30; ++round) {
    const auto n = static_cast<std::uint32_t>(4 + random() % 5);
    const auto switches = static_cast<std::uint32_t>(1 + random() % (n - 3));
    const EdgeTable edges = with_switches(table_of(n, random_edges(n, random)), switches);
    const std::uint32_t ends = n - switches;
    for (const Collective collective :
         {Collective::kBroadcast, Collective::kScatter, Collective::kAllgather, Collective::kAlltoall}) {
      for (const PortModel ports : kPortModels) {
        const auto packets = static_cast<std::uint32_t>(1 + random() % 2);
        const bool has_root = collective == Collective::kBroadcast || collective == Collective::kScatter;
        const bool is_for_each = collective == Collective::kScatter || collective == Collective::kAlltoall;
        struct Kind {
          std::uint32_t source;
          std::uint32_t to;  // ends: all
        };
        std::vector<Kind> kinds;
        for (std::uint32_t source = 0; source < (has_root ? 1 : ends); ++source) {
          for (std::uint32_t to = 0; to < (is_for_each ? ends : 1); ++to) {
            if (is_for_each && to == source) continue;
            kinds.insert(kinds.end(), packets, {source, is_for_each ? to : ends});
          }
        }
        std::vector<std::vector<bool>> holds(kinds.size(), std::vector<bool>(n));
        for (std::size_t i = 0; i < kinds.size(); ++i) holds[i][kinds[i].source] = true;
        const auto is_done = [&] {
          for (std::size_t i = 0; i < kinds.size(); ++i) {
            for (std::uint32_t node = 0; node < ends; ++node) {
              if ((kinds[i].to == ends || kinds[i].to == node) && !holds[i][node]) return false;
            }
          }
          return true;
        };
        std::uint64_t cycles = 0;
        for (; !is_done(); ++cycles) {
          std::vector<std::uint64_t> links(edges.links());
          std::iota(links.begin(), links.end(), 0u);
          std::ranges::shuffle(links, random);
          std::vector<unsigned> sends(n);
          std::vector<unsigned> receives(n);
          const std::vector<std::vector<bool>> held = holds;
          for (const std::uint64_t link : links) {
            const auto from = static_cast<std::uint32_t>(link / edges.ports());
            const std::uint32_t to = edges.receiver(from, static_cast<std::uint32_t>(link % edges.ports()));
            const bool is_busy = ports == PortModel::kOne ? sends[from] + receives[to] != 0
                                 : ports == PortModel::kHalf
                                     ? sends[from] + receives[from] + sends[to] + receives[to] != 0
                                     : false;
            if (to == from || is_busy) continue;
            for (std::size_t i = 0; i < kinds.size(); ++i) {
              if (!held[i][from] || holds[i][to]) continue;
              holds[i][to] = true;
              ++sends[from];
              ++receives[to];
              break;
            }
          }
        }
        Task task{collective, 0, ports, packets, 0, &edges};
        EXPECT_LE(lower_bound(task).value, cycles) << name_of(collective) << ' ' << name_of(ports) << " n " << n;
      }
    }
  }
}

// A path of n nodes: the middle link carries floor(n/2) ceil(n/2) packets each way; the sum of |i -
// j| is (n^3 - n)/3. A ring: the sum of distances of a node is floor(n^2/4).
TEST(NetworkBounds, OfPathsAndRings) {
  for (const std::uint32_t nodes : {2u, 5u, 8u, 13u}) {
    const std::uint64_t n = nodes;
    const EdgeTable line = path(nodes);
    EXPECT_EQ(bound(line, Collective::kAlltoall, PortModel::kAll, 3), 3 * (n / 2) * ((n + 1) / 2));
    EXPECT_EQ(least_transmissions({Collective::kAlltoall, 0, PortModel::kAll, 2, 0, &line}).value,
              2 * (n * n * n - n) / 3);
    EXPECT_EQ(bound(line, Collective::kBroadcast, PortModel::kAll, 4), 4 + n - 2) << "from an end";
    EXPECT_EQ(bound(line, Collective::kScatter, PortModel::kOne, 4), 4 * (n - 1));
    EXPECT_EQ(bound(line, Collective::kAllgather, PortModel::kAll, 2), 2 * (n - 1)) << "through an end's one link";
  }
  for (const std::uint32_t nodes : {3u, 6u, 9u}) {
    const EdgeTable ring_of_nodes = ring(nodes);
    EXPECT_EQ(bound(ring_of_nodes, Collective::kAlltoall, PortModel::kOne, 2), 2 * (nodes * nodes / 4));
    EXPECT_EQ(bound(ring_of_nodes, Collective::kAllgather, PortModel::kOne, 2), 2 * (nodes - 1));
    EXPECT_EQ(bound(ring_of_nodes, Collective::kAllgather, PortModel::kHalf, 2),
              2 * (nodes % 2 == 0 ? 2 * (nodes - 1) : 2 * nodes))
        << "Dimakopoulos 1999, section 2";
  }
}

// Every crossing that was tried crosses a cut: none exceeds the worst of all 2^n cuts.
TEST(NetworkBounds, CutsAreCuts) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 40; ++round) {
    const auto nodes = static_cast<std::uint32_t>(3 + random() % 7);
    const Edges edges = random_edges(nodes, random);
    const EdgeTable table = table_of(nodes, edges);
    Crossings all;
    Crossing one;
    for (std::uint32_t side = 1; side + 1 < 1u << nodes; ++side) {
      std::uint64_t links = 0;
      std::uint32_t inside = 0;
      std::uint32_t outside = 0;
      for (const auto& [a, b] : edges) {
        if ((side >> a & 1u) == (side >> b & 1u)) continue;
        ++links;
        (side >> a & 1u ? inside : outside) |= 1u << a;
        (side >> b & 1u ? inside : outside) |= 1u << b;
      }
      const auto size = static_cast<std::uint64_t>(std::popcount(side));
      const auto border = static_cast<std::uint64_t>(std::min(std::popcount(inside), std::popcount(outside)));
      all.exchange.keep_longer({size * (nodes - size), links});
      all.spread.keep_longer({std::max(size, nodes - size), links});
      one.keep_longer({size * (nodes - size), border});
    }
    const NetworkFacts& facts = facts_of(table);
    const auto at_most = [](const Crossing& found, const Crossing& most) {
      EXPECT_GT(found.amount, 0u);
      EXPECT_LE(found.amount * most.capacity, most.amount * found.capacity);
    };
    at_most(facts.all_port.exchange, all.exchange);
    at_most(facts.all_port.spread, all.spread);
    at_most(facts.one_port_exchange, one);
  }
}

// The middle node of a path of n sends what passes it and its own; half-duplex it receives as many.
// Across a torus of extents a and b > a, b even, a b^2 / 8 packets pass each of the links between
// two halves.
TEST(NetworkBounds, CongestionDecidesExchanges) {
  for (const std::uint32_t nodes : {5u, 7u, 9u}) {
    const std::uint64_t side = nodes / 2;
    for (const std::uint32_t packets : {1u, 4u}) {
      const std::uint64_t sends = packets * (2 * side * side + 2 * side);
      EXPECT_EQ(bound(path(nodes), Collective::kAlltoall, PortModel::kOne, packets), sends);
      EXPECT_EQ(bound(path(nodes), Collective::kAlltoall, PortModel::kHalf, packets), 2 * sends);
    }
  }
  for (const auto& [a, b] : {std::pair{3u, 4u}, std::pair{4u, 6u}, std::pair{3u, 8u}}) {
    Edges edges;
    for (std::uint32_t i = 0; i < a * b; ++i) {
      edges.emplace_back(i, i / b * b + (i + 1) % b);
      edges.emplace_back(i, (i + b) % (a * b));
    }
    EXPECT_EQ(bound(table_of(a * b, edges), Collective::kAlltoall, PortModel::kAll, 2), (a * b * b + 3) / 4)
        << a << " x " << b;
  }
}

// Two complete graphs of four nodes with a link between them.
TEST(NetworkBounds, ABottleneckDecides) {
  const EdgeTable dumbbell = table_of(8, two_cliques(4));
  EXPECT_EQ(bound(dumbbell, Collective::kAllgather, PortModel::kAll, 5), 21u) << "four nodes' packets across, and on";
  EXPECT_EQ(bound(dumbbell, Collective::kAlltoall, PortModel::kAll, 5), 80u);
}

// Two leaves with h hosts each below a spine, M packets: h^2 M go up from a leaf by its one link, from cycle 1 on, and take
// two links more. A leaf of one port sends these, and (2h - 1) h M to its hosts. A switch behind none has nothing to pass on.
TEST(NetworkBounds, LinksAmongSwitchesIdleFirstAndLast) {
  for (const std::uint32_t h : {2u, 3u, 5u}) {
    for (const std::uint32_t behind : {0u, 3u}) {
      const std::uint32_t leaf = 2 * h;
      Edges edges{{leaf, leaf + 2}, {leaf + 1, leaf + 2}};
      for (std::uint32_t host = 0; host < leaf; ++host) edges.emplace_back(host, leaf + host % 2);
      for (std::uint32_t i = 0; i < behind; ++i) edges.emplace_back(leaf + 2 + i, leaf + 3 + i);
      const EdgeTable tree = with_switches(table_of(leaf + 3 + behind, edges), 3 + behind);
      for (const std::uint32_t m : {1u, 4u}) {
        EXPECT_EQ(bound(tree, Collective::kAlltoall, PortModel::kAll, m), h * h * m + 3) << h;
        EXPECT_EQ(bound(tree, Collective::kAlltoall, PortModel::kOne, m), (3 * h * h - h) * m + 1) << h;
      }
    }
  }
}

// All packets for the other side pass a bridge, and a leaf's packets its one link.
// A chain of 14 nodes with 29 leaves each: 13 times 30 nodes are behind the first link. Ports with nothing behind them do not
// count as links to search.
TEST(NetworkBounds, ABridgeCountsBetweenWideNodes) {
  Edges edges;
  for (std::uint32_t hub = 0; hub < 14; ++hub) {
    for (std::uint32_t leaf = 1; leaf < 30; ++leaf) edges.emplace_back(30 * hub, 30 * hub + leaf);
    if (hub > 0) edges.emplace_back(30 * hub - 30, 30 * hub);
  }
  const EdgeTable chain = table_of(14 * 30, edges);
  EXPECT_EQ(bound(chain, Collective::kScatter, PortModel::kAll, 1), 13u * 30);
  EXPECT_EQ(bound(chain, Collective::kGather, PortModel::kAll, 1), 13u * 30);
}

TEST(NetworkBounds, ABridgeCounts) {
  const EdgeTable tree = table_of(7, {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}, {2, 6}});
  EXPECT_EQ(bound(tree, Collective::kBroadcast, PortModel::kAll, 10), 11u) << "10 come to a leaf, which is 2 away";
  EXPECT_EQ(bound(tree, Collective::kScatter, PortModel::kAll, 10), 30u) << "three nodes behind each link";
  const Edges triangles{{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}};
  const EdgeTable bow = table_of(6, triangles);
  EXPECT_EQ(bound(bow, Collective::kBroadcast, PortModel::kAll, 10, 0), 12u) << "1 to the bridge, 10 over it, 1 on";
  EXPECT_EQ(bound(bow, Collective::kBroadcast, PortModel::kAll, 10, 2), 11u);
  EXPECT_EQ(bound(bow, Collective::kScatter, PortModel::kAll, 10, 0), 31u) << "packets of three nodes over the bridge";
  EXPECT_EQ(bound(bow, Collective::kGather, PortModel::kAll, 10, 0), 31u);
}

// Two levels of a network may have fewer links between them than the root or any node.
TEST(NetworkBounds, LinksBetweenLevelsCount) {
  Edges edges{{3, 4}, {2, 5}};  // two complete graphs of four nodes, two links between them
  for (std::uint32_t a = 0; a < 4; ++a) {
    for (std::uint32_t b = a + 1; b < 4; ++b) {
      edges.emplace_back(a, b);
      edges.emplace_back(4 + a, 4 + b);
    }
  }
  const EdgeTable pair = table_of(8, edges);
  EXPECT_EQ(bound(pair, Collective::kBroadcast, PortModel::kAll, 12), 12u / 2 + 3 - 1) << "two links at distance 1";
}

// A complete graph of four nodes, of which three lead to node 5, and two of these to node 4: five links lead to
// distance 2, and three out of the root.
TEST(NetworkBounds, WhatComesToANodeCounts) {
  const EdgeTable edges =
      table_of(6, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {1, 5}, {2, 5}, {3, 5}, {1, 4}, {2, 4}});
  EXPECT_EQ(bound(edges, Collective::kBroadcast, PortModel::kAll, 12), 12u / 2 + 2 - 1);
}

// Two parts of k nodes joined by a link, the nodes of even numbers in one: for each of these a packet crosses the link.
TEST(NetworkBounds, ScansCrossCutsForEveryRun) {
  for (const std::uint32_t k : {2u, 3u, 5u}) {
    Edges edges{{0, 1}};
    for (std::uint32_t i = 1; i < k; ++i) edges.insert(edges.end(), {{0, 2 * i}, {1, 2 * i + 1}});
    const EdgeTable joined = table_of(2 * k, edges);
    for (const Collective scan : {Collective::kScan, Collective::kExscan}) {
      EXPECT_EQ(bound(joined, scan, PortModel::kAll, 40), 40 * k);
      EXPECT_GE(bound(joined, scan, PortModel::kOne, 40), 40 * k);
    }
  }
}

// Half duplex, holders double as on a cube, whatever the network.
TEST(NetworkBounds, HalfDuplexHoldersDouble) {
  EXPECT_EQ(bound(ring(5), Collective::kBroadcast, PortModel::kHalf, 3), 7u) << "12 receptions: 1, then 2 a cycle";
  EXPECT_EQ(bound(ring(4), Collective::kBroadcast, PortModel::kHalf, 1), 2u);
}

// The ends of a path have a port with nothing behind it.
TEST(NetworkBounds, CountLinksThatAre) {
  const EdgeTable edges = path(5);
  EXPECT_EQ(link_count({Collective::kBroadcast, 0, PortModel::kAll, 1, 0, &edges}), 8u);
  EXPECT_EQ(link_count({Collective::kBroadcast, 3, PortModel::kAll, 1, 0}), 24u);
}

TEST(NetworkFacts, AreThoseOfTheNetworkThatIsAsked) {
  EXPECT_EQ(facts_of(path(4)).diameter, 3u);
  EXPECT_EQ(facts_of(ring(4)).diameter, 2u);
  EXPECT_EQ(facts_of(path(4)).links, 6u);
  const BreadthFirst search = Links(ring(5), true).search(2, Way::kOut);
  EXPECT_EQ(search.order[0], 2u);
  EXPECT_EQ(search.distance, (std::vector<std::uint32_t>{2, 1, 0, 1, 2}));
  EXPECT_EQ(search.farthest(), 2u);
}

// A search from one of several symmetric nodes finds what searches from all do.
TEST(NetworkFacts, AreFoundFromOneNodeOfSymmetricOnes) {
  const auto row_of = [](std::uint32_t node, std::uint32_t* row) {  // torus:5x8
    const std::uint32_t a = node / 8;
    const std::uint32_t b = node % 8;
    row[0] = (a + 1) % 5 * 8 + b;
    row[1] = (a + 4) % 5 * 8 + b;
    row[2] = a * 8 + (b + 1) % 8;
    row[3] = a * 8 + (b + 7) % 8;
  };
  const NodeTable table(40, 4, row_of);
  const NetworkFacts all = facts_of(EdgeTable(table));
  const NetworkFacts& one = facts_of(EdgeTable(table, true));
  EXPECT_EQ(one.links, all.links);
  EXPECT_EQ(one.diameter, all.diameter);
  EXPECT_EQ(one.distance_sum, all.distance_sum);
  const auto equal = [](const Crossing& a, const Crossing& b) {
    EXPECT_EQ(a.amount, b.amount);
    EXPECT_EQ(a.capacity, b.capacity);
  };
  equal(one.all_port.exchange, all.all_port.exchange);
  equal(one.all_port.spread, all.all_port.spread);
  equal(one.one_port_exchange, all.one_port_exchange);

  std::vector<std::uint32_t> counts(40);
  for (std::uint32_t seen = 1; seen < 40; ++seen) counts[seen] = seen * seen % 7;
  const CountedHops counted = counted_hops(EdgeTable(table), PacketCounts(EdgeTable(table), counts, 3));
  const CountedHops& of_one = counted_hops(EdgeTable(table, true), PacketCounts(EdgeTable(table), counts, 3));
  EXPECT_EQ(of_one.all, counted.all);
  EXPECT_EQ(of_one.farthest, counted.farthest);
}

}  // namespace
}  // namespace testbench::test
