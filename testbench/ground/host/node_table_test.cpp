// SPDX-License-Identifier: Apache-2.0
// Tables that are stored and those that are worked out are the same.
#include "testbench/ground/host/node_table.hpp"

#include <gtest/gtest.h>

namespace testbench::test {
namespace {

const NodeTable kStored(2, {1, 2, 2, 0, 0, 1});

NodeTable ring_with(std::uint32_t behind_last) {
  return {3, 2, [behind_last](std::uint32_t node, std::uint32_t* row) {
            row[0] = node == 2 ? behind_last : node + 1;
            row[1] = (node + 2) % 3;
          }};
}

TEST(NodeTable, IsTheSameWhereItIsWorkedOut) {
  const NodeTable computed = ring_with(0);
  EXPECT_EQ(computed.words(), nullptr);
  for (const NodeTable& table : {kStored, computed}) {
    EXPECT_EQ(table.nodes(), 3u);
    EXPECT_EQ(table.ports(), 2u);
    EXPECT_EQ(table.at(2, 0), 0u);
    EXPECT_EQ(table.at(2, 1), 1u);
    EXPECT_EQ(table.row(1)[0], 2u);
    EXPECT_EQ(table.row(1)[1], 0u);
  }
  EXPECT_EQ(kStored, computed);
}

TEST(NodeTable, DiffersByOneNode) {
  EXPECT_NE(kStored, ring_with(1));
  EXPECT_NE(ring_with(0), ring_with(1));
  EXPECT_NE(kStored, NodeTable(3, {1, 2, 2, 0, 0, 1})) << "other ports";
  EXPECT_EQ(NodeTable(), NodeTable());
  EXPECT_NE(NodeTable(), kStored);
}

TEST(NodeTable, SharesItsWordsWithCopies) {
  const NodeTable copy = kStored;
  EXPECT_EQ(copy.words(), kStored.words());
}

}  // namespace
}  // namespace testbench::test
