#include "testbench/bounds/bounds.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "testbench/bounds/formulas.hpp"

namespace testbench::test {
namespace {

constexpr auto kAll = Ports::kAll;
constexpr auto kOne = Ports::kOne;
constexpr auto kHalf = Ports::kHalf;

std::uint64_t bound(Collective collective, unsigned d, Ports ports, std::uint32_t packets) {
  return lower_bound({collective, d, ports, packets, 0}).value;
}
std::uint64_t least(Collective collective, unsigned d, std::uint32_t packets) {
  return least_transmissions({collective, d, kAll, packets, 0}).value;
}
std::uint64_t formula(Collective collective, const char* algorithm, unsigned d, Ports ports, std::uint32_t packets) {
  const auto found = expected_cycles({collective, d, ports, packets, 0}, algorithm);
  return found ? found->value : 0;
}

// The columns of the design's table, computed by hand from 2^(d-1) and ceil((2^d - 1)/d).
TEST(Bounds, OfOnePacketAllPort) {
  const std::uint64_t exchange[] = {4, 8, 16, 32, 64, 128, 256, 512, 1024};
  const std::uint64_t multinode[] = {3, 4, 7, 11, 19, 32, 57, 103, 187};
  for (unsigned d = 3; d <= 11; ++d) {
    EXPECT_EQ(bound(Collective::kAlltoall, d, kAll, 1), exchange[d - 3]);
    EXPECT_EQ(bound(Collective::kAllgather, d, kAll, 1), multinode[d - 3]);
    EXPECT_EQ(bound(Collective::kScatter, d, kAll, 1), multinode[d - 3]);
    EXPECT_EQ(bound(Collective::kGather, d, kAll, 1), multinode[d - 3]);
    EXPECT_EQ(bound(Collective::kBroadcast, d, kAll, 1), d);
  }
}

TEST(Bounds, OfManyPackets) {
  EXPECT_EQ(bound(Collective::kBroadcast, 5, kAll, 11), 3u + 4u);
  EXPECT_EQ(bound(Collective::kBroadcast, 5, kOne, 11), 15u);
  EXPECT_EQ(bound(Collective::kScatter, 4, kAll, 3), 12u);  // ceil(45/4)
  EXPECT_EQ(bound(Collective::kScatter, 4, kOne, 3), 45u);
  EXPECT_EQ(bound(Collective::kAllgather, 4, kHalf, 3), 90u);
  EXPECT_EQ(bound(Collective::kAlltoall, 4, kOne, 3), 96u);
  EXPECT_EQ(bound(Collective::kAlltoall, 4, kHalf, 3), 192u);
}

// Bertsekas et al. 1991, table 1, with equations (2) and (3); d = 3.
TEST(Bounds, Transmissions) {
  EXPECT_EQ(least(Collective::kBroadcast, 3, 2), 14u);
  EXPECT_EQ(least(Collective::kScatter, 3, 1), 12u);
  EXPECT_EQ(least(Collective::kGather, 3, 2), 24u);
  EXPECT_EQ(least(Collective::kAllgather, 3, 1), 56u);
  EXPECT_EQ(least(Collective::kAlltoall, 3, 1), 96u);
}

TEST(Bounds, AreNothingForATaskThatIsNone) {
  EXPECT_EQ(bound(Collective::kAlltoall, 0, kAll, 1), 0u);
  EXPECT_EQ(least(Collective::kAlltoall, 17, 1), 0u);
  EXPECT_EQ(expected_cycles({Collective::kBroadcast, 3, kAll, 0, 0}, "sbt"), std::nullopt);
}

TEST(Bounds, HoldTheLargestTask) {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(bound(Collective::kAlltoall, 16, kAll, kMost), std::uint64_t{kMost} << 15);
  EXPECT_EQ(least(Collective::kAlltoall, 16, kMost), std::numeric_limits<std::uint64_t>::max());  // 2^67: too large
}

TEST(Formulas, OfTheTable) {
  EXPECT_EQ(formula(Collective::kBroadcast, "sbt", 6, kAll, 4), 9u);
  EXPECT_EQ(formula(Collective::kBroadcast, "sbt", 6, kOne, 4), 24u);
  EXPECT_EQ(formula(Collective::kBroadcast, "nrsbt", 6, kAll, 4), 6u);
  EXPECT_EQ(formula(Collective::kBroadcast, "nrsbt", 6, kAll, 13), 18u);
  EXPECT_EQ(formula(Collective::kBroadcast, "nesbt", 6, kAll, 13), 9u);
  EXPECT_EQ(formula(Collective::kBroadcast, "nesbt", 6, kOne, 13), 19u);
  EXPECT_EQ(formula(Collective::kBroadcast, "tcbt", 6, kAll, 2), 7u);
  EXPECT_EQ(formula(Collective::kBroadcast, "gray", 6, kAll, 2), 64u);
  EXPECT_EQ(formula(Collective::kScatter, "balanced", 6, kAll, 2), 21u);
  EXPECT_EQ(formula(Collective::kGather, "sbt", 6, kAll, 2), 64u);
  EXPECT_EQ(formula(Collective::kGather, "sbt", 6, kOne, 2), 126u);
  EXPECT_EQ(formula(Collective::kAllgather, "ring", 6, kHalf, 2), 252u);
  EXPECT_EQ(formula(Collective::kAlltoall, "table", 6, kAll, 2), 64u);
  EXPECT_EQ(formula(Collective::kAlltoall, "fifo", 6, kOne, 2), 384u);
}

TEST(Formulas, ExactOrAtMost) {
  EXPECT_FALSE(expected_cycles({Collective::kBroadcast, 6, kAll, 6, 0}, "nrsbt")->is_upper_bound);
  EXPECT_TRUE(expected_cycles({Collective::kBroadcast, 6, kAll, 7, 0}, "nrsbt")->is_upper_bound);
  const auto six = expected_cycles({Collective::kAllgather, 6, kAll, 2, 0}, "balanced");
  EXPECT_TRUE(six->met_by(21) && six->met_by(22));
  EXPECT_FALSE(six->met_by(20) || six->met_by(23));
  EXPECT_FALSE(expected_cycles({Collective::kAllgather, 6, kAll, 1, 0}, "balanced")->met_by(12));
}

// A 1-cube has no node at level |c| + 2 of an ERSBT: nESBT takes M cycles there.
TEST(Formulas, NesbtOnTheOneCube) {
  EXPECT_EQ(formula(Collective::kBroadcast, "nesbt", 1, kAll, 3), 3u);
  EXPECT_EQ(formula(Collective::kBroadcast, "nesbt", 1, kOne, 3), 3u);
}

// d = 4: bases of the cyclic 0101, 1010, 1111 are 0, 1, 0; the 12 non-cyclic addresses give 3 to each port. Subtrees 5,
// 4, 3, 3. Two packets, the second tree turned by one: 5+3, 4+5, 3+4, 3+3.
TEST(Formulas, SbntByHand) {
  EXPECT_EQ(formula(Collective::kScatter, "sbnt", 4, kAll, 1), 5u);
  EXPECT_EQ(formula(Collective::kScatter, "sbnt", 4, kAll, 2), 9u);
  EXPECT_EQ(formula(Collective::kScatter, "sbnt", 4, kAll, 4), 15u);
  EXPECT_EQ(formula(Collective::kGather, "sbnt", 5, kAll, 1), 7u);  // 30 non-cyclic, 6 a port, and 11111
}

TEST(Formulas, NothingToMeasureAgainstElsewhere) {
  for (const char* algorithm : {"sbnt", "nrsbt", "nesbt"}) {
    EXPECT_EQ(expected_cycles({Collective::kAllgather, 4, kAll, 1, 0}, algorithm), std::nullopt);
  }
  EXPECT_EQ(expected_cycles({Collective::kAlltoall, 4, kAll, 1, 0}, "ecube"), std::nullopt);
  EXPECT_EQ(expected_cycles({Collective::kAlltoall, 4, kHalf, 1, 0}, "table"), std::nullopt);
  EXPECT_EQ(expected_cycles({Collective::kBroadcast, 4, kAll, 1, 0}, "unheard-of"), std::nullopt);
}

}  // namespace
}  // namespace testbench::test
