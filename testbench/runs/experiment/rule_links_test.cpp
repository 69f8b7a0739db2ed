// SPDX-License-Identifier: Apache-2.0
// Dependency graphs of rules, from first principles: rules that take the dimensions in one order
// couple links in that order only (Dally and Seitz 1987). Turned trees begin in any dimension, and a
// ring is a cycle. Dependency graphs of the schemes for broadcast requests are compared with the
// links that runs use.
#include "testbench/runs/experiment/rule_links.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "firmware/rules/cube_rules.hpp"
#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/runs/broadcast/partial_broadcast.hpp"

namespace testbench::test {
namespace {

using broadcast::Scheme;
using network::Address;

bool has_cyclic_dependency(unsigned d, node::Rule rule, std::uint32_t trees) {
  return !rule_links(network::Cube(d), rule, trees).dependency_cycle().empty();
}

// With one tree, and with d trees that are turned.
TEST(RuleLinks, AreAcyclicInOneOrderOfDimensionsAndCyclicInTurnedOnes) {
  using Rules = rules::CubeRules;
  for (const node::Rule rule :
       {Rules::number_of<rules::Ecube>(), Rules::number_of<rules::Ascending>(), Rules::number_of<rules::Sbt>()}) {
    for (unsigned d = 1; d <= 6; ++d) {
      SCOPED_TRACE(testing::Message() << "d " << d << ", rule " << static_cast<unsigned>(rule));
      EXPECT_FALSE(has_cyclic_dependency(d, rule, 1));
      if (d >= 2) EXPECT_TRUE(has_cyclic_dependency(d, rule, d));
    }
  }
}

TEST(RuleLinks, OfTheRingAreCyclic) {
  for (unsigned d = 2; d <= 6; ++d) {
    EXPECT_TRUE(has_cyclic_dependency(d, rules::CubeRules::number_of<rules::Ring>(), 1)) << d;
  }
}

// E-cube packets leave through lower ports than they came through. Every node has every such pair.
TEST(RuleLinks, OfEcubeAreAllDescendingPairs) {
  for (unsigned d = 1; d <= 5; ++d) {
    const LinkGraph graph = rule_links(network::Cube(d), rules::CubeRules::number_of<rules::Ecube>(), 1);
    EXPECT_EQ(graph.couplings(), (std::uint64_t{1} << d) * d * (d - 1) / 2) << d;
  }
}

// The most packets that pass one crosspoint: from one port on over another, for any destination.
std::uint64_t most_passages(const LinkEvents& events) {
  struct Way {
    std::set<std::pair<std::uint32_t, unsigned>> in;   // node, port that it came through
    std::set<std::pair<std::uint32_t, unsigned>> out;  // node, port
  };
  // A packet is packed and then broadcast, so it has two paths.
  std::map<std::array<std::uint64_t, 3>, Way> ways;
  for (const LinkEvent& event : events) {
    Way& way = ways[{event.destination == kAllNodes ? 1u : 0u, event.source, event.sequence}];
    way.in.insert({event.node ^ (1u << event.port), event.port});
    way.out.insert({event.node, event.port});
  }
  std::map<std::array<std::uint64_t, 3>, std::uint64_t> passages;
  std::uint64_t most = 0;
  for (const auto& [packet, way] : ways) {
    for (const auto& [node, in] : way.in) {
      for (auto out = way.out.lower_bound({node, 0}); out != way.out.end() && out->first == node; ++out) {
        most = std::max(most, ++passages[{node, in, out->second}]);
      }
    }
  }
  return most;
}

TEST(SchemeLinks, NoMorePacketsOfAPartialBroadcastPassAQueueThanIsSaid) {
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned d = 2; d <= test_support::soak_or(5u, 4u); ++d) {
    for (const Scheme scheme : {Scheme::kPmnb1, Scheme::kPmnb2, Scheme::kPmnb3}) {
      const std::uint64_t bound = packets_through_a_queue(network::Cube(d), scheme);
      std::uint64_t most = 0;
      for (unsigned run = 0; run < 12; ++run) {
        BroadcastSetting setting(d, scheme);
        setting.queue_depth.chosen = std::size_t{4} << d;
        setting.stall_probability = run % 3 == 0 ? 0 : 0.6;
        setting.seed = random();
        std::vector<Address> active;
        for (const Address node : network::addresses(cube::nodes(d))) active.push_back(node);
        std::shuffle(active.begin(), active.end(), random);
        if (run > 1) active.resize(1 + random() % active.size());
        const auto mesh = make_native_servers(setting);
        LinkEvents events;
        const auto result = run_partial_broadcast(
            *mesh, setting, active, [&](std::uint64_t cycle) { mesh->append_link_events(cycle, events); });
        EXPECT_EQ(result.error, std::nullopt);
        EXPECT_LE(result.deepest_queue, bound);
        most = std::max(most, most_passages(events));
      }
      EXPECT_LE(most, bound) << "d " << d << ", scheme " << static_cast<unsigned>(scheme);
      EXPECT_GE(2 * most, bound) << "d " << d << ", scheme " << static_cast<unsigned>(scheme);
    }
  }
}

// Couples the links that the packets of one period use in a run.
LinkGraph links_of_run(unsigned d, Scheme scheme, const std::vector<Address>& active) {
  BroadcastSetting setting(d, scheme);
  setting.prefix->channel = broadcast::PrefixChannel::kWires;  // counts are no packets then
  setting.queue_depth.chosen = std::size_t{4} << d;
  const auto mesh = make_native_servers(setting);
  LinkEvents events;
  const auto result = run_partial_broadcast(*mesh, setting, active,
                                            [&](std::uint64_t cycle) { mesh->append_link_events(cycle, events); });
  EXPECT_EQ(result.error, std::nullopt);
  // Keyed by packing or broadcast, source, sequence and node: the links over which the packet
  // leaves.
  std::map<std::array<std::uint64_t, 4>, std::vector<std::uint32_t>> outs;
  const auto key = [](const LinkEvent& event, std::uint32_t node) {
    return std::array<std::uint64_t, 4>{event.destination == kAllNodes ? 1u : 0u, event.source, event.sequence, node};
  };
  for (const LinkEvent& event : events) outs[key(event, event.node)].push_back(event.node * d + event.port);
  LinkGraph graph(cube::nodes(d) * d);
  for (const LinkEvent& event : events) {
    for (const std::uint32_t out : outs[key(event, event.node ^ 1u << event.port)]) {
      graph.couple(event.node * d + event.port, out);
    }
  }
  return graph;
}

// m of a period, by its definition.
unsigned packed_dimensions(unsigned d, Scheme scheme, std::size_t active) {
  const std::size_t most = scheme == Scheme::kPmnb3 ? (active + d - 1) / d : active;
  unsigned m = 0;
  while (std::size_t{1} << m < most) ++m;
  return m;
}

// Every set of active nodes of small cubes, and many sets of larger cubes.
std::vector<std::vector<Address>> sets_of_active_nodes(unsigned d, std::mt19937_64& random) {
  std::vector<std::vector<Address>> sets;
  const std::uint32_t nodes = cube::nodes(d);
  for (std::uint64_t set = 1; d <= 3 && set < std::uint64_t{1} << nodes; ++set) {
    std::vector<Address>& active = sets.emplace_back();
    for (const Address node : network::addresses(nodes)) {
      if ((set >> node.number() & 1u) != 0) active.push_back(node);
    }
  }
  for (unsigned run = 0; d > 3 && run < 60; ++run) {
    std::vector<Address>& active = sets.emplace_back();
    for (const Address node : network::addresses(nodes)) active.push_back(node);
    std::shuffle(active.begin(), active.end(), random);
    if (run > 0) active.resize(1 + random() % (std::size_t{1} << (1 + run % d)));
  }
  return sets;
}

// The graph for m has all couplings of a period with that m. For the largest m with a dependency
// cycle, the packets of some period make one.
TEST(SchemeLinks, PeriodsMakeTheDependencyCycleOfTheLargestM) {
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned d = 1; d <= test_support::soak_or(5u, 4u); ++d) {
    const auto sets = sets_of_active_nodes(d, random);
    for (const Scheme scheme : {Scheme::kPmnb1, Scheme::kPmnb2, Scheme::kPmnb3}) {
      SCOPED_TRACE(testing::Message() << "d " << d << ", scheme " << static_cast<unsigned>(scheme));
      const std::vector<LinkGraph> said = period_links(network::Cube(d), scheme);
      ASSERT_EQ(said.size(), d + 1);
      std::vector<bool> has_cyclic_dependency(d + 1);
      for (const std::vector<Address>& active : sets) {
        const unsigned m = packed_dimensions(d, scheme, active.size());
        const LinkGraph seen = links_of_run(d, scheme, active);
        LinkGraph both = said[m];
        both.add(seen);
        ASSERT_EQ(both.couplings(), said[m].couplings()) << "m " << m << ", active " << active.size();
        if (!seen.dependency_cycle().empty()) has_cyclic_dependency[m] = true;
      }
      unsigned m = d;
      while (m > 0 && said[m].dependency_cycle().empty()) --m;
      // The active nodes decide the ranks of the two packets of each class. No set of active nodes
      // has both halves of the dependency cycle.
      const bool is_too_much = d == 2 && scheme == Scheme::kPmnb3;
      EXPECT_EQ(!said[m].dependency_cycle().empty(), has_cyclic_dependency[m] || is_too_much) << "m " << m;
      EXPECT_FALSE(is_too_much && has_cyclic_dependency[m]);
    }
  }
}

// If no period makes a cycle, one order of links serves all periods.
TEST(SchemeLinks, PeriodsWithoutCyclicDependenciesHaveOneOrder) {
  for (unsigned d = 1; d <= 5; ++d) {
    for (const Scheme scheme : {Scheme::kPmnb1, Scheme::kPmnb2, Scheme::kPmnb3}) {
      const std::vector<LinkGraph> graphs = period_links(network::Cube(d), scheme);
      LinkGraph all = graphs.front();
      for (const LinkGraph& graph : graphs) all.add(graph);
      const bool has_cyclic_dependency = std::any_of(
          graphs.begin(), graphs.end(), [](const LinkGraph& graph) { return !graph.dependency_cycle().empty(); });
      EXPECT_EQ(all.dependency_cycle().empty(), !has_cyclic_dependency)
          << "d " << d << ", scheme " << static_cast<unsigned>(scheme);
    }
  }
}

// Trees whose dimensions come in turned orders couple links in cycles. In a cube of one dimension
// no packet continues.
TEST(SchemeLinks, CyclicDependenciesOfRequestsThatAreServedAtOnce) {
  for (const Scheme scheme : {Scheme::kDirect, Scheme::kBalanced, Scheme::kIndirect}) {
    SCOPED_TRACE(static_cast<unsigned>(scheme));
    EXPECT_EQ(scheme_links(network::Cube(1), scheme).couplings(), 0u);
    for (unsigned d = 2; d <= 5; ++d) {
      const std::vector<std::uint32_t> cycle = scheme_links(network::Cube(d), scheme).dependency_cycle();
      ASSERT_FALSE(cycle.empty()) << d;
      // Link d node + port: each ends where the next begins.
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        EXPECT_EQ(cycle[i] / d ^ 1u << cycle[i] % d, cycle[(i + 1) % cycle.size()] / d);
      }
    }
  }
}

}  // namespace
}  // namespace testbench::test
