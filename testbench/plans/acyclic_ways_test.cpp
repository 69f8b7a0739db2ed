// Ways whose links never wait for one another in a cycle, followed packet by packet, and the
// dependencies that they are found in.
#include "testbench/plans/acyclic_ways.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "test_support/seed.hpp"
#include "testbench/networks/spec.hpp"
#include "testbench/plans/destination_ways.hpp"
#include "testbench/plans/link_dependencies.hpp"
#include "testbench/plans/plan.hpp"
#include "testbench/plans/test_networks.hpp"

namespace testbench::test {
namespace {

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
  template <class Ways>
  Followed(const LinkTable& links, const Ways& ways) {
    for (std::uint32_t from = 0; from < links.nodes(); ++from) {
      for (std::uint32_t to = 0; to < links.nodes(); ++to) follow(links, ways, from, to);
    }
    for (const auto& [link, packets] : loads) most_loaded = std::max(most_loaded, packets);
  }

  template <class Ways>
  void follow(const LinkTable& links, const Ways& ways, std::uint32_t from, std::uint32_t to) {
    std::uint32_t last = ~0u;
    std::uint32_t length = 0;
    for (std::uint32_t at = from; at != to; at = links.neighbour(at, ways.port(at, to))) {
      ASSERT_LT(length++, links.nodes()) << from << " to " << to << " goes around";
      ASSERT_TRUE(links.has_link(at, ways.port(at, to)));
      const std::uint32_t link = at * links.ports() + ways.port(at, to);
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

void expect_ways_without_cyclic_dependency(const Network& network) {
  const LinkTable links(network);
  const AcyclicWays ways(links, WayLoad::kPackets);
  const Followed followed(links, ways);
  EXPECT_FALSE(has_cyclic_dependency(followed.waiting));
  EXPECT_EQ(followed.hops, ways.hops());
  EXPECT_EQ(followed.most_loaded, ways.most_loaded());

  const AcyclicWays trees(links, WayLoad::kTrees);
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

TEST(AcyclicWays, FormNoCyclicDependencyOnAnyNetwork) {
  for (const char* spec :
       {"ring:5", "ring:12", "torus:4x6", "torus:3x4x5", "ccc:3", "butterfly:3", "star:4", "pancake:4", "complete:6",
        "folded:4", "debruijn:5", "circulant:13:1,5", "product:path:3*ring:4"}) {
    SCOPED_TRACE(spec);
    expect_ways_without_cyclic_dependency(network_of(spec));
  }
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned i = 0; i < 12; ++i) {
    SCOPED_TRACE(i);
    expect_ways_without_cyclic_dependency(random_cayley(random, 120));
  }
}

// Dimension order, and what there is only one way for: the shortest ways, as they are.
TEST(AcyclicWays, CostNothingWhereShortestWaysAreAcyclic) {
  for (const char* spec : {"mesh:4x6", "mesh:3x4x2", "cube:4", "hamming:3x4", "torus:3x3", "path:9", "complete:5"}) {
    SCOPED_TRACE(spec);
    const LinkTable links(network_of(spec));
    const DestinationWays shortest(links, EvenLoad::kLinks);
    EXPECT_FALSE(has_cyclic_dependency(Followed(links, shortest).waiting));
    const AcyclicWays ways(links, WayLoad::kPackets);
    EXPECT_EQ(ways.hops(), shortest.hops());
    EXPECT_EQ(ways.most_loaded(), shortest.most_loaded());
  }
}

// Around a ring of 5 every link waits for the next on shortest ways. Without the dependency cycle
// no packet may pass some node on the way up, and none some node on the way down: of the packets
// that take two hops one of each then takes three.
TEST(AcyclicWays, TakeTheLeastDetoursOnARing) {
  const LinkTable links(network_of("ring:5"));
  EXPECT_TRUE(has_cyclic_dependency(Followed(links, DestinationWays(links, EvenLoad::kLinks)).waiting));
  EXPECT_EQ(AcyclicWays(links, WayLoad::kPackets).hops(), 5u * (1 + 1 + 2 + 2) + 1 + 1);
}

TEST(AcyclicWays, AreRefusedWhereTheyWouldBeSearchedForTooLong) {
  const LinkTable ring(network_of("ring:1025"));
  EXPECT_THROW(AcyclicWays(ring, WayLoad::kPackets), PlanError);
  const LinkTable mesh(network_of("mesh:33x32"));
  EXPECT_NO_THROW(AcyclicWays(mesh, WayLoad::kPackets));
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
