// The list of rules, and the routing that hardware and host share. What the cube's rules do to
// packets is tested where they are hardware (hls/router/rule_unit_test.cpp).
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "firmware/rules/cube_rules.hpp"

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
struct Backwards {
  static constexpr const char* kName = "backwards";
  static constexpr Cast kCast = Cast::kOne;
  static constexpr bool kTurned = false;
  static constexpr bool kStored = false;
  template <class Network>
  static constexpr Decision route(const Network&, const Arrival& at) {
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

}  // namespace
}  // namespace rules
