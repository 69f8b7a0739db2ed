// SPDX-License-Identifier: Apache-2.0
// From first principles: rules that take the dimensions in one order couple links in that order
// only (Dally and Seitz 1987). Turned trees begin in any dimension, and a ring is a cycle.
#include "testbench/run/rule_links.hpp"

#include <gtest/gtest.h>

#include "firmware/rules/cube_rules.hpp"

namespace testbench::test {
namespace {

template <class Rule>
bool has_cyclic_dependency(unsigned d, std::uint32_t trees) {
  return !rule_links(network::Cube(d), rules::CubeRules::number_of<Rule>(), trees).dependency_cycle().empty();
}

TEST(RuleLinks, OfOneOrderOfDimensionsAreAcyclic) {
  for (unsigned d = 1; d <= 6; ++d) {
    EXPECT_FALSE(has_cyclic_dependency<rules::Ecube>(d, 1)) << d;
    EXPECT_FALSE(has_cyclic_dependency<rules::Ascending>(d, 1)) << d;
    EXPECT_FALSE(has_cyclic_dependency<rules::Sbt>(d, 1)) << d;
  }
}

TEST(RuleLinks, OfTurnedTreesAndOfTheRingAreCyclic) {
  for (unsigned d = 2; d <= 6; ++d) {
    EXPECT_TRUE(has_cyclic_dependency<rules::Ecube>(d, d)) << d;
    EXPECT_TRUE(has_cyclic_dependency<rules::Ascending>(d, d)) << d;
    EXPECT_TRUE(has_cyclic_dependency<rules::Sbt>(d, d)) << d;
    EXPECT_TRUE(has_cyclic_dependency<rules::Ring>(d, 1)) << d;
  }
}

// E-cube packets leave through lower ports than they came through. Every node has every such pair.
TEST(RuleLinks, OfEcubeAreAllDescendingPairs) {
  for (unsigned d = 1; d <= 5; ++d) {
    const LinkGraph graph = rule_links(network::Cube(d), rules::CubeRules::number_of<rules::Ecube>(), 1);
    EXPECT_EQ(graph.couplings(), (std::uint64_t{1} << d) * d * (d - 1) / 2) << d;
  }
}

}  // namespace
}  // namespace testbench::test
