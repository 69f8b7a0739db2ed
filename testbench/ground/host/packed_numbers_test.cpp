// SPDX-License-Identifier: Apache-2.0
#include "testbench/ground/host/packed_numbers.hpp"

#include <gtest/gtest.h>

#include "test_support/seed.hpp"

namespace testbench::test {
namespace {

TEST(PackedNumbers, AreTheNumbersThatCame) {
  auto random = test_support::seeded_random();
  std::vector<std::uint64_t> came{1, 2, 3, 4, ~std::uint64_t{0}, std::uint64_t{1} << 63, 1, 1, std::uint64_t{1} << 32};
  for (int i = 0; i < 20000; ++i) came.push_back(1 + (random() >> (random() % 64)) / 2);
  PackedNumbers numbers;
  for (const std::uint64_t number : came) numbers.push(number);
  PackedNumbers::Place place;
  for (std::size_t i = 0; i < came.size(); ++i) ASSERT_EQ(numbers.next(place), came[i]) << i;
  EXPECT_EQ(place.bit, numbers.bits());
}

TEST(PackedNumbers, TakeFewBitsWhereTheyAreSmall) {
  PackedNumbers numbers;
  for (const unsigned number : {1u, 2u, 3u, 4u, 7u, 8u}) numbers.push(number);
  EXPECT_EQ(numbers.bits(), 1u + 3 + 3 + 5 + 5 + 7);
  numbers.clear();
  EXPECT_EQ(numbers.bits(), 0u);
  numbers.push(6);
  PackedNumbers::Place place;
  EXPECT_EQ(numbers.next(place), 6u);
}

}  // namespace
}  // namespace testbench::test
