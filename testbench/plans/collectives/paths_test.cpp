// SPDX-License-Identifier: Apache-2.0
// Shortest paths, trees of them, and paths without cyclic channel dependencies, followed packet by
// packet.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/plans/collectives/plan.hpp"
#include "testbench/plans/collectives/test_simulator.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/plans/trees/acyclic_paths.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"
#include "testbench/plans/trees/shortest_trees.hpp"

namespace testbench::test {
namespace {

// Every packet is counted at every link that it passes.
TEST(RelativePaths, LoadPortsWithAllDistances) {
  // The last has more nodes than those whose views are kept.
  for (const char* spec : {"ring:8", "star:5", "ccc:4", "torus:3x4x2", "macrostar:2,2", "torus:41x41x41"}) {
    const Network network = symmetric_network_of(spec);
    const RelativePaths paths(network);
    std::vector<std::uint64_t> loads(network.ports(), 0);
    for (std::uint32_t seen = 1; seen < network.nodes(); ++seen) {
      std::uint32_t links = 0;
      for (std::uint32_t at = seen; at != 0; at = paths.behind(paths.port(at), at)) {
        ++loads[paths.port(at)];
        ++links;
      }
      ASSERT_EQ(links, paths.distance(seen)) << spec;
    }
    EXPECT_EQ(loads, paths.loads()) << spec;
  }
}

TEST(DestinationPaths, LoadLinksWithAllDistances) {
  for (const char* spec : {"mesh:3x5", "debruijn:5", "ring:8"}) {
    const Network network = network_of(spec);
    const LinkTable links(network);
    for (const EvenLoad even : {EvenLoad::kLinks, EvenLoad::kNodes}) {
      const DestinationPaths paths(links, even);
      std::vector<std::uint64_t> loads(std::size_t{network.nodes()} * network.ports(), 0);
      std::uint64_t hops = 0;
      for (std::uint32_t from = 0; from < network.nodes(); ++from) {
        for (std::uint32_t to = 0; to < network.nodes(); ++to) {
          for (std::uint32_t at = from; at != to; at = links.neighbour(at, paths.port(at, to))) {
            const unsigned port = paths.port(at, to);
            ++loads[even == EvenLoad::kLinks ? at * network.ports() + port : links.neighbour(at, port)];
            ++hops;
          }
        }
      }
      EXPECT_EQ(*std::max_element(loads.begin(), loads.end()), paths.most_loaded()) << spec;
      EXPECT_EQ(hops, paths.hops()) << spec;
    }
  }
}

// The balanced trees of the cube have (2^d - 1) / d nodes behind a port, rounded up (Ho and
// Johnsson); so have these, and those of other networks with many shortest paths.
TEST(BalancedTree, IsEven) {
  for (const char* spec : {"cube:4", "cube:7", "cube:10", "torus:8x8", "torus:4x5x6", "star:5", "hamming:4x4",
                           "complete:9", "ring:11", "folded:6", "pancake:5"}) {
    const Network network = network_of(spec);
    const LinkTable links(network);
    const BalancedTree tree(links, 0);
    EXPECT_EQ(tree.cycles(1), (network.nodes() - 2) / network.ports() + 1) << spec;
  }
}

TEST(BalancedTree, IsATreeOfShortestPaths) {
  for (const char* spec : test_support::with_soak<const char*>({"cube:9", "mesh:20x20", "debruijn:9", "ccc:6"},
                                                               {"cube:16", "mesh:256x256", "debruijn:12", "ccc:9"})) {
    const Network network = network_of(spec);
    const LinkTable links(network);
    const std::uint32_t root = network.nodes() / 3;
    const BalancedTree tree(links, root);
    std::uint64_t below_root = 0;
    std::uint64_t largest = 0;
    for (unsigned port = 0; port < network.ports(); ++port) {
      if (!tree.is_child(root, port)) continue;
      std::uint64_t nodes = 0;
      tree.for_each_below(links.neighbour(root, port), [&](std::uint32_t) { ++nodes; });
      below_root += nodes;
      largest = std::max(largest, nodes);
    }
    EXPECT_EQ(below_root, network.nodes() - 1) << spec;
    EXPECT_EQ(largest, tree.cycles(1)) << spec;
    for (std::uint32_t node = 0; node < network.nodes(); ++node) {
      if (node == root) continue;
      const std::uint32_t parent = links.neighbour(node, tree.parent_port(node));
      ASSERT_EQ(tree.levels().distance[parent] + 1, tree.levels().distance[node]) << spec;
      ASSERT_TRUE(tree.is_child(parent, links.arrival_port(node, tree.parent_port(node)))) << spec;
    }
  }
}

using Waiting = std::map<std::uint32_t, std::set<std::uint32_t>>;

// By search in depth: a link that is met again on the way down from it.
bool has_cyclic_dependency(const Waiting& waiting) {
  std::set<std::uint32_t> done;
  std::set<std::uint32_t> above;
  const std::function<bool(std::uint32_t)> visit = [&](std::uint32_t link) {
    if (above.contains(link)) return true;
    if (!done.insert(link).second) return false;
    above.insert(link);
    const auto next = waiting.find(link);
    const bool found = next != waiting.end() && std::any_of(next->second.begin(), next->second.end(), visit);
    above.erase(link);
    return found;
  };
  return std::any_of(waiting.begin(), waiting.end(), [&](const auto& each) { return visit(each.first); });
}

// Every packet of a total exchange.
struct Followed {
  template <class Paths>
  Followed(const LinkTable& links, const Paths& paths) {
    for (std::uint32_t from = 0; from < links.nodes(); ++from) {
      for (std::uint32_t to = 0; to < links.nodes(); ++to) follow(links, paths, from, to);
    }
    for (const auto& [link, packets] : loads) most_loaded = std::max(most_loaded, packets);
  }

  template <class Paths>
  void follow(const LinkTable& links, const Paths& paths, std::uint32_t from, std::uint32_t to) {
    std::uint32_t last = ~0u;
    std::uint32_t length = 0;
    for (std::uint32_t at = from; at != to; at = links.neighbour(at, paths.port(at, to))) {
      ASSERT_LT(length++, links.nodes()) << from << " to " << to << " goes around";
      ASSERT_TRUE(links.has_link(at, paths.port(at, to)));
      const std::uint32_t link = at * links.ports() + paths.port(at, to);
      if (last != ~0u) waiting[last].insert(link);
      ++loads[link];
      last = link;
    }
    hops += length;
  }

  Waiting waiting;
  std::map<std::uint32_t, std::uint64_t> loads;
  std::uint64_t most_loaded = 0;
  std::uint64_t hops = 0;
};

void expect_paths_without_cyclic_dependency(const LinkTable& links) {
  const AcyclicPaths paths(links, PathLoad::kPackets);
  const Followed followed(links, paths);
  EXPECT_FALSE(has_cyclic_dependency(followed.waiting));
  EXPECT_EQ(followed.hops, paths.hops());
  EXPECT_EQ(followed.most_loaded, paths.most_loaded());

  const AcyclicPaths trees(links, PathLoad::kTrees);
  EXPECT_FALSE(has_cyclic_dependency(Followed(links, trees).waiting));
  std::map<std::pair<std::uint32_t, unsigned>, std::uint64_t> trees_over;
  std::uint64_t most = 0;
  for (std::uint32_t root = 0; root < links.nodes(); ++root) {
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      if (node != root) most = std::max(most, ++trees_over[{node, trees.port(node, root)}]);
    }
  }
  EXPECT_EQ(trees.most_loaded(), most);
  EXPECT_EQ(trees.hops(), std::uint64_t{links.nodes()} * (links.nodes() - 1));
}

TEST(AcyclicPaths, FormNoCyclicDependencyOnAnyNetwork) {
  for (const char* spec :
       {"ring:5", "ring:12", "torus:4x6", "torus:3x4x5", "ccc:3", "butterfly:3", "star:4", "pancake:4", "complete:6",
        "folded:4", "debruijn:5", "circulant:13:1,5", "product:path:3*ring:4"}) {
    SCOPED_TRACE(spec);
    expect_paths_without_cyclic_dependency(LinkTable(network_of(spec)));
  }
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned i = 0; i < test_support::soak_or(12u, 4u); ++i) {
    SCOPED_TRACE(i);
    expect_paths_without_cyclic_dependency(LinkTable(random_cayley(random, test_support::soak_or(120u, 60u))));
  }
}

// Some links work in one direction alone, and packets take them.
TEST(AcyclicPaths, FormNoCyclicDependencyAroundDeadLinks) {
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned i = 0; i < test_support::soak_or(60u, 12u); ++i) {
    SCOPED_TRACE(i);
    const Network network = network_of(i % 2 == 0 ? "cube:4" : "torus:3x4");
    const std::uint64_t seed = random();
    const LinkTable links(network, [&](std::uint32_t node, unsigned port) {
      return std::mt19937_64(seed + node * network.ports() + port)() % 8 == 0;
    });
    if (levels_from(links.of_both_ways(), 0).order.size() < links.nodes()) {
      EXPECT_THROW(AcyclicPaths(links, PathLoad::kPackets), PlanError);
      continue;
    }
    expect_paths_without_cyclic_dependency(links);
    expect_paths_without_cyclic_dependency(links.turned());
  }
}

TEST(LinkTable, TurnsEveryLinkOnce) {
  const Network cube = network_of("cube:3");
  const LinkTable links(cube, [](std::uint32_t node, unsigned port) { return node == 5 && port == 1; });
  EXPECT_FALSE(links.has_link(5, 1));
  EXPECT_TRUE(links.has_link(7, 1));
  EXPECT_TRUE(links.turned().has_link(5, 1));
  EXPECT_FALSE(links.turned().has_link(7, 1));
  EXPECT_EQ(links.turned().neighbour(5, 1), 7u);
  EXPECT_FALSE(links.of_both_ways().has_link(5, 1));
  EXPECT_FALSE(links.of_both_ways().has_link(7, 1));
  EXPECT_EQ(links.turned().turned().neighbours(), links.neighbours());
  EXPECT_EQ(LinkTable(cube).turned().neighbours(), LinkTable(cube).neighbours());
}

// Searches meet every switch, and ends are as far from one another as over the links that work.
TEST(LinkTable, LostSwitchesAreLeavesOfNoWay) {
  std::mt19937_64 random = test_support::seeded_random();
  unsigned lost = 0;
  for (unsigned i = 0; i < 60; ++i) {
    SCOPED_TRACE(i);
    const Network network = network_of(i % 2 == 0 ? "leafspine:2,3,4" : "fattree:4");
    const LinkTable whole(network);
    const std::uint64_t seed = random();
    const unsigned often = i % 3 == 0 ? 2 : 4;
    const LinkTable working(network, [&](std::uint32_t node, unsigned port) {
      const bool is_of_end = !whole.is_switch(node) || !whole.is_switch(whole.neighbour(node, port));
      return !is_of_end && std::mt19937_64(seed + node * network.ports() + port)() % often == 0;
    });
    const LinkTable links = working.with_lost_switches(whole);
    for (std::uint32_t end = 0; end < links.ends(); ++end) {
      ASSERT_EQ(distances_to_ends(links, end), distances_to_ends(working, end));
    }
    const auto is_cut_off = [](const LinkTable& some) {
      return std::ranges::count(distances_to_ends(some, 0), BreadthFirst::kUnseen) != 0;
    };
    if (is_cut_off(working) || is_cut_off(working.turned())) continue;
    lost += levels_from(working, 0).order.size() < links.nodes() ? 1 : 0;
    EXPECT_EQ(levels_from(links, 0).order.size(), links.nodes());
    EXPECT_EQ(levels_from(links.turned(), 0).order.size(), links.nodes());
  }
  EXPECT_GE(lost, 2u);
}

// Dimension order, and trees, keep their shortest paths.
TEST(AcyclicPaths, CostNothingWhereShortestWaysAreAcyclic) {
  for (const char* spec : {"mesh:4x6", "mesh:3x4x2", "cube:4", "hamming:3x4", "torus:3x3", "path:9", "complete:5"}) {
    SCOPED_TRACE(spec);
    const LinkTable links(network_of(spec));
    const DestinationPaths shortest(links, EvenLoad::kLinks);
    EXPECT_FALSE(has_cyclic_dependency(Followed(links, shortest).waiting));
    const AcyclicPaths paths(links, PathLoad::kPackets);
    EXPECT_EQ(paths.hops(), shortest.hops());
    EXPECT_EQ(paths.most_loaded(), shortest.most_loaded());
  }
}

// Around a ring of 5 every link waits for the next on shortest paths. Without the dependency cycle
// no packet may pass some node on the way up, and none some node on the way down: of the packets
// that take two hops one of each then takes three.
TEST(AcyclicPaths, TakeTheLeastDetoursOnARing) {
  const LinkTable links(network_of("ring:5"));
  EXPECT_TRUE(has_cyclic_dependency(Followed(links, DestinationPaths(links, EvenLoad::kLinks)).waiting));
  EXPECT_EQ(AcyclicPaths(links, PathLoad::kPackets).hops(), 5u * (1 + 1 + 2 + 2) + 1 + 1);
}

TEST(AcyclicPaths, AreRefusedWhereTheyWouldBeSearchedForTooLong) {
  const LinkTable ring(network_of("ring:1025"));
  EXPECT_THROW(AcyclicPaths(ring, PathLoad::kPackets), PlanError);
  const LinkTable mesh(network_of("mesh:33x32"));
  EXPECT_NO_THROW(AcyclicPaths(mesh, PathLoad::kPackets));
}

// Beside a graph that is searched whole for every addition.
TEST(LinkDependencies, AreRefusedWhereTheyMakeADependencyCycleAndOnlyThere) {
  const LinkTable links(network_of("torus:3x3"));
  std::mt19937_64 random = test_support::seeded_random();
  LinkDependencies dependencies(links);
  Waiting kept;
  unsigned refused = 0;
  for (unsigned round = 0; round < 20; ++round) {
    Waiting waiting = kept;
    for (unsigned i = 0; i < 30; ++i) {
      const auto link = static_cast<std::uint32_t>(random() % (links.nodes() * links.ports()));
      const auto port = static_cast<unsigned>(random() % links.ports());
      const std::uint32_t next = links.neighbour(link / links.ports(), link % links.ports()) * links.ports() + port;
      Waiting with = waiting;
      with[link].insert(next);
      const bool makes_cycle = has_cyclic_dependency(with);
      ASSERT_EQ(dependencies.add(link, port), !makes_cycle) << link << ' ' << port;
      refused += makes_cycle ? 1 : 0;
      if (!makes_cycle) waiting = with;
    }
    if (round % 2 == 0) {
      dependencies.undo();
    } else {
      dependencies.keep();
      kept = waiting;
    }
  }
  EXPECT_GT(refused, 20u);
}

}  // namespace
}  // namespace testbench::test
