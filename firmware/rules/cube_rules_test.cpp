// SPDX-License-Identifier: Apache-2.0
// The lists of rules, the routing that hardware and host share, and the rules of combined packets.
// hls/router/rule_unit_test.cpp tests what the other rules do to packets, where they are hardware.
#include "firmware/rules/cube_rules.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace rules {
namespace {

TEST(CubeRules, AreNumberedByTheirPlace) {
  std::uint32_t next = 0;
  std::set<std::string> names;
  CubeRules::for_each([&](auto rule, node::Rule number) {
    EXPECT_EQ(static_cast<std::uint32_t>(number), next++);
    EXPECT_TRUE(names.insert(rule.kName).second);
    EXPECT_EQ(CubeRules::is_to_all(number), rule.kCast == Cast::kAll);
    EXPECT_EQ((CubeRules::kStored & node::rule_bit(number)) != 0, rule.kStored);
  });
  EXPECT_EQ(next, CubeRules::kCount);
  EXPECT_FALSE(CubeRules::is_to_all(static_cast<node::Rule>(CubeRules::kCount)));
  EXPECT_EQ((CubeRules::mask_of<Ecube, Table>()), 0b10000001u);
  EXPECT_EQ(CubeRules::mask_of<Sbt>(), 0b100u);
}

// The constant tables of small cubes in hardware say what the formulas say.
template <unsigned d>
void expect_the_same_as_at_run_time() {
  const network::Cube cube(d);
  for (std::uint32_t rule = 0; rule < CubeRules::kCount; ++rule) {
    for (std::uint32_t tree = 0; tree < d; ++tree) {
      for (const Address me : network::addresses(1u << d)) {
        for (const Address other : network::addresses(1u << d)) {
          const Heading heading{node::Rule{rule}, other, other, tree};
          const Decision fixed = route<CubeRules>(network::FixedCube<d>(), me, heading, Ports(1));
          const Decision free = route<CubeRules>(cube, me, heading, Ports(1));
          ASSERT_EQ(fixed.ports, free.ports) << "rule " << rule << " d " << d;
          ASSERT_EQ(fixed.deliver, free.deliver);
        }
      }
    }
  }
}

TEST(CubeRules, AreTheSameInHardwareAndOnTheHost) {
  expect_the_same_as_at_run_time<1>();
  expect_the_same_as_at_run_time<2>();
  expect_the_same_as_at_run_time<5>();
  expect_the_same_as_at_run_time<6>();
  expect_the_same_as_at_run_time<7>();
}

TEST(CubeRules, AStoredRuleReadsTheWordOfTheNodeAsTheSourceSeesItInTreeZero) {
  const Heading heading{CubeRules::number_of<Table>(), Address(0b0001), Address(0), 1};
  // Relative address 0b0110, turned right by one: 0b0011; its children in the table, turned left by
  // one.
  EXPECT_EQ(place<CubeRules>(network::Cube(4), Address(0b0111), heading), Address(0b0011));
  EXPECT_EQ(route<CubeRules>(network::Cube(4), Address(0b0111), heading, Ports(0b1100)).ports, Ports(0b1001));
}

TEST(CubeRules, RouteNothingByARuleThatIsNotPresent) {
  constexpr std::uint32_t kPresent = CubeRules::mask_of<Ecube>();
  const Heading heading{CubeRules::number_of<Sbt>(), Address(0), Address(0), 0};
  const Decision decision = route<CubeRules, kPresent>(network::Cube(3), Address(1), heading, Ports());
  EXPECT_TRUE(decision.ports.empty());
  EXPECT_FALSE(decision.deliver);
}

// A ninth rule is one struct and one entry.
struct Backwards : ToOne {
  static constexpr const char* kName = "backwards";
  static constexpr bool kTurned = false;
  static constexpr Decision route(const Arrival& at) {
    return {cube::difference(at.me, at.source).lowest(), at.me == at.source};
  }
};
using Nine = RuleList<Ecube, Ascending, Sbt, Nesbt, Sbnt, Gray, Ring, Table, Backwards>;

TEST(RuleList, TakesANinthRule) {
  EXPECT_EQ(static_cast<std::uint32_t>(Nine::number_of<Backwards>()), 8u);
  EXPECT_FALSE(Nine::is_to_all(Nine::number_of<Backwards>()));
  std::string names;
  Nine::for_each([&](auto rule, node::Rule) { names += std::string(rule.kName) + ' '; });
  EXPECT_EQ(names, "ecube ascending sbt nesbt sbnt gray ring table backwards ");
  const Heading heading{Nine::number_of<Backwards>(), Address(0b100), Address(0), 0};
  EXPECT_EQ(route<Nine>(network::Cube(3), Address(0b110), heading, Ports()).ports, Ports::one(1));
  EXPECT_TRUE(route<Nine>(network::Cube(3), Address(0b100), heading, Ports()).deliver);
}

// The rules of packets that are combined, node by node, against what they are for: trees,
// exchanges, lower addresses.
using Rules = CombiningCubeRules;

TEST(CombiningCubeRules, KeepTheNumbersOfTheOthersAndFollowThem) {
  std::uint32_t number = 0;
  CubeRules::for_each([&](auto rule, node::Rule in_others) {
    EXPECT_EQ(Rules::number_of<decltype(rule)>(), in_others);
    ++number;
  });
  EXPECT_EQ(static_cast<std::uint32_t>(Rules::number_of<Parents>()), number);
  EXPECT_EQ(static_cast<std::uint32_t>(Rules::number_of<Exchange>()), number + 1);
  EXPECT_EQ(static_cast<std::uint32_t>(Rules::number_of<Prefix>()), number + 2);
  EXPECT_EQ(Rules::kCombining, 0b111u << number);
  EXPECT_EQ(Rules::kStored & ~CubeRules::kStored, Rules::mask_of<Parents>());
  EXPECT_FALSE(Rules::is_to_all(Rules::number_of<Parents>()));
  EXPECT_TRUE(Rules::is_to_all(Rules::number_of<Exchange>()));
  EXPECT_TRUE(Rules::is_to_all(Rules::number_of<Prefix>()));
}

// The word is that of the destination as the node sees it, turned right by the tree; its ports are
// turned left again.
TEST(Parents, SendUpTheTurnedTreeAndDeliverAtTheRoot) {
  const network::Cube cube(4);
  const Heading heading{Rules::number_of<Parents>(), Address(0b1111), Address(0b0001), 1};
  EXPECT_EQ(place<Rules>(cube, Address(0b0111), heading), Address(0b0011)) << "0110 turned right";
  const Decision on = route<Rules>(cube, Address(0b0111), heading, Ports(0b0001));
  EXPECT_EQ(on.ports, Ports(0b0010));
  EXPECT_FALSE(on.deliver);
  EXPECT_EQ(place<Rules>(cube, Address(0b0001), heading), Address(0));
  const Decision at_root = route<Rules>(cube, Address(0b0001), heading, Ports());
  EXPECT_TRUE(at_root.ports.empty());
  EXPECT_TRUE(at_root.deliver);
  EXPECT_EQ(route<Rules>(cube, Address(0b0001), heading, Ports(0b1000)).ports, Ports(0b0001)) << "that send on";
}

// A packet of tree t that came through port p goes to the ports that follow p in the order t, t +
// 1, .., t - 1.
TEST(Exchange, GoesToThePortsThatFollowInTheOrderOfTheTree) {
  for (unsigned d = 1; d <= 6; ++d) {
    const network::Cube cube(d);
    for (std::uint32_t tree = 0; tree < d; ++tree) {
      for (unsigned place_in_order = 0; place_in_order < d; ++place_in_order) {
        const unsigned port = (tree + place_in_order) % d;
        Ports following;
        for (unsigned i = place_in_order + 1; i < d; ++i) following |= Ports::one((tree + i) % d);
        for (const Address me : network::addresses(1u << d)) {
          const Heading heading{Rules::number_of<Exchange>(), cube::neighbour(me, port), Address(), tree};
          const Decision way = route<Rules>(cube, me, heading, Ports());
          ASSERT_EQ(way.ports, following) << "d " << d << " tree " << tree << " port " << port;
          ASSERT_TRUE(way.deliver);
        }
      }
    }
  }
}

TEST(Prefix, GoesOnAsAnExchangeAndIntoTheResultsOfHigherAddresses) {
  constexpr unsigned d = 5;
  const network::Cube cube(d);
  for (const Address me : network::addresses(1u << d)) {
    for (unsigned port = 0; port < d; ++port) {
      const Address source = cube::neighbour(me, port);
      const Decision way = route<Rules>(cube, me, {Rules::number_of<Prefix>(), source, Address(), 0}, Ports());
      Ports above;
      for (unsigned other = port + 1; other < d; ++other) above |= Ports::one(other);
      ASSERT_EQ(way.ports, above);
      ASSERT_EQ(way.deliver, source.number() < me.number());
    }
  }
}

template <unsigned d>
void expect_the_same_in_hardware() {
  for (const node::Rule rule :
       {Rules::number_of<Parents>(), Rules::number_of<Exchange>(), Rules::number_of<Prefix>()}) {
    for (std::uint32_t tree = 0; tree < d; ++tree) {
      for (const Address me : network::addresses(1u << d)) {
        for (unsigned port = 0; port < d; ++port) {
          const Heading heading{rule, cube::neighbour(me, port), Address(1), tree};
          const Decision fixed = route<Rules>(network::FixedCube<d>(), me, heading, Ports(1));
          const Decision free = route<Rules>(network::Cube(d), me, heading, Ports(1));
          ASSERT_EQ(fixed.ports, free.ports);
          ASSERT_EQ(fixed.deliver, free.deliver);
        }
      }
    }
  }
}

TEST(CombiningCubeRules, AreTheSameInHardwareAndOnTheHost) {
  expect_the_same_in_hardware<1>();
  expect_the_same_in_hardware<2>();
  expect_the_same_in_hardware<5>();
  expect_the_same_in_hardware<7>();
}

// A packet of any other rule finds its way as in nodes that do not combine.
TEST(CombiningCubeRules, LeaveTheOthersAsTheyAre) {
  constexpr unsigned d = 4;
  const network::Cube cube(d);
  for (std::uint32_t rule = 0; rule < CubeRules::kCount; ++rule) {
    for (const Address me : network::addresses(1u << d)) {
      for (const Address other : network::addresses(1u << d)) {
        const Heading heading{node::Rule{rule}, other, cube::neighbour(other, 1), 2};
        const Decision with = route<Rules>(cube, me, heading, Ports(0b0110));
        const Decision without = route<CubeRules>(cube, me, heading, Ports(0b0110));
        ASSERT_EQ(with.ports, without.ports);
        ASSERT_EQ(with.deliver, without.deliver);
      }
    }
  }
}

}  // namespace
}  // namespace rules
