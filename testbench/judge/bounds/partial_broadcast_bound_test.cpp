// SPDX-License-Identifier: Apache-2.0
// Bounds on partial broadcasts: those of the cube's paper, of an allgather, and cases that are counted by hand.
#include "testbench/judge/bounds/partial_broadcast_bound.hpp"

#include <gtest/gtest.h>

#include "test_support/seed.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/judge/bounds/test_edges.hpp"

namespace testbench::test {
namespace {

TEST(PartialBroadcastBound, IsThePapersWhereAllNodesOfACubeAreActive) {
  for (unsigned dim = 1; dim <= 6; ++dim) {
    const EdgeTable edges = cube_edges(dim);
    const PartialBroadcastBound bound(edges);
    const std::uint64_t others = edges.nodes() - 1;
    EXPECT_EQ(bound.cycles(std::vector<bool>(edges.nodes(), true)),
              std::max<std::uint64_t>(dim, (others + dim - 1) / dim));
    EXPECT_EQ(bound.cut().amount * dim, others * bound.cut().capacity);
    EXPECT_EQ(bound.cycles(std::vector<bool>(edges.nodes())), 0u);
  }
}

TEST(PartialBroadcastBound, CountsLinks) {
  const EdgeTable line = path(4);
  const PartialBroadcastBound bound(line);
  EXPECT_EQ(bound.cycles({false, true, false, false}), 2u) << "to node 3";
  EXPECT_EQ(bound.cycles({true, false, false, false}), 3u);
  EXPECT_EQ(bound.cycles({true, true, true, false}), 3u) << "all of them over one link";
  EXPECT_EQ(bound.cut().amount, 3u);
  EXPECT_EQ(bound.cut().capacity, 1u);

  const EdgeTable cliques = table_of(10, two_cliques(5));
  std::vector<bool> active(10, true);
  EXPECT_EQ(PartialBroadcastBound(cliques).cycles(active), 5u) << "over the link between them";
  active[0] = active[1] = active[7] = active[8] = false;
  EXPECT_EQ(PartialBroadcastBound(cliques).cycles(active), 3u);
}

TEST(PartialBroadcastBound, IsNoMoreThanThatOfAllNodes) {
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned i = 0; i < 50; ++i) {
    const auto nodes = static_cast<std::uint32_t>(3 + random() % 8);
    const EdgeTable edges = table_of(nodes, random_edges(nodes, random));
    const PartialBroadcastBound bound(edges);
    const std::uint64_t all = bound.cycles(std::vector<bool>(nodes, true));
    EXPECT_LE(all, lower_bound({.collective = Collective::kAllgather, .network = &edges}).value);
    std::vector<bool> active(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) active[node] = random() % 2 == 0;
    EXPECT_LE(bound.cycles(active), all);
  }
}

}  // namespace
}  // namespace testbench::test
