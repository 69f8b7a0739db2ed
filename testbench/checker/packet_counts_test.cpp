// The counts of isotropic tasks from links alone, against relative addresses that are known by
// heart.
#include "testbench/checker/packet_counts.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

namespace testbench {
namespace {

// Every relative address has a count of its own.
std::vector<std::uint32_t> distinct_counts(std::uint32_t nodes) {
  std::vector<std::uint32_t> counts(nodes);
  std::iota(counts.begin(), counts.end(), 100u);
  return counts;
}

TEST(PacketCounts, OnACubeIsSeenTheExclusiveOr) {
  for (unsigned dim = 1; dim <= 5; ++dim) {
    const std::uint32_t nodes = std::uint32_t{1} << dim;
    const PacketCounts counts(cube_edges(dim), distinct_counts(nodes), 3);
    for (std::uint32_t source = 0; source < nodes; ++source) {
      for (std::uint32_t there = 0; there < nodes; ++there) {
        EXPECT_EQ(counts.between(source, there), source == there ? 0 : 3 * (100 + (source ^ there)));
      }
    }
    EXPECT_EQ(counts.most(), 3 * (100 + nodes - 1));
    EXPECT_EQ(counts.of_a_node(), 3 * (100 * (nodes - 1) + nodes * (nodes - 1) / 2));
    EXPECT_EQ(counts.total(), nodes * counts.of_a_node());
  }
}

// Port 0 leads to the next node, port 1 to the one before.
TEST(PacketCounts, OnARingIsSeenTheDifference) {
  for (std::uint32_t nodes = 3; nodes <= 8; ++nodes) {
    std::vector<std::uint32_t> receivers;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      receivers.push_back((node + 1) % nodes);
      receivers.push_back((node + nodes - 1) % nodes);
    }
    const PacketCounts counts(EdgeTable(2, receivers), distinct_counts(nodes), 1);
    for (std::uint32_t source = 0; source < nodes; ++source) {
      for (std::uint32_t seen = 1; seen < nodes; ++seen) {
        EXPECT_EQ(counts.between(source, (source + seen) % nodes), 100 + seen);
      }
    }
  }
}

// The symmetric group of three symbols: what s sees as c is s c, which is not c s.
TEST(PacketCounts, OnAGroupThatDoesNotCommuteTheOrderMatters) {
  // (0,1,2) (0,2,1) (1,0,2) (1,2,0) (2,0,1) (2,1,0); port 0 swaps the first two places, port 1 the
  // first and the last.
  const EdgeTable star(2, {2, 5, 4, 3, 0, 4, 5, 1, 1, 2, 3, 0});
  // Rows: from, columns: relative address. From (1,2,0) what is seen as (0,2,1) is (1,0,2): its
  // last two swapped.
  const PacketCounts counts(star, distinct_counts(6), 1);
  EXPECT_EQ(counts.between(3, 2), 101u);
  EXPECT_EQ(counts.between(3, 5), 102u);  // its first two swapped
  EXPECT_EQ(counts.between(3, 1), 105u);  // its first and last swapped
}

TEST(PacketCounts, RefusesPortsThatDoNotLookAlike) {
  const EdgeTable path(2, {1, 0, 2, 0, 2, 1});
  EXPECT_THROW(PacketCounts(path, distinct_counts(3), 1), std::invalid_argument);
}

}  // namespace
}  // namespace testbench
