#include "testbench/dynamic/delay_histogram.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "test_support/seed.hpp"

namespace testbench {
namespace {

constexpr double kShares[] = {0.0001, 0.1, 0.5, 0.9, 0.99, 0.999, 1};

// From one cycle to 2^40, each power of two as likely.
std::vector<std::uint64_t> delays_of_all_sizes(std::size_t number) {
  auto random = test_support::seeded_random();
  std::vector<std::uint64_t> delays(number);
  for (std::uint64_t& delay : delays) delay = random() >> (24 + random() % 40);
  return delays;
}

TEST(DelayHistogram, HasPercentilesOfTheSortedDelays) {
  for (const std::size_t number : {1u, 2u, 3u, 1000u, 100'000u}) {
    std::vector<std::uint64_t> delays = delays_of_all_sizes(number);
    DelayHistogram histogram;
    double sum = 0;
    for (const std::uint64_t delay : delays) {
      histogram.add(delay);
      sum += static_cast<double>(delay);
    }
    std::sort(delays.begin(), delays.end());
    EXPECT_EQ(histogram.count(), number);
    EXPECT_EQ(histogram.maximum(), delays.back());
    EXPECT_DOUBLE_EQ(histogram.mean(), sum / static_cast<double>(number));
    for (const double share : kShares) {
      const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(number)));
      const auto exact = static_cast<double>(delays[rank - 1]);
      EXPECT_NEAR(histogram.percentile(share), exact, exact < 256 ? 0 : exact * DelayHistogram::kRelativeError)
          << share;
    }
  }
}

TEST(DelayHistogram, IsExactBelow256) {
  for (std::uint64_t delay = 0; delay < 256; ++delay) {
    DelayHistogram histogram;
    histogram.add(delay);
    histogram.add(1000);
    EXPECT_EQ(histogram.percentile(0.5), static_cast<double>(delay));
    EXPECT_EQ(histogram.percentile(0), static_cast<double>(delay)) << "the least of all";
  }
}

// 128 bins from one power of two to the next, each as wide as needed: its ends are as far from what
// stands for it.
TEST(DelayHistogram, HasTheMiddleOfItsBin) {
  for (int shift = 1; shift < 50; ++shift) {
    const std::uint64_t width = std::uint64_t{1} << shift;
    for (const std::uint64_t step : {128u, 129u, 255u}) {
      for (const std::uint64_t delay : {step * width, (step + 1) * width - 1}) {
        DelayHistogram histogram;
        histogram.add(delay);
        histogram.add(8 * delay);
        EXPECT_EQ(histogram.percentile(0.5), static_cast<double>(2 * step * width + width - 1) / 2) << delay;
      }
    }
  }
}

// Every bin's ends, and no bin twice.
TEST(DelayHistogram, HasItsErrorEverywhere) {
  for (int bit = 8; bit < 60; ++bit) {
    for (const std::int64_t step : {-1, 0, 1}) {
      const std::uint64_t delay = (std::uint64_t{1} << bit) + static_cast<std::uint64_t>(step);
      DelayHistogram histogram;
      histogram.add(delay);
      histogram.add(4 * delay);
      const auto exact = static_cast<double>(delay);
      EXPECT_NEAR(histogram.percentile(0.5), exact, exact * DelayHistogram::kRelativeError) << delay;
    }
  }
}

TEST(DelayHistogram, AddsAnother) {
  DelayHistogram all;
  DelayHistogram first;
  DelayHistogram second;
  std::vector<std::uint64_t> delays = delays_of_all_sizes(1000);
  delays.insert(delays.end(), 500, 0);
  for (std::uint64_t which = 0; const std::uint64_t delay : delays) {
    all.add(delay);
    (++which % 2 == 0 ? first : second).add(delay);
  }
  first.add(second);
  EXPECT_EQ(first.count(), all.count());
  EXPECT_DOUBLE_EQ(first.mean(), all.mean());
  EXPECT_EQ(first.maximum(), all.maximum());
  for (const double share : kShares) EXPECT_EQ(first.percentile(share), all.percentile(share));
}

TEST(DelayHistogram, IsBounded) {
  DelayHistogram histogram;
  EXPECT_EQ(histogram.percentile(0.5), 0);
  EXPECT_EQ(histogram.mean(), 0);
  histogram.add(5);
  EXPECT_EQ(histogram.bins(), 6u) << "no more than the largest delay needs";
  histogram.add(std::numeric_limits<std::uint64_t>::max());
  EXPECT_LE(histogram.bins() * sizeof(std::uint64_t), 60'000u);
}

}  // namespace
}  // namespace testbench
