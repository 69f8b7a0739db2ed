// SPDX-License-Identifier: Apache-2.0
// How long broadcasts and reduces in slots take, beside one another and on networks with fewer links.
#include "testbench/plans/collectives/trees_in_slots.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "testbench/plans/collectives/slot_plans.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

using collectives::PortModel;

Network network_of_edges(std::uint32_t nodes, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
  EdgeList list(nodes);
  for (const auto& [a, b] : edges) list.add(Address(a), Address(b));
  return Network(list);
}

struct Times {
  std::uint64_t broadcast;
  std::uint64_t reduce;
};

Times times_of(const Network& network, PortModel ports, std::uint32_t packets,
               const std::vector<collectives::DeadLink>& dead = {}) {
  PlanRequest request{network, packets, Address(0)};
  request.dead = dead;
  request.slots = ports;
  const auto broadcast = plan_broadcast_in_slots(request);
  request.rules = NodeRules::kCombiningLabelled;
  const auto reduce = plan_reduce_in_slots(request);
  return {dynamic_cast<const PlayedPlan&>(*broadcast).planned_cycles(),
          dynamic_cast<const PlayedPlan&>(*reduce).planned_cycles()};
}

// The slots that a search finds for one of them are not those for the other: on kautz:2,2 a broadcast of 3 took 8 cycles.
TEST(TreesInSlots, ABroadcastIsAReduceBackwards) {
  for (const std::string spec :
       {"kautz:2,2", "dragonfly:2,1", "ring:7", "mesh:2x4", "random:8,3,2", "leafspine:2,3,2"}) {
    const Network network = network_of(spec);
    for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
      for (const std::uint32_t packets : {2u, 3u, 5u, 16u}) {
        const Times times = times_of(network, ports, packets);
        EXPECT_EQ(times.broadcast, times.reduce) << spec << ", M = " << packets;
      }
    }
  }
}

TEST(TreesInSlots, NoneIsSlowerThanOnTheNetworkLessALink) {
  for (const std::string spec : {"hyperx:2x3", "torus:3x3"}) {
    const Network network = network_of(spec);
    for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
      const Times whole = times_of(network, ports, 3);
      for (unsigned port = 0; port < network.ports(); ++port) {
        const collectives::DeadLink way{Address(2), port};
        const Address there = network.neighbour(way.node, port);
        if (there == way.node) continue;
        const collectives::DeadLink back{there, network.arrival_port(way.node, port)};
        for (const auto& dead : {std::vector{way}, std::vector{way, back}}) {
          const Times less = times_of(network, ports, 3, dead);
          EXPECT_LE(whole.broadcast, less.broadcast) << spec << " less 2:" << port;
          EXPECT_LE(whole.reduce, less.reduce) << spec << " less 2:" << port;
        }
      }
    }
  }
}

// Trees of the searches alone take a cycle more.
TEST(TreesInSlots, NodesMoveToOtherParents) {
  for (const std::string spec : {"debruijn:3", "ring:7", "torus:3x3"}) {
    const Times times = times_of(network_of(spec), PortModel::kOne, 3);
    EXPECT_LE(times.broadcast, 7u) << spec;
    EXPECT_LE(times.reduce, 7u) << spec;
  }
}

// The way to some leads over slower trees, some are faster in one of the two slots alone, and many packets leave no time.
TEST(TreesInSlots, OtherTreesAreTriedThanThoseThatGetFasterAtOnce) {
  const Network triangles = network_of_edges(6, {{0, 1}, {0, 2}, {0, 3}, {2, 3}, {2, 4}, {2, 5}, {4, 5}});
  EXPECT_LE(times_of(triangles, PortModel::kOne, 3).reduce, 6u);
  EXPECT_LE(times_of(network_of("ring:7"), PortModel::kOne, 2).reduce, 5u);
  const Network edges =
      network_of_edges(8, {{0, 1}, {0, 2}, {0, 4}, {1, 3}, {2, 3}, {3, 4}, {3, 5}, {4, 6}, {4, 7}, {5, 6}});
  const collectives::DeadLink one_way{Address(3), 1};
  EXPECT_LE(times_of(edges, PortModel::kOne, 5, {one_way, {Address(2), 1}}).reduce, 10u);
  EXPECT_LE(times_of(edges, PortModel::kOne, 64, {one_way}).reduce, 128u);
}

// Both arms are about as long.
TEST(TreesInSlots, APathGoesFromBothSidesOfTheRoot) {
  const Network edges =
      network_of_edges(8, {{0, 1}, {0, 2}, {0, 4}, {1, 3}, {2, 3}, {3, 4}, {3, 5}, {4, 6}, {4, 7}, {5, 6}});
  EXPECT_LE(times_of(edges, PortModel::kHalf, 64).broadcast, 132u);
  EXPECT_LE(times_of(network_of("random:12,3,9"), PortModel::kHalf, 64).broadcast, 132u);
}

// A greedy search misses it.
TEST(TreesInSlots, ManyPacketsGoAlongAPath) {
  const Network network = network_of("dragonfly:3,1");
  const Address there = network.neighbour(Address(9), 2);
  const collectives::DeadLink dead[] = {{Address(9), 2}, {there, network.arrival_port(Address(9), 2)}};
  const Times times = times_of(network, PortModel::kOne, 64, {dead[0], dead[1]});
  EXPECT_LE(times.broadcast, 63 + 11u);
  EXPECT_LE(times.reduce, 63 + 11u);
}

// On torus:4x4 one port took 5 cycles.
TEST(TreesInSlots, OnePortIsNoSlowerThanHalfDuplex) {
  for (const std::string spec : {"torus:4x4", "ccc:3", "twisted:5", "debruijn:4", "random:12,3,4"}) {
    const Network network = network_of(spec);
    EXPECT_LE(times_of(network, PortModel::kOne, 1).broadcast, times_of(network, PortModel::kHalf, 1).broadcast)
        << spec;
  }
}

// The root, which receives nothing, sends to two neighbours in the two cycles in which others receive and send. So it is in the
// middle of a path. Many packets on many nodes are played a few times only.
TEST(TreesInSlots, TheRootIsInTheMiddleOfAPath) {
  const Times times = times_of(network_of("torus:8x8"), PortModel::kHalf, 200);
  EXPECT_LE(times.broadcast, 199 * 2 + 1 + 32u);
  EXPECT_LE(times.reduce, 199 * 2 + 1 + 32u);
}

}  // namespace
}  // namespace testbench::test
