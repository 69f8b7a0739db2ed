// Broadcast, scatter and gather on nodes that are played here, beside their closed forms and
// bounds.
#include "testbench/plans/rooted_plans.hpp"

#include <gtest/gtest.h>

#include "test_support/seed.hpp"
#include "testbench/networks/distances.hpp"
#include "testbench/networks/spec.hpp"
#include "testbench/plans/balanced_tree.hpp"
#include "testbench/plans/test_networks.hpp"
#include "testbench/plans/test_simulator.hpp"

namespace testbench::test {
namespace {

using Make = std::unique_ptr<collectives::Plan> (*)(const PlanRequest&);

// The cycles, which are those of the closed form; 0 where the test has failed.
std::uint64_t cycles_of(Make make, const PlanRequest& request, const Simulator::Expected& expected) {
  const std::unique_ptr<collectives::Plan> plan = make(request);
  const std::uint64_t closed_form = plan->cycles()->value;
  Simulator simulator(request.network, *plan, collectives::PortModel::kAll, expected);
  EXPECT_EQ(simulator.run(2 * closed_form), closed_form);
  return closed_form;
}

void expect_closed_forms(const Network& network, std::uint32_t packets, Address root) {
  const PlanRequest request{network, packets, root};
  const auto from_root = [&](std::uint32_t source, std::uint32_t) { return source == root.number() ? packets : 0; };
  const auto to_root = [&](std::uint32_t, std::uint32_t receiver) { return receiver == root.number() ? packets : 0; };
  const std::uint32_t farthest = distances_from(Adjacency(network), root.number()).eccentricity;
  EXPECT_EQ(cycles_of(plan_tree_broadcast, request, from_root), packets + farthest - 1);
  const std::uint32_t degree = Adjacency(network).degree(root.number());
  const std::uint64_t bound = (packets * (network.nodes() - 1) + degree - 1) / degree;
  const std::uint64_t scatter = cycles_of(plan_tree_scatter, request, from_root);
  EXPECT_GE(scatter, std::max<std::uint64_t>(bound, farthest));
  EXPECT_EQ(cycles_of(plan_tree_gather, request, to_root), scatter);
}

TEST(RootedPlans, TakeTheirClosedFormsOnEveryKindOfNetwork) {
  for (const char* spec : {"cube:1",           "cube:5",        "ring:9",
                           "circulant:13:2,3", "complete:6",    "torus:4x6",
                           "hamming:3x4",      "ccc:3",         "butterfly:3",
                           "star:4",           "pancake:4",     "folded:4",
                           "cyclic:3,3",       "macrostar:2,2", "mesh:3x5",
                           "path:7",           "debruijn:4",    "mesh:2x3x4",
                           "bubblesort:4",     "path:2",        "product:path:3*ring:4"}) {
    const Network network = network_of(spec);
    for (const std::uint32_t packets : {1u, 2u, 3u}) {
      SCOPED_TRACE(std::string(spec) + ", M = " + std::to_string(packets));
      expect_closed_forms(network, packets, Address(0));
      expect_closed_forms(network, packets, Address(network.nodes() / 2));
      if (HasFailure()) return;
    }
  }
}

TEST(RootedPlans, TakeTheirClosedFormsOnRandomCayleyNetworks) {
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned i = 0; i < 20; ++i) {
    SCOPED_TRACE(i);
    const Network network = random_cayley(random, 200);
    expect_closed_forms(network, 1 + i % 3, Address(static_cast<std::uint32_t>(random() % network.nodes())));
    if (HasFailure()) return;
  }
}

// The balanced trees of the cube have (2^d - 1) / d nodes behind a port, rounded up (Ho and
// Johnsson); so have these, and those of other networks with many shortest paths.
TEST(BalancedTree, IsEven) {
  for (const char* spec : {"cube:4", "cube:7", "cube:10", "torus:8x8", "torus:4x5x6", "star:5", "hamming:4x4",
                           "complete:9", "ring:11", "folded:6", "pancake:5"}) {
    const Network network = network_of(spec);
    const LinkTable links(network);
    const BalancedTree tree(links, 0);
    EXPECT_EQ(tree.largest_subtree(), (network.nodes() - 2) / network.ports() + 1) << spec;
  }
}

TEST(BalancedTree, IsATreeOfShortestPaths) {
  for (const char* spec : {"cube:16", "mesh:256x256", "debruijn:12", "ccc:9"}) {
    const Network network = network_of(spec);
    const LinkTable links(network);
    const std::uint32_t root = network.nodes() / 3;
    const BalancedTree tree(links, root);
    std::uint64_t below_root = 0;
    std::uint64_t largest = 0;
    for (unsigned port = 0; port < network.ports(); ++port) {
      if (!tree.is_child(root, port)) continue;
      std::uint64_t nodes = 0;
      tree.for_each_below(links.neighbour(root, port), [&](std::uint32_t) { ++nodes; });
      below_root += nodes;
      largest = std::max(largest, nodes);
    }
    EXPECT_EQ(below_root, network.nodes() - 1) << spec;
    EXPECT_EQ(largest, tree.largest_subtree()) << spec;
    for (std::uint32_t node = 0; node < network.nodes(); ++node) {
      if (node == root) continue;
      const std::uint32_t parent = links.neighbour(node, tree.parent_port(node));
      ASSERT_EQ(tree.levels().distance[parent] + 1, tree.levels().distance[node]) << spec;
      ASSERT_TRUE(tree.is_child(parent, links.arrival_port(node, tree.parent_port(node)))) << spec;
    }
  }
}

}  // namespace
}  // namespace testbench::test
