// What the judge knows of the network, and of a link event.
#include "testbench/checker/edge_table.hpp"

#include <gtest/gtest.h>

#include <string>

#include "testbench/checker/link_event.hpp"

namespace testbench {
namespace {

// Neighbours differ in one bit, that of the port; every link has a number of its own.
TEST(EdgeTable, OfACubeLinksNodesThatDifferInTheBitOfThePort) {
  for (unsigned dim = 1; dim <= 6; ++dim) {
    const EdgeTable edges = cube_edges(dim);
    EXPECT_EQ(edges.ports(), dim);
    std::uint64_t next = 0;
    for (std::uint32_t node = 0; node < 1u << dim; ++node) {
      for (std::uint32_t port = 0; port < dim; ++port) {
        EXPECT_EQ(edges.receiver(node, port), node ^ 1u << port);
        EXPECT_EQ(edges.link(node, port), next++);
      }
    }
    EXPECT_EQ(edges.links(), next);
  }
}

TEST(EdgeTable, HasNoLinkBehindAPortWithItsOwnNode) {
  const EdgeTable path(2, {1, 0, 0, 2, 1, 2});
  EXPECT_EQ(path.nodes(), 3u);
  EXPECT_TRUE(path.has_link(0, 0));
  EXPECT_FALSE(path.has_link(0, 1));
  EXPECT_TRUE(path.has_link(1, 1));
  EXPECT_FALSE(path.has_link(2, 1));
}

TEST(LinkEvent, ListsItsFieldsAsATraceDoes) {
  const LinkEvent event{1, 2, 3, 4, -1, 6, 7};
  std::string fields;
  event.each_field(
      [&](const char* name, auto value) { fields += std::string(name) + ' ' + std::to_string(value) + ' '; });
  EXPECT_EQ(fields, "cycle 1 node 2 port 3 src 4 dst -1 tree 6 seq 7 ");
}

}  // namespace
}  // namespace testbench
