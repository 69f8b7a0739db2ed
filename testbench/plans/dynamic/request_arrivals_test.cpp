// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/dynamic/request_arrivals.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "test_support/seed.hpp"

namespace testbench {
namespace {

std::vector<ArrivalSetting> settings_of(double rate) {
  return {{.kind = ArrivalKind::kPoisson, .rate = rate},
          {.kind = ArrivalKind::kBernoulli, .rate = rate},
          {.kind = ArrivalKind::kBursty, .rate = rate, .burst_cycles = 20, .burst_rate = 0.5},
          {.kind = ArrivalKind::kHotSpot, .rate = rate, .hot_share = 0.3, .hot_nodes = 2}};
}

// The requests of every cycle, counted by node.
std::vector<std::vector<double>> counted(const ArrivalSetting& setting, std::uint32_t nodes, int cycles) {
  static const std::uint64_t kSeed = test_support::seed();
  RequestArrivals arrivals(setting, nodes, kSeed);
  std::vector<std::vector<double>> counts;
  std::vector<std::uint32_t> arrived;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    arrived.clear();
    arrivals.next(arrived);
    counts.emplace_back(nodes);
    for (const std::uint32_t node : arrived) ++counts.back().at(node);
  }
  return counts;
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

std::vector<double> by_node(const std::vector<std::vector<double>>& counts) {
  std::vector<double> sums(counts.front().size());
  for (const auto& cycle : counts) {
    for (std::size_t node = 0; node < sums.size(); ++node) sums[node] += cycle[node];
  }
  return sums;
}

// Covariance of a node's requests with its own so many cycles later, averaged over nodes.
double covariance(const std::vector<std::vector<double>>& counts, double mean, std::size_t lag) {
  double total = 0;
  for (std::size_t cycle = 0; cycle + lag < counts.size(); ++cycle) {
    for (std::size_t node = 0; node < counts[cycle].size(); ++node) {
      total += (counts[cycle][node] - mean) * (counts[cycle + lag][node] - mean);
    }
  }
  return total / static_cast<double>((counts.size() - lag) * counts.front().size());
}

// Chance that what follows the expected numbers is as far from them or farther (Pearson's test).
double chance(const std::vector<double>& seen, const std::vector<double>& expected) {
  double statistic = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    statistic += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
  }
  const boost::math::chi_squared distribution(static_cast<double>(seen.size() - 1));
  return boost::math::cdf(boost::math::complement(distribution, statistic));
}

constexpr double kUnlikely = 1e-4;

TEST(RequestArrivals, HaveTheMeanRate) {
  for (const double rate : {0.001, 0.1, 0.4}) {
    for (const ArrivalSetting& setting : settings_of(rate)) {
      const auto counts = counted(setting, 32, 20000);
      const double expected = rate * 32 * 20000;
      // The variance of a sum is that of independent requests times what they come in together: a
      // burst of 10, at most.
      const double deviation = std::sqrt(expected * (setting.kind == ArrivalKind::kBursty ? 20 : 1));
      EXPECT_NEAR(sum(by_node(counts)), expected, 4 * deviation) << name_of(setting.kind) << ' ' << rate;
    }
  }
}

// The numbers of one node in a cycle.
TEST(RequestArrivals, HaveTheirDistribution) {
  constexpr double kRate = 0.3;
  constexpr int kCycles = 4000;
  constexpr std::uint32_t kNodes = 16;
  std::vector<double> poisson(4);
  std::vector<double> bernoulli(2);
  for (const auto& cycle : counted({.kind = ArrivalKind::kPoisson, .rate = kRate}, kNodes, kCycles)) {
    for (const double count : cycle) ++poisson[std::min<std::size_t>(3, static_cast<std::size_t>(count))];
  }
  for (const auto& cycle : counted({.kind = ArrivalKind::kBernoulli, .rate = kRate}, kNodes, kCycles)) {
    for (const double count : cycle) ++bernoulli.at(static_cast<std::size_t>(count));
  }
  constexpr double kTrials = double{kCycles} * kNodes;
  const double none = std::exp(-kRate) * kTrials;
  const double one = none * kRate;
  const double two = one * kRate / 2;
  EXPECT_GT(chance(poisson, {none, one, two, kTrials - none - one - two}), kUnlikely);
  EXPECT_GT(chance(bernoulli, {(1 - kRate) * kTrials, kRate * kTrials}), kUnlikely);
}

// All nodes together, also with so many that the other way of drawing Poisson numbers is used.
TEST(RequestArrivals, HaveTheVarianceOfPoissonRequests) {
  for (const std::uint32_t nodes : {4u, 256u}) {
    const double mean = 0.25 * nodes;
    double squares = 0;
    constexpr int kCycles = 5000;
    for (const auto& cycle : counted({.kind = ArrivalKind::kPoisson, .rate = 0.25}, nodes, kCycles)) {
      squares += (sum(cycle) - mean) * (sum(cycle) - mean);
    }
    EXPECT_NEAR(squares / kCycles / mean, 1, 4 * std::sqrt((2 + 1 / mean) / kCycles)) << nodes;
  }
}

TEST(RequestArrivals, AreAlikeAtAllNodes) {
  for (const ArrivalSetting& setting : settings_of(0.2)) {
    if (setting.kind == ArrivalKind::kHotSpot || setting.kind == ArrivalKind::kBursty) continue;
    const std::vector<double> seen = by_node(counted(setting, 32, 20000));
    EXPECT_GT(chance(seen, std::vector<double>(32, sum(seen) / 32)), kUnlikely) << name_of(setting.kind);
  }
}

TEST(RequestArrivals, GoToTheHotNodes) {
  const auto counts =
      counted({.kind = ArrivalKind::kHotSpot, .rate = 0.1, .hot_share = 0.3, .hot_nodes = 2}, 32, 40000);
  const std::vector<double> seen = by_node(counts);
  std::vector<double> expected(32, 0.7 / 30 * sum(seen));
  expected[0] = expected[1] = 0.3 / 2 * sum(seen);
  EXPECT_GT(chance(seen, expected), kUnlikely);
}

TEST(RequestArrivals, OfOneNodeComeOneAtATime) {
  for (const ArrivalKind kind : {ArrivalKind::kBernoulli, ArrivalKind::kBursty}) {
    RequestArrivals arrivals({.kind = kind, .rate = 0.4}, 64);
    for (int cycle = 0; cycle < 2000; ++cycle) {
      std::vector<std::uint32_t> nodes;
      arrivals.next(nodes);
      EXPECT_EQ(std::set(nodes.begin(), nodes.end()).size(), nodes.size());
    }
  }
}

// By the definition of a chain with two states: rate (burst_rate - rate) r^k, r = 1 - 1/on - 1/off;
// from the first cycle on.
TEST(RequestArrivals, OfBurstsAreCorrelated) {
  const ArrivalSetting setting{.kind = ArrivalKind::kBursty, .rate = 0.1, .burst_cycles = 20, .burst_rate = 0.5};
  const double off = 20 * 0.4 / 0.1;
  const auto counts = counted(setting, 64, 20000);
  EXPECT_NEAR(covariance(counts, 0.1, 0), 0.1 * 0.9, 0.003);
  for (const std::size_t lag : {1u, 5u, 20u, 60u}) {
    const double expected = 0.1 * 0.4 * std::pow(1 - 1 / 20.0 - 1 / off, lag);
    EXPECT_NEAR(covariance(counts, 0.1, lag), expected, 0.0015) << lag;
  }
  EXPECT_NEAR(covariance(counts, 0.1, 400), 0, 0.0015);
  for (const ArrivalKind kind : {ArrivalKind::kPoisson, ArrivalKind::kBernoulli}) {
    EXPECT_NEAR(covariance(counted({.kind = kind, .rate = 0.1}, 64, 5000), 0.1, 1), 0, 0.001);
  }
}

// 2000 nodes one cycle each: as many are on as later.
TEST(RequestArrivals, OfBurstsBeginAsTheyGoOn) {
  const auto first = counted({.kind = ArrivalKind::kBursty, .rate = 0.3, .burst_cycles = 500}, 2000, 1);
  EXPECT_NEAR(sum(first.front()), 600, 4 * std::sqrt(2000 * 0.3 * 0.7));
}

// Runs of cycles with a request each, where a node that is on has one in every cycle.
TEST(RequestArrivals, OfBurstsHaveTheirMeanLength) {
  const auto counts = counted({.kind = ArrivalKind::kBursty, .rate = 0.2, .burst_cycles = 8}, 32, 40000);
  double begun = 0;
  for (std::size_t cycle = 1; cycle < counts.size(); ++cycle) {
    for (std::size_t node = 0; node < 32; ++node) begun += counts[cycle][node] > counts[cycle - 1][node] ? 1 : 0;
  }
  EXPECT_NEAR(sum(by_node(counts)) / begun, 8, 0.2);
}

TEST(RequestArrivals, CoverTheLimitsOfTheRate) {
  std::vector<std::uint32_t> nodes;
  for (const ArrivalSetting& setting : settings_of(0)) {
    RequestArrivals arrivals(setting, 16);
    for (int cycle = 0; cycle < 100; ++cycle) arrivals.next(nodes);
  }
  EXPECT_TRUE(nodes.empty());
  RequestArrivals all({.kind = ArrivalKind::kBernoulli, .rate = 1}, 3);
  all.next(nodes);
  all.next(nodes);
  EXPECT_EQ(nodes, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2}));
  RequestArrivals rare({.kind = ArrivalKind::kBernoulli, .rate = 1e-18}, 3);
  rare.next(nodes);
  EXPECT_EQ(nodes.size(), 6u);
  RequestArrivals hot({.kind = ArrivalKind::kHotSpot, .rate = 1, .hot_share = 1}, 3);
  nodes.clear();
  for (int cycle = 0; cycle < 20; ++cycle) hot.next(nodes);
  EXPECT_EQ(std::set(nodes.begin(), nodes.end()), (std::set<std::uint32_t>{0}));
}

TEST(RequestArrivals, AreRepeatedBySeed) {
  for (const ArrivalSetting& setting : settings_of(0.3)) {
    const auto requests = [&](std::uint64_t seed) {
      RequestArrivals arrivals(setting, 50, seed);
      std::vector<std::uint32_t> nodes;
      for (int cycle = 0; cycle < 50; ++cycle) arrivals.next(nodes);
      return nodes;
    };
    EXPECT_EQ(requests(7), requests(7));
    EXPECT_NE(requests(7), requests(8));
  }
}

// The first requests with the default seed, as they are on every machine.
TEST(RequestArrivals, AreTheSameEverywhere) {
  const auto first = [](const ArrivalSetting& setting) {
    RequestArrivals arrivals(setting, 1000);
    std::vector<std::uint32_t> nodes;
    while (nodes.size() < 6) arrivals.next(nodes);
    nodes.resize(6);
    return nodes;
  };
  const std::vector<ArrivalSetting> settings = settings_of(0.001);
  EXPECT_EQ(first(settings[0]), (std::vector<std::uint32_t>{21, 470, 74, 635, 789, 249}));
  EXPECT_EQ(first(settings[1]), (std::vector<std::uint32_t>{143, 290, 890, 912, 344, 766}));
  EXPECT_EQ(first(settings[2]), (std::vector<std::uint32_t>{226, 10, 226, 10, 10, 10}));
  EXPECT_EQ(first(settings[3]), (std::vector<std::uint32_t>{471, 76, 91, 223, 475, 0}));
}

TEST(RequestArrivals, RefuseWhatCannotBe) {
  constexpr ArrivalKind kBernoulli = ArrivalKind::kBernoulli, kBursty = ArrivalKind::kBursty,
                        kHotSpot = ArrivalKind::kHotSpot;
  struct Case {
    ArrivalSetting setting;
    std::string fault;
  };
  const std::vector<Case> cases = {
      {{.rate = 0}, ""},
      {{.rate = 16}, ""},
      {{.rate = -0.5}, "-0.5 requests per node and cycle: must be 0..16"},
      {{.rate = 17}, "17 requests per node and cycle: must be 0..16"},
      {{.rate = std::nan("")}, "nan requests per node and cycle: must be 0..16"},
      {{.kind = kBernoulli, .rate = 1}, ""},
      {{.kind = kBernoulli, .rate = 1.5}, "1.5 requests per node and cycle: must be 0..1"},
      {{.kind = kBursty, .rate = 1.5}, "1.5 requests per node and cycle: must be 0..1"},
      {{.kind = kBursty, .rate = 0.5, .burst_cycles = 1}, ""},
      {{.kind = kBursty, .rate = 0.5, .burst_cycles = 0.5},
       "bursts of 0.5 cycles: must be at least 1 cycle on average"},
      {{.kind = kBursty, .rate = 0.5, .burst_rate = 0},
       "0 requests per cycle in a burst: must be above 0 and at most 1"},
      {{.kind = kBursty, .rate = 0.5, .burst_rate = 1.5},
       "1.5 requests per cycle in a burst: must be above 0 and at most 1"},
      // 4 cycles on and one off.
      {{.kind = kBursty, .rate = 0.4, .burst_cycles = 4, .burst_rate = 0.5}, ""},
      {{.kind = kBursty, .rate = 0.5, .burst_cycles = 4, .burst_rate = 0.5},
       "0.5 requests per node and cycle: bursts of 4 cycles with 0.5 a cycle allow at most 0.4; make them longer"},
      {{.kind = kBursty, .rate = 0, .burst_cycles = 4, .burst_rate = 0.5}, ""},
      {{.kind = kHotSpot, .rate = 16, .hot_share = 0, .hot_nodes = 7}, ""},
      {{.kind = kHotSpot, .rate = 0.5, .hot_share = 1}, ""},
      {{.kind = kHotSpot, .rate = 0.5, .hot_nodes = 8}, "8 hot nodes of 8: must be 1..7"},
      {{.kind = kHotSpot, .rate = 0.5, .hot_nodes = 0}, "0 hot nodes of 8: must be 1..7"},
      {{.kind = kHotSpot, .rate = 0.5, .hot_share = 2}, "a share of 2 at the hot nodes: must be 0..1"},
      {{.kind = kHotSpot, .rate = 0.5, .hot_share = -0.5}, "a share of -0.5 at the hot nodes: must be 0..1"},
  };
  for (const auto& [setting, fault] : cases) {
    EXPECT_EQ(find_fault(setting, 8).value_or(""), fault) << name_of(setting.kind) << ' ' << setting.rate;
    if (!fault.empty()) EXPECT_THROW(RequestArrivals(setting, 8), std::invalid_argument) << fault;
  }
  for (const ArrivalSetting& setting : settings_of(0.3)) EXPECT_EQ(find_fault(setting, 8), std::nullopt);
  EXPECT_EQ(find_fault({.rate = 0.5}, 1), std::nullopt);
  EXPECT_EQ(find_fault({.rate = 0.5}, 0), "arrivals at 0 nodes: must be at least 1");
}

TEST(RequestArrivals, HaveNames) {
  const std::vector<std::string_view> names = {"poisson", "bernoulli", "bursty", "hot-spot"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(name_of(kArrivalKinds[i]), names[i]);
    EXPECT_EQ(arrival_kind_named(names[i]), kArrivalKinds[i]);
  }
  EXPECT_EQ(arrival_kind_named("poison"), std::nullopt);
}

}  // namespace
}  // namespace testbench
