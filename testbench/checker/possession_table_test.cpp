#include "testbench/checker/possession_table.hpp"

#include <gtest/gtest.h>

#include "test_support/seed.hpp"

namespace testbench {
namespace {

TEST(PossessionTable, AreAsManyNumbersAsTheyAreTold) {
  auto random = test_support::seeded_random();
  for (const std::uint64_t size : {1u, 31u, 32u, 33u, 1000u}) {
    PossessionTable holdings;
    holdings.reset(size);
    EXPECT_EQ(holdings.size(), size);
    std::vector<Holding> model(size, Holding::kLacks);
    for (unsigned step = 0; step < 3000; ++step) {
      const std::uint64_t index = random() % size;
      const auto holding = static_cast<Holding>(random() % 3);
      EXPECT_EQ(holdings[index], model[index]);
      holdings.set(index, holding);
      model[index] = holding;
    }
    for (std::uint64_t index = 0; index < size; ++index) ASSERT_EQ(holdings[index], model[index]);
    holdings.reset(size);
    for (std::uint64_t index = 0; index < size; ++index) ASSERT_EQ(holdings[index], Holding::kLacks);
  }
}

TEST(PossessionTable, TakeTwoBitsEach) {
  EXPECT_EQ(PossessionTable::bytes_for(1), 8u);
  EXPECT_EQ(PossessionTable::bytes_for(std::uint64_t{1} << 32), std::uint64_t{1} << 30);
}

}  // namespace
}  // namespace testbench
