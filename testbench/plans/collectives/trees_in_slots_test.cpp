// SPDX-License-Identifier: Apache-2.0
// How long broadcasts and reduces in slots take, beside one another and on networks with fewer links.
#include "testbench/plans/collectives/trees_in_slots.hpp"

#include <gtest/gtest.h>

#include <string>

#include "testbench/plans/collectives/slot_plans.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

using collectives::PortModel;

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
  for (const std::string spec : {"hyperx:2x4", "torus:3x3"}) {
    const Network network = network_of(spec);
    for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
      for (const std::uint32_t packets : {3u, 16u}) {
        const Times whole = times_of(network, ports, packets);
        for (const Address node : {Address(2), Address(5)}) {
          for (unsigned port = 0; port < network.ports(); ++port) {
            const Address there = network.neighbour(node, port);
            if (there == node) continue;
            const collectives::DeadLink way{node, port};
            const collectives::DeadLink back{there, network.arrival_port(node, port)};
            for (const auto& dead : {std::vector{way}, std::vector{way, back}}) {
              const Times less = times_of(network, ports, packets, dead);
              EXPECT_LE(whole.broadcast, less.broadcast) << spec << " less " << node.number() << ":" << port;
              EXPECT_LE(whole.reduce, less.reduce) << spec << " less " << node.number() << ":" << port;
            }
          }
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

// A greedy search misses it.
TEST(TreesInSlots, ManyPacketsGoAlongAPath) {
  const Network network = network_of("dragonfly:3,1");
  const Address there = network.neighbour(Address(9), 2);
  const collectives::DeadLink dead[] = {{Address(9), 2}, {there, network.arrival_port(Address(9), 2)}};
  const Times times = times_of(network, PortModel::kOne, 64, {dead[0], dead[1]});
  EXPECT_LE(times.broadcast, 63 + 11u);
  EXPECT_LE(times.reduce, 63 + 11u);
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
