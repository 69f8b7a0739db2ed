// Allgather along Hamiltonian paths: every packet comes once, by the port model, in the cycles of the closed form.
#include "testbench/plans/path_allgather.hpp"

#include <gtest/gtest.h>

#include <string>

#include "testbench/networks/edge_list.hpp"
#include "testbench/networks/spec.hpp"
#include "testbench/plans/broadcast_simulation.hpp"

namespace testbench::test {
namespace {

using collectives::PortUse;

std::uint64_t cycles_on(const std::string& spec, std::uint32_t packets) {
  const std::string what = spec + ", M = " + std::to_string(packets);
  const Network network = network_of(spec);
  const auto plan = plan_full_duplex_path_allgather({network, packets, Address(0)});
  BroadcastSimulation simulation(network, *plan, PortUse::kOne);
  const std::uint64_t cycles = plan->cycles()->value;
  EXPECT_EQ(simulation.run(2 * cycles), cycles) << what;
  for (const Address node : network::addresses(network.nodes())) {
    EXPECT_LE(simulation.loaded(node).windows().size(), 3u) << what;
  }
  return cycles;
}

// What the node in the middle has to send, and what is on its way after that.
std::uint64_t bound_on_paths(std::uint64_t n, std::uint64_t packets) {
  return packets * (n + 1) + (n - 3) / 2;
}

TEST(PathAllgather, TakesTheCyclesOfTheClosedForm) {
  for (std::uint32_t packets = 1; packets <= 5; ++packets) {
    for (unsigned n = 3; n <= 24; ++n) {
      const std::uint64_t cycles = cycles_on("path:" + std::to_string(n), packets);
      EXPECT_GE(cycles, bound_on_paths(n, packets));
      EXPECT_LE(cycles, bound_on_paths(n, packets) + n / 2);
    }
  }
  EXPECT_EQ(cycles_on("path:3", 1), bound_on_paths(3, 1));
  EXPECT_EQ(cycles_on("path:5", 4), bound_on_paths(5, 4));
}

// A turn of 2 (n + 1) cycles brings a packet of every node; and twice the cycles of full duplex are enough.
TEST(PathAllgather, TakesUpToTwiceAsLongWithHalfDuplex) {
  for (unsigned n = 3; n <= 24; ++n) {
    const Network network = network_of("path:" + std::to_string(n));
    const std::uint64_t twice = 2 * plan_full_duplex_path_allgather({network, 1, Address(0)})->cycles()->value;
    std::uint64_t one = 0;
    for (std::uint32_t packets = 1; packets <= 5; ++packets) {
      const auto plan = plan_half_duplex_path_allgather({network, packets, Address(0)});
      EXPECT_EQ(plan->cycles(), nullptr);
      BroadcastSimulation simulation(network, *plan, PortUse::kHalf);
      const auto cycles = simulation.run(4 * packets * (n + 1));
      ASSERT_TRUE(cycles) << n;
      if (packets == 1) one = *cycles;
      EXPECT_LE(one, twice) << n;
      EXPECT_EQ(*cycles, one + (packets - 1) * 2 * (n + 1)) << n;
      for (const Address node : network::addresses(n)) {
        EXPECT_LE(simulation.loaded(node).windows().size(), 2 * n + 2);
      }
    }
  }
}

TEST(PathAllgather, RunsOnAnyNetworkWithAHamiltonianPath) {
  for (const char* spec : {"mesh:3x3", "mesh:3x5x3", "product:path:3*path:5", "product:mesh:3x3*path:3", "cube:3",
                           "ring:7", "star:4", "debruijn:4"}) {
    cycles_on(spec, 1);
    cycles_on(spec, 3);
  }
}

TEST(PathAllgather, NeedsAPathOfThreeNodes) {
  EdgeList edges(4);
  for (std::uint32_t leaf = 1; leaf < 4; ++leaf) edges.add(Address(0), Address(leaf));
  const Network star(edges);
  EXPECT_THROW(plan_full_duplex_path_allgather({star, 1, Address(0)}), PlanError);
  const Network two = network_of("path:2");
  EXPECT_THROW(plan_full_duplex_path_allgather({two, 1, Address(0)}), PlanError);
}

}  // namespace
}  // namespace testbench::test
