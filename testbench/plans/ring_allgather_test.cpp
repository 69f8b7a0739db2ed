// Allgather round Hamiltonian cycles: every packet comes once, by the port model, in the cycles of
// the paper.
#include "testbench/plans/ring_allgather.hpp"

#include <gtest/gtest.h>

#include <string>

#include "testbench/networks/spec.hpp"
#include "testbench/plans/test_simulator.hpp"

namespace testbench::test {
namespace {

using collectives::PortModel;

std::unique_ptr<collectives::Plan> plan_of(const PlanRequest& request, PortModel ports) {
  return ports == PortModel::kHalf ? plan_half_duplex_ring_allgather(request)
                                   : plan_full_duplex_ring_allgather(request);
}

// Lower bounds (1) to (3) of the paper for M packets: a node receives M (n - 1) packets, and with
// half duplex all of them send and receive 2 M n (n - 1) times, n times in a cycle, or n - 1 times
// where n is odd.
std::uint64_t bound(PortModel ports, std::uint64_t n, std::uint64_t packets) {
  if (ports == PortModel::kOne) return packets * (n - 1);
  return 2 * packets * n * (n - 1) / (n % 2 == 0 ? n : n - 1);
}

void expect_optimal(const std::string& spec, PortModel ports, std::uint32_t packets) {
  const std::string what = spec + ", " + name_of(ports) + ", M = " + std::to_string(packets);
  const Network network = network_of(spec);
  const std::unique_ptr<collectives::Plan> plan = plan_of({network, packets, Address(0)}, ports);
  Simulator simulator(network, *plan, ports, from_each(packets), Ways::kAny);
  const std::uint64_t cycles = bound(ports, network.nodes(), packets);
  ASSERT_NE(plan->cycles(), nullptr);
  EXPECT_EQ(plan->cycles()->value, cycles) << what;
  EXPECT_EQ(simulator.run(2 * cycles), cycles) << what;
  const bool is_odd_half = ports == PortModel::kHalf && network.nodes() % 2 != 0;
  EXPECT_LE(simulator.deepest(), is_odd_half ? packets + 1 : 1) << what;
}

TEST(RingAllgather, TakesTheCyclesOfThePaper) {
  for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
    for (std::uint32_t packets = 1; packets <= 5; ++packets) {
      for (unsigned n = 3; n <= 20; ++n) expect_optimal("ring:" + std::to_string(n), ports, packets);
      for (const char* spec :
           {"path:2", "cube:1", "complete:2", "cube:4", "circulant:15:3,5", "complete:7", "torus:3x5", "hamming:3x4",
            "ccc:3", "butterfly:3", "star:4", "pancake:4", "bubblesort:4", "folded:4", "cyclic:3,2", "macrostar:3,1",
            "mesh:3x4", "debruijn:4", "product:path:3*ring:5"}) {
        expect_optimal(spec, ports, packets);
      }
    }
  }
}

TEST(RingAllgather, TakesTheCyclesOfThePaperOnLargerNetworks) {
  for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
    for (const char* spec : {"star:5", "torus:9x11", "ccc:5"}) expect_optimal(spec, ports, 2);
  }
}

std::string error_of(const std::string& spec) {
  const Network network = network_of(spec);
  try {
    plan_full_duplex_ring_allgather({network, 1, Address(0)});
  } catch (const PlanError& error) {
    return error.what();
  }
  return "none";
}

TEST(RingAllgather, NeedsACycle) {
  EXPECT_EQ(error_of("path:7"), "has no Hamiltonian cycle: node 0 has one link");
  EXPECT_EQ(error_of("mesh:3x3"), "has no Hamiltonian cycle: every link joins one of 4 nodes with one of 5 others");
}

}  // namespace
}  // namespace testbench::test
