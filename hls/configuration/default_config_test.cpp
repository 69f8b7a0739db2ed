// SPDX-License-Identifier: Apache-2.0
// A configuration that leaves its members out and the freestanding router::DefaultConfig are the same node.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "hls/configuration/configuration_members.hpp"
#include "hls/router/config.hpp"

namespace hls {
namespace {

TEST(DefaultConfig, HasTheMembersOfAConfiguration) {
  using Config = router::CubeConfig<3>;
  const std::map<std::string, std::uint32_t> values = {
      {"dim", Config::Network::kPorts},
      {"payload_bits", Config::kPayloadWidth},
      {"hop_cycles", Config::kHopCycles},
      {"combine_stages", Config::kCombineStages},
      {"link_latency", Config::kLinkLatency},
      {"operators", router::combines<Config>() ? 1 : 0},
      {"queue_depth", Config::kQueueDepth},
      {"program_depth", Config::kProgramDepth},
      {"window_depth", Config::kWindowDepth},
      {"closed_windows", Config::kClosedWindows ? 1 : 0},
      {"sequence_bits", Config::kSequenceWidth},
      {"memory_waits", Config::kMemoryWaits ? 1 : 0},
      {"drop_copies", Config::kDropsCopies ? 1 : 0},
      {"epochs", Config::kEpochs ? 1 : 0},
      {"rules", Config::kRules},
  };
  // A name gives the port model, and tests count queues in gated nodes of 64 bits. The others are of nodes
  // around the router.
  const std::set<std::string> others = {
      "kind",           "ports",         "nodes",        "port_model",  "link_wires", "frame_packets", "link_check",
      "cut_through",    "release_depth", "prefix",       "count_wires", "schemes",    "relay_depth",   "request_depth",
      "statistics",     "stack_kib",     "memory_kib",   "packets",     "multiplies", "compressed",    "fetches_ahead",
      "cycles_per_bit", "trees",         "tree_numbers", "link_pauses"};
  const NodeConfiguration node = configuration_of({{"dim", "3"}});
  for (const Member& member : configuration_members()) {
    const auto value = values.find(member.key);
    EXPECT_NE(value != values.end(), others.contains(member.key)) << member.key;
    if (value != values.end()) EXPECT_EQ(member.get(node), value->second) << member.key;
  }
}

}  // namespace
}  // namespace hls
