#include "testbench/dynamic/delay_statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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

// Whoever stops when it is settled, looking as the header says, has the mean within the interval
// nearly as often.
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
}  // namespace testbench
