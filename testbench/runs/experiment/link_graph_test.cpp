// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/link_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "test_support/seed.hpp"

namespace testbench::test {
namespace {

TEST(LinkGraph, OrdersLinksThatAreAcyclic) {
  LinkGraph graph(6);
  EXPECT_TRUE(graph.order().empty()) << "nothing is coupled";
  graph.couple(4, 2);
  graph.couple(2, 5);
  graph.couple(4, 5);
  graph.couple(4, 5);
  EXPECT_EQ(graph.order(), (std::vector<std::uint32_t>{4, 2, 5}));
  EXPECT_TRUE(graph.dependency_cycle().empty());
  EXPECT_EQ(graph.couplings(), 3u);
}

TEST(LinkGraph, ShowsADependencyCycleAndNotWhatLeadsToItOrFromIt) {
  LinkGraph graph(6);
  graph.couple(0, 3);
  graph.couple(3, 1);
  graph.couple(1, 4);
  graph.couple(4, 3);
  graph.couple(4, 5);
  EXPECT_TRUE(graph.order().empty());
  std::vector<std::uint32_t> cycle = graph.dependency_cycle();
  ASSERT_EQ(cycle.size(), 3u);
  std::rotate(cycle.begin(), std::find(cycle.begin(), cycle.end(), 3u), cycle.end());
  EXPECT_EQ(cycle, (std::vector<std::uint32_t>{3, 1, 4}));
}

TEST(LinkGraph, ShowsALinkThatWaitsForItself) {
  LinkGraph graph(2);
  graph.couple(1, 1);
  EXPECT_EQ(graph.dependency_cycle(), (std::vector<std::uint32_t>{1}));
}

// Every graph has an order, in which all couplings go forward, or a cycle of couplings, never both.
TEST(LinkGraph, OfAnyKindHasAnOrderOrADependencyCycle) {
  std::mt19937_64 random = test_support::seeded_random();
  unsigned cyclic = 0;
  for (int i = 0; i < 300; ++i) {
    constexpr std::uint32_t kLinks = 8;
    LinkGraph graph(kLinks);
    std::set<std::pair<std::uint32_t, std::uint32_t>> couplings;
    for (int k = 0; k < 8; ++k) couplings.emplace(random() % kLinks, random() % kLinks);
    for (const auto& [link, next] : couplings) graph.couple(link, next);
    const std::vector<std::uint32_t> order = graph.order();
    const std::vector<std::uint32_t> cycle = graph.dependency_cycle();
    ASSERT_NE(order.empty(), cycle.empty());
    const auto place = [&](std::uint32_t link) { return std::find(order.begin(), order.end(), link); };
    for (const auto& [link, next] : couplings) {
      if (cycle.empty()) EXPECT_LT(place(link), place(next));
    }
    for (std::size_t k = 0; k < cycle.size(); ++k) {
      EXPECT_TRUE(couplings.contains({cycle[k], cycle[(k + 1) % cycle.size()]}));
    }
    cyclic += cycle.empty() ? 0 : 1;
  }
  EXPECT_GT(cyclic, 30u);
  EXPECT_LT(cyclic, 270u);
}

}  // namespace
}  // namespace testbench::test
