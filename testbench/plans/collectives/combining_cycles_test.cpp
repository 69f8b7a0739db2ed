// SPDX-License-Identifier: Apache-2.0
// How long plans that combine packets take, beside definitions and bounds, and which trees they go up.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <set>
#include <string>

#include "test_support/seed.hpp"
#include "testbench/plans/collectives/catalog.hpp"
#include "testbench/plans/collectives/chained_scans.hpp"
#include "testbench/plans/collectives/range_scans.hpp"
#include "testbench/plans/collectives/reduce_scatter_plans.hpp"
#include "testbench/plans/collectives/slot_plans.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/plans/trees/prefix_tree.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"
#include "testbench/plans/trees/spanning_trees.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::PortModel;
using network::Ports;

constexpr std::uint32_t kSumOfUint32 = 0x20;  // as in node::Control::kOperation
constexpr std::uint32_t kSumOfFloat32 = 0x80;

std::uint64_t planned(MakePlan make, const Network& network, std::uint32_t packets) {
  PlanRequest request{network, packets, Address(0)};
  request.rules = NodeRules::kCombiningLabelled;
  return dynamic_cast<const PlayedPlan&>(*make(request)).planned_cycles();
}

std::uint64_t planned_of(Collective collective, PortModel ports, const Network& network, std::uint32_t packets,
                         const std::vector<collectives::DeadLink>& dead = {}, std::uint32_t combining = 0) {
  std::uint64_t fewest = ~std::uint64_t{0};
  for (const Entry& row : rows_at(kOnOther)) {
    if (row.collective != collective || row.ports != ports) continue;
    if (!dead.empty() && !row.is_offered_at(kOnOtherWithDead)) continue;
    PlanRequest request{network, packets, Address(0)};
    request.dead = dead;
    request.combining = combining;
    request.rules = shape_of(collective).combined ? NodeRules::kCombiningLabelled : NodeRules::kLabelled;
    try {
      const std::unique_ptr<collectives::Plan> plan = row.make(request);
      const auto* const played = dynamic_cast<const PlayedPlan*>(plan.get());
      fewest = std::min(fewest, played != nullptr ? played->planned_cycles() : plan->cycles()->value);
    } catch (const PlanError&) {
      continue;
    }
  }
  return fewest;
}

// From the definition: a result goes down the tree while operands of the next ones come up. Floats have no faster way.
TEST(AllreduceInSlots, IsFasterThanAReductionAndABroadcast) {
  const auto of = [](Collective one, PortModel ports, const char* spec, std::uint32_t packets) {
    return planned_of(one, ports, network_of(spec), packets, {}, kSumOfFloat32);
  };
  // The middle node of three sends and receives two packets for each of the vector.
  EXPECT_LE(of(Collective::kAllreduce, PortModel::kOne, "path:3", 64), 2 * 64 + 4u);
  EXPECT_LE(of(Collective::kAllreduce, PortModel::kOne, "path:4", 64), 2 * 64 + 6u);
  EXPECT_LE(of(Collective::kAllreduce, PortModel::kOne, "path:8", 64), 2 * 64 + 10u);
  EXPECT_LE(of(Collective::kAllreduce, PortModel::kHalf, "path:3", 64), 4 * 64u);
  // It has a Hamiltonian path, which the search for narrow trees misses.
  EXPECT_LE(of(Collective::kAllreduce, PortModel::kOne, "random:16,3,1", 64), 2 * 64 + 18u);
  for (const char* spec : {"path:4", "torus:3x4", "debruijn:3", "mesh:3x3", "random:10,3,2", "leafspine:2,3,2"}) {
    for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
      for (const std::uint32_t packets : {1u, 16u}) {
        EXPECT_LE(of(Collective::kAllreduce, ports, spec, packets),
                  of(Collective::kReduce, ports, spec, packets) + of(Collective::kBroadcast, ports, spec, packets) + 2)
            << spec;
      }
    }
  }
}

// Something of every item goes the longest way, and a packet a cycle over its last link.
TEST(Sums, TakeAPacketACycleAlongTheLongestPathOfATree) {
  auto random = test_support::seeded_random();
  const auto expect = [](const Network& network, std::uint32_t diameter) {
    for (const std::uint32_t packets : {1u, 7u})
      EXPECT_EQ(planned(plan_sums_allreduce, network, packets), packets - 1 + diameter);
  };
  expect(network_of("path:8"), 7);
  expect(network_of("leafspine:4,4,2"), 4);
  expect(network_of("fattree:4"), 6);
  expect(network_of("debruijn:3"), 3);
  for (unsigned trial = 0; trial < 20; ++trial) {
    const auto nodes = static_cast<std::uint32_t>(3 + random() % 12);
    EdgeList list(nodes);
    for (std::uint32_t node = 1; node < nodes; ++node)
      list.add(Address(node), Address(static_cast<std::uint32_t>(random() % node)));
    const Network tree(list);
    const LinkTable links(tree);
    expect(tree, levels_from(links, levels_from(links, 0).order.back()).farthest());
  }
}

// The middle of three sends each neighbour its own and what has come from the other one.
TEST(Sums, SayWhatGoesIntoThem) {
  const LinkTable path(network_of("path:3"));
  const PrefixTree sums(path, PrefixTree::Sums::kOfAllNodes);
  for (const std::uint32_t to : {0u, 2u}) {
    const auto [first, end] = sums.part_places()[1 * 3 + to];
    ASSERT_EQ(end - first, 2u);
    const std::array<std::uint32_t, 2>* const parts = sums.parts() + first;
    EXPECT_EQ(path.neighbour(1, parts[0][0]), 2 - to);
    EXPECT_EQ(parts[1][0], ~std::uint32_t{0}) << "its own";
  }
}

// Each link of a path carries the packets of both halves of the nodes once each way.
TEST(Sums, GoBothWaysInSlots) {
  EXPECT_LE(planned_of(Collective::kAllreduce, PortModel::kOne, network_of("path:8"), 24), 2 * 24 + 5u);
  EXPECT_LE(planned_of(Collective::kBarrier, PortModel::kOne, network_of("path:8"), 1), 7u);
  EXPECT_LE(planned_of(Collective::kBarrier, PortModel::kHalf, network_of("path:8"), 1), 9u);
  // The tree with the shortest paths is a star, whose middle sends each packet seven times.
  for (const Entry& row : rows_at(kOnOther)) {
    if (row.collective == Collective::kAllreduce && row.ports == PortModel::kOne &&
        row.algorithm == std::string("sums"))
      EXPECT_LE(planned(row.make, network_of("complete:8"), 24), 2 * 24 + 6u);
  }
}

// Up the tree of a reduce and down again, both ways at once over its last link. On twisted:5 they took 13 and 14 cycles.
TEST(Sums, GoUpTheTreeOfAReduceInSlots) {
  for (const char* spec : {"torus:3x5", "twisted:5", "moebius:4", "folded:4", "dragonfly:4,1"}) {
    const Network network = network_of(spec);
    const std::uint64_t up = planned_of(Collective::kReduce, PortModel::kOne, network, 1);
    EXPECT_LE(planned_of(Collective::kBarrier, PortModel::kOne, network, 1), 2 * up - 1) << spec;
    EXPECT_LE(planned_of(Collective::kBarrier, PortModel::kHalf, network, 1), 2 * up + 1) << spec;
  }
}

// A node sends and receives each packet of a long vector twice, less those of its own block.
TEST(BlocksInSlots, AreAReduceScatterAndAnAllgather) {
  for (const char* spec : {"ring:5", "torus:3x4", "debruijn:3", "product:path:3*ring:3"}) {
    const Network network = network_of(spec);
    for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
      for (const std::uint32_t block : {1u, 3u}) {
        const auto of = [&](Collective one, std::uint32_t packets) { return planned_of(one, ports, network, packets); };
        EXPECT_LE(of(Collective::kAllreduce, block * network.nodes()),
                  of(Collective::kReduceScatter, block) + of(Collective::kAllgather, block) + 2)
            << spec << ", M = " << block << " n";
      }
    }
  }
}

// The last cycles of a reduce-scatter are the first ones of an allgather on links in the other direction.
TEST(ReduceScatterInSlots, IsAnAllgatherBackwards) {
  for (const char* spec : {"path:2", "path:5", "ring:5", "debruijn:4", "torus:3x4", "mesh:3x5", "product:path:3*ring:3",
                           "random:8,4,1", "leafspine:2,3,2"}) {
    for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
      for (const std::uint32_t packets : {1u, 4u}) {
        const auto of = [&](Collective one) { return planned_of(one, ports, network_of(spec), packets); };
        EXPECT_LE(of(Collective::kReduceScatter), of(Collective::kAllgather)) << spec << ", M = " << packets;
      }
    }
  }
  const Network network = network_of("random:14,4,2");
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    const collectives::DeadLink there{Address(node), node % 4};
    const collectives::DeadLink back{network.neighbour(there.node, there.port),
                                     network.arrival_port(there.node, there.port)};
    EXPECT_LE(planned_of(Collective::kReduceScatter, PortModel::kHalf, network, 1, {there}),
              planned_of(Collective::kAllgather, PortModel::kHalf, network, 1, {back}));
  }
}

// A node sends M packets for each of the others through the links that it has. The numbers of packets are no multiples
// of those of trees.
TEST(PackedReduceScatter, LoadsTheLinksOfANodeAlike) {
  struct Case {
    const char* spec;
    std::uint32_t packets;
    std::uint32_t links;  // of the node with the fewest
  };
  for (const auto& [spec, packets, links] :
       {Case{"ring:8", 7, 2}, Case{"mesh:3x4", 17, 2}, Case{"debruijn:4", 5, 2}, Case{"random:12,3,5", 13, 3}}) {
    const Network network = network_of(spec);
    const std::uint64_t least = (packets * (network.nodes() - 1) + links - 1) / links;
    const std::uint64_t cycles = planned(plan_packed_reduce_scatter, network, packets);
    EXPECT_GE(cycles, least) << spec;
    EXPECT_LE(cycles, least + 2) << spec;
  }
}

// Without the order in which several packets of each node come in an allgather this takes 84 cycles. Five packets for each
// node pass the five links of a node twice.
TEST(Blocks, AreInTheOrderOfSeveralPackets) {
  const Network network = network_of("random:24,5,7");
  EXPECT_LE(planned(plan_blocks_allreduce, network, 5 * 24), 3 * 23);
}

// A tree of ranges takes M packets over a link. Rows of a mesh are ranges: up a row and its column, and down again. The
// twisted cube of 8 nodes has halves that are ranges, too. The hosts of a leaf meet at it, and the leaves at a spine.
TEST(RangeScans, TakeAPacketACycle) {
  EXPECT_LE(planned(plan_range_scan, network_of("mesh:3x4"), 64), 64 + 2 * 5u);
  EXPECT_LE(planned(plan_range_scan, network_of("twisted:3"), 64), 64 + 2 * 3u);
  EXPECT_EQ(planned(plan_range_scan, network_of("leafspine:4,4,2"), 64), 63 + 4u);
}

// The centre of a star has a number between those around it, where one packet to it does, or ones that go to the centre and
// to others. Runs of numbers let a link of the tree of 15 nodes carry 5 packets, and one of its trees of results carries 13.
TEST(PrefixScans, TakeFewPacketsOfRunsOfNumbers) {
  const auto tree_of = [](std::initializer_list<std::pair<unsigned, unsigned>> edges) {
    EdgeList list(static_cast<std::uint32_t>(edges.size() + 1));
    for (const auto& [a, b] : edges) list.add(Address(a), Address(b));
    return Network(list);
  };
  EXPECT_LE(planned(plan_prefix_scan, tree_of({{1, 0}, {1, 2}, {1, 3}}), 64), 64 + 1u);
  EXPECT_LE(planned(plan_prefix_scan, tree_of({{4, 0}, {4, 1}, {4, 2}, {4, 3}, {4, 5}, {4, 6}}), 64), 2 * 64 + 1u);
  const Network tree = tree_of({{10, 14},
                                {0, 14},
                                {13, 10},
                                {6, 10},
                                {5, 0},
                                {3, 0},
                                {8, 13},
                                {7, 13},
                                {11, 6},
                                {4, 6},
                                {1, 5},
                                {12, 5},
                                {9, 3},
                                {2, 3}});
  EXPECT_LE(planned(plan_prefix_scan, tree, 64), 5 * 64 + 4u);
}

// In an exscan node 0 has no result. A plan is the same whatever was in memory before.
TEST(PrefixScans, HaveNoPacketForNodeZero) {
  auto random = test_support::seeded_random();
  for (unsigned trial = 0; trial < 20; ++trial) {
    std::vector<std::uint32_t> numbers(5 + random() % 12);
    std::iota(numbers.begin(), numbers.end(), 0u);
    std::ranges::shuffle(numbers, random);
    EdgeList list(static_cast<std::uint32_t>(numbers.size()));
    for (std::size_t i = 1; i < numbers.size(); ++i) list.add(Address(numbers[i]), Address(numbers[random() % i]));
    const Network tree(list);
    const LinkTable links = PlanRequest{tree, 1, {}, {}, {}}.links();
    try {
      const PrefixTree sums(links);
      for (const ScanPackets::Sending& one : sums.sent()) EXPECT_NE(one.node, 0u);
      EXPECT_EQ(sums.sent(), PrefixTree(links).sent());
    } catch (const PlanError&) {
      continue;  // more sums than numbers
    }
  }
}

// Each one-port node of a mesh sends two packets of an item at most. Without colours a period has three cycles.
TEST(RangeScans, TakeTheCyclesOfTheBusiestOnePortNode) {
  for (const Entry& row : rows_at(kOnOther)) {
    if (row.collective != Collective::kScan || row.ports != PortModel::kOne || row.algorithm != std::string("ranges"))
      continue;
    EXPECT_LE(planned(row.make, network_of("mesh:4x5"), 64), 2 * 64 + 12u);
  }
}

// Packets that wait long share queues with others. In periods these take 33 and 41 cycles.
TEST(RangeScans, GoInBatches) {
  EXPECT_LE(planned(plan_range_scan, network_of("random:20,3,1"), 8), 29u);
  EXPECT_LE(planned(plan_range_scan, network_of("star:4"), 8), 34u);
}

TEST(Exchange, IsRefusedWhereResultsWouldDifferOrATreeIsFaster) {
  const auto make = [](const char* spec, std::uint32_t packets, std::uint32_t combining,
                       MakePlan plan = plan_exchange_allreduce) {
    const Network network = network_of(spec);
    PlanRequest request{network, packets, Address(0)};
    request.rules = NodeRules::kCombiningLabelled;
    request.combining = combining;
    return plan(request);
  };
  EXPECT_NO_THROW(make("ring:5", 1, kSumOfUint32));
  EXPECT_NO_THROW(make("path:2", 1, kSumOfFloat32));
  EXPECT_THROW(make("ring:5", 1, kSumOfFloat32), PlanError);
  EXPECT_THROW(make("ring:5", 50, kSumOfUint32), PlanError);
  EXPECT_THROW(make("torus:20x20", 1, kSumOfUint32), PlanError);
  EXPECT_NO_THROW(make("path:3", 1, kSumOfUint32, plan_sums_allreduce));
  EXPECT_THROW(make("path:3", 1, kSumOfFloat32, plan_sums_allreduce), PlanError);
}

// A run may go in parts, and the sums of floats may not show how many packets each has.
TEST(Floats, GoUpTheSameTreesWhateverTheNumberOfPackets) {
  Network network = network_of("random:16,3,2");
  const auto ways = [&](MakePlan make, std::uint32_t packets, std::uint32_t combining, std::uint32_t owners = 16) {
    PlanRequest request{network, packets, Address(0)};
    request.rules = NodeRules::kCombiningLabelled;
    request.combining = combining;
    const std::unique_ptr<collectives::Plan> plan = make(request);
    std::vector<Ports> found;
    for (const Address me : network::addresses(network.nodes())) {
      node::RegisterImage image;
      node::Driver driver(image);
      plan->load(me, driver);
      for (const Address owner : network::addresses(owners)) found.push_back(image.combining_word(owner));
    }
    return found;
  };
  const auto are_the_same = [&](MakePlan make, std::uint32_t combining) {
    return ways(make, 1, combining) == ways(make, 64, combining);
  };
  EXPECT_FALSE(are_the_same(plan_tree_reduce_scatter, kSumOfUint32));
  EXPECT_TRUE(are_the_same(plan_tree_reduce_scatter, kSumOfFloat32));
  // Fewer packets than nodes have as many trees.
  EXPECT_EQ(ways(plan_blocks_allreduce, 5, kSumOfFloat32, 5), ways(plan_blocks_allreduce, 64, kSumOfFloat32, 5));
  EXPECT_NE(ways(plan_blocks_allreduce, 5, kSumOfUint32, 5), ways(plan_blocks_allreduce, 64, kSumOfUint32, 5));
  EXPECT_FALSE(are_the_same(plan_chained_scan, kSumOfUint32));
  EXPECT_TRUE(are_the_same(plan_chained_scan, kSumOfFloat32));
  EXPECT_THROW(ways(plan_packed_reduce_scatter, 64, kSumOfFloat32), PlanError);
  EXPECT_THROW(ways(plan_packed_blocks_allreduce, 64, kSumOfFloat32), PlanError);
  network = network_of("debruijn:4");
  EXPECT_FALSE(are_the_same(plan_range_scan, kSumOfUint32));
  EXPECT_TRUE(are_the_same(plan_range_scan, kSumOfFloat32));
}

TEST(DisjointTrees, AreAsManyAsThePartitionsOfTheNodesLet) {
  // From the definition (Tutte, Nash-Williams 1961), by hand: the least of links between parts by parts less one.
  struct Case {
    const char* spec;
    unsigned trees;
  };
  for (const auto& [spec, trees] : {Case{"path:6", 1},
                                    {"ring:7", 1},
                                    {"complete:6", 3},
                                    {"complete:5", 2},
                                    {"torus:3x4", 2},
                                    {"mesh:3x4", 1},
                                    {"cube:4", 2},
                                    {"hamming:3x3", 2}}) {
    const LinkTable links(network_of(spec));
    for (unsigned count = 1; count <= trees + 1; ++count) {
      const std::vector<RootedTree> found = disjoint_trees(links, count);
      ASSERT_EQ(found.size(), count <= trees ? count : 0) << spec;
      std::set<std::pair<std::uint32_t, unsigned>> used;
      std::set<std::uint32_t> roots;
      for (const RootedTree& tree : found) {
        EXPECT_TRUE(roots.insert(tree.root).second) << spec;
        std::uint32_t children = 0;
        for (std::uint32_t node = 0; node < links.nodes(); ++node) {
          children += tree.children[node].size();
          if (node == tree.root) continue;
          EXPECT_TRUE(used.insert({node, tree.parent_port[node]}).second) << spec << ": a common link";
          const std::uint32_t parent = links.neighbour(node, tree.parent_port[node]);
          EXPECT_TRUE(used.insert({parent, links.arrival_port(node, tree.parent_port[node])}).second);
        }
        EXPECT_EQ(children, links.nodes() - 1) << spec;
        for (const RootedTree& other : found) {
          if (&other != &tree) EXPECT_NE(other.parent_port[tree.root], 0u) << spec << ": packets beside the results";
        }
      }
    }
  }
}

}  // namespace
}  // namespace testbench::test
