// SPDX-License-Identifier: Apache-2.0
// Allgather on nodes that are played here: the cycles of the papers, and how near the bounds the
// others come.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "test_support/sizes.hpp"
#include "testbench/plans/collectives/all_port_allgather.hpp"
#include "testbench/plans/collectives/one_port_allgather.hpp"
#include "testbench/plans/collectives/product_allgather.hpp"
#include "testbench/plans/collectives/test_simulator.hpp"
#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

using collectives::PortModel;
using Make = std::unique_ptr<collectives::Plan> (*)(const PlanRequest&);

// Two rows of one algorithm.
struct OnePort {
  Make full_duplex;
  Make half_duplex;

  Make operator()(PortModel ports) const { return ports == PortModel::kHalf ? half_duplex : full_duplex; }
};
constexpr OnePort kRing{plan_full_duplex_ring_allgather, plan_half_duplex_ring_allgather};
constexpr OnePort kPath{plan_full_duplex_path_allgather, plan_half_duplex_path_allgather};
constexpr OnePort kProduct{plan_full_duplex_product_allgather, plan_half_duplex_product_allgather};
constexpr PortModel kOnePort[] = {PortModel::kOne, PortModel::kHalf};

// The cycles, which are those of the closed form; 0 where the test has failed.
// `check(network, simulator)`: more of the run.
template <class Check>
std::uint64_t cycles_on(const std::string& spec, OnePort algorithm, PortModel ports, std::uint32_t packets,
                        Check check) {
  SCOPED_TRACE(spec + ", " + name_of(ports) + ", M = " + std::to_string(packets));
  const Network network = network_of(spec);
  const auto plan = algorithm(ports)({network, packets, Address(0)});
  Simulator simulator(network, *plan, ports, from_each(packets), Ways::kAny);
  const std::uint64_t cycles = plan->cycles()->value;
  EXPECT_EQ(simulator.run(2 * cycles), cycles);
  check(network, simulator);
  return cycles;
}
std::uint64_t cycles_on(const std::string& spec, OnePort algorithm, PortModel ports, std::uint32_t packets) {
  return cycles_on(spec, algorithm, ports, packets, [](const Network&, const Simulator&) {});
}

// Why there is no such plan.
std::string error_of(const std::string& spec, Make make, std::uint32_t packets = 1) {
  const Network network = network_of(spec);
  try {
    make({network, packets, Address(0)});
  } catch (const PlanError& error) {
    return error.what();
  }
  return "none";
}

// A node receives all packets over its links, and the farthest comes from the diameter.
std::uint64_t all_port_bound(const Network& network, std::uint32_t packets) {
  const Adjacency adjacency(network);
  std::uint32_t degree = network.ports();
  for (std::uint32_t node = 0; node < network.nodes(); ++node) degree = std::min(degree, adjacency.degree(node));
  const std::uint64_t received = std::uint64_t{packets} * (network.nodes() - 1);
  return std::max<std::uint64_t>((received + degree - 1) / degree, distances_of(adjacency, false)->diameter);
}

std::uint64_t tree_cycles(const Network& network, std::uint32_t packets) {
  const auto plan = plan_tree_allgather({network, packets, Address(0)});
  Simulator simulator(network, *plan, collectives::PortModel::kAll, from_each(packets));
  return simulator.run(4 * all_port_bound(network, packets) + 20);
}

TEST(TreeAllgather, ReachTheBoundWithOnePacket) {
  for (const char* spec :
       {"cube:1",        "cube:4",       "cube:6",           "ring:9", "ring:10",   "complete:6", "torus:4x6",
        "hamming:5x5",   "butterfly:3",  "star:4",           "star:5", "pancake:4", "folded:5",   "cyclic:3,3",
        "macrostar:2,2", "bubblesort:4", "circulant:13:2,3", "path:7", "mesh:6x6",  "debruijn:5"}) {
    const Network network = network_of(spec);
    SCOPED_TRACE(spec);
    EXPECT_EQ(tree_cycles(network, 1), all_port_bound(network, 1));
    if (HasFailure()) return;
  }
}

TEST(TreeAllgather, AreNotFarFromTheBoundWithMore) {
  for (const char* spec : {"cube:3", "ring:6", "ccc:3", "torus:3x4", "star:4", "mesh:3x5", "mesh:2x3x4", "debruijn:4",
                           "product:path:3*ring:4", "path:2", "complete:5"}) {
    const Network network = network_of(spec);
    for (const std::uint32_t packets : {1u, 2u, 3u}) {
      SCOPED_TRACE(std::string(spec) + ", M = " + std::to_string(packets));
      const std::uint64_t least = all_port_bound(network, packets);
      const std::uint64_t cycles = tree_cycles(network, packets);
      EXPECT_GE(cycles, least);
      EXPECT_LE(cycles, least + least / 4 + 2);
      if (HasFailure()) return;
    }
  }
}

// Lower bounds (1) to (3) of the paper for M packets: a node receives M (n - 1) packets, and with
// half duplex all of them send and receive 2 M n (n - 1) times, n times in a cycle, or n - 1 times
// where n is odd.
std::uint64_t ring_bound(PortModel ports, std::uint64_t n, std::uint64_t packets) {
  if (ports == PortModel::kOne) return packets * (n - 1);
  return 2 * packets * n * (n - 1) / (n % 2 == 0 ? n : n - 1);
}

void expect_optimal_ring(const std::string& spec, PortModel ports, std::uint32_t packets) {
  std::uint64_t bound = 0;
  const std::uint64_t cycles =
      cycles_on(spec, kRing, ports, packets, [&](const Network& network, const Simulator& run) {
        bound = ring_bound(ports, network.nodes(), packets);
        const bool is_odd_half = ports == PortModel::kHalf && network.nodes() % 2 != 0;
        EXPECT_LE(run.deepest(), is_odd_half ? packets + 1 : 1);
      });
  EXPECT_EQ(cycles, bound) << spec << ' ' << name_of(ports) << ' ' << packets;
}

TEST(RingAllgather, TakesTheCyclesOfThePaper) {
  for (const PortModel ports : kOnePort) {
    for (std::uint32_t packets = 1; packets <= test_support::soak_or(5u, 3u); ++packets) {
      for (unsigned n = 3; n <= test_support::soak_or(20u, 12u); ++n)
        expect_optimal_ring("ring:" + std::to_string(n), ports, packets);
      for (const char* spec :
           {"path:2", "cube:1", "complete:2", "cube:4", "circulant:15:3,5", "complete:7", "torus:3x5", "hamming:3x4",
            "ccc:3", "butterfly:3", "star:4", "pancake:4", "bubblesort:4", "folded:4", "cyclic:3,2", "macrostar:3,1",
            "mesh:3x4", "debruijn:4", "product:path:3*ring:5"}) {
        expect_optimal_ring(spec, ports, packets);
      }
    }
  }
}

TEST(RingAllgather, TakesTheCyclesOfThePaperOnLargerNetworks) {
  for (const PortModel ports : kOnePort) {
    for (const char* spec :
         test_support::with_soak<const char*>({"torus:5x7", "ccc:4"}, {"star:5", "torus:9x11", "ccc:5"}))
      expect_optimal_ring(spec, ports, 2);
  }
}

TEST(RingAllgather, NeedsACycle) {
  EXPECT_EQ(error_of("path:7", kRing.full_duplex), "has no Hamiltonian cycle: node 0 has one link");
  EXPECT_EQ(error_of("mesh:3x3", kRing.full_duplex),
            "has no Hamiltonian cycle: every link joins one of 4 nodes with one of 5 others");
}

// The node in the middle sends every packet of one side, and its own, to the other side; half
// duplex it has to receive them, too; and then the last has to continue to the end.
std::uint64_t path_bound(PortModel ports, std::uint64_t n, std::uint64_t packets) {
  const std::uint64_t sent = n + 1;
  const std::uint64_t received = ports == PortModel::kHalf ? n - 1 : 0;
  return packets * (sent + received) + (n - 1) / 2 - 1;
}

void expect_optimal_path(const std::string& spec, PortModel ports, std::uint32_t packets) {
  std::uint64_t bound = 0;
  const std::uint64_t cycles =
      cycles_on(spec, kPath, ports, packets, [&](const Network& network, const Simulator& run) {
        const std::uint32_t n = network.nodes();
        bound = path_bound(ports, n, packets);
        for (const Address node : network::addresses(n)) {
          EXPECT_LE(run.loaded(node).windows().size(), ports == PortModel::kHalf ? 2 * n : n + 1);
        }
      });
  EXPECT_EQ(cycles, bound) << spec << ' ' << name_of(ports) << ' ' << packets;
}

TEST(PathAllgather, TakesTheLeastCyclesOnAPath) {
  for (const PortModel ports : kOnePort) {
    for (std::uint32_t packets = 1; packets <= test_support::soak_or(5u, 3u); ++packets) {
      for (unsigned n = 3; n <= test_support::soak_or(24u, 12u); ++n)
        expect_optimal_path("path:" + std::to_string(n), ports, packets);
    }
    const bool is_soak = test_support::is_soak();
    expect_optimal_path(is_soak ? "path:100" : "path:30", ports, 7);
    expect_optimal_path(is_soak ? "path:101" : "path:31", ports, 2);
  }
}

TEST(PathAllgather, RunsOnAnyNetworkWithAHamiltonianPath) {
  for (const char* spec : {"mesh:3x3", "mesh:3x5x3", "product:path:3*path:5", "product:mesh:3x3*path:3", "cube:3",
                           "ring:7", "star:4", "debruijn:4"}) {
    for (const PortModel ports : kOnePort) {
      expect_optimal_path(spec, ports, 1);
      expect_optimal_path(spec, ports, 3);
    }
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

// Theorems 2 to 5: M packets take M times so many cycles.
TEST(ProductAllgather, TakesTheCyclesOfTheTheorems) {
  struct Case {
    const char* spec;
    PortModel ports;
    std::uint64_t cycles;
  };
  constexpr PortModel kFull = PortModel::kOne;
  constexpr PortModel kHalf = PortModel::kHalf;
  const Case cases[] = {
      // Theorem 3: full duplex round cycles, n - 1.
      {"torus:3x5", kFull, 14},
      {"torus:3x4x5", kFull, 59},
      {"cube:4", kFull, 15},
      {"hamming:3x4", kFull, 11},
      {"product:ccc:3*ring:4", kFull, 95},
      {"product:debruijn:3*star:3*path:2", kFull, 95},
      // Theorem 4: half duplex, even dimensions, 2 (n - 1).
      {"torus:4x6", kHalf, 2 * 23},
      {"torus:4x2x6", kHalf, 2 * 47},
      {"cube:5", kHalf, 2 * 31},
      {"hamming:4x4", kHalf, 2 * 15},
      {"product:ccc:3*ring:4", kHalf, 2 * 95},
      // Theorem 5: half duplex, one of two dimensions even, 2 n, the odd dimension first.
      {"torus:4x5", kHalf, 2 * 20},
      {"torus:5x4", kHalf, 2 * 20},
      {"product:complete:3*star:4", kHalf, 2 * 72},
      // Theorem 2: half duplex, odd dimensions, the smallest first.
      {"torus:3x5", kHalf, 2 * 3 + 3 * 2 * 5},
      {"torus:5x3", kHalf, 2 * 3 + 3 * 2 * 5},
      {"torus:3x3x3", kHalf, 2 * 3 + 3 * 2 * 3 + 9 * 2 * 3},
  };
  for (const auto& [spec, ports, cycles] : cases) {
    for (const std::uint32_t m : test_support::with_soak<std::uint32_t>({1, 2}, {3})) {
      EXPECT_EQ(cycles_on(spec, kProduct, ports, m), m * cycles) << spec;
    }
  }
}

// The paper's times of a cycle and the bound of a path (testbench/judge/bounds/separators.hpp) in
// theorem 2, with all orders tried.
std::uint64_t least_of_all_orders(std::vector<std::pair<std::uint64_t, bool>> dimensions, PortModel ports,
                                  std::uint64_t packets) {
  std::ranges::sort(dimensions);
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  do {
    std::uint64_t cycles = 0;
    std::uint64_t m = packets;
    for (const auto& [n, is_path] : dimensions) {
      const bool is_half = ports == PortModel::kHalf;
      const std::uint64_t round = !is_half ? n - 1 : n % 2 == 0 ? 2 * (n - 1) : 2 * n;
      cycles += is_path ? m * (is_half ? 2 * n : n + 1) + (n - 3) / 2 : m * round;
      m *= n;
    }
    least = std::min(least, cycles);
  } while (std::ranges::next_permutation(dimensions).found);
  return least;
}

TEST(ProductAllgather, GoesAlongPathsWhereThereIsNoCycle) {
  struct Case {
    const char* spec;
    std::vector<std::pair<std::uint64_t, bool>> dimensions;  // nodes; whether it is a path
  };
  const Case cases[] = {{"mesh:3x5", {{3, true}, {5, true}}},
                        {"mesh:6x5", {{6, true}, {5, true}}},
                        {"mesh:8x2", {{8, true}, {2, false}}},
                        {"mesh:3x4x5", {{3, true}, {4, true}, {5, true}}},
                        {"product:path:7*ring:5", {{7, true}, {5, false}}},
                        {"product:mesh:3x3*complete:2*path:4", {{9, true}, {2, false}, {4, true}}}};
  for (const auto& [spec, dimensions] : cases) {
    for (const PortModel ports : kOnePort) {
      for (const std::uint32_t m : test_support::with_soak<std::uint32_t>({1, 2}, {3})) {
        EXPECT_EQ(cycles_on(spec, kProduct, ports, m), least_of_all_orders(dimensions, ports, m)) << spec;
      }
    }
  }
}

TEST(ProductAllgather, NeedsAWindowForEverySlot) {
  EXPECT_EQ(error_of("torus:4x4", kProduct.half_duplex, 34952), "none");
  EXPECT_EQ(error_of("torus:4x4", kProduct.half_duplex, 34953),
            "takes 1048590 cycles half duplex, and a gate has 1048576 windows; take algorithm ring or path");
}

TEST(ProductAllgather, NeedsAProductOfPaths) {
  for (const char* spec : {"ccc:3", "ring:5", "torus:5", "cube:1"}) {
    EXPECT_EQ(error_of(spec, kProduct.half_duplex), "is not known as a product; take algorithm tree, ring or path");
  }
  const std::string claw = testing::TempDir() + "product_allgather_test_claw";
  std::ofstream(claw) << "edges\n0 1\n0 2\n0 3\n";
  EXPECT_EQ(error_of("product:ring:3*file:" + claw, kProduct.half_duplex),
            "no Hamiltonian path has been found in one of its dimensions");
}

}  // namespace
}  // namespace testbench::test
