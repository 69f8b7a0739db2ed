// Allgather on cartesian products: every packet comes once, by the port model, in the cycles of the
// theorems of Dimakopoulos 1999, section 4.
#include "testbench/plans/product_allgather.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "testbench/networks/spec.hpp"
#include "testbench/plans/test_simulator.hpp"

namespace testbench::test {
namespace {

using collectives::PortModel;

constexpr PortModel kOnePort[] = {PortModel::kOne, PortModel::kHalf};

std::uint64_t cycles_on(const std::string& spec, PortModel ports, std::uint32_t packets) {
  SCOPED_TRACE(spec + ", " + name_of(ports) + ", M = " + std::to_string(packets));
  const Network network = network_of(spec);
  const PlanRequest request{network, packets, Address(0)};
  const auto plan = ports == PortModel::kHalf ? plan_half_duplex_product_allgather(request)
                                              : plan_full_duplex_product_allgather(request);
  Simulator simulator(network, *plan, ports, from_each(packets), Ways::kAny);
  const std::uint64_t cycles = plan->cycles()->value;
  EXPECT_EQ(simulator.run(2 * cycles), cycles);
  return cycles;
}

TEST(ProductAllgather, IsOptimalFullDuplexRoundCycles) {  // theorem 3
  for (std::uint32_t m = 1; m <= 3; ++m) {
    EXPECT_EQ(cycles_on("torus:3x5", PortModel::kOne, m), m * 14);
    EXPECT_EQ(cycles_on("torus:3x4x5", PortModel::kOne, m), m * 59);
    EXPECT_EQ(cycles_on("cube:4", PortModel::kOne, m), m * 15);
    EXPECT_EQ(cycles_on("hamming:3x4", PortModel::kOne, m), m * 11);
    EXPECT_EQ(cycles_on("product:ccc:3*ring:4", PortModel::kOne, m), m * 95);
    EXPECT_EQ(cycles_on("product:debruijn:3*star:3*path:2", PortModel::kOne, m), m * 95);
  }
}

TEST(ProductAllgather, IsOptimalHalfDuplexOnEvenDimensions) {  // theorem 4
  for (std::uint32_t m = 1; m <= 3; ++m) {
    EXPECT_EQ(cycles_on("torus:4x6", PortModel::kHalf, m), 2 * m * 23);
    EXPECT_EQ(cycles_on("torus:4x2x6", PortModel::kHalf, m), 2 * m * 47);
    EXPECT_EQ(cycles_on("cube:5", PortModel::kHalf, m), 2 * m * 31);
    EXPECT_EQ(cycles_on("hamming:4x4", PortModel::kHalf, m), 2 * m * 15);
    EXPECT_EQ(cycles_on("product:ccc:3*ring:4", PortModel::kHalf, m), 2 * m * 95);
  }
}

TEST(ProductAllgather, IsTwoStepsFromThatOnOneEvenDimension) {  // theorem 5
  for (std::uint32_t m = 1; m <= 3; ++m) {
    EXPECT_EQ(cycles_on("torus:4x5", PortModel::kHalf, m), 2 * m * 20);
    EXPECT_EQ(cycles_on("torus:5x4", PortModel::kHalf, m), 2 * m * 20) << "the odd dimension first";
    EXPECT_EQ(cycles_on("product:complete:7*star:4", PortModel::kHalf, m), 2 * m * 168);
  }
}

TEST(ProductAllgather, TakesTheoremTwoOnOddDimensions) {
  for (std::uint32_t m = 1; m <= 3; ++m) {
    EXPECT_EQ(cycles_on("torus:3x5", PortModel::kHalf, m), m * (2 * 3 + 3 * 2 * 5)) << "3 first";
    EXPECT_EQ(cycles_on("torus:5x3", PortModel::kHalf, m), m * (2 * 3 + 3 * 2 * 5));
    EXPECT_EQ(cycles_on("torus:3x3x3", PortModel::kHalf, m), m * (2 * 3 + 3 * 2 * 3 + 9 * 2 * 3));
  }
}

// The paper's times of a cycle and the bound of a path (testbench/bounds/cut_vertices.hpp) in
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
  for (const PortModel ports : kOnePort) {
    for (std::uint32_t m = 1; m <= 3; ++m) {
      EXPECT_EQ(cycles_on("mesh:3x5", ports, m), least_of_all_orders({{3, true}, {5, true}}, ports, m));
      EXPECT_EQ(cycles_on("mesh:6x5", ports, m), least_of_all_orders({{6, true}, {5, true}}, ports, m));
      EXPECT_EQ(cycles_on("mesh:8x2", ports, m), least_of_all_orders({{8, true}, {2, false}}, ports, m));
      EXPECT_EQ(cycles_on("mesh:3x4x5", ports, m), least_of_all_orders({{3, true}, {4, true}, {5, true}}, ports, m));
      EXPECT_EQ(cycles_on("product:path:7*ring:5", ports, m), least_of_all_orders({{7, true}, {5, false}}, ports, m));
      EXPECT_EQ(cycles_on("product:mesh:3x3*complete:4*path:4", ports, m),
                least_of_all_orders({{9, true}, {4, false}, {4, true}}, ports, m));
    }
  }
}

std::string error_of(const std::string& spec, std::uint32_t packets = 1) {
  const Network network = network_of(spec);
  try {
    plan_half_duplex_product_allgather({network, packets, Address(0)});
  } catch (const PlanError& error) {
    return error.what();
  }
  return "none";
}

TEST(ProductAllgather, NeedsAWindowForEveryTurn) {
  EXPECT_EQ(error_of("torus:4x4", 34952), "none");
  EXPECT_EQ(error_of("torus:4x4", 34953),
            "takes 1048590 cycles half duplex, and a gate has 1048576 windows; take algorithm ring or path");
}

TEST(ProductAllgather, NeedsAProductOfPaths) {
  for (const char* spec : {"ccc:3", "ring:5", "torus:5", "cube:1"}) {
    EXPECT_EQ(error_of(spec), "is not known as a product; take algorithm ring or path");
  }
  const std::string claw = testing::TempDir() + "product_allgather_test_claw";
  std::ofstream(claw) << "edges\n0 1\n0 2\n0 3\n";
  EXPECT_EQ(error_of("product:ring:3*file:" + claw), "no Hamiltonian path has been found in one of its dimensions");
}

}  // namespace
}  // namespace testbench::test
