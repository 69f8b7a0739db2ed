// SPDX-License-Identifier: Apache-2.0
// Random regular networks by a seed.
#include "testbench/plans/networks/random_network.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

std::vector<std::uint32_t> neighbours(const std::string& spec) {
  const Network network = network_of(spec);
  std::vector<std::uint32_t> found;
  for (const Address node : network::addresses(network.nodes())) {
    for (unsigned port = 0; port < network.ports(); ++port) found.push_back(network.neighbour(node, port).number());
  }
  return found;
}

// Sparse, dense and complete ones; of a few hundred, the least diameter that the nodes within so many
// links allow (Moore) is missed by two at most.
TEST(RandomRegular, IsRegularAndConnectedAtEveryDegree) {
  for (std::uint32_t nodes = 4; nodes <= 24; ++nodes) {
    for (std::uint32_t degree = 3; degree < nodes; ++degree) {
      if (nodes * degree % 2 != 0) continue;
      const Network network = network_of(fmt::format("random:{},{},7", nodes, degree));
      ASSERT_EQ(network.ports(), degree);
      const Adjacency adjacency(network);
      ASSERT_FALSE(first_unreached(adjacency));
      for (std::uint32_t node = 0; node < nodes; ++node) {
        std::set<std::uint32_t> behind(adjacency.begin(node), adjacency.end(node));
        behind.insert(node);
        ASSERT_EQ(behind.size(), degree + 1) << nodes << ' ' << degree << ": no loop, no second link";
      }
    }
  }
  for (const auto& [spec, moore] : {std::pair{"random:300,4,1", 5u}, std::pair{"random:256,8,2", 3u}}) {
    EXPECT_LE(distances_of(Adjacency(network_of(spec)), false)->diameter, moore + 2) << spec;
  }
}

// The numbers of a machine of another make must be these too.
TEST(RandomRegular, IsThatOfItsSeed) {
  EXPECT_NE(neighbours("random:30,4,1"), neighbours("random:30,4,2"));
  EXPECT_EQ(neighbours("random:6,3,1"),
            (std::vector<std::uint32_t>{3, 4, 5, 2, 3, 4, 1, 3, 5, 0, 1, 2, 0, 1, 5, 0, 2, 4}));
  EXPECT_EQ(network_of("random:65536,31,1").ports(), 31u);
}

}  // namespace
}  // namespace testbench::test
