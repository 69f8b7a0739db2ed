// SPDX-License-Identifier: Apache-2.0
// Whole nodes that combine packets, in cubes of every small dimension: every row of the catalog
// that combines, with memories that are fast and slow. Nodes that combine in several cycles do what
// those without stages do, a hop later.
#include <gtest/gtest.h>

#include <vector>

#include "hls/router/test_reduction.hpp"
#include "test_support/sizes.hpp"

namespace router::test {
namespace {

struct Shallow : Deep<3, 1> {
  static constexpr std::size_t kQueueDepth = 4;
};
using ShallowCube = TestMesh<Combining<Shallow, TestOperators>>;

TEST(CombiningNode, RunsEveryRowOnCubesOfOneAndTwoDimensions) {
  expect_every_row_right<CombiningCube<1>>({1, 2, 3, 7});
  expect_every_row_right<CombiningCube<2>>({1, 2, 3, 5, 22});
}
TEST(CombiningNode, RunsEveryRowOnCubesOfThreeDimensions) {
  expect_every_row_right<CombiningCube<3>>({1, 2, 3, 4, 7, 20});
}
TEST(CombiningNode, RunsEveryRowOnCubesOfFourDimensions) {
  if constexpr (test_support::kSanitized) {
    GTEST_SKIP() << "takes long under the sanitizers, and runs the code of smaller cubes";
  } else {
    expect_every_row_right<CombiningCube<4>>({1, 2, 9});
  }
}
TEST(CombiningNode, RunsEveryRowWithTwoCyclesAHop) {
  expect_every_row_right<CombiningCube<2, 2>>({1, 2, 3, 9});
  if constexpr (!test_support::kSanitized) {
    expect_every_row_right<CombiningCube<1, 2>>({1, 2, 5});
    // Reduce-scatter of more packets on balanced trees would fill queues of 16, and take a cycle
    // more.
    expect_every_row_right<CombiningCube<3, 2>>({1, 2, 3, 5, 9});
  }
}
TEST(CombiningNode, RunsEveryRowOnLargerCubes) {
  if constexpr (test_support::kSanitized) {
    GTEST_SKIP() << "takes long under the sanitizers, and runs the code of smaller cubes";
  } else {
    CombiningCube<5> five;
    CombiningCube<6> six;
    for (const collectives::Row* row : combining_rows()) {
      expect_sums(five, {row, network::Cube(5), 6, Address(19)});
      expect_sums(six, {row, network::Cube(6), 2, Address(44)});
    }
  }
}

TEST(CombiningNode, ReducesToEveryRoot) {
  auto random = test_support::seeded_random();
  CombiningCube<3> cube;
  for (const collectives::Row* row : combining_rows()) {
    if (row->collective != Collective::kReduce) continue;
    for (const Address root : network::addresses(8)) expect_right(cube, {row, network::Cube(3), 4, root}, random);
  }
}

// Rows that send packets in the order in which others wait for them, and none ahead.
std::vector<const collectives::Row*> rows_in_order() {
  std::vector<const collectives::Row*> rows = combining_rows();
  std::erase_if(rows, [](const collectives::Row* row) {
    return row->collective == Collective::kReduceScatter || row->by_blocks;
  });
  return rows;
}

// Queues of the least depth do for these, however many packets they are.
TEST(CombiningNode, ShallowQueuesDoWhereNothingIsSentAhead) {
  auto random = test_support::seeded_random();
  ShallowCube cube;
  for (const collectives::Row* row : rows_in_order()) {
    const Operation operation{row, network::Cube(3), 25, Address(6)};
    SCOPED_TRACE(name(operation));
    for (const unsigned one_ready_in : {1u, 2u, 8u}) {
      const Outcome outcome = run(cube, operation, [&](Address, unsigned) { return random() % one_ready_in == 0; });
      ASSERT_EQ(outcome.complaint, "");
      for (const auto& [where, result] : outcome.results) {
        ASSERT_EQ(result, sum_of(operation, where.first, where.second));
      }
    }
  }
}

// Recursive doubling as its definition has it: the totals of two neighbours, dimension by dimension
// in the order of the packet's tree.
std::uint64_t doubled(Address node, std::uint32_t item, unsigned d, unsigned tree, unsigned steps) {
  if (steps == 0) return contribution(node, item);
  const unsigned port = (tree + steps - 1) % d;
  return TestOperators::ordered(doubled(node, item, d, tree, steps - 1),
                                doubled(cube::neighbour(node, port), item, d, tree, steps - 1));
}

TEST(CombiningNode, ExchangeIsRecursiveDoubling) {
  CombiningCube<3> cube;
  for (const PortModel ports : {PortModel::kAll, PortModel::kOne}) {
    const collectives::Row* row = collectives::find_row(Collective::kAllreduce, "exchange", ports);
    const Operation operation{row, network::Cube(3), 9, Address(), 1, nullptr, TestOperators::kOrdered};
    const Outcome outcome = run(cube, operation, kFast);
    ASSERT_EQ(outcome.complaint, "");
    for (const auto& [where, result] : outcome.results) {
      const auto& [node, item] = where;
      // All-port, every dimension is the first one of every third packet.
      ASSERT_EQ(result, doubled(node, item, 3, ports == PortModel::kAll ? item % 3 : 0, 3));
    }
  }
}

// A prefix by its definition: own, then the totals of the subcubes of lower addresses, the nearest
// first.
TEST(CombiningNode, ScanTakesTheNearestSubcubesFirst) {
  CombiningCube<3> cube;
  for (const Collective collective : {Collective::kScan, Collective::kExscan}) {
    const collectives::Row* row = collectives::find_row(collective, "exchange", PortModel::kAll);
    const Operation operation{row, network::Cube(3), 2, Address(), 1, nullptr, TestOperators::kOrdered};
    const Outcome outcome = run(cube, operation, kFast);
    ASSERT_EQ(outcome.complaint, "");
    for (const auto& [where, result] : outcome.results) {
      const auto& [node, item] = where;
      std::vector<std::uint64_t> operands;
      if (collective == Collective::kScan) operands.push_back(contribution(node, item));
      for (const unsigned port : cube::ones(node)) {
        operands.push_back(doubled(cube::neighbour(node, port), item, 3, 0, port));
      }
      std::uint64_t expected = operands[0];
      for (std::size_t i = 1; i < operands.size(); ++i) expected = TestOperators::ordered(expected, operands[i]);
      ASSERT_EQ(result, expected) << "node " << node.number();
    }
  }
}

// A reduction up a tree: own, then the children's, those behind the port to the parent first, in
// cyclic order.
template <class Trees>
std::uint64_t reduced(Address root, Address node, std::uint32_t item, unsigned d, unsigned tree) {
  const Address seen = cube::relative(node, root);
  const Ports parent = Trees::parent(d, seen, tree);
  std::uint64_t value = contribution(node, item);
  const unsigned first = parent.empty() ? tree : parent.port() + 1;
  for (unsigned i = 0; i < d; ++i) {
    const unsigned port = (first + i) % d;
    if (!Trees::children(d, seen, tree).contains(port)) continue;
    value = TestOperators::ordered(value, reduced<Trees>(root, cube::neighbour(node, port), item, d, tree));
  }
  return value;
}

TEST(CombiningNode, ReductionsFollowTheirTrees) {
  constexpr unsigned d = 4;
  constexpr std::uint32_t kPackets = 6;
  const Address root(11);
  CombiningCube<d> cube;
  const auto results = [&](const char* algorithm) {
    const collectives::Row* row = collectives::find_row(Collective::kReduce, algorithm, PortModel::kAll);
    return run(cube, {row, network::Cube(d), kPackets, root, 1, nullptr, TestOperators::kOrdered}, kFast).results;
  };
  const auto sbt = results("sbt");
  const auto nesbt = results("nesbt");
  const auto gray = results("gray");
  for (std::uint32_t item = 0; item < kPackets; ++item) {
    // The last packet takes tree 0, as the first one of the broadcast.
    const unsigned tree = (kPackets - 1 - item) % d;
    EXPECT_EQ(sbt.at({root, item}), (reduced<trees::Rotations<trees::Sbt>>(root, root, item, d, 0)));
    EXPECT_EQ(nesbt.at({root, item}), (reduced<trees::Nesbt>(root, root, item, d, tree)));
    EXPECT_EQ(gray.at({root, item}), (reduced<trees::Rotations<trees::BrgPath>>(root, root, item, d, 0)));
  }
}

// Recursive halving waits in queues that grow with the cycles of a hop.
template <unsigned Dimension, unsigned HopCycles>
struct Deeper : Deep<Dimension, HopCycles> {
  static constexpr std::size_t kQueueDepth = 64;
  static constexpr std::size_t kProgramDepth = 128;
};
template <unsigned Dimension, unsigned HopCycles, unsigned Stages>
using StagedCube = TestMesh<Combining<Deeper<Dimension, HopCycles>, TestOperators, Stages>>;

template <unsigned Dimension, unsigned HopCycles, unsigned Stages>
void expect_staged_right() {
  SCOPED_TRACE(std::to_string(HopCycles) + " cycles a hop and " + std::to_string(Stages) + " stages");
  constexpr std::uint32_t d = Dimension;
  expect_every_row_right<StagedCube<d, HopCycles, Stages>>({1, 2, 3, d, 2 * d + 1});
}
// Hops of 2 to 5 cycles, with every number of stages up to 3. Each is 1 s of compilation under the sanitizers, where
// two do: the release build runs all.
template <unsigned Dimension>
void expect_all_staged_right() {
  expect_staged_right<Dimension, 1, 2>();
  expect_staged_right<Dimension, 2, 3>();
  if constexpr (!test_support::kSanitized) {
    expect_staged_right<Dimension, 1, 1>();
    expect_staged_right<Dimension, 1, 3>();
    expect_staged_right<Dimension, 2, 1>();
  }
}

TEST(CombineStages, RunEveryRowOnCubesOfOneDimension) {
  expect_all_staged_right<1>();
}
TEST(CombineStages, RunEveryRowOnCubesOfTwoDimensions) {
  expect_all_staged_right<2>();
}
TEST(CombineStages, RunEveryRowOnCubesOfThreeDimensions) {
  if constexpr (test_support::kSanitized) {
    GTEST_SKIP() << "takes long under the sanitizers, and runs the code of smaller cubes";
  } else {
    expect_all_staged_right<3>();
  }
}
TEST(CombineStages, RunEveryRowOnCubesOfFourDimensions) {
  if constexpr (test_support::kSanitized) {
    GTEST_SKIP() << "takes long under the sanitizers, and runs the code of smaller cubes";
  } else {
    expect_staged_right<4, 1, 2>();
  }
}

// More of them than operands, and hops of a power of two, whose turns by parity are as long.
TEST(CombineStages, AreAsManyAsTheyAre) {
  expect_staged_right<2, 1, 7>();
  expect_staged_right<2, 2, 4>();
}

// As many packets follow a stop as half of a queue holds: nothing is lost, and the bits are those
// of every other run.
TEST(CombineStages, NothingIsLostBehindAStop) {
  auto random = test_support::seeded_random();
  using Config = Combining<Deep<3, 2>, TestOperators, 4>;
  static_assert(2 * network::stop_latency(hop_cycles<Config>()) == Config::kQueueDepth);
  TestMesh<Config> cube;
  CombiningCube<3> without;
  for (const collectives::Row* row : rows_in_order()) {
    const Operation operation{row, network::Cube(3), 25, Address(6), 1, nullptr, TestOperators::kOrdered};
    SCOPED_TRACE(name(operation));
    const Outcome expected = run(without, operation, kFast);
    for (const unsigned one_ready_in : {1u, 3u, 9u}) {
      const Outcome outcome = run(cube, operation, [&](Address, unsigned) { return random() % one_ready_in == 0; });
      ASSERT_EQ(outcome.complaint, "");
      EXPECT_TRUE(outcome.results == expected.results) << "the order of operands must not depend on stages";
    }
  }
}

}  // namespace
}  // namespace router::test
