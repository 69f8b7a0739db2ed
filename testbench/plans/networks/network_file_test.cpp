// SPDX-License-Identifier: Apache-2.0
// Networks from files: Cayley graphs of permutation groups, edges, and what is said to mistakes in
// them.
#include "testbench/plans/networks/network_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <set>

#include "test_support/command.hpp"
#include "test_support/seed.hpp"
#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/test_error.hpp"

namespace testbench::test {
namespace {

class NetworkFile : public ::testing::Test {
 protected:
  // The name of the network that the text is, as a file.
  std::string spec_of(const std::string& text) const {
    const std::string path = scratch_ / "network";
    std::ofstream(path) << text;
    return "file:" + path;
  }
  Network read(const std::string& text) const { return network_of(spec_of(text)); }
  // The message about the file, without its path.
  std::string error_of(const std::string& text) const {
    const std::string label = spec_of(text);
    const std::string what = test::error_of(label);
    EXPECT_EQ(what.substr(0, label.size()), label);
    return what.substr(label.size());
  }

 private:
  test_support::Scratch scratch_;
};

using Permutation = std::vector<std::uint32_t>;

std::string line_of(const Permutation& permutation) {
  std::string line;
  for (const std::uint32_t symbol : permutation) line += std::to_string(symbol) + ' ';
  return line + '\n';
}

Permutation composed(const Permutation& a, const Permutation& b) {
  Permutation result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[b[i]];
  return result;
}

// Ports, links both ways, and the laws of the group (firmware/networks/test_laws.hpp says which),
// on all nodes.
void expect_cayley(const Network& network) {
  ASSERT_TRUE(network.is_cayley());
  for (const Address v : network::addresses(network.nodes())) {
    for (unsigned port = 0; port < network.ports(); ++port) {
      const Address there = network.neighbour(v, port);
      ASSERT_NE(there, v);
      ASSERT_EQ(network.neighbour(there, network.arrival_port(v, port)), v);
    }
    for (const Address w : network::addresses(network.nodes())) {
      ASSERT_EQ(network.relative(network.absolute(w, v), v), w);
      for (unsigned port = 0; port < network.ports(); ++port) {
        ASSERT_EQ(network.absolute(network.neighbour(w, port), v), network.neighbour(network.absolute(w, v), port));
      }
    }
  }
}

TEST_F(NetworkFile, OfGeneratorsIsTheCayleyGraphOfTheirGroup) {
  const Network ring = read("# a ring of 5\ngenerators\n1 2 3 4 0\n\n4 0 1 2 3  # the other way\n");
  EXPECT_EQ(ring.nodes(), 5u);
  expect_cayley(ring);
  EXPECT_EQ(distances_of(Adjacency(ring), true)->least_sum, 1u + 2 + 2 + 1);
}

TEST_F(NetworkFile, OfRandomGeneratorsIsTheGroupThatTheyReach) {
  auto random = test_support::seeded_random();
  for (unsigned symbols = 3; symbols <= 5; ++symbols) {
    Permutation identity(symbols);
    std::iota(identity.begin(), identity.end(), 0u);
    Permutation generator = identity;
    while (generator == identity) std::shuffle(generator.begin(), generator.end(), random);
    Permutation swap = identity;
    std::swap(swap[0], swap[1]);
    Permutation inverse(symbols);
    for (std::uint32_t i = 0; i < symbols; ++i) inverse[generator[i]] = i;
    const std::set<Permutation> generators = {generator, inverse, swap};
    // All products, until there are no more.
    std::set<Permutation> group = {identity};
    for (std::size_t before = 0; before != group.size();) {
      before = group.size();
      for (const Permutation& element : std::set<Permutation>(group)) {
        for (const Permutation& factor : generators) group.insert(composed(element, factor));
      }
    }
    std::string text = "generators\n";
    for (const Permutation& each : generators) text += line_of(each);
    const Network network = read(text);
    EXPECT_EQ(network.nodes(), group.size()) << text;
    EXPECT_EQ(network.ports(), generators.size());
    expect_cayley(network);
  }
}

// docs/guides/networks.md: (a b)(i) = a(b(i)); port k is line k; node 0 is the identity, then come
// the generators.
TEST_F(NetworkFile, OfGeneratorsComposesAsTheDocumentationSays) {
  const Network network = read("generators\n1 0 2\n0 2 1\n");
  EXPECT_EQ(network.name(Address(0)), "(0,1,2)");
  EXPECT_EQ(network.name(Address(1)), "(1,0,2)");
  EXPECT_EQ(network.name(network.neighbour(Address(1), 1)), "(1,2,0)");
  EXPECT_EQ(network.name(network.absolute(Address(2), Address(1))), "(1,2,0)");
}

TEST_F(NetworkFile, OfEdgesHasThem) {
  const Network network = read("edges\n0 1\n2 1\n3 0\n3 1\n");
  EXPECT_EQ(network.nodes(), 4u);
  EXPECT_EQ(network.ports(), 3u);
  EXPECT_FALSE(network.is_cayley());
  EXPECT_EQ(network.neighbour(Address(1), 0), Address(0));
  EXPECT_EQ(network.neighbour(Address(1), 1), Address(2));
  EXPECT_EQ(network.neighbour(Address(1), 2), Address(3));
  EXPECT_EQ(network.arrival_port(Address(1), 2), 1u);
  EXPECT_EQ(network.neighbour(Address(2), 1), Address(2)) << "nothing behind the last ports of a node of one link";
  EXPECT_EQ(network.arrival_port(Address(2), 1), 1u);
}

TEST_F(NetworkFile, OfLinksInBothDirectionsHasEachOnce) {
  const Network network = read("edges\n0 1\n1 0\n2 1\n1 2\n");
  EXPECT_EQ(network.nodes(), 3u);
  EXPECT_EQ(network.ports(), 2u);
  EXPECT_EQ(network.neighbour(Address(1), 1), Address(2));
}

// The centre of a star is at one link of all, the others at two of one another.
TEST_F(NetworkFile, DistancesAreThoseOfTheNearestAndFarthestNode) {
  const Adjacency adjacency(read("edges\n0 1\n0 2\n0 3\n"));
  EXPECT_EQ(adjacency.degree(0), 3u);
  EXPECT_EQ(adjacency.degree(1), 1u);
  const auto found = distances_of(adjacency, false);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->diameter, 2u);
  EXPECT_EQ(found->least_sum, 3u);
  EXPECT_EQ(found->most_sum, 5u);
}

// As editors of any system write them.
TEST_F(NetworkFile, MayHaveAnyBlanksAndAByteOrderMark) {
  EXPECT_EQ(read("\xef\xbb\xbf# mine\r\n edges\t0 1\r\n\r\n1\t 2 # last").nodes(), 3u);
}

TEST_F(NetworkFile, MistakesNameLineAndReason) {
  const std::string begin =
      "; must begin with the word generators or edges, a number (edges, or METIS in a file *.graph), graph or digraph "
      "(DOT), router (anynet), <graphml> or { (MSCCL)";
  EXPECT_EQ(error_of("links\n0 a\n"), ": begins with 'links'" + begin);
  EXPECT_EQ(error_of(" # nothing"), ": is empty" + begin);
  EXPECT_EQ(error_of("edges\n# none\n"), ", line 2: has no edges; a network has two nodes or more");
  EXPECT_EQ(error_of("edges\n0 1\n1 -2\n"), ", line 3: -2: must be a number, 0..65535");
  EXPECT_EQ(error_of("edges\n0 4294967297\n"), ", line 2: 4294967297: must be a number, 0..65535");
  EXPECT_EQ(error_of("edges\n0 01\n"), ", line 2: 01: must be a number, 0..65535, in digits without leading zeros");
  EXPECT_EQ(error_of("edges\n0\n"), ", line 2: has 1 number; an edge has two nodes, and maybe a weight");
  EXPECT_EQ(error_of(std::string("edges\n0 1\0\n", 11)),
            ", line 2: 1\\x00: must be a number, 0..65535, in digits without leading zeros");
  EXPECT_EQ(error_of("edges\n" + std::string(1000, 'x')),
            ", line 2: " + std::string(32, 'x') + "...: must be a number, 0..65535, in digits without leading zeros");
  EXPECT_EQ(error_of("edges\n0 1 2 3\n"), ", line 2: has 4 numbers; an edge has two nodes, and maybe a weight");
  EXPECT_EQ(error_of("edges\n0 1 -1\n"),
            ", line 2: weight -1: must be a decimal number from 0 on; leave it out where links are alike");
  EXPECT_EQ(error_of("edges\n0 1\n1 1\n"), ", line 3: is a loop at node 1; leave it out");
  EXPECT_EQ(error_of("edges\n0 1\n0 1\n"),
            ", line 3: nodes 0 and 1 are linked already, in this direction; leave it out");
  EXPECT_EQ(error_of("edges\n0 1\n1 0\n1 2\n1 0\n1 2\n0 1\n"),
            ", line 5: nodes 1 and 0 are linked already, in this direction; leave out 3 such lines");
  EXPECT_EQ(error_of("edges\n0 65536\n"), ", line 2: 65536: must be a number, 0..65535");
  EXPECT_EQ(error_of("edges\n0 1\n2 3\n"),
            ", line 3: there is no way from node 0 to node 2 by all edges up to here; add an edge");
  EXPECT_EQ(error_of("edges\n0 3\n3 1\n4 5\n"),
            ", line 4: there is no way from node 0 to node 2 by all edges up to here; add an edge");
  const std::string from_0 =
      "no edge up to here has node 0; nodes are numbered from 0: number them so, take file1:PATH where they are "
      "numbered from 1, or add an edge of node 0";
  EXPECT_EQ(error_of("edges\n1 2\n2 3\n3 1\n"), ", line 4: " + from_0);
  EXPECT_EQ(error_of("edges\n4 5\n"), ", line 2: " + from_0);
  std::string star = "edges\n";
  for (int node = 1; node <= 32; ++node) star += "0 " + std::to_string(node) + '\n';
  EXPECT_EQ(error_of(star),
            ", line 33: node 0 has 31 links already, the most that there can be; divide it into linked nodes");

  EXPECT_EQ(error_of("generators\n1 0 2\n1 0\n"),
            ", line 3: has 2 numbers, and line 2 has 3 numbers; permute equally many");
  EXPECT_EQ(error_of("generators\n1 1 2\n"), ", line 2: 1: must be a permutation, each of 0..2 once");
  EXPECT_EQ(error_of("generators\n1 3 0\n"), ", line 2: 3: must be a permutation, each of 0..2 once");
  EXPECT_EQ(error_of("generators\n1 0 2\n0 1 2\n"), ", line 3: is the identity, a loop at every node; leave it out");
  EXPECT_EQ(error_of("generators\n1 0 2\n1 0 2\n"), ", line 3: is that of line 2 again; leave it out");
  EXPECT_EQ(error_of("generators\n1 0 2\n1 0 2\n0 2 1\n1 0 2\n"),
            ", line 3: is that of line 2 again; leave out 2 such lines");
  EXPECT_EQ(error_of("generators\n1 0 2\n1 2 0\n"), ", line 3: its inverse is no generator; add a line 2 0 1");
  std::string large = "generators\n";  // all permutations of 9 symbols, by neighbours that swap
  for (std::uint32_t i = 0; i < 8; ++i) {
    Permutation swap(9);
    std::iota(swap.begin(), swap.end(), 0u);
    std::swap(swap[i], swap[i + 1]);
    large += line_of(swap);
  }
  EXPECT_EQ(error_of(large), ": generates a group of more than 65536 elements; give generators of a smaller one");
}

TEST_F(NetworkFile, HasToBeAFile) {
  EXPECT_EQ(test::error_of("file:/nowhere/network"),
            "file:/nowhere/network: No such file or directory; give a regular file");
  EXPECT_EQ(test::error_of("file:/dev"), "file:/dev: is no regular file; give one");
}

}  // namespace
}  // namespace testbench::test
