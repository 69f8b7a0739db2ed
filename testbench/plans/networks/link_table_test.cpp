// SPDX-License-Identifier: Apache-2.0
// Links that are worked out beside those that are looked up.
#include <gtest/gtest.h>

#include "testbench/plans/networks/network.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

void expect_the_same_links(const LinkTable& links, const LinkTable& others) {
  ASSERT_EQ(links.nodes(), others.nodes());
  ASSERT_EQ(links.ports(), others.ports());
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    for (unsigned port = 0; port < links.ports(); ++port) {
      ASSERT_EQ(links.neighbour(node, port), others.neighbour(node, port)) << "port " << port << " of node " << node;
      ASSERT_EQ(links.arrival_port(node, port), others.arrival_port(node, port)) << port << ", node " << node;
    }
  }
  EXPECT_EQ(links.neighbours(), others.neighbours());
}

TEST(LinkTable, IsTheSameWhereItIsWorkedOut) {
  for (const char* spec : {"ring:3",
                           "ring:12",
                           "complete:6",
                           "circulant:13:1,5",
                           "circulant:12:3,4,6",
                           "torus:2x3x5",
                           "torus:4x4",
                           "hamming:3x4",
                           "cube:4",
                           "mesh:2x2x2",
                           "folded:4",
                           "star:2",
                           "star:5",
                           "pancake:5",
                           "bubblesort:5",
                           "macrostar:2,2",
                           "ccc:3",
                           "ccc:5",
                           "butterfly:3",
                           "butterfly:5",
                           "cyclic:3,4",
                           "cyclic:4,3",
                           "product:ring:5*star:4"}) {
    SCOPED_TRACE(spec);
    const Network network = network_of(spec);
    ASSERT_TRUE(network.is_cayley());
    const LinkTable stored(network);
    const LinkTable computed = LinkTable::computed(network);
    EXPECT_NE(stored.neighbours().words(), nullptr);
    EXPECT_EQ(computed.neighbours().words(), nullptr);
    expect_the_same_links(stored, computed);
    expect_the_same_links(stored.turned(), computed.turned());
    expect_the_same_links(stored.of_both_ways(), computed.of_both_ways());
    for (std::uint32_t node = 0; node < network.nodes(); ++node) {
      for (unsigned port = 0; port < network.ports(); ++port) {
        ASSERT_EQ(stored.neighbour(node, port), network.neighbour(Address(node), port).number());
      }
    }
  }
}

TEST(LinkTable, OfOneNodeForAllTakesNoMemory) {
  EXPECT_EQ(LinkTable(symmetric_network_of("star:9")).neighbours().words(), nullptr);
  EXPECT_NE(LinkTable(network_of("ring:65536")).neighbours().words(), nullptr);
}

}  // namespace
}  // namespace testbench::test
