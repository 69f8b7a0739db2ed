// SPDX-License-Identifier: Apache-2.0
// Weighted trees from first principles: each spans the network from its source, and the busiest link, counted tree
// by tree, carries as few as is known of a network by hand.
#include "testbench/plans/trees/weighted_trees.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "test_support/seed.hpp"
#include "testbench/plans/collectives/all_port_allgather.hpp"
#include "testbench/plans/collectives/reduce_scatter_plans.hpp"
#include "testbench/plans/collectives/rooted_plans.hpp"
#include "testbench/plans/collectives/test_simulator.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/plans/trees/greedy_trees.hpp"
#include "testbench/plans/trees/shortest_trees.hpp"

namespace testbench::test {
namespace {

// Two complete graphs of eight nodes with a link between them.
Network two_cliques() {
  EdgeList edges(16);
  for (std::uint32_t a = 0; a < 8; ++a) {
    for (std::uint32_t b = a + 1; b < 8; ++b) {
      edges.add(Address(a), Address(b));
      edges.add(Address(8 + a), Address(8 + b));
    }
  }
  edges.add(Address(7), Address(8));
  return Network(edges);
}

// Trees over the busiest link; fails where one does not span the network.
std::uint64_t count(const LinkTable& links, const SourceTrees& trees) {
  std::vector<std::uint64_t> loads(std::size_t{links.nodes()} * links.ports());
  for (std::uint32_t source = 0; source < links.nodes(); ++source) {
    std::vector<std::uint32_t> order{source};
    std::vector<bool> is_met(links.nodes());
    is_met[source] = true;
    for (std::size_t next = 0; next < order.size(); ++next) {
      const std::uint32_t node = order[next];
      for (const unsigned port : trees.children(links, node, source)) {
        const std::uint32_t child = links.neighbour(node, port);
        EXPECT_FALSE(is_met[child]) << "two links lead to " << child << " from " << source;
        is_met[child] = true;
        ++loads[std::size_t{node} * links.ports() + port];
        order.push_back(child);
      }
    }
    EXPECT_EQ(order.size(), links.nodes()) << source;
  }
  return *std::ranges::max_element(loads);
}

TEST(WeightedTrees, SpanAndLoadLinksEvenly) {
  struct Case {
    Network network;
    std::uint64_t most;  // n - 1 by the least degree, or what a cut says, and one more
  };
  for (const auto& [network, most] :
       {Case{two_cliques(), 8}, Case{network_of("mesh:5x5"), 13}, Case{network_of("debruijn:5"), 17},
        Case{network_of("complete:8"), 1}, Case{network_of("path:6"), 5}, Case{network_of("star:4"), 9}}) {
    auto random = test_support::seeded_random();
    const LinkTable links(network);
    const SourceTrees trees(links.turned(), weighted_trees(links, random));
    const std::uint64_t loaded = count(links, trees);
    EXPECT_EQ(trees.most_loaded(), loaded);
    EXPECT_LE(loaded, most) << network.nodes() << " nodes";
  }
}

// 8 M packets cross the link between the cliques, and the last of them goes a link on.
TEST(WeightedTrees, CrossABottleneckAtItsBound) {
  const Network network = two_cliques();
  const auto plan = plan_tree_allgather({network, 16, Address(0)});
  Simulator simulator(network, *plan, collectives::PortModel::kAll, from_each(16), Ways::kAny);
  const std::uint64_t cycles = simulator.run(1000);
  EXPECT_GE(cycles, 129u);
  EXPECT_LE(cycles, 131u);
}

// Backwards each packet is combined in the first clique, and then crosses.
TEST(WeightedTrees, CarryAReduceScatterAcrossABottleneckAtItsBound) {
  const Network network = two_cliques();
  PlanRequest request{network, 16, Address(0)};
  request.rules = NodeRules::kCombiningLabelled;
  const auto plan = plan_tree_reduce_scatter(request);
  const std::uint64_t cycles = dynamic_cast<const PlayedPlan&>(*plan).planned_cycles();
  EXPECT_GE(cycles, 129u);
  EXPECT_LE(cycles, 131u);
}

// Every node receives (n - 1) M packets over its links, which no plan does faster. Trees that are packed come within
// a few cycles, and every packet comes once.
TEST(PackedAllgather, ComesNearTheLinksOfANode) {
  struct Case {
    Network network;
    std::uint32_t packets;
    std::uint64_t least;
    std::uint64_t most;
  };
  EdgeList cube(32);
  for (std::uint32_t node = 0; node < 32; ++node) {
    for (std::uint32_t bit = 1; bit < 32; bit *= 2) {
      if ((node & bit) == 0) cube.add(Address(node), Address(node | bit));
    }
  }
  for (const auto& [network, packets, least, most] :
       {Case{Network(cube), 16, 100, 102}, Case{network_of("mesh:4x4"), 16, 120, 123}, Case{two_cliques(), 5, 41, 43},
        Case{network_of("complete:5"), 1, 1, 1}, Case{network_of("path:4"), 3, 9, 9}}) {
    const auto plan = plan_packed_allgather({network, packets, Address(0)});
    Simulator simulator(network, *plan, collectives::PortModel::kAll, from_each(packets), Ways::kAny);
    const std::uint64_t cycles = simulator.run(10'000);
    EXPECT_EQ(cycles, dynamic_cast<const PlayedPlan&>(*plan).planned_cycles());
    EXPECT_GE(cycles, least) << network.nodes() << " nodes";
    EXPECT_LE(cycles, most) << network.nodes() << " nodes";
  }
}

// Where each packet has a tree of its own, as a greedy play grows it, M (n - 1) packets come through the links of a node without a
// cycle that one is idle, backwards too. With few trees a node these take 32, 17, 14, 33 cycles and more.
TEST(GreedyTrees, KeepTheLinksOfANodeBusy) {
  struct Case {
    const char* spec;
    std::uint32_t packets;
    std::uint64_t cycles;  // M (n - 1) / links of a node
  };
  for (const auto& [spec, packets, cycles] : {Case{"torus:4x4", 8, 30}, Case{"moebius:4", 4, 15},
                                              Case{"random:24,4,11", 2, 12}, Case{"bubblesort:4", 4, 31}}) {
    const Network network = network_of(spec);
    PlanRequest request{network, packets, Address(0)};
    const auto gathered = plan_packed_allgather(request);
    EXPECT_EQ(dynamic_cast<const PlayedPlan&>(*gathered).planned_cycles(), cycles) << spec;
    request.rules = NodeRules::kCombiningLabelled;
    const auto scattered = plan_packed_reduce_scatter(request);
    EXPECT_LE(dynamic_cast<const PlayedPlan&>(*scattered).planned_cycles(), cycles + 1) << spec;
  }
}

// Round both sides of a ring packets go in opposite orders, and each turns round at another node: by cycle T a node k links from the
// root has the first T - k + 1 of one order and the first T - (n - k) + 1 of the other. Two trees take 15, 46 and 62 cycles.
TEST(PackedBroadcast, PartsARingForEachPacketAnew) {
  struct Case {
    const char* spec;
    std::uint32_t packets;
    std::uint64_t cycles;
  };
  for (const auto& [spec, packets, cycles] :
       {Case{"ring:16", 8, 11}, Case{"ring:16", 64, 39}, Case{"ring:32", 64, 47}}) {
    const Network network = network_of(spec);
    const std::uint32_t count = packets;
    const auto plan = plan_packed_broadcast({network, packets, Address(3)});
    const auto from_root = [&](std::uint32_t source, std::uint32_t receiver) {
      return source == 3 && receiver != 3 ? count : 0;
    };
    Simulator simulator(network, *plan, collectives::PortModel::kAll, from_root, Ways::kAny);
    EXPECT_EQ(simulator.run(10'000), cycles) << spec;
    EXPECT_EQ(dynamic_cast<const PlayedPlan&>(*plan).planned_cycles(), cycles) << spec;
  }
}

// Every node gets every packet once, behind the node before it, and nodes send what they send in one order.
TEST(GreedyTrees, AreTrees) {
  for (const char* spec : {"ring:5", "mesh:3x4", "random:12,3,4"}) {
    const Network network = network_of(spec);
    const LinkTable links(network);
    for (const std::uint32_t packets : {1u, 3u}) {
      const auto made = greedy_trees(links, packets, OwnOrder::kOfNode, 0);
      ASSERT_TRUE(made.has_value());
      const std::uint32_t trees = packets * links.nodes();
      std::set<std::pair<std::uint32_t, std::uint32_t>> come;
      for (const auto& [node, tree] : made->arrivals) {
        EXPECT_TRUE(come.insert({node, tree}).second);
        const std::uint32_t before = links.neighbour(node, made->back[std::size_t{node} * trees + tree]);
        EXPECT_TRUE(before == tree % links.nodes() || come.contains({before, tree})) << spec;
      }
      EXPECT_EQ(come.size(), std::size_t{trees} * (links.nodes() - 1));
      for (std::uint32_t node = 0; node < links.nodes(); ++node) {
        for (unsigned port = 0; port < links.ports(); ++port) {
          std::size_t at = 0;
          const std::vector<std::uint32_t>& all = made->own_of_node[node];
          for (const std::uint32_t tree : made->own[node * links.ports() + port]) {
            while (at < all.size() && all[at] != tree) ++at;
            EXPECT_LT(at++, all.size()) << spec;
          }
        }
      }
    }
  }
  EXPECT_FALSE(greedy_trees(LinkTable(network_of("leafspine:2,3,2")), 1, OwnOrder::kOfPort, 0).has_value());
}

}  // namespace
}  // namespace testbench::test
