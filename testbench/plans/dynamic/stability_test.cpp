// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/dynamic/stability.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "test_support/seed.hpp"

namespace testbench {
namespace {

// A queue that sends one request a cycle and gets a random number of them with this mean, sampled
// every 16 cycles.
class Queue {
 public:
  Queue(double load, std::mt19937_64& random, std::uint64_t waiting = 0)
      : random_(random), arrivals_(load), waiting_(waiting) {}
  std::uint64_t sample() {
    for (int cycle = 0; cycle < 16; ++cycle) {
      waiting_ += arrivals_(random_);
      if (waiting_ > 0) --waiting_;
    }
    return waiting_;
  }

 private:
  std::mt19937_64& random_;
  std::poisson_distribution<std::uint64_t> arrivals_;
  std::uint64_t waiting_;
};

// Looks when there are a quarter more samples than at the last time, until it is decided.
Stability decide(Queue queue, std::uint64_t most_samples) {
  BacklogWatch watch(100);
  std::uint64_t next_look = 256;
  for (std::uint64_t sample = 1; sample <= most_samples; ++sample) {
    watch.sample(queue.sample());
    if (sample < next_look) continue;
    next_look += next_look / 4;
    const Stability verdict = watch.look().verdict;
    if (verdict != Stability::kUndecided) return verdict;
  }
  return Stability::kUndecided;
}

TEST(Stability, IsSeenInQueues) {
  auto random = test_support::seeded_random();
  constexpr int kRuns = 20;
  for (const auto& [load, expected] : std::vector<std::pair<double, Stability>>{{0.3, Stability::kStable},
                                                                                {0.8, Stability::kStable},
                                                                                {0.95, Stability::kStable},
                                                                                {1.05, Stability::kUnstable},
                                                                                {1.2, Stability::kUnstable},
                                                                                {2, Stability::kUnstable}}) {
    int right = 0;
    int wrong = 0;
    for (int run = 0; run < kRuns; ++run) {
      const Stability verdict = decide(Queue(load, random), 40'000);
      right += verdict == expected ? 1 : 0;
      wrong += verdict != expected && verdict != Stability::kUndecided ? 1 : 0;
    }
    EXPECT_GE(right, kRuns * 8 / 10) << load;
    EXPECT_LE(wrong, 1) << load;
  }
}

TEST(Stability, IsNotMissedWhileAQueueDrains) {
  auto random = test_support::seeded_random();
  EXPECT_EQ(decide(Queue(0.8, random, 10'000), 50'000), Stability::kStable);
}

TEST(Stability, IsNotMissedWhileAQueueFills) {
  BacklogWatch watch(20);
  for (int sample = 0; sample < 1500; ++sample) {
    watch.sample(static_cast<std::uint64_t>(1e6 * (1 - std::exp(-sample / 100.0))));
    EXPECT_NE(watch.look().verdict, Stability::kUnstable)
        << "for all but the first hundreds of samples it does not grow";
  }
  EXPECT_EQ(watch.look().verdict, Stability::kStable);
}

constexpr std::size_t kPoints = 32;

// A backlog whose last three quarters are these points, 6 samples each or 24; the first quarter,
// which is not looked at, is a million. In all 256 samples or 1024.
Backlog look_at(const std::vector<std::uint64_t>& points, double least_unstable, bool is_long = true,
                std::uint64_t came = 0) {
  const std::uint64_t repeats = is_long ? 24 : 6;
  BacklogWatch watch(least_unstable);
  for (std::uint64_t i = 0; i < repeats * kPoints / 3; ++i) watch.sample(1'000'000);
  for (const std::uint64_t point : points) {
    for (std::uint64_t i = 0; i < repeats; ++i) watch.sample(point);
  }
  EXPECT_EQ(watch.samples(), is_long ? 1024u : 256u);
  return watch.look(came);
}

std::vector<std::uint64_t> points_of(const std::function<double(double)>& waiting) {
  std::vector<std::uint64_t> points;
  for (std::size_t i = 0; i < kPoints; ++i) {
    points.push_back(static_cast<std::uint64_t>(std::lround(waiting(static_cast<double>(i)))));
  }
  return points;
}

// 2 a sample: 32 points of as many samples as three quarters of all allow, from the end.
TEST(Stability, HasTheGrowthOfTheLine) {
  for (const std::uint64_t samples : {256u, 259u, 300u, 383u, 500u, 511u}) {
    BacklogWatch watch(1e9);
    for (std::uint64_t sample = 0; sample < samples; ++sample) watch.sample(1000 + 2 * sample);
    const Backlog backlog = watch.look();
    const auto size = static_cast<double>((samples - samples / 4) / 32);
    const double end = 1000 + 2 * (static_cast<double>(samples) - 0.5);
    EXPECT_TRUE(backlog.is_known);
    EXPECT_NEAR(backlog.half_width, 0, 1e-6) << samples;
    EXPECT_NEAR(backlog.growth, 2 * 31 * size, 1e-6) << samples;
    EXPECT_NEAR(backlog.mean, end - 32 * size, 1e-6) << samples;
    EXPECT_NEAR(backlog.last, end - size, 1e-6) << samples;
    EXPECT_EQ(backlog.verdict, Stability::kUndecided) << "it grows, but there is less of it than asked for";
  }
}

TEST(Stability, IsUnknownOfFewSamples) {
  BacklogWatch watch(20);
  for (int sample = 0; sample < 255; ++sample) watch.sample(0);
  EXPECT_FALSE(watch.look().is_known);
  watch.sample(0);
  EXPECT_TRUE(watch.look().is_known);
}

// The line solves the normal equations. Its error: Student's t of 30 degrees at 99 % (a table's
// 2.750), the residuals' variance over 30 degrees, and more where neighbours' residuals are alike,
// up to a correlation of 0.95.
TEST(Stability, HasTheLeastSquaresAndTheirError) {
  struct Case {
    const char* name;
    std::function<double(double)> waiting;
    bool is_clamped_below, is_clamped_above;
  };
  const std::vector<Case> cases = {
      {"to and fro", [](double i) { return 60'000 + 300 * i + (std::fmod(i, 2) == 0 ? 6000 : -6000); }, true, false},
      {"by twos", [](double i) { return 60'000 - 300 * i + (std::fmod(i, 4) < 2 ? 6000 : -6000); }, false, false},
      {"by fives", [](double i) { return 60'000 + 100 * i + (std::fmod(i, 10) < 5 ? 6000 : -6000); }, false, false},
      {"a curve", [](double i) { return 60'000 + 60 * i * i; }, false, true},
  };
  for (const auto& [name, waiting, is_clamped_below, is_clamped_above] : cases) {
    SCOPED_TRACE(name);
    const std::vector<std::uint64_t> points = points_of(waiting);
    double times = 0, squares_of_times = 0, sum = 0, products = 0;
    for (std::size_t i = 0; i < kPoints; ++i) {
      const auto time = static_cast<double>(i);
      const auto value = static_cast<double>(points[i]);
      times += time;
      squares_of_times += time * time;
      sum += value;
      products += time * value;
    }
    const double determinant = kPoints * squares_of_times - times * times;
    const double slope = (kPoints * products - times * sum) / determinant;
    const double begin = (squares_of_times * sum - times * products) / determinant;
    double squares = 0, neighbours = 0, before = 0;
    for (std::size_t i = 0; i < kPoints; ++i) {
      const double residual = static_cast<double>(points[i]) - begin - slope * static_cast<double>(i);
      squares += residual * residual;
      neighbours += residual * before;
      before = residual;
    }
    const double seen = neighbours / squares;
    const double correlation = seen + (2 + 4 * seen) / kPoints;
    EXPECT_EQ(correlation < 0, is_clamped_below) << correlation;
    EXPECT_EQ(correlation > 0.95, is_clamped_above) << correlation;
    const double r = is_clamped_below ? 0 : is_clamped_above ? 0.95 : correlation;
    const double error = std::sqrt(squares / 30 * kPoints / determinant * (1 + r) / (1 - r));

    const Backlog backlog = look_at(points, 1e9);
    EXPECT_NEAR(backlog.mean, sum / kPoints, 1e-6);
    EXPECT_NEAR(backlog.growth, 31 * slope, 1e-6);
    EXPECT_NEAR(backlog.half_width / (2.75 * 31 * error), 1, 1e-4);
  }
}

// By what the header says of each verdict, on both sides of each bound.
TEST(Stability, IsJudgedByGrowthMeanAndEnd) {
  // Grows by this from the first point to the last.
  const auto line = [](double begin, double growth) {
    return points_of([=](double i) { return begin + growth / 31 * i; });
  };
  // No growth; a half width of 1.686 times the mean.
  const auto noise = [](double mean) {
    return points_of([=](double i) { return std::fmod(i, 2) == 0 ? 2 * mean : 0; });
  };
  // A growth that is as large as the end, and a half width that is larger.
  const std::vector<std::uint64_t> noisy_growth =
      points_of([](double i) { return 2000 * i + (std::fmod(i, 2) == 0 ? 90'000 : 0); });
  struct Case {
    std::string what;
    std::vector<std::uint64_t> points;
    double least_unstable;
    std::uint64_t came;
    Stability verdict, verdict_of_256;
  };
  const Stability stable = Stability::kStable, unstable = Stability::kUnstable, undecided = Stability::kUndecided;
  const std::vector<Case> cases = {
      {"more than half of the end", line(4'900'000, 5'100'000), 10'000'000, 0, unstable, unstable},
      {"less than half of the end", line(5'100'000, 4'900'000), 10'000'000, 0, undecided, undecided},
      {"there is less than asked for", line(4'900'000, 5'100'000), 10'000'001, 0, undecided, undecided},
      {"a hundredth of what comes", line(4'900'000, 5'100'000), 10'000'000, 679'000'000, unstable, unstable},
      {"less than a hundredth of what comes", line(4'900'000, 5'100'000), 10'000'000, 681'000'000, undecided,
       undecided},
      {"it may not grow at all", noisy_growth, 1000, 0, undecided, undecided},
      {"less than half of the mean", line(7'600'000, 4'900'000), 1000, 0, stable, undecided},
      {"more than half of the mean", line(7'400'000, 5'100'000), 5e7, 0, undecided, undecided},
      {"a little, and surely more than half of the mean", line(10, 40), 408, 0, stable, undecided},
      {"a little, but not little enough", line(10, 40), 392, 0, undecided, undecided},
      {"less with time", line(10'000'000, -9'000'000), 1000, 0, stable, undecided},
      {"surely little", noise(1'000'000), 8 * 1'700'000, 0, stable, undecided},
      {"perhaps not little", noise(1'000'000), 8 * 1'670'000, 0, undecided, undecided},
      {"nothing, and not even that is asked for", line(0, 0), 0, 0, stable, undecided},
  };
  for (const auto& [what, points, least_unstable, came, verdict, verdict_of_256] : cases) {
    EXPECT_EQ(look_at(points, least_unstable, true, came).verdict, verdict) << what;
    EXPECT_EQ(look_at(points, least_unstable, false, came).verdict, verdict_of_256) << what;
  }
}

// For samples about a constant the interval holds 0 in 99 of 100 runs, and in nearly as many where
// neighbours depend on one another.
TEST(Stability, KnowsTheErrorOfTheGrowth) {
  auto random = test_support::seeded_random();
  constexpr int kRuns = 300;
  for (const double correlation : {0.0, 0.95}) {  // of a sample with the next; 12 samples are a point
    std::normal_distribution<double> step(0, std::sqrt(1 - correlation * correlation));
    int missed = 0;
    for (int run = 0; run < kRuns; ++run) {
      BacklogWatch watch(1e9);
      double deviation = 0;
      for (int sample = 0; sample < 511; ++sample) {
        deviation = correlation * deviation + step(random);
        watch.sample(static_cast<std::uint64_t>(std::lround(1000 + 100 * deviation)));
      }
      const Backlog backlog = watch.look();
      missed += std::abs(backlog.growth) > backlog.half_width ? 1 : 0;
    }
    EXPECT_LE(missed, correlation == 0 ? 10 : 30) << correlation;
  }
}

TEST(Stability, OfNothingIsStable) {
  BacklogWatch watch(20);
  for (int sample = 0; sample < 1023; ++sample) {
    watch.sample(0);
    EXPECT_EQ(watch.look().verdict, Stability::kUndecided);
  }
  watch.sample(0);
  EXPECT_EQ(watch.look().verdict, Stability::kStable);
}

TEST(Stability, GrowsWithTime) {
  BacklogWatch watch(100);
  for (std::uint64_t sample = 0; sample < 256; ++sample) watch.sample(sample);
  EXPECT_EQ(watch.look().verdict, Stability::kUnstable);
}

// A scheme that is stable below one load and seen to be unstable above another.
struct Scheme {
  double stable_below;
  double unstable_from;
  std::multiset<double> loads{};
  Stability operator()(double load) {
    loads.insert(load);
    return load < stable_below     ? Stability::kStable
           : load >= unstable_from ? Stability::kUnstable
                                   : Stability::kUndecided;
  }
};

TEST(StabilityLimit, IsBracketed) {
  for (const double limit : {0.11, 0.5, 0.73, 0.99}) {
    Scheme scheme{limit, limit};
    const StabilityLimit found = find_stability_limit(0.1, 1.1, 0.01, std::ref(scheme));
    ASSERT_TRUE(found.stable && found.unstable);
    EXPECT_LT(*found.stable, limit);
    EXPECT_GE(*found.unstable, limit);
    EXPECT_LE(*found.unstable - *found.stable, 0.01);
    EXPECT_EQ(found.runs, scheme.loads.size());
    EXPECT_LE(found.runs, 9u);
  }
}

TEST(StabilityLimit, IsBracketedAroundWhatIsUndecided) {
  Scheme scheme{0.7, 0.76};
  const StabilityLimit found = find_stability_limit(0.1, 1.1, 0.01, std::ref(scheme));
  EXPECT_NEAR(*found.stable, 0.695, 0.005);
  EXPECT_NEAR(*found.unstable, 0.765, 0.005);
  EXPECT_EQ(found.runs, std::set(scheme.loads.begin(), scheme.loads.end()).size()) << "each load once";
  EXPECT_LE(found.runs, 16u);
}

TEST(StabilityLimit, MayBeOutside) {
  Scheme stable{2, 2};
  const StabilityLimit all_stable = find_stability_limit(0.1, 1, 0.01, std::ref(stable));
  EXPECT_EQ(all_stable.stable, 1);
  EXPECT_FALSE(all_stable.unstable);
  Scheme unstable{0, 0};
  const StabilityLimit all_unstable = find_stability_limit(0.1, 1, 0.01, std::ref(unstable));
  EXPECT_FALSE(all_unstable.stable);
  EXPECT_EQ(all_unstable.unstable, 0.1);
  EXPECT_EQ(all_unstable.runs, 2u);
  Scheme undecided{0.5, 2};
  const StabilityLimit no_upper = find_stability_limit(0.1, 1, 0.01, std::ref(undecided));
  EXPECT_NEAR(*no_upper.stable, 0.495, 0.005);
  EXPECT_FALSE(no_upper.unstable);
  Scheme never_stable{0, 0.6};
  const StabilityLimit no_lower = find_stability_limit(0.1, 1, 0.01, std::ref(never_stable));
  EXPECT_FALSE(no_lower.stable);
  EXPECT_NEAR(*no_lower.unstable, 0.605, 0.005);
}

}  // namespace
}  // namespace testbench
