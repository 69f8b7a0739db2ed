// SPDX-License-Identifier: Apache-2.0
// Nodes that combine packets in several cycles: what those without stages do
// (combining_node_test.cpp), a hop later.
#include <gtest/gtest.h>

#include "hls/router/test_combining_rows.hpp"
#include "test_support/sizes.hpp"

namespace router::test {
namespace {

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
// Hops of 2 to 5 cycles, with every number of stages up to 3.
template <unsigned Dimension>
void expect_all_staged_right() {
  expect_staged_right<Dimension, 1, 1>();
  expect_staged_right<Dimension, 1, 2>();
  expect_staged_right<Dimension, 1, 3>();
  expect_staged_right<Dimension, 2, 1>();
  expect_staged_right<Dimension, 2, 3>();
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
  for (const collectives::Row* row : combining_rows()) {
    const bool is_sent_ahead = row->collective == Collective::kReduceScatter || row->by_blocks;
    if (is_sent_ahead) continue;
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
