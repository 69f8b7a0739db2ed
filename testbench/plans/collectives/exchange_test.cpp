// SPDX-License-Identifier: Apache-2.0
// Total exchange on nodes that are played here: theorem 1 of Dimakopoulos and Dimopoulos, and how
// near the bounds the others come.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/plans/collectives/all_port_exchange.hpp"
#include "testbench/plans/collectives/one_port_exchange.hpp"
#include "testbench/plans/collectives/slot_plans.hpp"
#include "testbench/plans/collectives/test_simulator.hpp"
#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/plans/trees/matching.hpp"

namespace testbench::test {
namespace {

// The sum of all distances.
std::uint64_t hops(const Network& network) {
  const Adjacency adjacency(network);
  std::uint64_t sum = 0;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) sum += distances_from(adjacency, node).sum;
  return sum;
}

// All distances over all links.
std::uint64_t least_cycles(const Network& network, std::uint32_t packets) {
  const Adjacency adjacency(network);
  std::uint64_t links = 0;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) links += adjacency.degree(node);
  return (packets * hops(network) + links - 1) / links;
}

std::uint64_t shortest_cycles(const Network& network, std::uint32_t packets) {
  const auto plan = plan_shortest_exchange({network, packets, Address(0)});
  Simulator simulator(network, *plan, collectives::PortModel::kAll, from_each(packets), Ways::kAny);
  return simulator.run(4 * least_cycles(network, packets) + 20);
}

// The links of all ports are alike, but for a link or two of what is left over.
TEST(ShortestExchange, ReachesTheBoundWhereLinksAreAlike) {
  for (const char* spec : {"cube:1", "cube:4", "cube:6", "ring:9", "ring:10", "complete:6", "torus:5x5", "torus:4x4",
                           "hamming:4x4", "star:4", "pancake:4", "folded:5", "circulant:13:2,3"}) {
    const Network network = network_of(spec);
    SCOPED_TRACE(spec);
    const std::uint64_t least = least_cycles(network, 1);
    const std::uint64_t cycles = shortest_cycles(network, 1);
    EXPECT_GE(cycles, least);
    EXPECT_LE(cycles, least + 1);
    if (HasFailure()) return;
  }
}

// A cube whose nodes are not known to be alike: longer ways at one of several costs, where 10 cycles would be taken.
TEST(ShortestExchange, ComesNearTheBoundOnAListOfEdges) {
  EdgeList edges(16);
  for (std::uint32_t node = 0; node < 16; ++node) {
    for (std::uint32_t bit = 1; bit < 16; bit *= 2) {
      if ((node & bit) == 0) edges.add(Address(node), Address(node | bit));
    }
  }
  EXPECT_LE(shortest_cycles(Network(edges), 1), 9);
}

// Where every packet from one part to the other passes the links between, which take as long as
// this.
TEST(ShortestExchange, ReachesWhatTheNarrowestCutTakes) {
  struct Case {
    const char* spec;
    std::uint64_t pairs;  // of a node in one part and one in the other
    std::uint64_t links;
  };
  for (const auto& [spec, pairs, links] :
       {Case{"path:7", 3 * 4, 1}, Case{"path:10", 5 * 5, 1}, Case{"mesh:3x5", 6 * 9, 3}, Case{"mesh:4x6", 12 * 12, 4},
        Case{"torus:4x6", 12 * 12, 8}, Case{"product:path:4*ring:3", 6 * 6, 3}}) {
    const Network network = network_of(spec);
    for (const std::uint32_t packets : {1u, 2u, 3u}) {
      SCOPED_TRACE(std::string(spec) + ", M = " + std::to_string(packets));
      const std::uint64_t least = packets * pairs / links;
      const std::uint64_t cycles = shortest_cycles(network, packets);
      EXPECT_GE(cycles, least);
      EXPECT_LE(cycles, least + 1);
      if (HasFailure()) return;
    }
  }
}

// No choice of one way a pair loads the links alike: half the packets for the node opposite in a ring of even length go
// the other way round, and so on.
TEST(ShortestExchange, DealsThePacketsOfAPairToSeveralPorts) {
  for (const char* spec : {"ring:8", "ring:12", "star:3", "folded:3", "circulant:8:1,3", "bubblesort:3"}) {
    const Network network = network_of(spec);
    for (const std::uint32_t packets : {2u, 4u, 6u, 40u}) {
      EXPECT_EQ(shortest_cycles(network, packets), least_cycles(network, packets)) << spec << ", M = " << packets;
    }
  }
}

// The busiest link of the best flows over any paths, for M = 1: a linear programme with a commodity for each source,
// solved by HiGHS.
TEST(ShortestExchange, IsNearTheLinearProgrammeOnIrregularNetworks) {
  struct Case {
    const char* spec;
    double load;
  };
  constexpr std::uint32_t kPackets = 8;
  for (const auto& [spec, load] : {Case{"debruijn:4", 65. / 6}, Case{"debruijn:5", 28}, Case{"kautz:2,5", 38.75},
                                   Case{"random:20,4,1", 11}, Case{"random:40,3,2", 200. / 3}, Case{"twisted:5", 16}}) {
    const auto cycles = static_cast<double>(shortest_cycles(network_of(spec), kPackets));
    EXPECT_GE(cycles, kPackets * load) << spec;
    EXPECT_LE(cycles, 1.04 * kPackets * load) << spec;
  }
}

constexpr Discipline kDisciplines[] = {Discipline::kFifo, Discipline::kFurthest, Discipline::kClosest};

// Exactly so many cycles, in each of which every node sends.
void expect_busy(const Network& network, const OnePortExchange& plan, std::uint64_t cycles,
                 const Simulator::Expected& expected) {
  ASSERT_NE(plan.cycles(), nullptr);
  EXPECT_EQ(plan.cycles()->value, cycles);
  Simulator simulator(network, plan, collectives::PortModel::kOne, expected);
  EXPECT_EQ(simulator.run(cycles), cycles);
  EXPECT_EQ(simulator.idle(), 0u);
}

void expect_total_exchange(const Network& network, std::uint32_t packets) {
  const std::uint64_t sum = distances_of(Adjacency(network), true)->least_sum;
  for (const Discipline discipline : kDisciplines) {
    SCOPED_TRACE(static_cast<int>(discipline));
    const OnePortExchange plan(network, std::vector<std::uint32_t>(network.nodes(), 1), packets, discipline);
    expect_busy(network, plan, packets * sum, [&](std::uint32_t, std::uint32_t) { return packets; });
  }
}

TEST(OnePortExchange, TakesTheSumOfDistancesOnEveryCayleyNetwork) {
  for (const char* spec : {"cube:1",
                           "cube:4",
                           "ring:3",
                           "ring:8",
                           "ring:15",
                           "circulant:13:2,3",
                           "circulant:12:3,4",
                           "complete:2",
                           "complete:6",
                           "torus:4x6",
                           "torus:2x3",
                           "hamming:3x4",
                           "ccc:3",
                           "butterfly:3",
                           "star:4",
                           "pancake:4",
                           "bubblesort:4",
                           "folded:4",
                           "cyclic:3,2",
                           "macrostar:3,1",
                           "product:ccc:3*ring:3",
                           "mesh:2x2x2",
                           "path:2"}) {
    SCOPED_TRACE(spec);
    const Network network = network_of(spec);
    const bool is_small = network.nodes() <= 24 || test_support::is_soak();
    if (is_small) expect_total_exchange(network, 1);
    expect_total_exchange(network, 2);
    if (is_small) expect_total_exchange(network, 3);
    if (HasFailure()) return;
  }
}

TEST(OnePortExchange, TakesTheSumOfDistancesOnRandomCayleyNetworks) {
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned i = 0; i < test_support::soak_or(20u, 6u); ++i) {
    const Network network = random_cayley(random, test_support::soak_or(72u, 40u));
    SCOPED_TRACE(i);
    expect_total_exchange(network, 1 + i % 3);
    if (HasFailure()) return;
  }
}

// Section 7: any k_c.
TEST(OnePortExchange, TakesTheSumOfDistancesForIsotropicTasks) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const char* spec : {"ring:7", "torus:3x4", "star:4", "complete:5", "ccc:3"}) {
    const Network network = network_of(spec);
    const Adjacency adjacency(network);
    for (const std::uint32_t most : {1u, 3u}) {
      for (const Discipline discipline : kDisciplines) {
        SCOPED_TRACE(std::string(spec) + ", " + std::to_string(static_cast<int>(discipline)));
        std::vector<std::uint32_t> packets(network.nodes());
        for (std::uint32_t& count : packets) count = static_cast<std::uint32_t>(random() % (most + 1));
        packets[1] = most;
        constexpr std::uint32_t kRounds = 2;
        // One step of distance at a time: all nodes within so many links of node 0.
        std::uint64_t cycles = 0;
        std::vector<bool> reached(network.nodes(), false);
        reached[0] = true;
        for (std::uint64_t distance = 1; distance <= network.nodes(); ++distance) {
          const std::vector<bool> before = reached;
          for (std::uint32_t node = 0; node < network.nodes(); ++node) {
            if (!before[node]) continue;
            for (const std::uint32_t* there = adjacency.begin(node); there != adjacency.end(node); ++there) {
              if (reached[*there]) continue;
              reached[*there] = true;
              cycles += kRounds * packets[*there] * distance;
            }
          }
        }
        const OnePortExchange plan(network, packets, kRounds, discipline);
        expect_busy(network, plan, cycles, [&](std::uint32_t source, std::uint32_t receiver) {
          return kRounds * packets[network.relative(Address(receiver), Address(source)).number()];
        });
      }
    }
  }
}

// A packet's way does not depend on the round, so neither do the windows.
TEST(OnePortExchange, PlaysTheSameWindowsHoweverManyPackets) {
  const Network network = network_of("star:4");
  for (const Discipline discipline : kDisciplines) {
    const std::vector<std::uint32_t> one_each(network.nodes(), 1);
    EXPECT_EQ(OnePortExchange(network, one_each, 7, discipline).windows().cycles(),
              62u);  // 24 (4 + 2/4 + 25/12 - 4), Akers, Harel and Krishnamurthy 1987
  }
}

TEST(OnePortExchange, SaysWhereThereIsNone) {
  for (const char* spec : {"mesh:3x5", "path:3", "debruijn:3"}) {
    const Network network = network_of(spec);
    try {
      plan_exchange_fifo({network, 1, Address(0)});
      FAIL() << spec;
    } catch (const PlanError& error) {
      EXPECT_EQ(std::string(error.what()).substr(0, 35), "is not known to be a Cayley graph: ") << spec;
    }
  }
}

// As fast as the busiest node has packets to send, but for a hundredth of it and two cycles.
void expect_as_fast_as_the_busiest(const Network& network, std::uint32_t packets) {
  const MatchingExchange plan({network, packets, Address(0)}, collectives::PortModel::kOne);
  EXPECT_GE(plan.busiest_node() * network.nodes(), packets * hops(network));
  EXPECT_GE(plan.planned_cycles(), plan.busiest_node());
  EXPECT_LE(plan.planned_cycles(), plan.busiest_node() + plan.busiest_node() / 100 + 2);
  Simulator simulator(network, plan, collectives::PortModel::kOne, from_each(packets));
  EXPECT_EQ(simulator.run(plan.planned_cycles()), plan.planned_cycles());
}

TEST(MatchingExchange, IsAsFastAsTheBusiestNode) {
  for (const char* spec :
       {"path:2", "path:7", "path:10", "mesh:3x5", "mesh:6x6", "mesh:2x3x4", "debruijn:4", "debruijn:6",
        "product:path:3*ring:4", "product:path:2*debruijn:3", "cube:5", "star:4", "ring:9", "ccc:3"}) {
    const Network network = network_of(spec);
    for (const std::uint32_t packets : {1u, 2u, 3u}) {
      SCOPED_TRACE(std::string(spec) + ", M = " + std::to_string(packets));
      expect_as_fast_as_the_busiest(network, packets);
      if (HasFailure()) return;
    }
  }
}

// On a path the node in the middle sends all that crosses it and its own.
TEST(MatchingExchange, IsOptimalOnPaths) {
  for (std::uint32_t n = 2; n <= 12; ++n) {
    std::uint64_t busiest = 0;
    for (std::uint32_t node = 0; node < n; ++node) {
      busiest = std::max<std::uint64_t>(busiest, 2 * std::uint64_t{node} * (n - 1 - node) + n - 1);
    }
    const Network network = network_of("path:" + std::to_string(n));
    const MatchingExchange plan({network, 1, Address(0)}, collectives::PortModel::kOne);
    EXPECT_EQ(plan.busiest_node(), busiest) << n;
    EXPECT_LE(plan.planned_cycles(), busiest + 1) << n;
  }
}

TEST(MatchingExchange, SaysWhereThereIsNone) {
  const Network network = network_of("path:1000");
  try {
    plan_matching_exchange({network, 1, Address(0)});
    FAIL();
  } catch (const PlanError& error) {
    EXPECT_EQ(std::string(error.what()).find("takes 499999 slots of 1000 nodes; the product must be at most 40000000"),
              0u)
        << error.what();
  }
}

// The least hops are known without ways, so that a network of 4,096 nodes is refused at once.
TEST(SlotPlan, RefusesTooManyHopsBeforeItSearches) {
  const auto is_refused = [](const char* network, std::uint32_t packets) {
    try {
      SlotPlan::require_few_hops_to_each({network_of(network), packets, Address(0)});
    } catch (const PlanError&) {
      return true;
    }
    return false;
  };
  const std::uint32_t most = static_cast<std::uint32_t>(SlotPlan::kMostHops / hops(network_of("ring:5")));
  EXPECT_FALSE(is_refused("ring:5", most));
  EXPECT_TRUE(is_refused("ring:5", most + 1));
  EXPECT_FALSE(is_refused("mesh:3x3", 1));
  EXPECT_TRUE(is_refused("cube:12", 1));
}

// 0 to 2 is the heaviest, and would leave 1 alone.
TEST(Matching, MatchesAsManyAsCanBe) {
  Matching matching(4);
  std::vector<Transfer> transfers{{1, 2, 0, 5}, {0, 2, 1, 9}, {0, 3, 2, 1}};
  matching.choose(transfers);
  ASSERT_EQ(transfers.size(), 2u);
  EXPECT_EQ(transfers[0].receiver + transfers[1].receiver, 5u);
}

// Heavy ones first, where there is room for one only.
TEST(Matching, PrefersTheHeaviest) {
  Matching matching(3);
  std::vector<Transfer> transfers{{0, 2, 0, 1}, {1, 2, 0, 9}};
  matching.choose(transfers);
  ASSERT_EQ(transfers.size(), 1u);
  EXPECT_EQ(transfers[0].sender, 1u);
}

}  // namespace
}  // namespace testbench::test
