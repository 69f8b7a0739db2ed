// SPDX-License-Identifier: Apache-2.0
// Folded Clos networks: layers, links and distances of the definitions, and bisections by trial.
#include "firmware/networks/clos.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>

#include "firmware/networks/test_laws.hpp"

namespace network::test {
namespace {

// Links by the layers of their ends.
template <class Network>
std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> links_of_layers(const Network& network) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> found;
  for (const auto& [a, b] : edges_of(network)) {
    ++found[edge(name_of(network, Address(a))[0], name_of(network, Address(b))[0])];
  }
  return found;
}
template <class Network>
std::size_t degree(const Network& network, std::uint32_t node) {
  return static_cast<std::size_t>(std::ranges::count_if(
      edges_of(network), [node](const auto& one) { return one.first == node || one.second == node; }));
}
template <class Network>
unsigned farthest_end(const Network& network) {
  unsigned farthest = 0;
  for (const Address node : addresses(network.ends())) {
    const Reach found = reach(network, node);
    farthest = std::max(farthest, *std::max_element(found.distance.begin(), found.distance.begin() + network.ends()));
  }
  return farthest;
}
// The least links between two halves of the hosts, of all sides on which switches can be.
template <class Network>
std::uint32_t bisection_of(const Network& network) {
  const auto edges = edges_of(network);
  const std::uint32_t hosts = (std::uint32_t{1} << network.ends()) - 1;
  std::uint32_t least = ~0u;
  for (std::uint32_t side = 0; side < std::uint32_t{1} << network.nodes(); ++side) {
    if (2 * static_cast<std::uint32_t>(std::popcount(side & hosts)) != network.ends()) continue;
    std::uint32_t across = 0;
    for (const auto& [a, b] : edges) across += (side >> a ^ side >> b) & 1;
    least = std::min(least, across);
  }
  return least;
}

TEST(LeafSpine, HasTheLinksOfItsDefinition) {
  for (const auto& [h, l, s] : {std::tuple{4u, 4u, 2u}, std::tuple{1u, 2u, 1u}, std::tuple{2u, 5u, 3u}}) {
    const LeafSpine network(h, l, s);
    EXPECT_EQ(network.ends(), h * l);
    EXPECT_EQ(network.nodes(), h * l + l + s);
    EXPECT_EQ(edges_of(network).size(), h * l + l * s);
    for (std::uint32_t leaf = 0; leaf < l; ++leaf) {
      for (std::uint32_t host = 0; host < h; ++host) {
        EXPECT_TRUE(edges_of(network).contains({leaf * h + host, h * l + leaf}));
      }
      for (std::uint32_t spine = 0; spine < s; ++spine) {
        EXPECT_TRUE(edges_of(network).contains({h * l + leaf, h * l + l + spine}));
      }
    }
    EXPECT_EQ(farthest_end(network), 4u);
  }
  EXPECT_EQ(name_of(LeafSpine(4, 4, 2), Address(6)), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(name_of(LeafSpine(4, 4, 2), Address(21)), (std::vector<std::uint32_t>{2, 1}));
}

TEST(Clos, ObeysTheLawsOfNetworks) {
  expect_network_laws(LeafSpine(4, 4, 2));
  expect_network_laws(LeafSpine(1, 5, 3));
  expect_network_laws(FatTree(2));
  expect_network_laws(FatTree(6));
}

TEST(LeafSpine, HasItsBisection) {
  for (const auto& [h, l, s] : {std::tuple{4u, 2u, 2u}, std::tuple{2u, 3u, 1u}, std::tuple{2u, 4u, 3u},
                                std::tuple{2u, 5u, 1u}, std::tuple{1u, 4u, 2u}}) {
    EXPECT_EQ(LeafSpine(h, l, s).bisection(), bisection_of(LeafSpine(h, l, s))) << h << "," << l << "," << s;
  }
}

// Al-Fares et al., section 3.
TEST(FatTree, HasPodsOfItsDefinition) {
  for (const std::uint32_t k : {2u, 4u, 6u}) {
    const FatTree network(k);
    EXPECT_EQ(network.ends(), k * k * k / 4);
    EXPECT_EQ(network.nodes() - network.ends(), 5 * k * k / 4);
    using Layers = std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t>;
    const std::size_t links = std::size_t{k} * k * k / 4;
    EXPECT_EQ(links_of_layers(network), (Layers{{{0, 1}, links}, {{1, 2}, links}, {{2, 3}, links}}));
    for (std::uint32_t node = 0; node < network.nodes(); ++node) {
      EXPECT_EQ(degree(network, node), node < network.ends() ? 1 : k);
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> core_of_pod;
    for (const auto& [a, b] : edges_of(network)) {
      const std::vector<std::uint32_t> lower = name_of(network, Address(a));
      const std::vector<std::uint32_t> upper = name_of(network, Address(b));
      if (upper[0] < 3) {
        EXPECT_EQ(lower[1], upper[1]) << "of one pod";
      } else {
        EXPECT_TRUE((core_of_pod[{lower[1], b}].empty())) << "a core switch has one link to each pod";
        core_of_pod[{lower[1], b}].insert(a);
      }
    }
    EXPECT_EQ(farthest_end(network), 6u);
  }
  EXPECT_EQ(FatTree(2).bisection(), bisection_of(FatTree(2)));
}

}  // namespace
}  // namespace network::test
