// One-port total exchange on any network, on nodes that are played here.
#include "testbench/plans/matching_exchange.hpp"

#include <gtest/gtest.h>

#include "test_support/seed.hpp"
#include "testbench/networks/distances.hpp"
#include "testbench/networks/spec.hpp"
#include "testbench/plans/test_networks.hpp"
#include "testbench/plans/test_simulator.hpp"
#include "testbench/plans/turn_matching.hpp"

namespace testbench::test {
namespace {

std::uint64_t hops(const Network& network) {
  const Adjacency adjacency(network);
  std::uint64_t sum = 0;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) sum += distances_from(adjacency, node).status;
  return sum;
}

// As fast as the busiest node has packets to send, but for a hundredth of it and two cycles.
void expect_as_fast_as_the_busiest(const Network& network, std::uint32_t packets) {
  const MatchingExchange plan({network, packets, Address(0)});
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
    const MatchingExchange plan({network, 1, Address(0)});
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
    EXPECT_EQ(std::string(error.what()).find("takes 499999 turns of 1000 nodes: 8000 at most"), 0u) << error.what();
  }
}

// 0 to 2 is the heaviest, and would leave 1 alone.
TEST(TurnMatching, MatchesAsManyAsCanBe) {
  TurnMatching matching(4);
  std::vector<Turn> turns{{1, 2, 0, 5}, {0, 2, 1, 9}, {0, 3, 2, 1}};
  const std::vector<Turn> taken = matching.choose(turns);
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[0].receiver, 3u);
  EXPECT_EQ(taken[1].receiver, 2u);
}

// Heavy ones first, where there is room for one only.
TEST(TurnMatching, PrefersTheHeaviest) {
  TurnMatching matching(3);
  std::vector<Turn> turns{{0, 2, 0, 1}, {1, 2, 0, 9}};
  const std::vector<Turn> taken = matching.choose(turns);
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(taken[0].sender, 1u);
}

}  // namespace
}  // namespace testbench::test
