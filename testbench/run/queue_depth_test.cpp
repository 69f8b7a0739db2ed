// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbench/run/coupled_links.hpp"

namespace testbench::test {
namespace {

// The depth is the first power of two with room for the packets and for three more on the way,
// within the limits.
TEST(QueueDepth, HasRoomForThePacketsAndThoseOnTheWay) {
  for (std::uint64_t packets = 0; packets < 5000; ++packets) {
    std::size_t expected = 4;
    while (expected < packets + 3) expected *= 2;
    ASSERT_EQ(queue_depth_for(packets), expected) << packets;
  }
  for (std::uint64_t packets = 0; packets < 5000; ++packets) {
    std::size_t expected = 4;
    while (expected < packets + 4) expected *= 2;
    ASSERT_EQ(queue_depth_for(packets, 2), expected) << packets << ", two cycles a hop";
  }
  constexpr std::uint64_t kMost = 1u << 20;
  EXPECT_EQ(queue_depth_for(kMost / 2 - 3), kMost / 2);
  for (const std::uint64_t packets : {kMost / 2 - 2, kMost - 3, kMost - 2, kMost, kMost + 1, ~std::uint64_t{0}}) {
    EXPECT_EQ(queue_depth_for(packets), kMost) << packets;
  }
}

TEST(QueueDepth, ThatIsSafeHasRoomForAllThatPassTheBusiestCrosspoint) {
  CoupledLinks links;
  links.busiest_crosspoint = 13;
  EXPECT_EQ(safe_queue_depth(links), 16u);
  links.busiest_crosspoint = 14;
  EXPECT_EQ(safe_queue_depth(links), 32u);
}

}  // namespace
}  // namespace testbench::test
