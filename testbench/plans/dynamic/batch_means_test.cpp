// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/dynamic/batch_means.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "test_support/seed.hpp"

namespace testbench {

namespace {

std::vector<double> independent(std::size_t number, std::mt19937_64& random) {
  std::normal_distribution<double> normal(10, 1);
  std::vector<double> values(number);
  for (double& value : values) value = normal(random);
  return values;
}

// 0, 31, 1, 30, ...: variance of the sample 88, t of 31 degrees 2.0395 (a table's).
constexpr double kHalfWidth = 2.0395 * 1.6583124;  // sqrt(88 / 32)
std::vector<double> means_to_and_fro() {
  std::vector<double> means;
  for (int i = 0; i < 16; ++i) means.insert(means.end(), {i + 0.0, 31.0 - i});
  return means;
}

TEST(BatchMeans, HaveStudentsInterval) {
  std::vector<double> means = means_to_and_fro();
  const auto interval = mean_interval(means);
  ASSERT_TRUE(interval);
  EXPECT_DOUBLE_EQ(interval->mean, 15.5);
  EXPECT_LT(interval->correlation, -0.5);
  EXPECT_NEAR(interval->half_width, kHalfWidth, 1e-3);
  means.insert(means.begin(), {1000.0, 2000.0});
  EXPECT_DOUBLE_EQ(mean_interval(means)->mean, 15.5) << "what makes no whole batch is left out";
  means.resize(31);
  EXPECT_FALSE(mean_interval(means));
}

TEST(BatchMeans, TakeBatchesTogether) {
  std::vector<double> means;
  for (const double mean : means_to_and_fro()) means.insert(means.end(), {mean - 5, mean, mean + 5});
  EXPECT_NEAR(mean_interval(means)->half_width, kHalfWidth, 1e-3);
  const auto constant = mean_interval(std::vector<double>(100, 7.0));
  EXPECT_EQ(constant->half_width, 0);
  EXPECT_EQ(constant->correlation, 0);
}

TEST(BatchMeans, WidenTheIntervalOfBatchesThatDependOnOneAnother) {
  std::vector<double> means(32);
  std::iota(means.begin(), means.end(), 0.0);
  const auto interval = mean_interval(means);
  double products = 0;  // of neighbours' deviations; 2728 is the sum of squares
  for (int i = 0; i < 31; ++i) products += (i - 15.5) * (i - 14.5);
  EXPECT_DOUBLE_EQ(interval->correlation, products / 2728);
  EXPECT_NEAR(interval->half_width, kHalfWidth * std::sqrt((2728 + products) / (2728 - products)), 1e-2);
  for (double& mean : means) mean *= 1e-3;
  const auto smaller = mean_interval(means);
  EXPECT_NEAR(smaller->correlation, interval->correlation, 1e-9) << "has no unit";
  EXPECT_NEAR(smaller->half_width, interval->half_width * 1e-3, 1e-9);
}

TEST(BatchMeans, HoldTheMeanNineteenTimesInTwenty) {
  auto random = test_support::seeded_random();
  int held = 0;
  int correlated = 0;
  for (int run = 0; run < 1000; ++run) {
    const auto interval = mean_interval(independent(64, random));
    held += std::abs(interval->mean - 10) <= interval->half_width ? 1 : 0;
    correlated += interval->correlation > kMostCorrelation ? 1 : 0;
  }
  EXPECT_NEAR(held, 955, 30);
  EXPECT_LT(correlated, 80);
}

// By the definition, all at once.
std::size_t by_definition(const std::vector<double>& means) {
  std::size_t best = 0;
  double least = INFINITY;
  for (std::size_t left_out = 0; left_out <= means.size() - means.size() / 4 && left_out < means.size(); ++left_out) {
    const std::vector<double> kept(means.begin() + static_cast<std::ptrdiff_t>(left_out), means.end());
    const auto number = static_cast<double>(kept.size());
    const double mean = std::accumulate(kept.begin(), kept.end(), 0.0) / number;
    double squares = 0;
    for (const double value : kept) squares += (value - mean) * (value - mean);
    if (squares / (number * number) < least) {
      least = squares / (number * number);
      best = left_out;
    }
  }
  return best;
}

TEST(BatchMeans, FindTheWarmUp) {
  auto random = test_support::seeded_random();
  for (const std::size_t transient : {0u, 20u, 60u, 90u}) {
    std::vector<double> means = independent(200, random);
    for (std::size_t i = 0; i < transient; ++i)
      means[i] -= 8 * (1 - static_cast<double>(i) / static_cast<double>(transient));
    const auto warm_up = warm_up_batches(means);
    ASSERT_TRUE(warm_up) << transient;
    EXPECT_EQ(*warm_up, by_definition(means));
    EXPECT_GE(*warm_up, transient / 2);
    EXPECT_LE(*warm_up, transient + 40);
  }
}

// Short series of which any part may be the warm-up, the last quarter and its bounds too.
TEST(BatchMeans, FindTheWarmUpThatTheDefinitionFinds) {
  auto random = test_support::seeded_random();
  for (const double offset : {0.0, 1e9}) {  // of which the squares have no digit left for the differences
    int found = 0;
    for (int trial = 0; trial < 4000; ++trial) {
      std::vector<double> means = independent(1 + random() % 24, random);
      const std::size_t transient = random() % (means.size() + 1);
      for (std::size_t i = 0; i < transient; ++i) means[i] -= 5;
      const std::size_t best = by_definition(means);
      for (double& mean : means) mean += offset;
      const auto warm_up = warm_up_batches(means);
      ASSERT_EQ(warm_up.has_value(), best <= means.size() / 2) << "trial " << trial;
      if (warm_up) ASSERT_EQ(*warm_up, best) << "trial " << trial;
      found += warm_up ? 1 : 0;
    }
    EXPECT_GT(found, 1000);
  }
}

TEST(BatchMeans, DoNotFindTheEndOfAWarmUpThatGoesOn) {
  std::vector<double> means(100);
  std::iota(means.begin(), means.end(), 0.0);
  EXPECT_FALSE(warm_up_batches(means));
  EXPECT_FALSE(warm_up_batches({}));
  EXPECT_EQ(warm_up_batches(std::vector<double>(100, 3.0)), 0u);
}

}  // namespace

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
