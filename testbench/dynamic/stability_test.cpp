#include "testbench/dynamic/stability.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "test_support/seed.hpp"

namespace testbench {
namespace {

// A queue that sends one request a cycle and gets a random number of them with this mean, sampled every 16 cycles.
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

// 2 a sample, over the last three quarters of 511.
TEST(Stability, HasTheGrowthOfTheLine) {
  BacklogWatch watch(1e9);
  for (std::uint64_t sample = 0; sample < 511; ++sample) watch.sample(1000 + 2 * sample);
  const Backlog backlog = watch.look();
  EXPECT_NEAR(backlog.half_width, 0, 1e-6);
  EXPECT_NEAR(backlog.growth, 2 * 31.0 / 32 * 384, 2 * 32);
  EXPECT_NEAR(backlog.mean, 1000 + 2 * 320, 20);
  EXPECT_EQ(backlog.verdict, Stability::kUndecided) << "it grows, but there is less of it than asked for";
}

// Of samples about a constant the interval holds 0 in 99 of 100 runs; where neighbours depend on one another too, nearly.
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
