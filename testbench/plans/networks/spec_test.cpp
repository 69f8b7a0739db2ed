// SPDX-License-Identifier: Apache-2.0
// Networks by their names: which one it is, and what is said to mistakes.
#include "testbench/plans/networks/spec.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "firmware/networks/grids.hpp"
#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/test_error.hpp"

namespace testbench::test {
namespace {

// n, ports, diameter, least and most sum of distances: closed forms of the literature, which the
// tests of firmware/networks prove at other sizes; those of cyclic:3,4 (the butterfly of base 4)
// and macrostar:2,2 by hand and by search from the definition.
struct Expected {
  std::string spec;
  std::uint32_t nodes;
  unsigned ports;
  std::uint32_t diameter;
  std::uint64_t least_sum;
  std::uint64_t most_sum;
};

std::vector<std::uint32_t> factor_sizes(const std::string& spec) {
  std::vector<std::uint32_t> sizes;
  for (const Network& factor : network_of(spec).factors()) sizes.push_back(factor.nodes());
  return sizes;
}

TEST(Spec, TellsTheFactorsOfAProduct) {
  using Sizes = std::vector<std::uint32_t>;
  EXPECT_EQ(factor_sizes("product:ccc:3*ring:4"), Sizes({24, 4}));
  EXPECT_EQ(factor_sizes("product:path:3*mesh:2x5*complete:4"), Sizes({3, 10, 4}));
  EXPECT_EQ(factor_sizes("torus:2x3x5"), Sizes({2, 3, 5}));
  EXPECT_EQ(factor_sizes("mesh:3x2"), Sizes({3, 2}));
  EXPECT_EQ(factor_sizes("hamming:4x3"), Sizes({4, 3}));
  EXPECT_EQ(factor_sizes("cube:3"), Sizes({2, 2, 2}));
  for (const char* spec : {"cube:1", "ring:6", "torus:6", "mesh:6", "path:6", "ccc:3", "folded:3", "butterfly:3"}) {
    EXPECT_EQ(factor_sizes(spec), Sizes()) << spec;
  }
}

// By the definition of the cartesian product: neighbours differ in one digit, and are neighbours in
// that dimension.
TEST(Spec, FactorsMakeTheProduct) {
  for (const char* spec : {"product:ccc:3*ring:4", "product:path:3*mesh:2x5*complete:4", "torus:2x3x5", "mesh:3x2",
                           "hamming:4x3", "cube:4"}) {
    const Network network = network_of(spec);
    const std::vector<Network> factors = network.factors();
    std::vector<Adjacency> adjacencies;
    for (const Network& factor : factors) adjacencies.emplace_back(factor);
    const Adjacency adjacency(network);
    for (std::uint32_t node = 0; node < network.nodes(); ++node) {
      std::set<std::uint32_t> expected;
      std::uint32_t step = 1;
      for (std::size_t i = factors.size(); i > 0; --i) {
        const Adjacency& factor = adjacencies[i - 1];
        const std::uint32_t digit = node / step % factor.nodes();
        for (const std::uint32_t* there = factor.begin(digit); there != factor.end(digit); ++there) {
          expected.insert(node - digit * step + *there * step);
        }
        step *= factor.nodes();
      }
      EXPECT_EQ(step, network.nodes());
      EXPECT_EQ(std::set<std::uint32_t>(adjacency.begin(node), adjacency.end(node)), expected) << spec << ' ' << node;
    }
  }
}

TEST(Spec, NamesTheNetworkOfItsParameters) {
  const std::vector<Expected> known = {
      {"cube:6", 64, 6, 6, 192, 192},
      {"ring:12", 12, 2, 6, 36, 36},
      {"circulant:13:2,3", 13, 4, 2, 20, 20},  // 4 at 1, 8 at 2
      {"complete:8", 8, 7, 1, 7, 7},
      {"torus:4x6", 24, 4, 5, 6 * 4 + 4 * 9, 6 * 4 + 4 * 9},
      {"hamming:3x4", 12, 5, 2, 4 * 2 + 3 * 3, 4 * 2 + 3 * 3},
      {"star:4", 24, 3, 4, 62, 62},  // 24 (4 + 2/4 + 25/12 - 4)
      {"pancake:4", 24, 3, 4, 3 + 12 + 33 + 12, 3 + 12 + 33 + 12},
      {"bubblesort:4", 24, 3, 6, 72, 72},
      {"folded:5", 32, 6, 3, 6 + 2 * 15 + 3 * 10, 6 + 2 * 15 + 3 * 10},
      {"mesh:3x5", 15, 4, 6, 3 * 6 + 5 * 2, 3 * 10 + 5 * 3},
      {"path:7", 7, 2, 6, 12, 21},
      {"product:path:3*ring:4*complete:2", 24, 5, 5, 8 * 2 + 6 * 4 + 12, 8 * 3 + 6 * 4 + 12},
  };
  for (const Expected& expected : known) {
    const Network network = network_of(expected.spec);
    EXPECT_EQ(network.nodes(), expected.nodes) << expected.spec;
    EXPECT_EQ(network.ports(), expected.ports) << expected.spec;
    const auto found = distances_of(Adjacency(network), network.is_cayley());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->diameter, expected.diameter) << expected.spec;
    EXPECT_EQ(found->least_sum, expected.least_sum) << expected.spec;
    EXPECT_EQ(found->most_sum, expected.most_sum) << expected.spec;
  }
}

// From docs/guides/networks.md: a node of each kind, and the nodes behind its ports in their order.
TEST(Spec, PortsAreThoseOfTheDocumentation) {
  struct Case {
    const char* spec;
    std::uint32_t node;
    std::vector<std::uint32_t> behind;
  };
  for (const auto& [spec, node, behind] :
       {Case{"cube:3", 5, {4, 7, 1}},
        Case{"ring:5", 4, {0, 3}},
        Case{"circulant:13:1,5", 0, {1, 12, 5, 8}},
        Case{"circulant:12:1,6", 2, {3, 1, 8}},
        Case{"complete:5", 3, {4, 0, 1, 2}},
        Case{"torus:4x6", 8, {14, 2, 9, 7}},  // (1,2)
        Case{"torus:2x3", 0, {3, 1, 2}},
        Case{"hamming:3x4", 0, {4, 8, 1, 2, 3}},
        Case{"ccc:3", 1, {2, 0, 7}},           // word 0, position 1: across bit 1
        Case{"butterfly:3", 1, {2, 8, 0, 3}},  // across to the next level changes bit 1, back bit 0
        Case{"star:3", 3, {5, 1}},             // 120: 210 and 021
        Case{"pancake:4", 0, {6, 14, 23}},     // 0123: 1023, 2103 and 3210
        Case{"bubblesort:3", 3, {5, 2}},       // 120: 210 and 102
        Case{"folded:3", 5, {4, 7, 1, 2}},
        Case{"cyclic:3,4", 0, {1, 4, 7, 10, 2, 146, 98, 50}},  // back, digit 2 falls by 0 to 3: 3 (0, 48, 32, 16) + 2
        Case{"macrostar:2,2", 0, {24, 54, 16}},                // 01234: 10234, 21034 and 03412
        Case{"mesh:3x3", 0, {3, 0, 1, 0}},                     // nothing behind the border
        Case{"path:7", 3, {4, 2}},
        Case{"hyperx:3x4", 0, {4, 8, 1, 2, 3}},
        Case{"twisted:3", 0, {1, 6, 4}},       // two bits where the parity below is even
        Case{"crossed:3", 1, {0, 3, 7}},       // 01 and 11 are a pair
        Case{"moebius:3", 2, {3, 0, 5}},       // 010: the top bit turns all below
        Case{"kautz:2,3", 5, {10, 11, 5, 0}},  // 121: 212, 210, none and 012
        Case{"dragonfly:4,2", 1, {2, 3, 0, 26, 22}},
        Case{"debruijn:3", 1, {2, 3, 0, 4}},                // 001: 010, 011, 000 and 100
        Case{"product:path:3*ring:4", 5, {9, 1, 6, 4}}}) {  // (1,1)
    const Network network = network_of(spec);
    ASSERT_EQ(network.ports(), behind.size()) << spec;
    for (unsigned port = 0; port < behind.size(); ++port) {
      EXPECT_EQ(network.neighbour(Address(node), port), Address(behind[port])) << spec << ", port " << port;
    }
  }
}

// The facts that a network states pass through; and every node of a Cayley network has the sum of
// distances of node 0.
TEST(Spec, MakesNetworksWithSymmetricNodesWhereTheyAreGroups) {
  for (const char* spec : {"cube:4", "ring:7", "circulant:12:3,4", "complete:5", "torus:3x4", "hamming:3x4", "ccc:3",
                           "butterfly:3", "star:4", "pancake:4", "bubblesort:4", "folded:4", "cyclic:3,3",
                           "macrostar:2,2", "product:ccc:3*ring:4", "path:2", "mesh:2x2x2", "product:path:2*ring:3"}) {
    const Network network = network_of(spec);
    ASSERT_TRUE(network.is_cayley()) << spec;
    const Adjacency adjacency(network);
    const auto symmetric = distances_of(adjacency, true);
    const auto all = distances_of(adjacency, false);
    EXPECT_EQ(all->least_sum, symmetric->least_sum) << spec;
    EXPECT_EQ(all->most_sum, symmetric->most_sum) << spec;
    EXPECT_EQ(all->diameter, symmetric->diameter) << spec;
    for (const Address node : network::addresses(network.nodes())) {
      for (unsigned port = 0; port < network.ports(); ++port) {
        const Address there = network.neighbour(node, port);
        ASSERT_EQ(network.neighbour(there, network.arrival_port(node, port)), node) << spec;
        ASSERT_EQ(network.absolute(network.relative(there, node), node), there) << spec;
        ASSERT_EQ(network.relative(there, node), network.neighbour(Address(0), port)) << spec;
      }
    }
  }
  for (const char* spec : {"mesh:3x5", "mesh:2x3", "path:3", "debruijn:3", "kautz:2,3", "twisted:3", "crossed:4",
                           "moebius:4", "dragonfly:2,1", "random:6,3,1", "product:ring:4*path:3"}) {
    EXPECT_FALSE(network_of(spec).is_cayley()) << spec;
  }
}

// The example of every kind in its form is refused with it, so that each stands in messages.
TEST(Spec, RefusesWithTheFormOfTheKind) {
  for (const NetworkKind& kind : network_kinds()) {
    if (kind.name.starts_with("file")) continue;
    EXPECT_EQ(error_of(kind.name + ":0"), kind.name + ":0: must be " + kind.name + ":" + kind.form);
    EXPECT_EQ(error_of(kind.name), kind.name + ": must be " + kind.name + ":" + kind.form);
  }
  EXPECT_EQ(error_of("ring:2"), "ring:2: must be ring:N with N from 3 to 65536");
  EXPECT_EQ(error_of("file:"), "file:: must be file:PATH");
  EXPECT_EQ(error_of("file1:"), "file1:: must be file1:PATH of a file whose nodes are numbered from 1");
  const std::string form = ", in digits without leading zeros";
  EXPECT_EQ(error_of("ring:012"), "ring:012: must be ring:N with N from 3 to 65536" + form);
  EXPECT_EQ(error_of("ring:+5"), "ring:+5: must be ring:N with N from 3 to 65536" + form);
  for (const char* spec :
       {"torus:4x06", "circulant:013:1,5", "circulant:13:1,05", "cyclic:03,4", "product:ring:4*ring:05"}) {
    EXPECT_EQ(error_of(spec).substr(error_of(spec).size() - form.size()), form) << spec;
  }
  for (const char* spec : {"ring:65537",
                           "ring:",
                           "ring:+3",
                           "ring:3x",
                           "ring:99999999999999999999",
                           "cube:17",
                           "complete:33",
                           "ccc:2",
                           "ccc:13",
                           "star:9",
                           "folded:1",
                           "debruijn:1",
                           "butterfly:2",
                           "torus:1x4",
                           "torus:256x257",
                           "torus:4x",
                           "torus:65536x65536x65536x65536",
                           "torus:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2",
                           "hamming:33",
                           "hamming:16x18",
                           "circulant:12:0",
                           "circulant:12:7",
                           "circulant:12:5,1",
                           "circulant:12",
                           "cyclic:2,2",
                           "cyclic:3,16",
                           "cyclic:15,2",
                           "cyclic:3",
                           "macrostar:1,3",
                           "macrostar:4,2",
                           "mesh:1",
                           "hyperx:33",
                           "twisted:4",
                           "twisted:17",
                           "crossed:0",
                           "moebius:17",
                           "kautz:1,3",
                           "kautz:2,1",
                           "kautz:16,2",
                           "kautz:2,16",
                           "kautz:2",
                           "dragonfly:1,3",
                           "dragonfly:4,0",
                           "dragonfly:17,16",
                           "dragonfly:4",
                           "random:30,4",
                           "random:4,4,1",
                           "random:5,3,1",
                           "random:6,2,1",
                           "random:65538,3,1",
                           "random:6,3,4294967296",
                           "product:ring:4",
                           "product:ring:300*ring:300",
                           "product:complete:20*complete:20"}) {
    EXPECT_NE(error_of(spec).find(": must be "), std::string::npos) << spec << ": " << error_of(spec);
  }
  EXPECT_EQ(error_of("product:ring:4*ring:2"), "ring:2: must be ring:N with N from 3 to 65536");
  EXPECT_EQ(error_of("circulant:12:2,4"),
            "circulant:12:2,4: must be connected, and 2 divides its nodes and every step; add a step that it does not "
            "divide");
  EXPECT_EQ(error_of("product:product:ring:3*ring:4*ring:5"),
            "product:product:ring:3*ring:4*ring:5: must not have a product in it; write all factors in one");
  EXPECT_EQ(error_of(" ").substr(0, 29), "' ': must be KIND:PARAMETERS,");
  EXPECT_EQ(error_of("rnig:4").substr(0, 47), "rnig:4: must be KIND:PARAMETERS, and KIND one o");
  EXPECT_EQ(error_of("").substr(0, 28), "'': must be KIND:PARAMETERS,");
}

TEST(Spec, PartsAListWhereAKindFollows) {
  using List = std::vector<std::string>;
  EXPECT_EQ(networks_in("ring:4"), List({"ring:4"}));
  EXPECT_EQ(networks_in("circulant:13:1,5,ring:4,cyclic:3,4"), List({"circulant:13:1,5", "ring:4", "cyclic:3,4"}));
  EXPECT_EQ(networks_in("file:a,b,file1:c,rnig:4"), List({"file:a,b", "file1:c", "rnig:4"}));
  EXPECT_EQ(networks_in("ring:4,"), List({"ring:4,"}));
  EXPECT_EQ(networks_in(""), List({""}));
}

TEST(Spec, TakesTheLargestOfEveryKind) {
  for (const char* spec : {"cube:16",
                           "ring:65536",
                           "path:65536",
                           "torus:256x256",
                           "mesh:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2",
                           "ccc:12",
                           "butterfly:12",
                           "star:8",
                           "folded:16",
                           "cyclic:12,2",
                           "macrostar:7,1",
                           "debruijn:16",
                           "complete:32",
                           "twisted:15",
                           "crossed:16",
                           "moebius:16",
                           "kautz:2,15",
                           "kautz:15,4",
                           "dragonfly:21,11",
                           "dragonfly:2,1",
                           "random:65536,3,0",
                           "hyperx:16x17",
                           "hamming:16x17",
                           "product:ring:256*ring:256",
                           "product:complete:16*complete:17"}) {
    const Network network = network_of(spec);
    EXPECT_LE(network.nodes(), network::kMaxNodes) << spec;
    const Address last(network.nodes() - 1);
    EXPECT_EQ(network.neighbour(network.neighbour(last, 0), network.arrival_port(last, 0)), last) << spec;
  }
}

TEST(Spec, TakesLargerCayleyNetworksForOneNode) {
  for (const auto& [spec, nodes] : {std::pair{"star:10", 3628800u},
                                    {"pancake:9", 362880u},
                                    {"ccc:16", 1048576u},
                                    {"butterfly:13", 106496u},
                                    {"ring:4194304", 4194304u},
                                    {"torus:300x400", 120000u},
                                    {"star:4", 24u},
                                    {"mesh:3x4", 12u}}) {
    const Network network = symmetric_network_of(spec);
    EXPECT_EQ(network.nodes(), nodes) << spec;
    EXPECT_LE(network.nodes(), network::kMaxSymmetricNodes) << spec;
    const Address last(network.nodes() - 1);
    EXPECT_EQ(network.neighbour(network.neighbour(last, 0), network.arrival_port(last, 0)), last) << spec;
  }
  for (const char* spec : {"star:11", "ccc:17", "ring:4194305", "torus:2048x2049", "mesh:300x400", "path:65537"}) {
    EXPECT_THROW(symmetric_network_of(spec), NetworkError) << spec;
  }
}

TEST(Network, TellsNamesAndBisection) {
  EXPECT_EQ(network_of("ring:12").name(Address(7)), "7");
  EXPECT_EQ(network_of("torus:4x6").name(Address(8)), "(1,2)");
  EXPECT_EQ(network_of("star:3").name(Address(1)), "(0,2,1)");
  EXPECT_EQ(network_of("product:ring:3*path:4").name(Address(5)), "1*1");
  EXPECT_EQ(network_of("cube:3").bisection(), 4u);
  EXPECT_EQ(network_of("torus:3x5").bisection(), std::nullopt);
  EXPECT_EQ(network_of("star:4").bisection(), std::nullopt);
}

}  // namespace
}  // namespace testbench::test
