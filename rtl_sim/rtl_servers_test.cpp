// SPDX-License-Identifier: Apache-2.0
// The RTL of nodes that serve broadcast requests equals their C++: every register of every node in
// every cycle, under each scheme. Every packet comes everywhere once.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/engines/mesh/rtl_configuration.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/broadcast/partial_broadcast.hpp"
#include "testbench/runs/broadcast/service_trees.hpp"
#include "testbench/runs/broadcast/test_meshes.hpp"
#include "testbench/runs/broadcast/test_requests.hpp"
#include "testbench/runs/broadcast/test_schemes.hpp"

namespace rtl_sim {
namespace {

using broadcast::PrefixChannel;
using broadcast::Scheme;
using network::Address;
using testbench::BroadcastSetting;
using testbench::PrefixSetting;
using testbench::test::kPartialSchemes;
using testbench::test::random_nodes;

BroadcastSetting setting_of(unsigned dimension, Scheme scheme, bool lockstep = true) {
  BroadcastSetting setting(dimension, scheme);
  setting.lockstep = lockstep;
  setting.queue_depth.chosen = testbench::rtl_configuration(setting).queue_depth;
  return setting;
}

// Runs the RTL beside the native engine.
testbench::test::Twins twins_of(BroadcastSetting setting) {
  auto native = make_servers(setting);
  setting.engine = "rtl";
  return {setting.nodes(), std::move(native), make_servers(setting)};
}

// Expects that the active nodes' packets come to all.
void expect_served(const BroadcastSetting& setting, const std::vector<Address>& active) {
  SCOPED_TRACE(testing::Message() << setting.nodes() << " nodes, scheme " << static_cast<unsigned>(setting.scheme)
                                  << ", active " << active.size());
  auto mesh = twins_of(setting);
  const auto result = testbench::run_partial_broadcast(mesh, setting, active);
  EXPECT_EQ(result.error, std::nullopt);
  EXPECT_EQ(result.delivered,
            active.size() * packets_of_request(setting.scheme, setting.dimension()) * (setting.nodes() - 1));
}

// The other prefix channels run on smaller cubes only.
const unsigned kMostOtherPrefixes = test_support::soak_or(3u, 2u);

class RtlServers : public testing::TestWithParam<unsigned> {
 protected:
  std::mt19937_64 random_ = test_support::seeded_random();
};

INSTANTIATE_TEST_SUITE_P(Dimensions, RtlServers, testing::ValuesIn(test_support::with_soak<unsigned>({2, 3}, {4})),
                         testing::PrintToStringParamName());

TEST_P(RtlServers, PartialBroadcastsInLockstep) {
  const std::uint32_t nodes = cube::nodes(GetParam());
  for (const std::uint32_t active :
       {0u, 1u, nodes, nodes - 1, std::uint32_t(random_() % nodes), std::uint32_t(random_() % nodes)}) {
    for (const Scheme scheme : kPartialSchemes) {
      expect_served(setting_of(GetParam(), scheme), random_nodes(GetParam(), active, random_));
    }
  }
}

TEST_P(RtlServers, StallsInLockstep) {
  for (const Scheme scheme : kPartialSchemes) {
    BroadcastSetting setting = setting_of(GetParam(), scheme);
    setting.stall_probability = 0.4;
    expect_served(setting, random_nodes(GetParam(), cube::nodes(GetParam()) * 3 / 4, random_));
  }
}

TEST_P(RtlServers, OtherPrefixesInLockstep) {
  if (GetParam() > kMostOtherPrefixes) GTEST_SKIP() << "the other prefixes run on smaller cubes";
  for (const PrefixSetting& prefix : {PrefixSetting{PrefixChannel::kWires, 0}, PrefixSetting{PrefixChannel::kWires, 1},
                                      PrefixSetting{PrefixChannel::kTree, 0}}) {
    SCOPED_TRACE(options_of(prefix));
    if (GetParam() > 2 && prefix.count_wires != 0) continue;
    for (const Scheme scheme : kPartialSchemes) {
      BroadcastSetting setting = setting_of(GetParam(), scheme);
      setting.prefix = prefix;
      expect_served(setting, random_nodes(GetParam(), cube::nodes(GetParam()) / 2 + 1, random_));
      // Stalls bring the nodes out of step.
      setting.stall_probability = 0.3;
      auto mesh = twins_of(setting);
      EXPECT_GT(run_requests(mesh, setting, {.cycles = 2000, .probability = 0.05, .seed = random_()}), 0);
    }
  }
}

// Overlap needs memories that are never busy.
TEST_P(RtlServers, OverlapInLockstep) {
  if (GetParam() > kMostOtherPrefixes) GTEST_SKIP() << "the other prefixes run on smaller cubes";
  for (const Scheme scheme : kPartialSchemes) {
    BroadcastSetting setting = setting_of(GetParam(), scheme);
    setting.prefix = PrefixSetting{PrefixChannel::kOverlap, 0};
    expect_served(setting, random_nodes(GetParam(), cube::nodes(GetParam()) / 2 + 1, random_));
    auto mesh = twins_of(setting);
    const double load = 0.5 * GetParam() / cube::other_nodes(GetParam());
    EXPECT_GT(run_requests(mesh, setting, {.cycles = 5000, .probability = load, .seed = random_()}), 0);
  }
}

TEST_P(RtlServers, RequestsForEverInLockstep) {
  for (const auto& [scheme, name, source] : broadcast::kSchemes) {
    SCOPED_TRACE(name);
    BroadcastSetting setting = setting_of(GetParam(), scheme);
    setting.stall_probability = GetParam() % 2 == 0 ? 0 : 0.1;
    auto mesh = twins_of(setting);
    const unsigned cycles = GetParam() == 4 ? 2000 : 5000;
    const double load = 0.7 * GetParam() / cube::other_nodes(GetParam());
    EXPECT_GT(run_requests(mesh, setting, {.cycles = cycles, .probability = load / 2, .seed = random_()}), 0);
  }
}

// Nodes that store trees. Nodes that use fewer ports than they have are among them.
TEST(RtlTreeServers, InLockstep) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const auto& [name, network] :
       {std::pair("torus", testbench::network_of("torus:3x3")), std::pair("mesh", testbench::network_of("mesh:3x4"))}) {
    const auto trees = std::make_shared<const testbench::ServiceTrees>(network);
    for (const auto& [scheme, scheme_name, source] : broadcast::kTreeSchemes) {
      SCOPED_TRACE(testing::Message() << name << ", " << scheme_name);
      BroadcastSetting setting(trees, scheme);
      setting.lockstep = true;
      setting.queue_depth.chosen = testbench::rtl_configuration(setting).queue_depth;
      for (const double stall : {0.0, 0.2}) {
        setting.stall_probability = stall;
        auto mesh = twins_of(setting);
        EXPECT_GT(run_requests(mesh, setting, {.cycles = 3000, .probability = 0.01, .seed = random()}), 0);
      }
      if (!is_partial(scheme)) continue;
      for (const std::uint32_t active : {0u, 1u, 5u, setting.nodes()}) {
        std::vector<Address> nodes;
        for (const Address node : network::addresses(setting.nodes())) nodes.push_back(node);
        std::shuffle(nodes.begin(), nodes.end(), random);
        nodes.resize(active);
        expect_served(setting, nodes);
      }
    }
  }
}

// Without lockstep, edges that would change nothing are left out.
TEST_P(RtlServers, RequestsForEverWithoutLockstep) {
  for (const auto& [scheme, name, source] : broadcast::kSchemes) {
    SCOPED_TRACE(name);
    const BroadcastSetting setting = setting_of(GetParam(), scheme, /*lockstep=*/false);
    auto mesh = twins_of(setting);
    run_requests(mesh, setting, {.cycles = 6000u >> GetParam(), .probability = 0.02, .seed = random_()});
  }
}

}  // namespace
}  // namespace rtl_sim
