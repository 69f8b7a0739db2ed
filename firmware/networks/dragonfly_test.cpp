// SPDX-License-Identifier: Apache-2.0
// The dragonfly: groups of linked routers, one link between any two groups, and the diameter of
// Kim et al. 2008.
#include "firmware/networks/dragonfly.hpp"

#include <gtest/gtest.h>

#include "firmware/networks/test_laws.hpp"

namespace network::test {
namespace {

TEST(Dragonfly, HasOneLinkBetweenAnyTwoGroups) {
  for (const auto& [a, h] : {std::pair{2u, 1u}, std::pair{4u, 1u}, std::pair{4u, 2u}, std::pair{6u, 3u}}) {
    const Dragonfly network(a, h);
    const std::uint32_t groups = a * h + 1;
    EXPECT_EQ(network.nodes(), a * groups);
    EXPECT_EQ(network.ports(), a - 1 + h);
    std::map<std::pair<std::uint32_t, std::uint32_t>, unsigned> links;
    for (const auto& [x, y] : edges_of(network)) ++links[{x / a, y / a}];
    for (std::uint32_t g = 0; g < groups; ++g) {
      EXPECT_EQ((links[{g, g}]), a * (a - 1) / 2);
      for (std::uint32_t other = g + 1; other < groups; ++other) EXPECT_EQ((links[{g, other}]), 1u);
    }
    // A link in the group, one to the other group, and a link there.
    for (const Address node : addresses(network.nodes())) EXPECT_EQ(reach(network, node).eccentricity(), 3u);
  }
}

// docs/guides/networks.md: router 1 of group 0, of groups of 4 with 2 links a router.
TEST(Dragonfly, HasItsGroupsAsAPalmtree) {
  const Dragonfly network(4, 2);
  EXPECT_EQ(network.neighbour(Address(1), 0), Address(2));
  EXPECT_EQ(network.neighbour(Address(1), 2), Address(0));
  EXPECT_EQ(network.neighbour(Address(1), 3), Address(4 * (9 - 3) + 2));
  EXPECT_EQ(network.neighbour(Address(1), 4), Address(4 * (9 - 4) + 2));
  EXPECT_EQ(network.arrival_port(Address(1), 3), 4u);
}

}  // namespace
}  // namespace network::test
