// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/dynamic/delay_statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "test_support/seed.hpp"

namespace testbench {

namespace {

// One server with exponential times between arrivals and of service (M/M/1), 1000 cycles of service
// on average, arrivals at this share of its rate: a customer is in the system for 1000 / (1 -
// share) cycles on average.
class Server {
 public:
  Server(double share, std::mt19937_64& random, double waiting = 0)
      : random_(random), gap_(share / 1000), service_(1e-3), wait_(waiting) {}
  std::uint64_t next_delay() {
    const double service = service_(random_);
    const double delay = wait_ + service;
    wait_ = std::max(0.0, delay - gap_(random_));
    return static_cast<std::uint64_t>(std::lround(delay));
  }

 private:
  std::mt19937_64& random_;
  std::exponential_distribution<double> gap_;
  std::exponential_distribution<double> service_;
  double wait_;
};

TEST(DelayStatistics, HoldTheMeanOfAServer) {
  auto random = test_support::seeded_random();
  constexpr int kRuns = 100;
  int held = 0;
  for (int run = 0; run < kRuns; ++run) {
    Server server(0.5, random);
    DelayStatistics statistics;
    for (int i = 0; i < 20'000; ++i) statistics.add(server.next_delay());
    const DelaySummary summary = statistics.summary();
    ASSERT_TRUE(summary.interval);
    held += std::abs(summary.interval->mean - 2000) <= summary.interval->half_width ? 1 : 0;
    EXPECT_NEAR(summary.mean(), summary.interval->mean, 0.01 * summary.mean());
  }
  EXPECT_GE(held, 86);
}

// A run that stops when it is settled, and looks as the header says, has the mean within the
// interval nearly as often.
TEST(DelayStatistics, SettleNearTheMean) {
  auto random = test_support::seeded_random();
  constexpr int kRuns = 60;
  int held = 0;
  for (int run = 0; run < kRuns; ++run) {
    Server server(0.7, random);
    DelayStatistics statistics;
    std::uint64_t next_look = 1000;
    while (true) {
      statistics.add(server.next_delay());
      if (statistics.count() < next_look) continue;
      if (statistics.is_settled(0.05)) break;
      next_look += next_look / 2;
    }
    const MeanInterval interval = *statistics.interval();
    EXPECT_LE(interval.half_width, 0.05 * interval.mean);
    EXPECT_NEAR(interval.mean, 1000 / 0.3, 0.2 * 1000 / 0.3);
    held += std::abs(interval.mean - 1000 / 0.3) <= interval.half_width ? 1 : 0;
  }
  EXPECT_GE(held, 48);
}

// The delay of M/M/1 has an exponential distribution.
TEST(DelayStatistics, HavePercentilesAfterTheWarmUp) {
  auto random = test_support::seeded_random();
  Server server(0.5, random, 2e6);  // a thousand customers' work waits when it begins
  DelayStatistics statistics;
  std::uint64_t last_maximum = 0;
  for (int i = 0; i < 400'000; ++i) {
    const std::uint64_t delay = server.next_delay();
    statistics.add(delay);
    if (i >= 200'000) last_maximum = std::max(last_maximum, delay);
  }
  const DelaySummary summary = statistics.summary();
  EXPECT_TRUE(summary.warm_up_is_over);
  EXPECT_GE(summary.warm_up, 1000u);
  EXPECT_LE(summary.warm_up, 60'000u);
  EXPECT_EQ(summary.count, 400'000u);
  EXPECT_EQ(summary.warm_up + summary.delays.count(), summary.count);
  EXPECT_NEAR(summary.mean(), 2000, 80);
  for (const double share : {0.5, 0.9, 0.99}) {
    EXPECT_NEAR(summary.delays.percentile(share) / (-2000 * std::log(1 - share)), 1, 0.08) << share;
  }
  EXPECT_GE(summary.delays.maximum(), last_maximum);
  EXPECT_LT(summary.delays.maximum(), 100'000u) << "not the warm-up's";
}

TEST(DelaySummary, IsSettledByWhatItKnows) {
  const MeanInterval narrow{.mean = 100, .half_width = 5, .correlation = kMostCorrelation};
  struct Case {
    bool warm_up_is_over;
    std::optional<MeanInterval> interval;
    bool is_settled;
  };
  const std::vector<Case> cases = {
      {true, narrow, true},
      {false, narrow, false},
      {true, std::nullopt, false},
      {true, MeanInterval{100, 5.1, 0}, false},
      {true, MeanInterval{100, 5, std::nextafter(kMostCorrelation, 1)}, false},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    DelaySummary summary;
    summary.warm_up_is_over = cases[i].warm_up_is_over;
    summary.interval = cases[i].interval;
    EXPECT_EQ(summary.is_settled(0.05), cases[i].is_settled) << "case " << i;
  }
}

TEST(DelayStatistics, KnowAWarmUpThatGoesOn) {
  DelayStatistics statistics;
  for (std::uint64_t i = 0; i < 10'000; ++i) statistics.add(i);
  const DelaySummary summary = statistics.summary();
  EXPECT_FALSE(summary.warm_up_is_over);
  EXPECT_FALSE(summary.is_settled(1));
  EXPECT_NEAR(static_cast<double>(summary.warm_up), 5000, 400);
}

TEST(DelayStatistics, DoNotSettleOnWhatIsCorrelated) {
  DelayStatistics statistics;
  for (int i = 0; i < 20'000; ++i) statistics.add(i / 4000 % 2 == 0 ? 1000 : 1010);
  EXPECT_FALSE(statistics.is_settled(0.5));
  EXPECT_GT(statistics.interval()->correlation, kMostCorrelation);
}

TEST(DelayStatistics, OfEqualDelaysSettleAtOnce) {
  DelayStatistics statistics;
  for (int i = 0; i < 640; ++i) {
    EXPECT_FALSE(statistics.is_settled(0.1));
    statistics.add(12);
  }
  const DelaySummary summary = statistics.summary();
  EXPECT_TRUE(summary.is_settled(0));
  EXPECT_EQ(summary.warm_up, 0u);
  EXPECT_EQ(summary.mean(), 12);
  EXPECT_EQ(summary.delays.percentile(0.999), 12);
}

TEST(DelayStatistics, OfNothingAreNothing) {
  const DelaySummary none = DelayStatistics().summary();
  EXPECT_EQ(none.count, 0u);
  EXPECT_EQ(none.mean(), 0);
  EXPECT_FALSE(none.interval);
  DelayStatistics one;
  one.add(5);
  EXPECT_EQ(one.mean(), 5);
  EXPECT_EQ(one.summary().delays.maximum(), 5u);
}

// Every delay is in some part, at every length: the k-th is k, and so their sum tells.
TEST(DelayStatistics, LoseNoDelay) {
  DelayStatistics statistics;
  for (std::uint64_t i = 1; i <= 45'000; ++i) {
    statistics.add(i);
    if (i % 1237 != 0 && i % 5120 > 1) continue;
    const DelaySummary summary = statistics.summary();
    ASSERT_EQ(summary.count, i);
    ASSERT_EQ(summary.delays.count(), i - summary.warm_up);
    ASSERT_DOUBLE_EQ(summary.mean(), static_cast<double>(summary.warm_up + 1 + i) / 2);
  }
}

}  // namespace

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
