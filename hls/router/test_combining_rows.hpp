// SPDX-License-Identifier: Apache-2.0
// Test only: every row of the catalog that combines, on cubes of nodes that do, with memories that
// are fast and slow. Sums show every
// contribution, and a second operation shows the order of the operands.
//
//     expect_every_row_right<CombiningCube<3>>({1, 2, 7});  // of so many packets
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "hls/router/test_reduction.hpp"
#include "test_support/seed.hpp"

namespace router::test {

template <unsigned Dimension, unsigned HopCycles>
struct Deep : CubeConfig<Dimension> {
  static constexpr router::PortModel kPortModel = router::PortModel::kGated;
  static constexpr unsigned kHopCycles = HopCycles;
  // Recursive halving holds 2^(d-2) packets in one queue.
  static constexpr std::size_t kQueueDepth = Dimension < 6 ? 16 : 32;
};
template <unsigned Dimension, unsigned HopCycles = 1, unsigned Stages = 0>
using CombiningCube = TestMesh<Combining<Deep<Dimension, HopCycles>, TestOperators, Stages>>;

inline const auto kFast = [](Address, unsigned) { return true; };

inline std::vector<const collectives::Row*> combining_rows() {
  std::vector<const collectives::Row*> rows;
  for (const collectives::Row& row : collectives::kCatalog) {
    if (collectives::shape_of(row.collective).combined) rows.push_back(&row);
  }
  return rows;
}

inline std::string name(const Operation& operation) {
  return std::string(name_of(operation.row->collective)) + ' ' + operation.row->algorithm + ' ' +
         name_of(operation.row->ports) + " d " + std::to_string(operation.d()) + " M " +
         std::to_string(operation.packets) + " root " + std::to_string(operation.root.number());
}

// By the words of the collective: what the nodes of the result have, each once.
inline std::uint64_t sum_of(const Operation& operation, Address node, std::uint32_t item) {
  std::uint64_t sum = 0;
  for (const Address from : network::addresses(operation.network.nodes())) {
    if (operation.row->collective == Collective::kScan && from.number() > node.number()) continue;
    if (operation.row->collective == Collective::kExscan && from.number() >= node.number()) continue;
    sum += contribution(from, item);
  }
  return sum;
}

// Every contribution of the right nodes once, in as many cycles as the closed form says.
template <class Cube>
void expect_sums(Cube& cube, Operation operation) {
  SCOPED_TRACE(name(operation));
  operation.hop_cycles = Cube::kHopCycles;
  operation.combine_stages = Cube::kStages;
  operation.combining = TestOperators::kSum;
  const Outcome sums = run(cube, operation, kFast);
  ASSERT_EQ(sums.complaint, "");
  EXPECT_EQ(sums.cycles, closed_form(operation).value);
  for (const auto& [where, result] : sums.results) {
    ASSERT_EQ(result, sum_of(operation, where.first, where.second))
        << "node " << where.first.number() << " item " << where.second;
  }
}

// And the same bits whatever the memories do, of an allreduce at all nodes.
template <class Cube>
void expect_right(Cube& cube, Operation operation, std::mt19937_64& random) {
  expect_sums(cube, operation);
  if (testing::Test::HasFatalFailure()) return;
  SCOPED_TRACE(name(operation));
  operation.hop_cycles = Cube::kHopCycles;
  operation.combine_stages = Cube::kStages;
  operation.combining = TestOperators::kOrdered;
  const Outcome fast = run(cube, operation, kFast);
  const Outcome slow = run(cube, operation, [&](Address, unsigned) { return random() % 3 == 0; });
  ASSERT_EQ(slow.complaint, "");
  EXPECT_TRUE(slow.results == fast.results) << "the order of operands must not depend on time";
  if (operation.row->collective != Collective::kAllreduce) return;
  for (const auto& [where, result] : fast.results) {
    ASSERT_EQ(result, fast.results.at({Address(), where.second})) << "all nodes have the same bits";
  }
}

template <class Cube>
void expect_every_row_right(std::initializer_list<std::uint32_t> packet_counts) {
  auto random = test_support::seeded_random();
  Cube cube;
  for (const collectives::Row* row : combining_rows()) {
    std::uint32_t root = 1;
    for (const std::uint32_t packets : packet_counts) {
      root = (root * 5 + 2) % Cube::kNodes;
      expect_right(cube, {row, network::Cube(Cube::kPorts), packets, Address(root)}, random);
      if (testing::Test::HasFatalFailure()) return;
      if (row->collective == Collective::kBarrier) break;
    }
  }
}

}  // namespace router::test
