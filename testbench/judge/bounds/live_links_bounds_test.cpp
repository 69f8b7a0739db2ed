// SPDX-License-Identifier: Apache-2.0
// Bounds of cubes with dead links: those of the whole cube without any, and cases that are counted by
// hand. testbench/tool/system/dead_links_test.cpp compares them with runs.
#include <gtest/gtest.h>

#include "testbench/judge/bounds/bounds.hpp"

namespace testbench::test {
namespace {

TEST(LiveLinksBounds, AreThoseOfTheCubeWithoutDeadLinks) {
  for (unsigned dim = 1; dim <= 6; ++dim) {
    for (const std::uint32_t packets : {1u, 2u, 5u, 100u}) {
      for (const Collective collective : kCollectives) {
        const Task task{collective, dim, PortModel::kAll, collective == Collective::kBarrier ? 1 : packets, 0};
        EXPECT_EQ(bound_on_live_links(task, cube_edges(dim)).value, lower_bound(task).value)
            << name_of(collective) << " d = " << dim << " M = " << packets;
      }
    }
  }
}

TEST(LiveLinksBounds, CountLiveLinks) {
  // Node 0 sends through port 2 alone, to node 4; what node 4 sends to node 0 comes as before.
  const EdgeTable edges = without(cube_edges(3), {{0, 0}, {0, 1}});
  const auto bound = [&](Collective collective, std::uint32_t packets, std::uint32_t root = 0) {
    return bound_on_live_links({collective, 3, PortModel::kAll, packets, root}, edges).value;
  };
  EXPECT_EQ(bound(Collective::kBroadcast, 10), 10u + 4 - 1);  // node 3 is 4 links away
  EXPECT_EQ(bound(Collective::kScatter, 10), 70u);
  EXPECT_EQ(bound(Collective::kGather, 10), 24u);             // as on the whole cube
  EXPECT_EQ(bound(Collective::kReduce, 10, 7), 10u + 3 - 1);  // what node 0 sends goes through port 2
  EXPECT_EQ(bound(Collective::kReduceScatter, 10), 70u);
  EXPECT_EQ(bound(Collective::kAllgather, 10), 35u);  // into node 1 and node 2 lead two links each
  EXPECT_EQ(bound(Collective::kAlltoall, 10), 70u);
  EXPECT_EQ(bound(Collective::kScan, 10), 14u);  // from the even nodes to the next ones 40 packets, through 3 links
}

// In an allgather node 0 sends its 10 packets through port 2, from where node 3 is three hops of L + 1 cycles away.
TEST(LiveLinksBounds, CountWiresBehindLiveLinks) {
  const EdgeTable edges = without(cube_edges(3), {{0, 0}, {0, 1}});
  Task task{Collective::kAllgather, 3, PortModel::kAll, 10, 0};
  task.latency = 20;
  EXPECT_EQ(bound_on_live_links(task, edges).value, 10u + 3 * 21);
}

// A node that sends one packet in a cycle: the distances of all pairs by the nodes.
TEST(LiveLinksBounds, CountSenders) {
  const EdgeTable edges = without(cube_edges(2), {{0, 0}});
  const auto bound = [&](PortModel ports) {
    return bound_on_live_links({Collective::kAlltoall, 2, ports, 10, 0}, edges).value;
  };
  // The 12 pairs are 16 links apart on the square; from 0 to 1 there are 3 in place of 1.
  EXPECT_EQ(bound(PortModel::kOne), 45u);
  EXPECT_EQ(bound(PortModel::kHalf), 90u);
}

}  // namespace
}  // namespace testbench::test
