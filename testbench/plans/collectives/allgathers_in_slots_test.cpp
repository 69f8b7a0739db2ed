// SPDX-License-Identifier: Apache-2.0
// Allgathers and reduce-scatters of nodes that send one packet in a cycle, on irregular networks: near what no trees go below,
// and never behind those along one tree with few links at each node.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/plans/collectives/all_port_allgather.hpp"
#include "testbench/plans/collectives/reduce_scatter_plans.hpp"
#include "testbench/plans/collectives/test_simulator.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/plans/trees/narrow_trees.hpp"
#include "testbench/plans/trees/shortest_trees.hpp"
#include "testbench/plans/trees/weighted_trees.hpp"

namespace testbench::test {
namespace {

using collectives::PortModel;

std::uint64_t planned(const Network& network, PortModel ports, std::uint32_t packets) {
  PlanRequest request{network, packets, Address(0)};
  request.slots = ports;
  const auto plan = fastest_in_slots(plan_tree_allgathers_in_slots(request), request, ports);
  Simulator simulator(network, *plan, ports, from_each(packets), Ways::kAny);
  EXPECT_EQ(simulator.run(1'000'000), plan->planned_cycles());
  return plan->planned_cycles();
}
std::uint64_t planned_backwards(const Network& network, PortModel ports, std::uint32_t packets) {
  PlanRequest request{network, packets, Address(0)};
  request.slots = ports;
  request.rules = NodeRules::kCombiningLabelled;
  return fastest_in_slots(plan_reduce_scatters_in_slots(request), request, ports)->planned_cycles();
}

// Packets that every node sends when all nodes have sent one down their trees; fails where one is no tree.
std::vector<std::uint64_t> sends_of(const LinkTable& links, const SourceTrees& trees) {
  std::vector<std::uint64_t> sends(links.nodes(), 0);
  for (std::uint32_t source = 0; source < links.nodes(); ++source) {
    std::vector<std::uint32_t> order{source};
    for (std::size_t next = 0; next < order.size() && order.size() <= links.nodes(); ++next) {
      for (const unsigned port : trees.children(links, order[next], source)) {
        ++sends[order[next]];
        order.push_back(links.neighbour(order[next], port));
      }
    }
    std::ranges::sort(order);
    EXPECT_EQ(std::unique(order.begin(), order.end()) - order.begin(), links.nodes()) << source;
    EXPECT_EQ(order.size(), links.nodes()) << source;
  }
  return sends;
}

// A bound by costs of nodes: all trees together cost the sends of the busiest node times the sum of these costs at most. A tree
// costs that of a node for each of its links there, less one for each node but the root. Many costs are tried: a node gets dearer
// when it has many links in the cheapest tree.
double least_of_busiest(const LinkTable& links) {
  const std::uint32_t n = links.nodes();
  double best = n - 1;
  std::vector<double> costs(n, 1.);
  for (unsigned round = 0; round < 200; ++round) {
    std::vector<std::tuple<double, std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t node = 0; node < n; ++node) {
      for (unsigned port = 0; port < links.ports(); ++port) {
        const std::uint32_t other = links.neighbour(node, port);
        edges.emplace_back(costs[node] + costs[other], node, other);
      }
    }
    std::ranges::sort(edges);
    std::vector<std::uint32_t> part(n);
    std::iota(part.begin(), part.end(), 0u);
    std::vector<int> degrees(n);
    double tree = 0;
    for (const auto& [cost, a, b] : edges) {
      const std::uint32_t old = part[b];
      if (part[a] == old) continue;
      std::ranges::replace(part, old, part[a]);
      tree += cost;
      ++degrees[a];
      ++degrees[b];
    }
    const double all = std::reduce(costs.begin(), costs.end());
    best = std::max(best, (n * (tree - all) + all) / all);
    for (std::uint32_t node = 0; node < n; ++node) costs[node] *= std::exp((degrees[node] - 2) * 2. / (10. + round));
  }
  return best;
}

TEST(AllgathersInSlots, TheBusiestNodeSendsAboutAsFewAsItCan) {
  auto random = test_support::seeded_random();
  double over = 0;
  const unsigned rounds = test_support::soak_or(100u, 12u);
  for (unsigned round = 0; round < rounds; ++round) {
    const auto n = static_cast<std::uint32_t>(8 + random() % 40);
    const Network network = random_network(n, 4 + random() % 30, random);
    const LinkTable links(network);
    const SourceTrees trees(links.turned(), weighted_trees(links, random, {1}, kCostOfALevel, {}, LoadOf::kSenders));
    const std::vector<std::uint64_t> sends = sends_of(links, trees);
    EXPECT_EQ(trees.most_of_node(links.turned(), false), std::ranges::max(sends));
    const double least = least_of_busiest(links);
    const auto most = static_cast<double>(std::ranges::max(sends));
    EXPECT_GE(most, least - 1e-6);
    EXPECT_LE(most, 1.15 * least + 2) << n << " nodes";
    over += most / least - 1;
  }
  EXPECT_LE(over / rounds, 0.08);
}

// A spanning tree that all nodes share, whose busiest node has as few links as are found, is a network too.
TEST(AllgathersInSlots, AreNeverSlowerThanOnATreeOfFewLinksAtANode) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < test_support::soak_or(60u, 12u); ++round) {
    const auto n = static_cast<std::uint32_t>(6 + random() % 25);
    const Network network = random_network(n, 3 + random() % 20, random);
    const RootedTree tree = narrow_and_shortest_trees(LinkTable(network), 0).front();
    EdgeList edges(n);
    for (std::uint32_t node = 1; node < n; ++node) {
      for (std::uint32_t other = 0; other < node; ++other) {
        const auto leads = [&](std::uint32_t from, std::uint32_t to) {
          return from != 0 && network.neighbour(Address(from), tree.parent_port[from]) == Address(to);
        };
        if (leads(node, other) || leads(other, node))
          edges.add(Address(other), Address(node));  // its ports as they were
      }
    }
    const Network narrow(edges);
    for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
      for (const std::uint32_t packets : {1u, 4u}) {
        SCOPED_TRACE(std::to_string(n) + " nodes, round " + std::to_string(round) + ", M " + std::to_string(packets));
        const std::uint64_t cycles = planned(network, ports, packets);
        EXPECT_LE(cycles, planned(narrow, ports, packets));
        EXPECT_LE(planned_backwards(network, ports, packets), cycles);
      }
    }
  }
}

// Shortest paths all lead through the hub, which sends n - 2 packets of each node. Round the rim it sends few.
TEST(AllgathersInSlots, AHubIsNoBusierThanOthers) {
  const std::uint32_t n = 17;
  EdgeList edges(n);
  for (std::uint32_t node = 0; node < n - 1; ++node) edges.add(Address(node), Address(n - 1));
  for (std::uint32_t node = 1; node < n - 1; ++node) edges.add(Address(node - 1), Address(node));
  const Network fan(edges);
  EXPECT_LE(planned(fan, PortModel::kOne, 4), 4 * (n + 1));
  EXPECT_LE(planned(fan, PortModel::kHalf, 4), 4 * 2 * (n + 1));
}

}  // namespace
}  // namespace testbench::test
