// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/dynamic/theorem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <random>
#include <vector>

#include "test_support/seed.hpp"
#include "testbench/plans/dynamic/batch_means.hpp"

namespace testbench {
namespace {

constexpr PmnbAlgorithm kAlgorithms[] = {PmnbAlgorithm::kI, PmnbAlgorithm::kII, PmnbAlgorithm::kIII};

// Section IV, example: d = 16, M = 2^10, t_p = 1 and t_p = 0 units. II needs 98 and 66 units of d
// cycles. For III the paper's example says 160 and 96; its own formula, with the - 1 of section
// IV-C, gives 159 and 95.
TEST(Theorem, HasTheExampleOfThePaper) {
  EXPECT_EQ(pmnb_bound(PmnbAlgorithm::kI, 16, 1024, 1), 157);
  EXPECT_EQ(pmnb_bound(PmnbAlgorithm::kI, 16, 1024, 0), 125);
  EXPECT_EQ(std::ceil(pmnb_bound(PmnbAlgorithm::kII, 16, 1024, 16) / 16), 98);
  EXPECT_EQ(std::ceil(pmnb_bound(PmnbAlgorithm::kII, 16, 1024, 0) / 16), 66);
  EXPECT_EQ(pmnb_bound(PmnbAlgorithm::kIII, 16, 1024, 1), 160 - 1);
  EXPECT_EQ(pmnb_bound(PmnbAlgorithm::kIII, 16, 1024, 0), 96 - 1);
  EXPECT_EQ(multinode_broadcast_bound(16), 4096u + 32 - 1);
  EXPECT_EQ(pmnb_lower_bound(16, 1024), 64u);
  EXPECT_EQ(pmnb_lower_bound(16, 1024, 16), 1023u) << "split messages: M - 1 packets through each in-port";
}

TEST(Theorem, HasThePhasesOfTheExample) {
  const PmnbPhases first = pmnb_phases(PmnbAlgorithm::kI, 16, 1024, 1);
  EXPECT_EQ(first.prefix, 32);
  EXPECT_EQ(first.packing, 16);
  EXPECT_EQ(first.broadcast, 6 + 103) << "subcubes of 6 dimensions, then 1023 packets over 10 ports";
  const PmnbPhases second = pmnb_phases(PmnbAlgorithm::kII, 16, 1024, 16);
  EXPECT_EQ(second.prefix, 32 * 16);
  EXPECT_EQ(second.packing, 16) << "a unit";
  EXPECT_NEAR(second.broadcast, 1024 + 16, 0.1);
  const PmnbPhases third = pmnb_phases(PmnbAlgorithm::kIII, 16, 1024, 1);
  EXPECT_EQ(third.prefix, 64);
  EXPECT_EQ(third.broadcast, 64 + 15);
}

TEST(Theorem, RoundsTheActiveNodesOfTheFirstAlgorithmUp) {
  EXPECT_EQ(pmnb_bound(PmnbAlgorithm::kI, 8, 33, 0), pmnb_bound(PmnbAlgorithm::kI, 8, 64, 0));
  EXPECT_EQ(pmnb_bound(PmnbAlgorithm::kI, 8, 64, 0), 11 + 16 - 6);
  EXPECT_EQ(pmnb_bound(PmnbAlgorithm::kI, 8, 256, 0), 32 + 16 - 8);
  EXPECT_EQ(pmnb_bound(PmnbAlgorithm::kI, 8, 1, 0), 16) << "packing and a broadcast";
  EXPECT_EQ(pmnb_bound(PmnbAlgorithm::kI, 8, 2, 0), 1 + 16 - 1);
  EXPECT_EQ(pmnb_bound(PmnbAlgorithm::kI, 8, 3, 0), 2 + 16 - 2);
  EXPECT_EQ(pmnb_bound(PmnbAlgorithm::kI, 8, 0, 1), 32);
}

TEST(Theorem, AllowsNothingBelowTheLowerBound) {
  for (std::uint32_t dim = 1; dim <= 12; ++dim) {
    EXPECT_EQ(pmnb_lower_bound(dim, 0), 0u);
    EXPECT_LE(pmnb_lower_bound(dim, std::uint64_t{1} << dim), multinode_broadcast_bound(dim));
    for (const PmnbAlgorithm algorithm : kAlgorithms) {
      const PmnbTime time = pmnb_time(algorithm, dim, 0.5);
      for (std::uint64_t active = 0; active <= std::uint64_t{1} << dim; ++active) {
        const double bound = pmnb_bound(algorithm, dim, active, 0.5);
        EXPECT_GE(bound, static_cast<double>(pmnb_lower_bound(dim, active, message_packets(algorithm, dim))));
        EXPECT_LE(bound, time.reservation + time.message * static_cast<double>(active) + 1e-6) << dim << ' ' << active;
      }
    }
  }
}

// The slope of algorithm I is the least: some M takes all of it.
TEST(Theorem, HasTheLeastSlopeForTheFirstAlgorithm) {
  for (std::uint32_t dim = 5; dim <= 12; ++dim) {
    const PmnbTime time = pmnb_time(PmnbAlgorithm::kI, dim, 1);
    double least_slack = 1;
    for (std::uint64_t active = 1; active <= std::uint64_t{1} << dim; ++active) {
      const double linear = time.reservation + time.message * static_cast<double>(active);
      least_slack = std::min(least_slack, linear - pmnb_bound(PmnbAlgorithm::kI, dim, active, 1));
    }
    EXPECT_NEAR(least_slack, 0, 1e-6) << dim;
  }
  EXPECT_EQ(pmnb_time(PmnbAlgorithm::kI, 4, 1).message, 0);
}

// Section V.
TEST(Theorem, HasTheFiguresOfTheCube) {
  for (std::uint32_t dim = 2; dim <= 10; ++dim) {
    const double d = dim;
    const double n = std::ldexp(1, static_cast<int>(dim));
    const double unit = d;  // of II, in cycles
    const double step = 0.25;
    const PmnbTime split = pmnb_time(PmnbAlgorithm::kII, dim, step * unit);
    EXPECT_NEAR(split.reservation / unit, 2 * d * step + 2, 1e-9);
    EXPECT_NEAR(split.message / unit, (n - 1) / (d * n), 1e-9);
    EXPECT_NEAR(light_load_delay(split) / unit, 3 * d * step + 3 + 1 / d, 1 / (d * n) + 1e-9);
    const auto nodes = static_cast<std::uint64_t>(n);
    EXPECT_NEAR(stability_limit(split, nodes), 1 / (1 + (2 * d * step + 2) * d / (n - 1)), 1e-9);
    EXPECT_NEAR(load_of(dim, largest_rate(split, nodes), dim), stability_limit(split, nodes), 1e-9);

    const PmnbTime whole = pmnb_time(PmnbAlgorithm::kIII, dim, step);
    EXPECT_NEAR(light_load_delay(whole), 6 * d * step + 3 * d + 1 / d, 1e-9);
    EXPECT_NEAR(stability_limit(whole, nodes), 1 / (1 + (2 * d + 4 * d * step) * d / n), 1e-9);
    EXPECT_NEAR(rate_at(dim, load_of(dim, 0.125)), 0.125, 1e-9);
  }
}

// Formula (19) as the paper writes it for II, its time in units and its X = (N - 1)/(N d).
TEST(Theorem, AgreesWithTheFormulaForTheCube) {
  constexpr std::uint32_t kDim = 6;
  const double d = kDim;
  const double n = 64;
  const double v = 2 * d * 0.5 + 2;
  for (const double load : {0.1, 0.3, 0.5}) {
    const double lambda = load * d / (n - 1);
    const auto wait = [&](double a) {
      const double slack = 1 - load - lambda * v;
      return (n - 1) / n * load / (2 * d * slack) + v * (1.5 - 0.5 * load - load * a - lambda * v) / slack;
    };
    const TheoremBounds bounds = mean_wait({v, (n - 1) / (n * d)}, 64, lambda);
    EXPECT_NEAR(bounds.low, wait(0.5 - 0.5 / n), 1e-9);
    EXPECT_LE(bounds.high, wait(0) + 1e-9);
    EXPECT_GE(bounds.high, bounds.low);
  }
}

// The values of a (formula 8) for K of N messages in a period, with this mean: E(K^2) / 2 N E(K) -
// 1 / 2N. Distributions on two numbers have the extremes, as in any linear programming problem with
// two conditions.
TheoremBounds a_of_any_distribution(std::uint32_t nodes, double mean) {
  TheoremBounds a{INFINITY, 0};
  for (std::uint32_t few = 0; few <= mean; ++few) {
    for (std::uint32_t many = nodes; many > mean && many > few; --many) {
      const double share = (mean - few) / (many - few);
      const double squares = (1 - share) * few * few + share * many * many;
      const double one = squares / (2 * nodes * mean) - 0.5 / nodes;
      a = {std::min(a.low, one), std::max(a.high, one)};
    }
  }
  return a;
}

// Theorem 1 and formula 12 with every a that there can be.
TEST(Theorem, HasTheBoundsOfAllDistributions) {
  for (const std::uint32_t nodes : {1u, 2u, 5u, 16u}) {
    for (const PmnbTime& time : {PmnbTime{20, 0.5}, PmnbTime{2, 3}, PmnbTime{7, 0.01}}) {
      for (const double share : {0.01, 0.2, 0.4, 0.6, 0.8, 0.95}) {
        const double rate = share * largest_rate(time, nodes);
        SCOPED_TRACE(testing::Message() << nodes << " nodes, V " << time.reservation << ", rate " << rate);
        const double x = time.message;
        const double v = time.reservation;
        const double rho = rate * nodes * x;
        const double slack = 1 - rho - rate * v;
        const auto wait = [&](double a) {
          return rho * x / (2 * slack) + (1 - rho) * v / (2 * slack) + (1 - rho * a - rate * v) * v / slack;
        };
        const TheoremBounds a = a_of_any_distribution(nodes, rate * nodes * v / (1 - rho));
        const TheoremBounds waits = mean_wait(time, nodes, rate);
        EXPECT_NEAR(waits.low, wait(a.high), 1e-9);
        EXPECT_NEAR(waits.high, wait(a.low), 1e-9);
        const auto delay = [&](double of_a) { return wait(of_a) + x + of_a * nodes * x; };
        const double most = wait(a.low) + x + std::min((nodes - 1) * x / 2, rho * wait(a.low));
        const TheoremBounds delays = mean_delay(time, nodes, rate);
        EXPECT_NEAR(delays.low, std::min(delay(a.low), delay(a.high)), 1e-9);
        EXPECT_NEAR(delays.high, std::min(std::max(delay(a.low), delay(a.high)), most), 1e-9);
      }
    }
  }
}

TEST(Theorem, ClosesItsBoundsWhereThePaperSaysSo) {
  const PmnbTime time{20, 0.5};
  const TheoremBounds light = mean_delay(time, 64, 1e-9);
  EXPECT_NEAR(light.low, light_load_delay(time), 1e-3);
  EXPECT_NEAR(light.high, light_load_delay(time), 1e-3);
  EXPECT_EQ(mean_wait(time, 64, 0).high, 30);
  const double limit = largest_rate(time, 64);
  const TheoremBounds heavy = mean_wait(time, 64, limit * 0.9999);
  EXPECT_NEAR(heavy.high / heavy.low, 1, 1e-3);
  for (const double rate : {limit, 2 * limit}) {
    for (const TheoremBounds& never : {mean_wait(time, 64, rate), mean_delay(time, 64, rate)}) {
      EXPECT_EQ(never.low, INFINITY);
      EXPECT_EQ(never.high, INFINITY);
    }
  }
  const TheoremBounds one_user = mean_wait(time, 1, 0.03);
  EXPECT_EQ(one_user.low, one_user.high) << "exact for one user";
}

// The system of section III-A, a period at a time: who has a request when the reservation interval
// begins sends one in the data interval, one after another. Waiting: until its own X begins. Delay:
// until the data interval ends.
struct Measured {
  MeanInterval wait;
  MeanInterval delay;
};

Measured simulate(std::uint32_t users, const PmnbTime& time, double rate, std::mt19937_64& random) {
  constexpr std::uint64_t kWarmUp = 20'000;
  constexpr std::uint64_t kServed = 200'000;
  std::exponential_distribution<double> gap(rate * users);
  std::uniform_int_distribution<std::size_t> user(0, users - 1);
  std::vector<std::deque<double>> queues(users);
  GrowingBatches waits(64, kServed / 64 + 1);
  GrowingBatches delays(64, kServed / 64 + 1);
  double now = 0;
  double arrival = gap(random);
  std::uint64_t served = 0;
  while (served < kWarmUp + kServed) {
    for (; arrival < now; arrival += gap(random)) queues[user(random)].push_back(arrival);
    double start = now + time.reservation;
    std::vector<double> in_service;
    for (std::deque<double>& queue : queues) {
      if (queue.empty()) continue;
      if (served++ >= kWarmUp) {
        waits.add(start - queue.front());
        in_service.push_back(queue.front());
      }
      queue.pop_front();
      start += time.message;
    }
    now = start;
    for (const double since : in_service) delays.add(now - since);
  }
  return {mean_interval(waits.means()).value(), mean_interval(delays.means()).value()};
}

void expect_within(const MeanInterval& measured, const TheoremBounds& bounds) {
  const double error = 2 * measured.half_width;  // four standard errors
  EXPECT_GE(measured.mean, bounds.low - error);
  EXPECT_LE(measured.mean, bounds.high + error);
  EXPECT_LE(measured.half_width, 0.05 * measured.mean);
}

TEST(Theorem, HoldsInTheAuxiliarySystem) {
  auto random = test_support::seeded_random();
  for (const std::uint32_t users : {1u, 4u, 16u, 64u}) {
    for (const double reservation : {2.0, 20.0}) {
      for (const double share : {0.1, 0.5, 0.8}) {
        const PmnbTime time{reservation, 0.75};
        const double rate = share * largest_rate(time, users);
        SCOPED_TRACE(testing::Message() << users << " users, V " << reservation << ", rate " << rate);
        const Measured measured = simulate(users, time, rate, random);
        expect_within(measured.wait, mean_wait(time, users, rate));
        expect_within(measured.delay, mean_delay(time, users, rate));
      }
    }
  }
}

}  // namespace
}  // namespace testbench
