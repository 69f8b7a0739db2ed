// SPDX-License-Identifier: Apache-2.0
// Exchanges that overlap with the packets of the period before. Every packet comes everywhere once,
// and the length of every period follows from the number of its packets, to the cycle.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "test_support/sizes.hpp"
#include "testbench/runs/broadcast/partial_broadcast.hpp"
#include "testbench/runs/broadcast/test_requests.hpp"
#include "testbench/runs/broadcast/test_schemes.hpp"

namespace testbench {
namespace {

using broadcast::PrefixChannel;
using broadcast::Scheme;
using test::kPartialSchemes;

// The first algorithm has no windows, and does not overlap.
constexpr std::array kSchemesWithWindows{Scheme::kPmnb2, Scheme::kPmnb3};

BroadcastSetting overlapping(unsigned dimension, Scheme scheme, unsigned count_wires = 0) {
  BroadcastSetting setting(dimension, scheme);
  setting.prefix = PrefixSetting{PrefixChannel::kOverlap, count_wires};
  setting.queue_depth.chosen = std::size_t{2} << dimension;  // the least depth
  return setting;
}

unsigned ceil_log2(std::uint64_t count) {
  unsigned steps = 0;
  while ((std::uint64_t{1} << steps) < count) ++steps;
  return steps;
}

// Cycles of an exchange; in the third algorithm, of both and the register between them.
std::uint64_t exchange_cycles(const BroadcastSetting& setting) {
  const unsigned d = setting.dimension();
  const std::uint64_t one = std::uint64_t{d} * setting.prefix->step_cycles(d);
  return setting.scheme == Scheme::kPmnb3 ? 2 * one + 1 : one;
}

// Cycles from the end of one exchange to that of the next, with `active` nodes in the period.
std::uint64_t period_of(const BroadcastSetting& setting, std::uint64_t active) {
  const unsigned d = setting.dimension();
  const bool by_class = setting.scheme == Scheme::kPmnb3;
  const std::uint64_t most = by_class ? (active + d - 1) / d : active;
  const unsigned m = ceil_log2(most);
  std::uint64_t windows = 0;
  for (unsigned k = 1; k <= d; ++k) windows += (most + (std::uint64_t{1} << k) - 1) >> k;
  const bool packs = most > 1 && (by_class || active < cube::nodes(d));
  const std::uint64_t exchange = exchange_cycles(setting);
  return packs ? m + 1 + std::max(windows, exchange) : std::max(windows, exchange + 1);
}

// Runs nodes that have `requests` when service begins, and checks the length of each period.
void expect_periods(const BroadcastSetting& setting, const std::vector<unsigned>& requests) {
  const unsigned d = setting.dimension();
  const auto mesh = make_native_servers(setting);
  load_service(*mesh, setting, /*repeats=*/true);
  std::vector<std::uint64_t> active;  // by period
  std::uint64_t deliveries = 0;
  for (;;) {
    std::vector<Address> now;
    for (const Address node : network::addresses(cube::nodes(d))) {
      if (requests[node.number()] > active.size()) now.push_back(node);
    }
    if (now.empty()) break;
    mesh->clock(false, now);
    active.push_back(now.size());
    deliveries += now.size() * packets_of_request(setting.scheme, d) * cube::other_nodes(d);
  }

  // An exchange is `one` cycle after another in which every node tells a count on every wire.
  const std::uint64_t one = std::uint64_t{d} * setting.prefix->step_cycles(d);
  const unsigned of_period = setting.scheme == Scheme::kPmnb3 ? 2 : 1;
  std::vector<std::uint64_t> ends;  // of exchanges: a cycle behind the last count
  std::uint64_t telling = 0;
  std::uint64_t cycle = 0;
  mesh->clock(true, {});
  while (ends.size() < active.size() * of_period + of_period || deliveries != 0) {
    ASSERT_LT(++cycle, 100'000u) << deliveries << " deliveries are missing";
    mesh->clock(false, {});
    ASSERT_GE(deliveries, mesh->delivered().size());
    deliveries -= mesh->delivered().size();
    const std::uint64_t counts = mesh->traffic().counts;
    ASSERT_TRUE(counts == 0 || counts == std::uint64_t{d} << d);
    if (counts != 0 && ++telling % one == 0) ends.push_back(cycle + 1);
  }
  for (std::size_t period = 0; period < active.size(); ++period) {
    // In the third algorithm the exchange behind the last period is only the one for the classes.
    const bool is_last = period + 1 == active.size();
    const std::size_t begin = period * of_period + of_period - 1;
    const std::uint64_t length = ends[is_last ? begin + 1 : begin + of_period] - ends[begin];
    const std::uint64_t ranks = is_last && of_period == 2 ? one + 1 : 0;
    EXPECT_EQ(length + ranks, period_of(setting, active[period])) << "period " << period << ", " << active[period];
  }
}

TEST(Overlap, PeriodsTakeWhatFollowsFromTheNumberOfPackets) {
  std::mt19937 random(1);
  for (unsigned dimension = 1; dimension <= test_support::soak_or(8u, 4u); ++dimension) {
    for (const Scheme scheme : kSchemesWithWindows) {
      for (const unsigned wires : {0u, 1u, 2u}) {
        const BroadcastSetting setting = overlapping(dimension, scheme, wires);
        SCOPED_TRACE(testing::Message() << "d " << dimension << ", scheme " << static_cast<unsigned>(scheme) << ", "
                                        << options_of(*setting.prefix));
        // The numbers of active nodes go down to one.
        std::vector<unsigned> requests(cube::nodes(dimension), 1);
        requests[random() % requests.size()] = 24;
        for (unsigned& count : requests)
          count += static_cast<unsigned>(random() % 24 * (random() % 2) * (random() % 2));
        expect_periods(setting, requests);
        if (HasFailure()) return;
      }
    }
  }
}

// A single broadcast takes as long with overlap as without.
TEST(Overlap, OnePartialBroadcastIsAsOverWires) {
  std::mt19937 random(2);
  for (unsigned dimension = 1; dimension <= test_support::soak_or(8u, 4u); ++dimension) {
    for (unsigned i = 0; i < 8; ++i) {
      std::vector<Address> active;
      for (const Address node : network::addresses(cube::nodes(dimension))) {
        if (random() % 8 <= i) active.push_back(node);
      }
      for (const Scheme scheme : kPartialSchemes) {
        BroadcastSetting setting = overlapping(dimension, scheme);
        const auto overlapping = run_partial_broadcast(*make_native_servers(setting), setting, active);
        EXPECT_EQ(overlapping.error, std::nullopt);
        setting.prefix->channel = PrefixChannel::kWires;
        const auto wires = run_partial_broadcast(*make_native_servers(setting), setting, active);
        EXPECT_EQ(overlapping.cycles.all(), wires.cycles.all());
        EXPECT_EQ(overlapping.sent, wires.sent);
      }
    }
  }
}

// The first algorithm does not overlap for this reason: 511 packets take ceil(511 / 9) cycles in
// subcubes of 9 dimensions, and fewer packets take longer.
TEST(Overlap, LastPhaseOfTheFirstAlgorithmHasNoKnownEnd) {
  std::mt19937 random(3);
  std::vector<Address> nodes;
  for (const Address node : network::addresses(cube::nodes(10))) nodes.push_back(node);
  std::shuffle(nodes.begin(), nodes.end(), random);
  const BroadcastSetting setting = overlapping(10, Scheme::kPmnb1);
  const auto cycles_of = [&](std::size_t active) {
    const std::vector<Address> some(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(active));
    return run_partial_broadcast(*make_native_servers(setting), setting, some).cycles.broadcast;
  };
  EXPECT_EQ(cycles_of(512), 1 + 57u);
  EXPECT_EQ(cycles_of(499), 1 + 58u);
}

TEST(Overlap, RequestsForEver) {
  for (unsigned dimension = 1; dimension <= test_support::soak_or(6u, 4u); ++dimension) {
    for (const Scheme scheme : kPartialSchemes) {
      for (const double load : {0.02, 0.2, 0.9}) {
        const BroadcastSetting setting = overlapping(dimension, scheme, dimension % 3);
        const double probability = load * dimension / cube::other_nodes(dimension);
        const auto mesh = make_native_servers(setting);
        EXPECT_GT(test::run_requests(*mesh, setting, {.cycles = 3000, .probability = std::min(probability, 1.0)}), 0u);
      }
    }
  }
}

}  // namespace
}  // namespace testbench
