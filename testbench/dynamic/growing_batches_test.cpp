#include "testbench/dynamic/growing_batches.hpp"

#include <gtest/gtest.h>

namespace testbench {
namespace {

// The values are 0, 1, 2, ...: a batch's mean tells which it holds.
TEST(GrowingBatches, HoldAllValuesInOrder) {
  GrowingBatches batches(8, 3);
  for (int value = 0; value < 10'000; ++value) {
    const std::uint64_t before = batches.size();
    const bool doubled = batches.add(value);
    EXPECT_EQ(batches.size(), doubled ? 2 * before : before);
    EXPECT_EQ(batches.batches(), (static_cast<std::uint64_t>(value) + 1) / batches.size());
    EXPECT_LT(batches.batches(), 8u);
    const auto size = static_cast<double>(batches.size());
    for (std::size_t i = 0; i < batches.batches(); ++i) {
      ASSERT_EQ(batches.mean(i), static_cast<double>(i) * size + (size - 1) / 2);
      ASSERT_EQ(batches.means().at(i), batches.mean(i));
    }
  }
  EXPECT_EQ(batches.size(), 3u * 512);
}

}  // namespace
}  // namespace testbench
