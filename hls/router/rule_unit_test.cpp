// The rule unit in every node, for every source, destination and tree: what the rules do to packets, not how.
#include "hls/router/rule_unit.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "firmware/trees/balanced_tree.hpp"
#include "firmware/trees/nesbt.hpp"

namespace router::test {
namespace {

template <unsigned d>
using AnyConfig = Config<d, 32, 8, PortModel::kAllPort>;

template <unsigned d>
Header<AnyConfig<d>> header(node::Rule rule, std::uint32_t source, std::uint32_t destination, std::uint32_t tree) {
  return {hls::Bits<16>(0), hls::Bits<d>(source), hls::Bits<d>(destination), hls::Bits<AnyConfig<d>::kTreeWidth>(tree),
          hls::Bits<3>(static_cast<std::uint32_t>(rule))};
}

// The ports that a packet takes from its source to its destination, as node addresses; empty if it goes astray.
template <unsigned d>
std::vector<std::uint32_t> path(node::Rule rule, std::uint32_t source, std::uint32_t destination, std::uint32_t tree) {
  std::vector<std::uint32_t> nodes = {source};
  while (nodes.size() <= d + 1) {
    const auto route = RuleUnit<AnyConfig<d>>::route(hls::Bits<d>(nodes.back()),
                                                     header<d>(rule, source, destination, tree), hls::Bits<d>(0));
    if (route.deliver) return nodes.back() == destination && route.ports == 0 ? nodes : std::vector<std::uint32_t>();
    if ((route.ports & (route.ports - 1)) != 0 || route.ports == 0) return {};
    nodes.push_back(nodes.back() ^ route.ports);
  }
  return {};
}

template <unsigned d>
void expect_unicast() {
  for (std::uint32_t tree = 0; tree < d; ++tree) {
    for (std::uint32_t source = 0; source < 1u << d; ++source) {
      for (std::uint32_t destination = 0; destination < 1u << d; ++destination) {
        const auto down = path<d>(node::Rule::kAscending, source, destination, tree);
        const auto up = path<d>(node::Rule::kEcube, destination, source, tree);
        const auto distance = static_cast<std::size_t>(__builtin_popcount(source ^ destination));
        ASSERT_EQ(down.size(), distance + 1) << "d " << d << ": " << source << " to " << destination;
        // E-cube is the way back.
        ASSERT_TRUE(std::equal(down.begin(), down.end(), up.rbegin(), up.rend()));
      }
    }
  }
  // With tree 0, e-cube corrects the highest differing bit first.
  const auto way = path<d>(node::Rule::kEcube, 0, (1u << d) - 1, 0);
  ASSERT_EQ(way[1], 1u << (d - 1));
}

TEST(RuleUnit, PacketsToOneNodeTakeShortestPaths) {
  expect_unicast<1>();
  expect_unicast<2>();
  expect_unicast<3>();
  expect_unicast<5>();
}

// The way down by kAscending from the subtree's port is the path of the tree (Bertsekas et al. 1991, section 3).
TEST(RuleUnit, AscendingFollowsTheBalancedTree) {
  constexpr unsigned d = 6;
  for (std::uint32_t destination = 1; destination < 1u << d; ++destination) {
    const unsigned port = trees::BalancedTree::subtree(d, destination);
    const auto way = path<d>(node::Rule::kAscending, 0, destination, port);
    ASSERT_EQ(way[1], 1u << port);
    for (std::size_t i = 1; i < way.size(); ++i) {
      ASSERT_EQ(way[i] ^ way[i - 1], trees::BalancedTree::parent(d, way[i])) << destination;
    }
  }
}

// Follows every copy; returns the links used, and counts how often each node gets the packet.
template <unsigned d>
std::set<std::pair<std::uint32_t, std::uint32_t>> flood(node::Rule rule, std::uint32_t source, std::uint32_t tree,
                                                        std::vector<unsigned>& received) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> links;
  std::vector<std::uint32_t> nodes = {source};
  received.assign(1u << d, 0);
  for (std::size_t i = 0; i < nodes.size() && nodes.size() <= 2u << d; ++i) {
    const auto route =
        RuleUnit<AnyConfig<d>>::route(hls::Bits<d>(nodes[i]), header<d>(rule, source, 0, tree), hls::Bits<d>(0));
    EXPECT_TRUE(route.deliver);
    for (unsigned port = 0; port < d; ++port) {
      if ((route.ports >> port & 1u) == 0) continue;
      links.insert({nodes[i], port});
      nodes.push_back(nodes[i] ^ 1u << port);
      ++received[nodes.back()];
    }
  }
  return links;
}

template <unsigned d>
void expect_multicast(node::Rule rule) {
  std::vector<unsigned> received;
  for (std::uint32_t source = 0; source < 1u << d; ++source) {
    for (std::uint32_t tree = 0; tree < d; ++tree) {
      const auto links = flood<d>(rule, source, tree, received);
      ASSERT_EQ(links.size(), (1u << d) - 1) << "rule " << static_cast<int>(rule) << " d " << d;
      for (std::uint32_t node = 0; node < 1u << d; ++node) ASSERT_EQ(received[node], node == source ? 0u : 1u);
    }
  }
}

TEST(RuleUnit, PacketsToAllReachEveryOtherNodeOnce) {
  for (const auto rule :
       {node::Rule::kSbt, node::Rule::kNesbt, node::Rule::kSbnt, node::Rule::kGray, node::Rule::kRing}) {
    expect_multicast<1>(rule);
    expect_multicast<2>(rule);
    expect_multicast<4>(rule);
    expect_multicast<5>(rule);
  }
}

TEST(RuleUnit, NesbtTreesShareNoLink) {
  constexpr unsigned d = 5;
  std::set<std::pair<std::uint32_t, std::uint32_t>> all;
  std::vector<unsigned> received;
  for (std::uint32_t tree = 0; tree < d; ++tree) {
    for (const auto& link : flood<d>(node::Rule::kNesbt, 9, tree, received)) ASSERT_TRUE(all.insert(link).second);
  }
  EXPECT_EQ(all.size(), d * ((1u << d) - 1));
}

TEST(RuleUnit, RingIsTheSameCycleForEverySource) {
  constexpr unsigned d = 4;
  std::vector<unsigned> received;
  std::set<std::pair<std::uint32_t, std::uint32_t>> all;
  for (std::uint32_t source = 0; source < 1u << d; ++source)
    all.merge(flood<d>(node::Rule::kRing, source, 0, received));
  EXPECT_EQ(all.size(), 1u << d);
}

TEST(RuleUnit, TableRuleTurnsTheTableByTheTree) {
  constexpr unsigned d = 4;
  const auto made = header<d>(node::Rule::kTable, 0b0001, 0, 1);
  // Relative address 0b0110, turned right by one: 0b0011; its children in the table, turned left by one.
  EXPECT_EQ(RuleUnit<AnyConfig<d>>::table_index(hls::Bits<d>(0b0111), made), 0b0011u);
  EXPECT_EQ(RuleUnit<AnyConfig<d>>::route(hls::Bits<d>(0b0111), made, hls::Bits<d>(0b1100)).ports, 0b1001u);
}

TEST(RuleUnit, RulesThatAreNotInTheHardwareDropNothingIn) {
  using OnlyEcube = Config<3, 32, 8, PortModel::kAllPort, rule_bit(node::Rule::kEcube)>;
  Header<OnlyEcube> made{};
  made.rule = hls::Bits<3>(static_cast<std::uint32_t>(node::Rule::kSbt));
  const auto route = RuleUnit<OnlyEcube>::route(hls::Bits<3>(0), made, hls::Bits<3>(0));
  EXPECT_EQ(route.ports, 0u);
  EXPECT_EQ(route.deliver, 0u);
}

}  // namespace
}  // namespace router::test
