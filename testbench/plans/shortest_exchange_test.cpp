// All-port total exchange on nodes that are played here, beside its bounds.
#include "testbench/plans/shortest_exchange.hpp"

#include <gtest/gtest.h>

#include "test_support/seed.hpp"
#include "testbench/networks/distances.hpp"
#include "testbench/networks/spec.hpp"
#include "testbench/plans/destination_ways.hpp"
#include "testbench/plans/relative_ways.hpp"
#include "testbench/plans/test_networks.hpp"
#include "testbench/plans/test_simulator.hpp"

namespace testbench::test {
namespace {

// All distances over all links.
std::uint64_t bound(const Network& network, std::uint32_t packets) {
  const Adjacency adjacency(network);
  std::uint64_t links = 0;
  std::uint64_t hops = 0;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    links += adjacency.degree(node);
    hops += packets * distances_from(adjacency, node).status;
  }
  return (hops + links - 1) / links;
}

std::uint64_t cycles_of(const Network& network, std::uint32_t packets) {
  const auto plan = plan_shortest_exchange({network, packets, Address(0)});
  Simulator simulator(network, *plan, collectives::PortModel::kAll, from_each(packets));
  return simulator.run(4 * bound(network, packets) + 20);
}

// The links of all ports are alike, but for a link or two of what is left over.
TEST(ShortestExchange, ReachesTheBoundWhereLinksAreAlike) {
  for (const char* spec : {"cube:1", "cube:4", "cube:6", "ring:9", "ring:10", "complete:6", "torus:5x5", "torus:4x4",
                           "hamming:4x4", "star:4", "pancake:4", "folded:5", "circulant:13:2,3"}) {
    const Network network = network_of(spec);
    SCOPED_TRACE(spec);
    const std::uint64_t least = bound(network, 1);
    const std::uint64_t cycles = cycles_of(network, 1);
    EXPECT_GE(cycles, least);
    EXPECT_LE(cycles, least + 1);
    if (HasFailure()) return;
  }
}

// Where every packet from one part to the other passes the links between, which take as long as
// this.
TEST(ShortestExchange, ReachesWhatTheNarrowestCutTakes) {
  struct Case {
    const char* spec;
    std::uint64_t pairs;  // of a node in one part and one in the other
    std::uint64_t links;
  };
  for (const auto& [spec, pairs, links] :
       {Case{"path:7", 3 * 4, 1}, Case{"path:10", 5 * 5, 1}, Case{"mesh:3x5", 6 * 9, 3}, Case{"mesh:4x6", 12 * 12, 4},
        Case{"torus:4x6", 12 * 12, 8}, Case{"product:path:4*ring:3", 6 * 6, 3}}) {
    const Network network = network_of(spec);
    for (const std::uint32_t packets : {1u, 2u, 3u}) {
      SCOPED_TRACE(std::string(spec) + ", M = " + std::to_string(packets));
      const std::uint64_t least = packets * pairs / links;
      const std::uint64_t cycles = cycles_of(network, packets);
      EXPECT_GE(cycles, least);
      EXPECT_LE(cycles, least + 1);
      if (HasFailure()) return;
    }
  }
}

TEST(ShortestExchange, ReachesEveryNodeOfOtherNetworks) {
  for (const char* spec : {"ccc:3", "butterfly:3", "cyclic:3,3", "macrostar:2,2", "bubblesort:4", "debruijn:4",
                           "mesh:2x3x4", "path:2", "product:path:3*ring:4"}) {
    const Network network = network_of(spec);
    for (const std::uint32_t packets : {1u, 2u, 3u}) {
      SCOPED_TRACE(std::string(spec) + ", M = " + std::to_string(packets));
      EXPECT_GE(cycles_of(network, packets), bound(network, packets));
      if (HasFailure()) return;
    }
  }
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned i = 0; i < 12; ++i) {
    SCOPED_TRACE(i);
    const Network network = random_cayley(random, 120);
    EXPECT_GE(cycles_of(network, 1 + i % 3), bound(network, 1 + i % 3));
    if (HasFailure()) return;
  }
}

// Every packet is counted at every link that it passes.
TEST(RelativeWays, LoadPortsWithAllDistances) {
  for (const char* spec : {"ring:8", "star:5", "ccc:4", "torus:3x4x5", "macrostar:2,2"}) {
    const Network network = network_of(spec);
    const RelativeWays ways(network);
    std::vector<std::uint64_t> loads(network.ports(), 0);
    for (std::uint32_t seen = 1; seen < network.nodes(); ++seen) {
      std::uint32_t links = 0;
      for (std::uint32_t at = seen; at != 0; at = ways.behind(ways.port(at), at)) {
        ++loads[ways.port(at)];
        ++links;
      }
      ASSERT_EQ(links, ways.distance(seen)) << spec;
    }
    EXPECT_EQ(loads, ways.loads()) << spec;
  }
}

TEST(DestinationWays, LoadLinksWithAllDistances) {
  for (const char* spec : {"mesh:3x5", "debruijn:5", "ring:8"}) {
    const Network network = network_of(spec);
    const LinkTable links(network);
    for (const EvenLoad even : {EvenLoad::kLinks, EvenLoad::kNodes}) {
      const DestinationWays ways(links, even);
      std::vector<std::uint64_t> loads(std::size_t{network.nodes()} * network.ports(), 0);
      std::uint64_t hops = 0;
      for (std::uint32_t from = 0; from < network.nodes(); ++from) {
        for (std::uint32_t to = 0; to < network.nodes(); ++to) {
          for (std::uint32_t at = from; at != to; at = links.neighbour(at, ways.port(at, to))) {
            const unsigned port = ways.port(at, to);
            ++loads[even == EvenLoad::kLinks ? at * network.ports() + port : links.neighbour(at, port)];
            ++hops;
          }
        }
      }
      EXPECT_EQ(*std::max_element(loads.begin(), loads.end()), ways.most_loaded()) << spec;
      EXPECT_EQ(hops, ways.hops()) << spec;
    }
  }
}

}  // namespace
}  // namespace testbench::test
