// SPDX-License-Identifier: Apache-2.0
// Every packet comes everywhere once, within the paper's bounds, whichever nodes are active.
#include "testbench/runs/broadcast/partial_broadcast.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "test_support/sizes.hpp"
#include "testbench/runs/broadcast/test_schemes.hpp"

namespace testbench {
namespace {

using broadcast::Scheme;
using test::kPartialSchemes;
using test::random_nodes;

std::vector<Address> nodes_of(std::uint64_t set) {
  std::vector<Address> nodes;
  for (std::uint32_t node = 0; node < 64; ++node) {
    if ((set >> node & 1u) != 0) nodes.emplace_back(node);
  }
  return nodes;
}

BroadcastSetting setting_of(unsigned dimension, Scheme scheme) {
  BroadcastSetting setting(dimension, scheme);
  setting.queue_depth.chosen = std::size_t{4} << dimension;
  return setting;
}

PartialBroadcastResult run(const BroadcastSetting& setting, const std::vector<Address>& active) {
  const auto mesh = make_native_servers(setting);
  return run_partial_broadcast(*mesh, setting, active);
}

void expect_within_bounds(const BroadcastSetting& setting, const std::vector<Address>& active) {
  SCOPED_TRACE(testing::Message() << "d " << setting.dimension() << ", scheme " << static_cast<unsigned>(setting.scheme)
                                  << ", active " << active.size());
  const PartialBroadcastResult result = run(setting, active);
  EXPECT_EQ(result.error, std::nullopt);
  const std::uint64_t packets = packets_of_request(setting.scheme, setting.dimension());
  EXPECT_EQ(result.delivered, active.size() * packets * cube::other_nodes(setting.dimension()));
  if (active.empty()) return;
  const double m = static_cast<double>(active.size());
  EXPECT_LE(static_cast<double>(result.cycles.all()), test::most_cycles(setting.scheme, setting.dimension(), m, 1));
  // The bound has no exchange, and two registers, before and behind the packing.
  EXPECT_LE(static_cast<double>(result.cycles.packing + result.cycles.broadcast),
            test::most_cycles(setting.scheme, setting.dimension(), m, 0) + 2);
}

TEST(PartialBroadcast, EverySetOfActiveNodes) {
  for (unsigned dimension = 1; dimension <= 3; ++dimension) {
    const std::uint64_t sets = std::uint64_t{1} << cube::nodes(dimension);
    for (std::uint64_t set = 0; set < sets; ++set) {
      for (const Scheme scheme : kPartialSchemes) expect_within_bounds(setting_of(dimension, scheme), nodes_of(set));
      if (HasFatalFailure() || HasNonfatalFailure()) return;
    }
  }
}

TEST(PartialBroadcast, RandomSets) {
  std::mt19937 random(1);
  for (unsigned dimension = 4; dimension <= test_support::soak_or(8u, 4u); ++dimension) {
    for (unsigned i = 0; i < 12; ++i) {
      const std::uint32_t count = i < 2 ? cube::nodes(dimension) - i : random() % cube::nodes(dimension);
      const auto active = random_nodes(dimension, count, random);
      for (const Scheme scheme : kPartialSchemes) expect_within_bounds(setting_of(dimension, scheme), active);
    }
  }
}

// The third algorithm with all nodes active is a multinode broadcast, with ranks known beforehand
// (section IV-C).
TEST(PartialBroadcast, MultinodeBroadcast) {
  for (const unsigned dimension : test_support::with_soak<unsigned>({2u, 3u, 4u, 10u}, {5u, 6u, 7u, 8u, 9u})) {
    const BroadcastSetting setting = setting_of(dimension, Scheme::kPmnb3);
    std::vector<Address> all;
    for (const Address node : network::addresses(cube::nodes(dimension))) all.push_back(node);
    const PartialBroadcastResult result = run(setting, all);
    EXPECT_EQ(result.error, std::nullopt);
    const std::uint64_t most = (cube::nodes(dimension) + dimension - 1) / dimension + 2 * dimension - 1;
    EXPECT_LE(result.cycles.packing + result.cycles.broadcast, most) << dimension;
  }
}

// No packet waits for its window, and the windows have the lengths of lemma 1, to the cycle.
TEST(PartialBroadcast, WindowsTakeWhatLemma1Says) {
  std::mt19937 random(2);
  for (const auto& [dimension, active] : test_support::with_soak<std::pair<unsigned, unsigned>>(
           {std::pair(4u, 11u), std::pair(10u, 512u), std::pair(10u, 1000u)},
           {std::pair(5u, 27u), std::pair(8u, 64u)})) {
    const PartialBroadcastResult result =
        run(setting_of(dimension, Scheme::kPmnb3), random_nodes(dimension, active, random));
    const std::uint64_t of_class = (active + dimension - 1) / dimension;
    std::uint64_t windows = 0;
    for (unsigned k = 1; k <= dimension; ++k) windows += (of_class + (1u << k) - 1) >> k;
    EXPECT_EQ(result.cycles.broadcast, windows);
  }
}

TEST(PartialBroadcast, StallsLoseNothing) {
  std::mt19937 random(3);
  for (const Scheme scheme : kPartialSchemes) {
    BroadcastSetting setting = setting_of(4, scheme);
    setting.stall_probability = 0.4;
    for (std::uint32_t active = 1; active <= 16; active += 3) {
      EXPECT_EQ(run(setting, random_nodes(4, active, random)).error, std::nullopt);
    }
  }
}

// A step takes as long as a count on its wires.
TEST(PartialBroadcast, NarrowWires) {
  std::mt19937 random(5);
  for (unsigned dimension = 1; dimension <= test_support::soak_or(6u, 4u); ++dimension) {
    for (unsigned wires = 1; wires <= dimension + 1; ++wires) {
      SCOPED_TRACE(testing::Message() << "d " << dimension << ", wires " << wires);
      for (const Scheme scheme : kPartialSchemes) {
        BroadcastSetting setting = setting_of(dimension, scheme);
        const auto active = random_nodes(dimension, 1 + random() % cube::nodes(dimension), random);
        const PartialBroadcastResult links = run(setting, active);
        setting.prefix = PrefixSetting{broadcast::PrefixChannel::kWires, wires};
        const PartialBroadcastResult narrow = run(setting, active);
        EXPECT_EQ(narrow.error, std::nullopt);
        const std::uint64_t exchange = dimension * ((dimension + wires) / wires);
        EXPECT_EQ(narrow.cycles.prefix, scheme == Scheme::kPmnb3 ? 2 * exchange + 1 : exchange);
        EXPECT_EQ(narrow.cycles.packing, links.cycles.packing);
        EXPECT_EQ(narrow.cycles.broadcast, links.cycles.broadcast);
        setting.stall_probability = 0.3;
        EXPECT_EQ(run(setting, active).error, std::nullopt);
      }
    }
  }
}

// In a trace, a count goes to the neighbour that hears it.
TEST(PartialBroadcast, CountsNameTheNeighbour) {
  for (const auto channel : {broadcast::PrefixChannel::kLinks, broadcast::PrefixChannel::kTree}) {
    BroadcastSetting setting = setting_of(3, Scheme::kPmnb2);
    setting.prefix->channel = channel;
    const auto mesh = make_native_servers(setting);
    std::size_t told = 0;
    const auto result = run_partial_broadcast(*mesh, setting, nodes_of(0x62), [&](std::uint64_t cycle) {
      if (mesh->traffic().counts == 0) return;
      LinkEvents events;
      mesh->append_link_events(cycle, events);
      for (const LinkEvent& event : events) {
        EXPECT_EQ(event.source, event.node);
        EXPECT_EQ(event.destination, static_cast<std::int32_t>(event.node ^ 1u << event.port));
      }
      told += events.size();
    });
    EXPECT_EQ(result.error, std::nullopt);
    // Counts go up and down a tree of every class, or over all links in every step.
    EXPECT_EQ(told, channel == broadcast::PrefixChannel::kTree ? 3 * 2 * 7u : 3 * 24u);
  }
}

TEST(PartialBroadcast, PrefixTree) {
  std::mt19937 random(6);
  for (unsigned dimension = 1; dimension <= test_support::soak_or(8u, 4u); ++dimension) {
    SCOPED_TRACE(testing::Message() << "d " << dimension);
    for (const Scheme scheme : kPartialSchemes) {
      BroadcastSetting setting = setting_of(dimension, scheme);
      const auto active = random_nodes(dimension, 1 + random() % cube::nodes(dimension), random);
      const PartialBroadcastResult exchange = run(setting, active);
      setting.prefix->channel = broadcast::PrefixChannel::kTree;
      const PartialBroadcastResult tree = run(setting, active);
      EXPECT_EQ(tree.error, std::nullopt);
      EXPECT_EQ(tree.cycles.prefix, scheme == Scheme::kPmnb3 ? 4 * dimension + 1 : 2 * dimension);
      EXPECT_EQ(tree.cycles.packing, exchange.cycles.packing);
      EXPECT_EQ(tree.cycles.broadcast, exchange.cycles.broadcast);
      setting.stall_probability = 0.3;
      EXPECT_EQ(run(setting, active).error, std::nullopt);
    }
  }
}

TEST(PartialBroadcast, WiresTakeTheSameCycles) {
  std::mt19937 random(4);
  for (const Scheme scheme : kPartialSchemes) {
    BroadcastSetting setting = setting_of(4, scheme);
    const auto active = random_nodes(4, 11, random);
    const PartialBroadcastResult links = run(setting, active);
    setting.prefix->channel = broadcast::PrefixChannel::kWires;
    const PartialBroadcastResult wires = run(setting, active);
    EXPECT_EQ(links.cycles.all(), wires.cycles.all());
    EXPECT_EQ(links.sent, wires.sent);
  }
}

}  // namespace
}  // namespace testbench
