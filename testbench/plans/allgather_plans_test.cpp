// Allgather on nodes that are played here, beside its bounds.
#include "testbench/plans/allgather_plans.hpp"

#include <gtest/gtest.h>

#include "test_support/seed.hpp"
#include "testbench/networks/distances.hpp"
#include "testbench/networks/spec.hpp"
#include "testbench/plans/test_networks.hpp"
#include "testbench/plans/test_simulator.hpp"

namespace testbench::test {
namespace {

std::uint64_t bound(const Network& network, std::uint32_t packets) {
  const Adjacency adjacency(network);
  std::uint32_t degree = network.ports();
  for (std::uint32_t node = 0; node < network.nodes(); ++node) degree = std::min(degree, adjacency.degree(node));
  const std::uint64_t received = std::uint64_t{packets} * (network.nodes() - 1);
  return std::max<std::uint64_t>((received + degree - 1) / degree, distances_of(adjacency, false)->diameter);
}

std::uint64_t cycles_of(const Network& network, std::uint32_t packets) {
  const auto plan = plan_tree_allgather({network, packets, Address(0)});
  Simulator simulator(network, *plan, collectives::PortModel::kAll, from_each(packets));
  return simulator.run(4 * bound(network, packets) + 20);
}

TEST(AllgatherPlans, ReachTheBoundWithOnePacket) {
  for (const char* spec :
       {"cube:1",        "cube:4",       "cube:6",           "ring:9", "ring:10",   "complete:6", "torus:4x6",
        "hamming:5x5",   "butterfly:3",  "star:4",           "star:5", "pancake:4", "folded:5",   "cyclic:3,3",
        "macrostar:2,2", "bubblesort:4", "circulant:13:2,3", "path:7", "mesh:6x6",  "debruijn:5"}) {
    const Network network = network_of(spec);
    SCOPED_TRACE(spec);
    EXPECT_EQ(cycles_of(network, 1), bound(network, 1));
    if (HasFailure()) return;
  }
}

TEST(AllgatherPlans, AreNotFarFromTheBoundWithMore) {
  for (const char* spec : {"cube:3", "ring:6", "ccc:3", "torus:3x4", "star:4", "mesh:3x5", "mesh:2x3x4", "debruijn:4",
                           "product:path:3*ring:4", "path:2", "complete:5"}) {
    const Network network = network_of(spec);
    for (const std::uint32_t packets : {1u, 2u, 3u}) {
      SCOPED_TRACE(std::string(spec) + ", M = " + std::to_string(packets));
      const std::uint64_t least = bound(network, packets);
      const std::uint64_t cycles = cycles_of(network, packets);
      EXPECT_GE(cycles, least);
      EXPECT_LE(cycles, least + least / 4 + 2);
      if (HasFailure()) return;
    }
  }
}

TEST(AllgatherPlans, ReachEveryNodeOfRandomCayleyNetworks) {
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned i = 0; i < 12; ++i) {
    SCOPED_TRACE(i);
    const Network network = random_cayley(random, 120);
    const std::uint32_t packets = 1 + i % 3;
    EXPECT_GE(cycles_of(network, packets), bound(network, packets));
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace testbench::test
