// SPDX-License-Identifier: Apache-2.0
// The rule unit in every node, for every source, destination and tree: what the rules do to
// packets, not how.
#include "hls/router/rule_unit.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "firmware/trees/bertsekas.hpp"
#include "firmware/trees/johnsson_ho.hpp"

namespace router::test {
namespace {

template <unsigned d>
using AnyConfig = CubeConfig<d>;

template <class Rule>
constexpr node::Rule kRule = rules::CubeRules::number_of<Rule>();

template <unsigned d>
Header<AnyConfig<d>> header(node::Rule rule, std::uint32_t source, std::uint32_t destination, std::uint32_t tree) {
  return {{},
          SequenceNumber<AnyConfig<d>>(0),
          NodeAddress<AnyConfig<d>>(Address(source)),
          NodeAddress<AnyConfig<d>>(Address(destination)),
          TreeNumber<AnyConfig<d>>(tree),
          RuleNumber<AnyConfig<d>>(rule)};
}

struct Seen {
  std::uint32_t ports;
  bool deliver;
};

template <class Config>
Seen route(std::uint32_t me, const Header<Config>& header, std::uint32_t word = 0) {
  const Route<Config> route =
      RuleUnit<Config>::route(NodeAddress<Config>(Address(me)), header, PortSet<Config>(Ports(word)));
  return {route.ports.number(), route.deliver != 0};
}

// The ports that a packet takes from its source to its destination, as node addresses; empty if it
// goes astray.
template <unsigned d>
std::vector<std::uint32_t> path(node::Rule rule, std::uint32_t source, std::uint32_t destination, std::uint32_t tree) {
  std::vector<std::uint32_t> nodes = {source};
  while (nodes.size() <= d + 1) {
    const Seen seen = route(nodes.back(), header<d>(rule, source, destination, tree));
    if (seen.deliver) return nodes.back() == destination && seen.ports == 0 ? nodes : std::vector<std::uint32_t>();
    if ((seen.ports & (seen.ports - 1)) != 0 || seen.ports == 0) return {};
    nodes.push_back(nodes.back() ^ seen.ports);
  }
  return {};
}

template <unsigned d>
void expect_unicast() {
  for (std::uint32_t tree = 0; tree < d; ++tree) {
    for (std::uint32_t source = 0; source < 1u << d; ++source) {
      for (std::uint32_t destination = 0; destination < 1u << d; ++destination) {
        const auto down = path<d>(kRule<rules::Ascending>, source, destination, tree);
        const auto up = path<d>(kRule<rules::Ecube>, destination, source, tree);
        const auto distance = static_cast<std::size_t>(__builtin_popcount(source ^ destination));
        ASSERT_EQ(down.size(), distance + 1) << "d " << d << ": " << source << " to " << destination;
        // E-cube is the way back.
        ASSERT_TRUE(std::equal(down.begin(), down.end(), up.rbegin(), up.rend()));
      }
    }
  }
  // With tree 0, e-cube corrects the highest differing bit first.
  const auto way = path<d>(kRule<rules::Ecube>, 0, (1u << d) - 1, 0);
  ASSERT_EQ(way[1], 1u << (d - 1));
}

TEST(RuleUnit, PacketsToOneNodeTakeShortestPaths) {
  expect_unicast<1>();
  expect_unicast<2>();
  expect_unicast<3>();
  expect_unicast<5>();
}

// The way down by the ascending rule from the subtree's port is the path of the tree (Bertsekas et
// al. 1991, section 3).
TEST(RuleUnit, AscendingFollowsTheBalancedTree) {
  constexpr unsigned d = 6;
  for (std::uint32_t destination = 1; destination < 1u << d; ++destination) {
    const unsigned port = trees::BalancedTree::subtree(d, Address(destination));
    const auto way = path<d>(kRule<rules::Ascending>, 0, destination, port);
    ASSERT_EQ(way[1], 1u << port);
    for (std::size_t i = 1; i < way.size(); ++i) {
      ASSERT_EQ(way[i] ^ way[i - 1], trees::BalancedTree::parent(d, Address(way[i])).mask()) << destination;
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
    const Seen seen = route(nodes[i], header<d>(rule, source, 0, tree));
    EXPECT_TRUE(seen.deliver);
    for (unsigned port = 0; port < d; ++port) {
      if ((seen.ports >> port & 1u) == 0) continue;
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
      ASSERT_EQ(links.size(), (1u << d) - 1) << "rule " << static_cast<std::uint32_t>(rule) << " d " << d;
      for (std::uint32_t node = 0; node < 1u << d; ++node) ASSERT_EQ(received[node], node == source ? 0u : 1u);
    }
  }
}

TEST(RuleUnit, PacketsToAllReachEveryOtherNodeOnce) {
  for (const auto rule :
       {kRule<rules::Sbt>, kRule<rules::Nesbt>, kRule<rules::Sbnt>, kRule<rules::Gray>, kRule<rules::Ring>}) {
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
    for (const auto& link : flood<d>(kRule<rules::Nesbt>, 9, tree, received)) ASSERT_TRUE(all.insert(link).second);
  }
  EXPECT_EQ(all.size(), d * ((1u << d) - 1));
}

TEST(RuleUnit, RingIsTheSameCycleForEverySource) {
  constexpr unsigned d = 4;
  std::vector<unsigned> received;
  std::set<std::pair<std::uint32_t, std::uint32_t>> all;
  for (std::uint32_t source = 0; source < 1u << d; ++source)
    all.merge(flood<d>(kRule<rules::Ring>, source, 0, received));
  EXPECT_EQ(all.size(), 1u << d);
}

TEST(RuleUnit, TableRuleTurnsTheTableByTheTree) {
  constexpr unsigned d = 4;
  const auto made = header<d>(kRule<rules::Table>, 0b0001, 0, 1);
  // Relative address 0b0110, turned right by one: 0b0011; its children in the table, turned left by
  // one.
  RuleTable<AnyConfig<d>> table;
  const RegisterAccess access{hls::Bits<32>(node::address(node::Block::kTable, 0, 0b0011)), hls::Bits<32>(0b1100),
                              hls::Bit(1), hls::Bit(0)};
  table.write(RuleTable<AnyConfig<d>>::decode(access));
  const auto word = table.read(NodeAddress<AnyConfig<d>>(Address(0b0111)), made);
  EXPECT_EQ(word.number(), 0b1100u);
  EXPECT_EQ(route(0b0111, made, word.number()).ports, 0b1001u);
}

struct OnlyEcube : CubeConfig<3> {
  static constexpr std::uint32_t kRules = rules::CubeRules::mask_of<rules::Ecube>();
};

TEST(RuleUnit, RulesThatAreNotInTheHardwareDropNothingIn) {
  Header<OnlyEcube> made{};
  made.rule = RuleNumber<OnlyEcube>(kRule<rules::Sbt>);
  const Seen seen = route(0, made);
  EXPECT_EQ(seen.ports, 0u);
  EXPECT_FALSE(seen.deliver);
}

}  // namespace
}  // namespace router::test
