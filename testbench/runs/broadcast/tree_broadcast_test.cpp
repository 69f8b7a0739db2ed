// SPDX-License-Identifier: Apache-2.0
// Partial broadcasts and requests on networks other than cubes: every packet comes everywhere once, in no more
// cycles than are proved and no fewer than the judge's bound, whichever nodes are active.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "test_support/seed.hpp"
#include "testbench/judge/bounds/partial_broadcast_bound.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/broadcast/dynamic_run.hpp"
#include "testbench/runs/broadcast/measured_time.hpp"
#include "testbench/runs/broadcast/partial_broadcast.hpp"
#include "testbench/runs/broadcast/service_trees.hpp"
#include "testbench/runs/broadcast/test_meshes.hpp"
#include "testbench/runs/broadcast/test_networks.hpp"

namespace testbench {
namespace {

using broadcast::Scheme;

BroadcastSetting setting_on(const Network& network, Scheme scheme = Scheme::kPmnb) {
  BroadcastSetting setting(std::make_shared<const ServiceTrees>(network), scheme);
  setting.queue_depth.chosen = 1024;
  return setting;
}

std::vector<Address> those_of(const std::vector<bool>& active) {
  std::vector<Address> nodes;
  for (std::uint32_t node = 0; node < active.size(); ++node) {
    if (active[node]) nodes.emplace_back(node);
  }
  return nodes;
}

void expect_within_bounds(PartialBroadcasts& broadcasts, const BroadcastSetting& setting,
                          const std::vector<bool>& active) {
  const std::vector<Address> nodes = those_of(active);
  const PartialBroadcastResult result = broadcasts.run(nodes);
  EXPECT_EQ(result.error, std::nullopt);
  EXPECT_EQ(result.delivered, nodes.size() * (setting.nodes() - 1));
  EXPECT_EQ(result.sent, result.delivered) << "every packet goes over one link to each node";
  EXPECT_EQ(result.cycles.prefix, setting.trees->prefix_cycles());
  EXPECT_LE(result.cycles.all(), setting.trees->most_cycles(active));
  EXPECT_GE(result.cycles.all(), PartialBroadcastBound(setting.trees->edges()).cycles(active));
}

TEST(TreeBroadcast, EverySetOfActiveNodes) {
  for (const auto& [name, network] : test::smallest_networks()) {
    SCOPED_TRACE(name);
    const BroadcastSetting setting = setting_on(network);
    const auto mesh = make_native_servers(setting);
    PartialBroadcasts broadcasts(*mesh, setting);
    for (std::uint32_t set = 0; set < 1u << setting.nodes(); ++set) {
      std::vector<bool> active;
      for (std::uint32_t node = 0; node < setting.nodes(); ++node) active.push_back((set >> node & 1u) != 0);
      expect_within_bounds(broadcasts, setting, active);
      if (HasNonfatalFailure()) FAIL() << "set " << set;
    }
  }
}

TEST(TreeBroadcast, RandomSets) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const auto& [name, network] : test::small_networks()) {
    SCOPED_TRACE(name);
    BroadcastSetting setting = setting_on(network);
    const auto mesh = make_native_servers(setting);
    PartialBroadcasts broadcasts(*mesh, setting);
    for (unsigned i = 0; i < 40; ++i) {
      std::vector<bool> active(setting.nodes(), i == 0);
      const std::uint32_t count = static_cast<std::uint32_t>(random() % (setting.nodes() + 1));
      for (std::uint32_t node = 0; node < setting.nodes(); ++node) {
        if (random() % setting.nodes() < count) active[node] = true;
      }
      expect_within_bounds(broadcasts, setting, active);
    }
    setting.stall_probability = 0.4;
    const auto slow = make_native_servers(setting);
    EXPECT_EQ(run_partial_broadcast(*slow, setting, those_of(std::vector<bool>(setting.nodes(), true))).error,
              std::nullopt);
  }
}

// Counted by hand: up to node 1 and down again, and the packets of the ends cross two links behind the register.
TEST(TreeBroadcast, PathOfThree) {
  const BroadcastSetting setting = setting_on(test::path(3));
  const auto mesh = make_native_servers(setting);
  PartialBroadcasts broadcasts(*mesh, setting);
  EXPECT_EQ(setting.trees->prefix_cycles(), 2);
  EXPECT_EQ(broadcasts.run({}).cycles.all(), 2);
  EXPECT_EQ(broadcasts.run({Address(1)}).cycles.all(), 3) << "the root knows M a cycle before the others";
  EXPECT_EQ(broadcasts.run({Address(0)}).cycles.all(), 5);
  EXPECT_EQ(broadcasts.run({Address(0), Address(2)}).cycles.all(), 5);
  EXPECT_EQ(broadcasts.run({Address(0), Address(1), Address(2)}).cycles.all(), 5);
  EXPECT_EQ(setting.trees->most_cycles({true, true, true}), 2 + 1 + 1 + 2);
  EXPECT_EQ(setting.trees->most_through_a_queue(), 1);
}

// The least X M + V of all pairs that hold, by trial of many.
TEST(MeasuredTime, NoOtherPairIsBetter) {
  using Most = std::vector<std::pair<std::uint32_t, std::uint64_t>>;
  for (const Most& most : {Most{{0, 5}, {1, 7}, {4, 8}, {8, 12}}, Most{{0, 5}, {1, 9}, {3, 9}, {4, 9}},
                           Most{{0, 3}, {2, 11}, {6, 10}}, Most{{0, 2}, {2, 4}}}) {
    const std::vector<PmnbTime> times = least_times(most);
    for (double active = 0; active <= most.back().first; active += 0.5) {
      double least = 1e9;
      for (double x = 0; x < 9; x += 0.01) {
        double v = 0;
        for (const auto& [m, cycles] : most) v = std::max(v, static_cast<double>(cycles) - x * m);
        least = std::min(least, x * active + v);
      }
      double found = 1e9;
      for (const PmnbTime& time : times) found = std::min(found, time.message * active + time.reservation);
      EXPECT_NEAR(found, least, 0.05) << active;
    }
    for (const PmnbTime& time : times) {
      for (const auto& [m, cycles] : most)
        EXPECT_LE(static_cast<double>(cycles), time.message * m + time.reservation + 1e-9);
    }
  }
}

// `load`: of the worst cut.
DynamicResult run_at(const BroadcastSetting& setting, double load, std::uint64_t cycles, bool only_stability = false) {
  const Crossing cut = PartialBroadcastBound(setting.trees->edges()).cut();
  DynamicSetting dynamic;
  dynamic.arrivals.rate = rate_at({static_cast<double>(cut.amount), static_cast<double>(cut.capacity)}, load);
  dynamic.most_cycles = cycles;
  dynamic.only_stability = only_stability;
  const auto mesh = make_native_servers(setting);
  return run_dynamic(*mesh, setting, dynamic);
}

TEST(TreeRequests, ServeWhatComes) {
  for (const auto& [name, network] : test::small_networks()) {
    for (const auto& [scheme, scheme_name, source] : broadcast::kTreeSchemes) {
      SCOPED_TRACE(name + " " + scheme_name);
      BroadcastSetting setting = setting_on(network, scheme);
      const DynamicResult result = run_at(setting, 0.05, 20'000);
      EXPECT_GT(result.completed, 50u);
      EXPECT_NE(result.backlog.verdict, Stability::kUnstable);
      EXPECT_EQ(run_at(setting, 1.3, 50'000).backlog.verdict, Stability::kUnstable);
      setting.stall_probability = 0.2;
      EXPECT_GT(run_at(setting, 0.05, 10'000).completed, 20u);
    }
  }
}

TEST(TreeRequests, OneLostDeliveryIsFound) {
  for (const auto& [scheme, name, source] : broadcast::kTreeSchemes) {
    const BroadcastSetting setting = setting_on(network_of("torus:3x3"), scheme);
    test::LosingMesh mesh(make_native_servers(setting), 100);
    DynamicSetting dynamic;
    dynamic.arrivals.rate = 0.02;
    dynamic.most_cycles = 5'000;
    EXPECT_THROW(run_dynamic(mesh, setting, dynamic), VerificationError);
  }
}

// Below the theorem's limit requests are served, and no later than it says.
TEST(TreeRequests, TheTheoremHolds) {
  for (const char* const name : {"torus:4x4", "star:4", "path:6"}) {
    SCOPED_TRACE(name);
    const BroadcastSetting setting = setting_on(network_of(name));
    const std::vector<PmnbTime> times = measure_time(setting).times;
    const Crossing cut = PartialBroadcastBound(setting.trees->edges()).cut();
    const NarrowestCut narrowest(static_cast<double>(cut.amount), static_cast<double>(cut.capacity));
    const double most = load_of(narrowest, largest_rate(times.back(), setting.nodes()));
    for (const double share : {0.3, 0.6, 0.8}) {
      const DynamicResult result = run_at(setting, share * most, 200'000);
      EXPECT_NE(result.backlog.verdict, Stability::kUnstable);
      for (const PmnbTime& time : times) {
        EXPECT_LE(result.delays.mean(), mean_delay(time, setting.nodes(), rate_at(narrowest, share * most)).high);
      }
    }
  }
}

}  // namespace
}  // namespace testbench
