// SPDX-License-Identifier: Apache-2.0
// Paths of a flow from first principles: each leads from the root to its node, they part at the root alone, and the
// last link is done as early as the worst of all cuts allows where each node has one packet. Plans are played.
#include "testbench/plans/collectives/flow_plans.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>

#include "test_support/seed.hpp"
#include "testbench/plans/collectives/test_simulator.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench::test {
namespace {

// The most cycles of a link, until its packets have come in a row from the first cycle on in which one can; fails where a path does
// not lead to its node, or parts from another to the same node.
std::uint64_t latest(const LinkTable& links, std::uint32_t root, std::uint32_t packets) {
  const std::vector<std::vector<FlowPath>> paths = flow_paths(links, root, packets, {0, true});
  const std::vector<std::uint32_t> distance = levels_from(links, root).distance;
  std::uint64_t latest = 0;
  std::vector<std::uint64_t> loads(std::size_t{links.nodes()} * links.ports());
  for (std::uint32_t to = 0; to < links.nodes(); ++to) {
    std::uint64_t sent = 0;
    std::map<std::uint32_t, std::uint8_t> ways;
    for (const FlowPath& path : paths[to]) {
      sent += path.packets;
      std::uint32_t at = root;
      for (const std::uint8_t port : path.ports) {
        EXPECT_TRUE(links.has_link(at, port));
        if (at != root) EXPECT_EQ(ways.emplace(at, port).first->second, port) << "two ways from node " << at;
        std::uint64_t& load = loads[std::size_t{at} * links.ports() + port];
        load += path.packets;
        latest = std::max(latest, load + distance[at]);
        at = links.neighbour(at, port);
      }
      EXPECT_EQ(at, to);
    }
    EXPECT_EQ(sent, to == root ? 0 : packets);
  }
  return latest;
}

// The most, over all sets without the root, of the cycles in which the links into it can carry the packets for nodes in it, each
// from the first cycle on in which a packet can come to it.
std::uint64_t worst_of_all_cuts(const LinkTable& links, std::uint32_t root, std::uint32_t packets) {
  const std::vector<std::uint32_t> distance = levels_from(links, root).distance;
  std::uint64_t worst = 0;
  for (std::uint32_t behind = 1; behind < std::uint32_t{1} << links.nodes(); ++behind) {
    if ((behind >> root & 1u) != 0) continue;
    std::vector<std::uint64_t> into;
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      for (unsigned port = 0; port < links.ports(); ++port) {
        if ((behind >> node & 1u) == 0 && (behind >> links.neighbour(node, port) & 1u) != 0)
          into.push_back(distance[node]);
      }
    }
    const auto carried = [&](std::uint64_t cycles) {
      std::uint64_t sum = 0;
      for (const std::uint64_t late : into) sum += cycles - std::min(cycles, late);
      return sum;
    };
    while (carried(worst) < static_cast<std::uint64_t>(std::popcount(behind)) * packets) ++worst;
  }
  return worst;
}

TEST(FlowScatter, EndsAtTheLastLinkAsTheWorstCutSays) {
  auto random = test_support::seeded_random();
  unsigned exact = 0;
  for (unsigned round = 0; round < 40; ++round) {
    const LinkTable links{random_network(static_cast<std::uint32_t>(2 + random() % 9), 1 + random() % 4, random)};
    const auto root = static_cast<std::uint32_t>(random() % links.nodes());
    EXPECT_EQ(latest(links, root, 1), worst_of_all_cuts(links, root, 1));
    const std::uint64_t several = latest(links, root, 7);
    EXPECT_GE(several, worst_of_all_cuts(links, root, 7));
    exact += several == worst_of_all_cuts(links, root, 7) ? 1 : 0;
  }
  EXPECT_GE(exact, 36u);
}

TEST(FlowPlans, TakeAsManyCyclesAsPlanned) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 20; ++round) {
    const Network network = random_network(static_cast<std::uint32_t>(2 + random() % 20), 1 + random() % 6, random);
    const Address root(static_cast<std::uint32_t>(random() % network.nodes()));
    const auto packets = static_cast<std::uint32_t>(1 + random() % 20);
    const PlanRequest request{network, packets, root};
    const auto scatter = plan_flow_scatter(request);
    const auto gather = plan_flow_gather(request);
    const auto between = [&](std::uint32_t at_root, std::uint32_t other) {
      return at_root == root.number() && other != at_root ? packets : 0;
    };
    Simulator scattered(network, *scatter, collectives::PortModel::kAll, between, Ways::kAny);
    EXPECT_EQ(scattered.run(10'000), scatter->cycles()->value);
    Simulator gathered(
        network, *gather, collectives::PortModel::kAll,
        [&](std::uint32_t source, std::uint32_t receiver) { return between(receiver, source); }, Ways::kAny);
    EXPECT_EQ(gathered.run(10'000), gather->cycles()->value);
  }
}

// 31 x 16 packets over the five links of the root of a 5-cube, and 63 x 16 over four of a torus.
TEST(FlowPlans, GatherOverAllLinksOfTheRoot) {
  for (const auto& [spec, least] :
       {std::pair{"torus:8x8", 252u}, std::pair{"cube:5", 100u}, std::pair{"mesh:4x4", 120u}}) {
    const Network network = network_of(spec);
    EXPECT_LE(plan_flow_gather({network, 16, Address(0)})->cycles()->value, least + 2) << spec;
  }
}

// Seven nodes behind each link of the root, if node 2 goes up to the farther of its two neighbours above.
TEST(FlowPlans, GatherUpATreeThatIsNotOfShortestPaths) {
  EdgeList edges(15);
  for (std::uint32_t node = 0; node < 15; ++node) edges.add(Address(node), Address((node + 1) % 15));
  edges.add(Address(1), Address(11));
  edges.add(Address(2), Address(12));
  for (const std::uint32_t packets : {1u, 3u, 8u}) {
    EXPECT_LE(plan_flow_gather({Network(edges), packets, Address(0)})->cycles()->value, 7 * packets + 2) << packets;
  }
}

TEST(FlowScatter, LoadsTheLinksOfTheRootAlike) {
  for (const auto& [spec, least] : {std::pair{"torus:8x8", 16u}, std::pair{"star:5", 30u}, std::pair{"ccc:4", 21u},
                                    std::pair{"debruijn:6", 32u}, std::pair{"complete:9", 1u}}) {
    EXPECT_EQ(latest(LinkTable(network_of(spec)), 0, 1), least) << spec;
  }
}

TEST(FlowScatter, DealsTheLastPacketsToAllLinksOfTheRoot) {
  for (const auto& [spec, least] : {std::pair{"torus:8x8", 252u}, std::pair{"cube:5", 100u}, std::pair{"star:5", 476u},
                                    std::pair{"mesh:8x8", 504u}}) {
    EXPECT_EQ(latest(LinkTable(network_of(spec)), 0, 16), least) << spec;
  }
}

}  // namespace
}  // namespace testbench::test
