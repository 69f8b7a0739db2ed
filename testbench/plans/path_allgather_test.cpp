// Allgather along Hamiltonian paths: every packet comes once, by the port model, in the cycles of
// the closed form.
#include "testbench/plans/path_allgather.hpp"

#include <gtest/gtest.h>

#include <string>

#include "testbench/networks/edge_list.hpp"
#include "testbench/networks/spec.hpp"
#include "testbench/plans/test_simulator.hpp"

namespace testbench::test {
namespace {

using collectives::PortModel;

std::unique_ptr<collectives::Plan> plan_of(const PlanRequest& request, PortModel ports) {
  return ports == PortModel::kHalf ? plan_half_duplex_path_allgather(request)
                                   : plan_full_duplex_path_allgather(request);
}

// The node in the middle sends every packet of one side, and its own, to the other side; half
// duplex it has to receive them, too; and then the last has to go on to the end.
std::uint64_t bound(PortModel ports, std::uint64_t n, std::uint64_t packets) {
  const std::uint64_t sent = n + 1;
  const std::uint64_t received = ports == PortModel::kHalf ? n - 1 : 0;
  return packets * (sent + received) + (n - 1) / 2 - 1;
}

void expect_optimal(const std::string& spec, PortModel ports, std::uint32_t packets) {
  SCOPED_TRACE(spec + ", " + name_of(ports) + ", M = " + std::to_string(packets));
  const Network network = network_of(spec);
  const std::uint32_t n = network.nodes();
  const auto plan = plan_of({network, packets, Address(0)}, ports);
  ASSERT_NE(plan->cycles(), nullptr);
  EXPECT_EQ(plan->cycles()->value, bound(ports, n, packets));
  Simulator simulator(network, *plan, ports, from_each(packets), Ways::kAny);
  EXPECT_EQ(simulator.run(2 * bound(ports, n, packets)), bound(ports, n, packets));
  for (const Address node : network::addresses(n)) {
    EXPECT_LE(simulator.loaded(node).windows().size(), ports == PortModel::kHalf ? 2 * n : n + 1);
  }
}

TEST(PathAllgather, TakesTheLeastCyclesOnAPath) {
  for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
    for (std::uint32_t packets = 1; packets <= 5; ++packets) {
      for (unsigned n = 3; n <= 24; ++n) expect_optimal("path:" + std::to_string(n), ports, packets);
    }
    expect_optimal("path:100", ports, 7);
    expect_optimal("path:101", ports, 2);
  }
}

TEST(PathAllgather, RunsOnAnyNetworkWithAHamiltonianPath) {
  for (const char* spec : {"mesh:3x3", "mesh:3x5x3", "product:path:3*path:5", "product:mesh:3x3*path:3", "cube:3",
                           "ring:7", "star:4", "debruijn:4"}) {
    for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
      expect_optimal(spec, ports, 1);
      expect_optimal(spec, ports, 3);
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

}  // namespace
}  // namespace testbench::test
