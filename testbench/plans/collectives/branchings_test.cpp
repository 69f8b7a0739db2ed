// SPDX-License-Identifier: Apache-2.0
// Branchings from first principles: each spans the network from the root, none shares a link, and there are as
// many as the least of all cuts has links. Plans are played, and their cycles compared with all ways to deal packets.
#include "testbench/plans/trees/branchings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

#include "test_support/seed.hpp"
#include "testbench/plans/collectives/rooted_plans.hpp"
#include "testbench/plans/collectives/test_simulator.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench::test {
namespace {

// Links that are dead in one direction each, so that all nodes can still be reached from each other one.
std::vector<collectives::DeadLink> random_dead(const Network& network, unsigned most, std::mt19937_64& random) {
  std::vector<collectives::DeadLink> dead;
  for (unsigned i = 0; i < most; ++i) {
    dead.push_back({Address(static_cast<std::uint32_t>(random() % network.nodes())),
                    static_cast<unsigned>(random() % network.ports())});
    const LinkTable links = PlanRequest{network, 1, Address(0), {}, dead}.links();
    const bool is_connected = levels_from(links, 0).order.size() == network.nodes() &&
                              levels_from(links.turned(), 0).order.size() == network.nodes();
    if (!is_connected) dead.pop_back();
  }
  return dead;
}

unsigned least_of_all_cuts(const LinkTable& links, std::uint32_t root) {
  unsigned least = ~0u;
  for (std::uint32_t side = 0; side < std::uint32_t{1} << links.nodes(); ++side) {
    if ((side >> root & 1u) == 0 || std::popcount(side) == static_cast<int>(links.nodes())) continue;
    unsigned across = 0;
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      for (unsigned port = 0; port < links.ports(); ++port) {
        if ((side >> node & 1u) != 0 && (side >> links.neighbour(node, port) & 1u) == 0) ++across;
      }
    }
    least = std::min(least, across);
  }
  return least;
}

std::vector<RootedTree> made(const LinkTable& links, std::uint32_t root, unsigned count, std::mt19937_64& random) {
  std::uint64_t left = 10'000'000;
  return branchings(links.turned(), root, count, random, left);
}

// `links`: on which packets go.
void expect_branchings(const LinkTable& links, std::uint32_t root, const std::vector<RootedTree>& trees) {
  std::set<std::pair<std::uint32_t, unsigned>> used;
  for (const RootedTree& tree : trees) {
    std::vector<std::uint32_t> depth(links.nodes(), ~0u);
    std::vector<std::uint32_t> order{root};
    depth[root] = 0;
    for (std::size_t next = 0; next < order.size(); ++next) {
      const std::uint32_t node = order[next];
      for (const unsigned port : tree.children[node]) {
        const std::uint32_t child = links.neighbour(node, port);
        ASSERT_NE(child, node) << "there is nothing behind port " << port;
        ASSERT_EQ(depth[child], ~0u) << "two links lead to node " << child;
        EXPECT_EQ(tree.parent_port[child], links.arrival_port(node, port));
        EXPECT_TRUE(used.emplace(node, port).second) << "two trees on a link of node " << node;
        depth[child] = depth[node] + 1;
        order.push_back(child);
      }
    }
    EXPECT_EQ(order.size(), links.nodes());
    EXPECT_EQ(tree.depth, depth[order.back()]);
  }
}

TEST(Branchings, AreAsManyAsTheLeastCutHasLinks) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 60; ++round) {
    const Network network = random_network(static_cast<std::uint32_t>(2 + random() % 9), 1 + random() % 4, random);
    const std::vector<collectives::DeadLink> dead = random_dead(network, round % 4, random);
    const LinkTable links = PlanRequest{network, 1, Address(0), {}, dead}.links();
    const auto root = static_cast<std::uint32_t>(random() % network.nodes());
    const unsigned most = least_cut(links.turned(), root, links.ports());
    EXPECT_EQ(most, least_of_all_cuts(links, root));
    for (unsigned count = 1; count <= most; ++count) {
      expect_branchings(links, root, made(links, root, count, random));
    }
  }
}

TEST(Branchings, SpanLargeNetworks) {
  auto random = test_support::seeded_random();
  for (const std::string spec : {"torus:8x8", "star:5", "mesh:9x7", "debruijn:6", "complete:12", "ccc:4", "path:9"}) {
    SCOPED_TRACE(spec);
    const LinkTable links(network_of(spec));
    const auto root = static_cast<std::uint32_t>(random() % links.nodes());
    const unsigned most = least_cut(links.turned(), root, links.ports());
    const std::vector<RootedTree> trees = made(links, root, most, random);
    EXPECT_EQ(trees.size(), most);
    expect_branchings(links, root, trees);
  }
}

// Depths d_1, d_2, ..: the least T in which trees of these depths take all packets, tried one by one.
TEST(Branchings, PacketsAreDealtSoThatTheLastArrivesEarliest) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 200; ++round) {
    std::vector<RootedTree> trees(1 + random() % 5);
    for (RootedTree& tree : trees) tree.depth = static_cast<std::uint32_t>(1 + random() % 9);
    const auto packets = static_cast<std::uint32_t>(1 + random() % 40);
    std::uint64_t cycles = 0;
    for (std::uint64_t taken = 0; taken < packets;) {
      ++cycles;
      taken = 0;
      for (const RootedTree& tree : trees) taken += cycles < tree.depth ? 0 : cycles - tree.depth + 1;
    }
    const DealtTrees dealt = deal(trees, packets);
    EXPECT_EQ(dealt.cycles, cycles);
    std::uint32_t all = 0;
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < dealt.trees.size(); ++i) {
      all += dealt.packets[i];
      last = std::max<std::uint64_t>(last, dealt.trees[i].depth + dealt.packets[i] - 1);
    }
    EXPECT_EQ(all, packets);
    EXPECT_EQ(last, cycles);
  }
}

TEST(Branchings, BroadcastInAsManyCyclesAsPlanned) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 40; ++round) {
    const Network network = random_network(static_cast<std::uint32_t>(2 + random() % 20), 1 + random() % 6, random);
    const std::vector<collectives::DeadLink> dead = random_dead(network, round % 3, random);
    const Address root(static_cast<std::uint32_t>(random() % network.nodes()));
    const auto packets = static_cast<std::uint32_t>(1 + random() % 30);
    const PlanRequest request{network, packets, root, {}, dead};
    const auto plan = plan_branchings_broadcast(request);
    const auto from_root = [&](std::uint32_t source, std::uint32_t receiver) {
      return source == root.number() && receiver != source ? packets : 0;
    };
    Simulator simulator(network, *plan, collectives::PortModel::kAll, from_root, Ways::kAny);
    EXPECT_EQ(simulator.run(10'000), plan->cycles()->value);
    EXPECT_LE(simulator.deepest(), 1u) << "trees that share no link never wait for one another";
    EXPECT_LE(plan->cycles()->value, plan_tree_broadcast(request)->cycles()->value);
  }
}

// The 5-cube has d edge-disjoint spanning trees of depth d + 1 (Johnsson and Ho 1986): ceil(M/5) + 5 cycles.
TEST(Branchings, TakeAsLongAsTheEdgeDisjointTreesOfACube) {
  for (const std::uint32_t packets : {16u, 64u, 1000u}) {
    const DealtTrees dealt = fastest_trees(LinkTable(network_of("cube:5")).turned(), 0, packets);
    EXPECT_LE(dealt.cycles, (packets + 4) / 5 + 5 + 1) << packets;
  }
}

}  // namespace
}  // namespace testbench::test
