// SPDX-License-Identifier: Apache-2.0
// The configuration of a node, as a value: each template parameter of the hardware is a member
// here.
//
// configuration_members.cpp lists the members once, each with its range, its default and its
// meaning. Names, JSON, checks, options of commands, C++ source and the table in
// docs/reference/configuration.md are made from that list:
//
//     const NodeConfiguration node = configuration_named("node_d3_w13_gated");
//     node.queue_depth == 16;                    // a default that follows from the dimension
//     name_of(node) == "node_d3_w13_gated";
//     configuration_of({{"dim", "3"}, {"payload_bits", "13"}}) == node;
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>

#include "hls/broadcast/prefix_channel.hpp"
#include "hls/router/config.hpp"

namespace hls {

enum class NodeKind {
  kNode,       // router, injectors and registers
  kRouter,     // the router alone, with streams in place of injectors
  kNodeAxi,    // the node with AXI4-Lite and AXI4-Stream interfaces
  kBroadcast,  // a node that serves broadcast requests by itself
  kSoc,        // the node with a core and memories
  kStream,     // a checked end of a link, with an AXI4-Stream each way in place of wires
};
enum class OperatorSet { kNone, kIntegers, kFloats, kNumbers };
enum class LinkCheck { kNone, kCrc16, kCrc32 };  // links::Check
inline constexpr const char* kLinkCheckNames[] = {"none", "crc16", "crc32"};
constexpr const char* name_of(LinkCheck check) {
  return kLinkCheckNames[static_cast<unsigned>(check)];
}
enum class SchemeSet { kAll, kPartial, kImmediate, kIndirect };

struct NodeConfiguration {
  NodeKind kind = NodeKind::kNode;
  unsigned dim = 0;    // of the cube; 0: of any other network
  unsigned ports = 0;  // of a node
  std::uint32_t nodes = 0;
  unsigned payload_bits = 64;
  router::PortModel port_model = router::PortModel::kGated;
  unsigned hop_cycles = 1;
  unsigned combine_stages = 0;
  OperatorSet operators = OperatorSet::kNone;
  unsigned trees = 1;         // to one root, up which packets are combined
  unsigned tree_numbers = 1;  // in headers
  unsigned link_latency = 0;  // cycles of the wires, each way
  unsigned link_wires = 0;    // 0: no link layer
  unsigned frame_packets = 16;
  bool cut_through = false;
  bool link_pauses = false;
  LinkCheck link_check = LinkCheck::kNone;
  unsigned release_depth = 0;  // entries of the release program of a link; 0: none
  broadcast::PrefixChannel prefix = broadcast::PrefixChannel::kLinks;
  unsigned count_wires = 0;
  SchemeSet schemes = SchemeSet::kAll;
  unsigned queue_depth = 0;
  unsigned program_depth = 64;
  unsigned window_depth = 0;
  bool closed_windows = false;
  unsigned sequence_bits = 16;
  unsigned relay_depth = 16;
  unsigned request_depth = 64;
  bool memory_waits = true;
  bool drop_copies = false;
  bool epochs = false;
  bool statistics = false;
  unsigned stack_kib = 32;
  unsigned memory_kib = 64;
  unsigned packets = 0;  // in a packet memory of a system
  bool multiplies = false;
  bool compressed = false;
  bool fetches_ahead = false;
  unsigned cycles_per_bit = 104;
  std::uint32_t rules = 0;  // a bit for each rule of the network's list

  bool is_cube() const { return dim != 0; }
  bool combines() const { return operators != OperatorSet::kNone; }
  bool has_links() const { return link_wires != 0; }
  // Cycles of the wires for which the router's queues have room; a link layer has buffers of its own.
  unsigned router_latency() const { return has_links() ? 0 : link_latency; }

  friend bool operator==(const NodeConfiguration&, const NodeConfiguration&) = default;
};

// A mistake in a configuration: one line that names the member, the value, the limit and the way
// out.
struct ConfigurationError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Members and their values as text, "payload_bits" -> "13". A member that is left out has its
// default.
using ConfigurationDraft = std::map<std::string, std::string>;

// How messages call a member: as JSON does, or as an option (--payload-bits).
enum class MemberStyle { kKey, kOption };

// Makes a configuration of members and their values.
// \param draft  the members that differ from their defaults
// \param style  how messages call a member
// \throw ConfigurationError  for unknown members, values out of range and members that the node
//                            does not have
NodeConfiguration configuration_of(const ConfigurationDraft& draft, MemberStyle style = MemberStyle::kKey);

// The name: KIND_dDIM or KIND_pPORTS, then _wPAYLOAD_BITS and the values that are not the
// default. One name stands for one configuration. A node of any network has the kind "labelled"
// there.
std::string name_of(const NodeConfiguration& configuration);
// The members that a name gives.
// \throw ConfigurationError  for text that is not a name of a configuration
ConfigurationDraft draft_of_name(const std::string& name);
NodeConfiguration configuration_named(const std::string& name);

// An object with every member that the node has.
std::string json_of(const NodeConfiguration& configuration);
// Members that are left out have their defaults. The object may stand under the key
// "configuration", as it does in the file that `cubecast rtl` writes.
// \throw ConfigurationError  for text that is no such object
ConfigurationDraft draft_of_json(const std::string& text);

// The C++ translation unit with the node's `Config` and, for stepc, its step function.
// `program`: of a system, the words behind its stack at power-up.
std::string source_of(const NodeConfiguration& configuration, std::span<const std::uint32_t> program = {});
// The same without the step function: `Config` alone, for code that takes it.
std::string config_source_of(const NodeConfiguration& configuration);
// The C++ template of the node (testbench/engines/nodes/any_node.hpp), such as "router::Node".
std::string node_template_of(const NodeConfiguration& configuration);

// The members as a Markdown table: option, values, default, what it means.
std::string table_of_members();

}  // namespace hls
