// SPDX-License-Identifier: Apache-2.0
// Orders of short queues: what a node takes from a queue comes in the order in which it is taken.
#include "testbench/plans/collectives/timetable.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "testbench/plans/collectives/trees_to_all.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench::test {
namespace {

using Items = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // tree and block

template <class IsWanted>
Items items_of(const std::vector<Order::Run>& runs, IsWanted is_wanted) {
  Items found;
  for (const Order::Run& run : runs) {
    for (std::uint32_t block = run.block; block < run.end(); ++block) {
      if (is_wanted(run.tree)) found.emplace_back(run.tree, block);
    }
  }
  return found;
}

void expect_one_order(const Order& order) {
  const TreesToAll& trees = order.trees();
  const LinkTable& links = trees.links();
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    for (unsigned in = 0; in < links.ports(); ++in) {
      const std::uint32_t child = links.neighbour(node, in);
      const unsigned up = links.arrival_port(node, in);
      for (unsigned out = 0; out <= links.ports(); ++out) {
        const bool is_result = out == links.ports();
        const auto leads_on = [&](std::uint32_t tree) {
          return is_result ? trees.owner(tree) == node
                           : trees.owner(tree) != node && trees.parent_port(node, tree) == out;
        };
        const Items come = items_of(order.runs(child, up), leads_on);
        const Items taken = items_of(is_result ? order.results(node) : order.runs(node, out),
                                     [&](std::uint32_t tree) { return trees.children(node, tree).contains(in); });
        EXPECT_EQ(come, taken) << "node " << node << " from port " << in << " to " << out;
      }
    }
  }
}

TEST(Timetable, KeepsTheOrderOfEveryQueue) {
  for (const char* const spec : {"star:4", "torus:3x3", "debruijn:4", "random:50,4,1"}) {
    const Network network = network_of(spec);
    const LinkTable links(network);
    std::mt19937_64 random(1);
    const auto ways = std::make_shared<const BothWays>(links, links.turned());
    const auto trees =
        std::make_shared<const TreesToAll>(ways, From::kAll, SourceTrees(links, AllDistances(links), random));
    for (const std::uint32_t blocks : {1u, 3u}) {
      SCOPED_TRACE(testing::Message() << spec << ", " << blocks << " block(s)");
      expect_one_order(Order(trees, blocks, Order::Cut::kShortQueues));
    }
  }
}

}  // namespace
}  // namespace testbench::test
