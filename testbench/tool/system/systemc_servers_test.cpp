// SPDX-License-Identifier: Apache-2.0
// Nodes that serve broadcast requests do the same in SystemC as in the native engine, packet by
// packet.
#include <gtest/gtest.h>

#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/runs/broadcast/partial_broadcast.hpp"
#include "testbench/runs/broadcast/service_trees.hpp"
#include "testbench/runs/broadcast/test_meshes.hpp"
#include "testbench/runs/broadcast/test_networks.hpp"
#include "testbench/runs/broadcast/test_requests.hpp"

namespace testbench {
namespace {

using broadcast::PrefixChannel;

BroadcastSetting setting_of(unsigned dimension, broadcast::Scheme scheme, PrefixSetting prefix) {
  BroadcastSetting setting(dimension, scheme);
  setting.prefix = prefix;
  setting.queue_depth.chosen = std::size_t{2} << std::max(dimension, 2u);
  return setting;
}

test::Twins twins_of(BroadcastSetting setting) {
  auto native = make_servers(setting);
  setting.engine = "systemc";
  return {setting.nodes(), std::move(native), make_servers(setting)};
}

std::vector<PrefixSetting> prefixes_of(unsigned dimension) {
  return {{PrefixChannel::kLinks, 0},
          {PrefixChannel::kWires, 0},
          {PrefixChannel::kWires, 1 + dimension / 2},
          {PrefixChannel::kOverlap, 1 + dimension / 2},
          {PrefixChannel::kTree, 0}};
}

TEST(SystemcServers, PartialBroadcasts) {
  auto random = test_support::seeded_random();
  // Five models for each dimension.
  for (unsigned dimension = 1; dimension <= test_support::soak_or(5u, 3u); ++dimension) {
    for (const PrefixSetting& prefix : prefixes_of(dimension)) {
      for (const auto& [scheme, name, source] : broadcast::kSchemes) {
        if (!broadcast::is_partial(scheme)) continue;
        SCOPED_TRACE(testing::Message() << name << ", d " << dimension << ", " << options_of(prefix));
        std::vector<Address> active;
        for (const Address node : network::addresses(cube::nodes(dimension))) {
          if (random() % 2 == 0) active.push_back(node);
        }
        BroadcastSetting setting = setting_of(dimension, scheme, prefix);
        setting.stall_probability = dimension % 2 == 0 || prefix.overlaps() ? 0 : 0.3;
        auto mesh = twins_of(setting);
        EXPECT_EQ(run_partial_broadcast(mesh, setting, active).error, std::nullopt);
      }
    }
  }
}

TEST(SystemcServers, RequestsForEver) {
  for (unsigned dimension = 2; dimension <= 5; ++dimension) {
    for (const auto& [scheme, name, source] : broadcast::kSchemes) {
      SCOPED_TRACE(testing::Message() << name << ", d " << dimension);
      const auto prefixes = prefixes_of(dimension);
      const BroadcastSetting setting = setting_of(dimension, scheme, prefixes[dimension % prefixes.size()]);
      auto mesh = twins_of(setting);
      test::run_requests(mesh, setting, {.cycles = 500, .probability = 0.3 * dimension / cube::nodes(dimension)});
    }
  }
}

TEST(SystemcServers, OnOtherNetworks) {
  for (const auto& [name, network] : {std::pair("path", test::path(2)), std::pair("star", network_of("star:4"))}) {
    const auto trees = std::make_shared<const ServiceTrees>(network);
    for (const auto& [scheme, scheme_name, source] : broadcast::kTreeSchemes) {
      SCOPED_TRACE(testing::Message() << name << ", " << scheme_name);
      BroadcastSetting setting(trees, scheme);
      setting.queue_depth.chosen = 64;
      setting.stall_probability = setting.nodes() == 2 ? 0 : 0.2;
      auto mesh = twins_of(setting);
      EXPECT_GT(test::run_requests(mesh, setting, {.cycles = 500, .probability = 0.01}), 0);
    }
  }
}

}  // namespace
}  // namespace testbench
