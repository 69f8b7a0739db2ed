// SPDX-License-Identifier: Apache-2.0
// Paths of a flow from first principles: each leads from the root to its node, and the busiest link has as few as the
// worst of all cuts allows.
#include "testbench/plans/collectives/flow_scatter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "test_support/seed.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

// Paths over the busiest link; fails where one does not lead to its node.
std::uint64_t busiest(const LinkTable& links, std::uint32_t root) {
  const std::vector<std::vector<std::uint8_t>> paths = flow_paths(links, root);
  std::vector<std::uint64_t> loads(std::size_t{links.nodes()} * links.ports());
  for (std::uint32_t to = 0; to < links.nodes(); ++to) {
    std::uint32_t at = root;
    for (const std::uint8_t port : paths[to]) {
      EXPECT_TRUE(links.has_link(at, port));
      ++loads[std::size_t{at} * links.ports() + port];
      at = links.neighbour(at, port);
    }
    EXPECT_EQ(at, to);
  }
  return *std::ranges::max_element(loads);
}

// The most, over all sets without the root, of nodes in it by links into it, rounded up.
std::uint64_t worst_of_all_cuts(const LinkTable& links, std::uint32_t root) {
  std::uint64_t worst = 0;
  for (std::uint32_t behind = 1; behind < std::uint32_t{1} << links.nodes(); ++behind) {
    if ((behind >> root & 1u) != 0) continue;
    std::uint64_t into = 0;
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      for (unsigned port = 0; port < links.ports(); ++port) {
        if ((behind >> node & 1u) == 0 && (behind >> links.neighbour(node, port) & 1u) != 0) ++into;
      }
    }
    worst = std::max(worst, (static_cast<std::uint64_t>(std::popcount(behind)) + into - 1) / into);
  }
  return worst;
}

TEST(FlowScatter, LoadsTheBusiestLinkAsTheWorstCutSays) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 40; ++round) {
    const auto nodes = static_cast<std::uint32_t>(2 + random() % 9);
    const std::uint64_t rare = 1 + random() % 4;
    EdgeList edges(nodes);
    for (std::uint32_t b = 1; b < nodes; ++b) {
      const auto parent = static_cast<std::uint32_t>(random() % b);
      for (std::uint32_t a = 0; a < b; ++a) {
        if (a == parent || random() % rare == 0) edges.add(Address(a), Address(b));
      }
    }
    const LinkTable links{Network(edges)};
    const auto root = static_cast<std::uint32_t>(random() % nodes);
    EXPECT_EQ(busiest(links, root), worst_of_all_cuts(links, root));
  }
}

TEST(FlowScatter, LoadsTheLinksOfTheRootAlike) {
  for (const auto& [spec, least] : {std::pair{"torus:8x8", 16u}, std::pair{"star:5", 30u}, std::pair{"ccc:4", 21u},
                                    std::pair{"debruijn:6", 32u}, std::pair{"complete:9", 1u}}) {
    EXPECT_EQ(busiest(LinkTable(network_of(spec)), 0), least) << spec;
  }
}

}  // namespace
}  // namespace testbench::test
