// The rules of packets that are combined, node by node, against what they are for: trees,
// exchanges, lower addresses.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "firmware/rules/combining_cube_rules.hpp"

namespace rules {
namespace {

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
