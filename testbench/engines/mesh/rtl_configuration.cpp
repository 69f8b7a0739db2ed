// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/mesh/rtl_configuration.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "hls/operators/operator_sets.hpp"
#include "testbench/engines/mesh/wide_mesh.hpp"

namespace testbench {
namespace {

using hls::NodeConfiguration;

void add_table_node(hls::ConfigurationDraft& draft, const MeshSetting& setting) {
  constexpr std::uint32_t kUsualNodes = 32;
  draft["ports"] = std::to_string(ports_of_node(setting));
  draft["nodes"] = std::to_string(std::max(kUsualNodes, std::bit_ceil(setting.table_words())));
}

NodeConfiguration serving_configuration(const MeshSetting& setting, const PrefixSetting& prefix) {
  static constexpr const char* kPrefixes[] = {"links", "wires", "overlap", "tree"};
  hls::ConfigurationDraft draft{{"kind", "broadcast"}, {"payload_bits", std::to_string(setting.payload_bits)}};
  if (setting.node_kind().routes_in_logic) {
    const unsigned dimension = setting.network.cube().dimension();
    draft["dim"] = std::to_string(dimension);
    draft["prefix"] = kPrefixes[static_cast<unsigned>(prefix.channel)];
    if (prefix.has_wires()) draft["count_wires"] = std::to_string(prefix.wires_of(dimension));
  } else {
    add_table_node(draft, setting);
  }
  if (setting.queue_depth.is_users) draft["queue_depth"] = std::to_string(setting.queue_depth.chosen);
  return hls::configuration_of(draft);
}

}  // namespace

NodeConfiguration rtl_configuration(const MeshSetting& setting) {
  if (setting.prefix) return serving_configuration(setting, *setting.prefix);
  hls::ConfigurationDraft draft{{"kind", "node"}, {"port_model", "gated"}, {"statistics", "on"}};
  if (setting.node_kind().routes_in_logic) {
    draft["dim"] = std::to_string(setting.network.cube().dimension());
  } else {
    add_table_node(draft, setting);
  }
  draft["payload_bits"] = std::to_string(setting.payload_bits);
  draft["hop_cycles"] = std::to_string(setting.hop_cycles);
  if (setting.link_latency != 0) draft["link_latency"] = std::to_string(setting.link_latency);
  if (setting.combining) {
    const auto has = [&](auto set) { return set.has(setting.operation, 64); };
    draft["operators"] = has(operators::Integers()) ? "integers" : has(operators::Floats()) ? "floats" : "numbers";
    draft["combine_stages"] = std::to_string(setting.combine_stages);
    if (setting.trees != 1) draft["trees"] = std::to_string(setting.trees);
    if (setting.tree_numbers > setting.trees) draft["tree_numbers"] = std::to_string(setting.tree_numbers);
  }
  if (const std::optional<LinkSetting>& links = setting.links) {
    draft["link_wires"] = std::to_string(links->wires);
    draft["frame_packets"] = std::to_string(std::max(links->frame_packets, links->frame_room));
    draft["link_check"] = name_of(links->check);
    if (links->cut_through) draft["cut_through"] = "on";
    if (setting.wires.pause > 0) draft["link_pauses"] = "on";
    if (links->release_depth != 0) draft["release_depth"] = std::to_string(std::bit_ceil(links->release_depth));
  }
  if (setting.closed_windows) draft["closed_windows"] = "on";
  if (setting.drops_copies) draft["drop_copies"] = "on";
  if (setting.epochs) draft["epochs"] = "on";
  // The user or the run may need more than the default for these members.
  const NodeConfiguration usual = hls::configuration_of(draft);
  const auto at_least = [&](const char* key, std::uint64_t usual_value, std::uint64_t needed) {
    if (needed > usual_value) draft[key] = std::to_string(std::bit_ceil(needed));
  };
  at_least("program_depth", usual.program_depth, setting.program_depth);
  if (!setting.node_kind().routes_in_logic || setting.closed_windows)
    at_least("window_depth", usual.window_depth, setting.window_depth);
  at_least("queue_depth", usual.queue_depth, setting.queue_depth.least);
  if (setting.queue_depth.is_users) draft["queue_depth"] = std::to_string(setting.queue_depth.chosen);
  const unsigned sequence_bits = static_cast<unsigned>(std::bit_width(std::max<std::uint64_t>(1, setting.packets) - 1));
  if (setting.packets <= std::uint64_t{1} << 32 && sequence_bits > usual.sequence_bits) {
    draft["sequence_bits"] = std::to_string(sequence_bits);
  }
  return hls::configuration_of(draft);
}

std::size_t usual_rtl_queue_depth(const MeshSetting& setting) {
  MeshSetting usual = setting;
  usual.queue_depth = {};
  return rtl_configuration(usual).queue_depth;
}

std::uint64_t rtl_bytes(const NodeConfiguration& node, std::uint32_t nodes, bool lockstep) {
  // A model keeps its memories in words of 32 bits, and besides them the registers, inputs and
  // signals of its parts.
  constexpr std::uint64_t kRegisters = 4096;
  const std::uint64_t ports = node.ports;
  const std::uint64_t packet = (std::uint64_t{node.payload_bits} + node.sequence_bits + 40 + 31) / 32 * 4;
  const std::uint64_t crosspoints = ports * ports * (node.combines() ? 2 : 1);
  const std::uint64_t words = node.is_cube() ? std::uint64_t{node.nodes} : std::uint64_t{node.nodes} * 2;
  const std::uint64_t one = crosspoints * (node.queue_depth * packet + kRegisters / 8) +
                            ports * node.program_depth * 16 + words * 8 + ports * kRegisters;
  return nodes * one * (lockstep ? 3 : 1);
}

}  // namespace testbench
