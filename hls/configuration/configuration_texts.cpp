// SPDX-License-Identifier: Apache-2.0
// The values of a configuration's members as texts: which a member takes, what they are together,
// and what is said of those that cannot be.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string_view>

#include "hls/configuration/configuration_members.hpp"

namespace hls {
namespace {

using Node = NodeConfiguration;

// Digits alone: no sign, no zero in front.
std::optional<std::uint32_t> number_in(const std::string& text) {
  const bool digits = !text.empty() && text.size() < 10 &&
                      std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= '0' && c <= '9'; });
  if (!digits || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  return static_cast<std::uint32_t>(std::stoul(text));
}

// Says what the member can be, for a value that is refused.
std::string limits(const Member& member, const std::string& text, const Node& node) {
  switch (member.type) {
    case MemberType::kChoice:
      return fmt::format("must be {}", fmt::join(member.names, ", "));
    case MemberType::kFlag:
      return "must be on or off";
    case MemberType::kRules:
      return fmt::format("must be all, or of {}, with commas between them", fmt::join(rule_names(node), ", "));
    case MemberType::kNumber:
      break;
  }
  if (member.least(node) == member.most(node)) return fmt::format("must be {}", member.least(node));
  return fmt::format("must be {}{} to {}{}", member.power_of_two ? "a power of two from " : "", member.least(node),
                     member.most(node), number_in(text) ? "" : ", in digits without leading zeros");
}

std::optional<std::uint32_t> rules_in(const std::string& text, const Node& node) {
  const std::vector<std::string> names = rule_names(node);
  if (text == "all") return (1u << names.size()) - 1;
  std::uint32_t rules = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto found = std::find(names.begin(), names.end(), text.substr(begin, end - begin));
    if (found == names.end()) return std::nullopt;
    const std::uint32_t rule = 1u << (found - names.begin());
    if ((rules & rule) != 0) return std::nullopt;  // named twice
    rules |= rule;
    begin = end + 1;
  }
  return rules;
}

// The value of the text, if the member can have it and it is within its limits.
std::optional<std::uint32_t> value_in(const Member& member, const std::string& text, const Node& node) {
  std::optional<std::uint32_t> value;
  switch (member.type) {
    case MemberType::kNumber:
      value = number_in(text);
      break;
    case MemberType::kFlag:
      if (text == "on" || text == "off") value = text == "on" ? 1 : 0;
      break;
    case MemberType::kChoice: {
      const auto found = std::find(member.names.begin(), member.names.end(), text);
      if (found != member.names.end()) value = static_cast<std::uint32_t>(found - member.names.begin());
      break;
    }
    case MemberType::kRules:
      value = rules_in(text, node);
      break;
  }
  const bool fits = value && *value >= member.least(node) && *value <= member.most(node) &&
                    (!member.power_of_two || *value == 0 || std::has_single_bit(*value));
  return fits ? value : std::nullopt;
}

// A member before it in the draft without which the node would have the member, and which why_not() does not name.
const Member* excluding(const Member& member, const ConfigurationDraft& draft, const Node& node) {
  static constexpr std::array<std::string_view, 6> kNamed = {"dim",  "ports",      "nodes",
                                                             "kind", "port_model", "operators"};
  for (const Member& other : configuration_members()) {
    if (&other == &member) break;
    if (!draft.contains(other.key) || std::ranges::find(kNamed, other.key) != kNamed.end()) continue;
    Node without = node;
    other.set(without, other.standard(without));
    if (member.applies(without)) return &other;
  }
  return nullptr;
}

// The reason why such a node does not have the member.
std::string why_not(const Node& node) {
  const Member& port_model = configuration_member("port_model");
  return fmt::format("a node of kind {}{}{}, on {}, has no such member; leave it out",
                     text_of(configuration_member("kind"), node),
                     port_model.applies(node) ? " and port_model " + text_of(port_model, node) : "",
                     node.combines() ? " that combines packets" : "", node.is_cube() ? "a cube" : "any other network");
}

// Limits on several members together.
void check_together(const Node& node, MemberStyle style) {
  const auto fail = [&](const char* key, const std::string& text) {
    const Member& member = configuration_member(key);
    throw ConfigurationError(fmt::format("{} {}: {}", member_label(member, style), text_of(member, node), text));
  };
  if (node.combine_stages != 0 && !node.combines()) {
    fail("combine_stages", fmt::format("a node without {} combines nothing; say which, or leave it out",
                                       member_label(configuration_member("operators"), style)));
  }
  if (node.kind == NodeKind::kSoc && node.memory_kib < 2 * node.stack_kib) {
    fail("memory_kib", fmt::format("half of it must have room for {} {}",
                                   member_label(configuration_member("stack_kib"), style), node.stack_kib));
  }
  if (node.kind == NodeKind::kSoc && node.packets < node.nodes) {
    fail("packets", fmt::format("a packet of each node needs a place; must be {} or more", node.nodes));
  }
  // Two collectives can be under way.
  const std::size_t enough =
      (node.epochs ? 2 : 1) * router::enough_packets(node.nodes, node.hop_cycles + node.combine_stages);
  if (node.kind == NodeKind::kSoc && node.queue_depth < enough) {
    fail("queue_depth",
         fmt::format("a collective of one packet must not fill a system's queues; must be {} or more", enough));
  }
  if (node.kind == NodeKind::kNodeAxi) {
    // The byte addresses of its registers have no room for more (firmware/node/registers.hpp), nor
    // have the halves of its streams.
    constexpr std::uint32_t kIndexes = 1024;
    const auto at_most = [&](const char* key, std::uint32_t most) {
      if (configuration_member(key).get(node) > most) fail(key, fmt::format("a node with AXI has {} at most", most));
    };
    at_most(node.is_cube() ? "dim" : "ports", 8);
    at_most("nodes", kIndexes);
    at_most("program_depth", kIndexes);
    at_most("window_depth", kIndexes);
    at_most("sequence_bits", 16);
  }
  if (node.kind == NodeKind::kStream && node.link_wires % 8 != 0) {
    fail("link_wires", "TDATA is whole bytes wide; must be a multiple of 8");
  }
  if (node.kind == NodeKind::kStream && node.link_check == LinkCheck::kNone) {
    fail("link_check", "frames of a stream are sent again where they are lost; must be crc16 or crc32");
  }
  if (node.kind == NodeKind::kBroadcast && node.prefix == broadcast::PrefixChannel::kTree &&
      node.payload_bits < 2 * (node.dim + 1)) {
    fail("payload_bits",
         fmt::format("the prefix tree tells {} bits in a payload; must be {} to 64, or take another {}",
                     2 * (node.dim + 1), 2 * (node.dim + 1), member_label(configuration_member("prefix"), style)));
  }
}

}  // namespace

std::string member_label(const Member& member, MemberStyle style) {
  if (style == MemberStyle::kKey) return member.key;
  std::string option = std::string("--") + member.key;
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

std::string text_of(const Member& member, const NodeConfiguration& configuration) {
  const std::uint32_t value = member.get(configuration);
  switch (member.type) {
    case MemberType::kNumber:
      break;
    case MemberType::kFlag:
      return value != 0 ? "on" : "off";
    case MemberType::kChoice:
      return member.names[value];
    case MemberType::kRules: {
      const std::vector<std::string> names = rule_names(configuration);
      if (value == member.standard(configuration)) return "all";
      std::vector<std::string> listed;
      for (std::size_t rule = 0; rule < names.size(); ++rule) {
        if ((value >> rule & 1u) != 0) listed.push_back(names[rule]);
      }
      return fmt::format("{}", fmt::join(listed, ","));
    }
  }
  return std::to_string(value);
}

NodeConfiguration configuration_of(const ConfigurationDraft& draft, MemberStyle style) {
  for (const auto& [key, text] : draft) configuration_member(key);
  const auto label = [&](const char* key) { return member_label(configuration_member(key), style); };
  Node node;
  if (!draft.contains("dim") && !draft.contains("ports")) {
    throw ConfigurationError(
        fmt::format("{} is missing: the dimension of the cube; or {}, of the nodes of any other network", label("dim"),
                    label("ports")));
  }
  if (draft.contains("dim") && draft.contains("ports")) {
    throw ConfigurationError(fmt::format("{} {}: a node of a cube has as many ports as {} says; leave one of them out",
                                         label("ports"), draft.at("ports"), label("dim")));
  }
  for (const Member& member : configuration_members()) {
    const auto given = draft.find(member.key);
    if (member.key == std::string_view("dim") && given == draft.end()) continue;
    if (!member.applies(node)) {
      // A cube has these by its dimension.
      if (member.key == std::string_view("ports")) node.ports = node.dim;
      if (member.key == std::string_view("nodes")) node.nodes = 1u << node.dim;
      if (given == draft.end()) {
        if (member.type == MemberType::kRules) member.set(node, member.standard(node));
        continue;
      }
      const Member* const other = excluding(member, draft, node);
      const std::string why = other == nullptr ? why_not(node)
                                               : fmt::format("a node with {} {} has none; leave one of them out",
                                                             member_label(*other, style), draft.at(other->key));
      throw ConfigurationError(fmt::format("{} {}: {}", member_label(member, style), given->second, why));
    }
    if (given == draft.end()) {
      member.set(node, member.standard(node));
      continue;
    }
    const std::optional<std::uint32_t> value = value_in(member, given->second, node);
    if (!value) {
      throw ConfigurationError(
          fmt::format("{} {}: {}", member_label(member, style), given->second, limits(member, given->second, node)));
    }
    member.set(node, *value);
  }
  check_together(node, style);
  return node;
}

std::string table_of_members() {
  std::string table = "| member | values | default | what it means |\n|---|---|---|---|\n";
  for (const Member& member : configuration_members()) {
    Node node;
    node.ports = network::kMaxPorts;
    std::string values;
    switch (member.type) {
      case MemberType::kNumber:
        values =
            fmt::format("{}{} to {}", member.power_of_two ? "power of two, " : "", member.least(node),
                        member.key == std::string_view("count_wires") ? "dim + 1" : std::to_string(member.most(node)));
        break;
      case MemberType::kChoice:
        values = fmt::format("{}", fmt::join(member.names, ", "));
        break;
      case MemberType::kFlag:
        values = "on, off";
        break;
      case MemberType::kRules:
        values = "all, or names with commas";
        break;
    }
    std::string standard = member.default_text;
    if (standard.empty()) {
      const std::uint32_t value = member.standard(node);
      standard = member.type == MemberType::kChoice      ? member.names[value]
                 : member.type == MemberType::kFlag      ? (value != 0 ? "on" : "off")
                 : value == 0 && member.least(node) != 0 ? "none: must be said"
                                                         : std::to_string(value);
    }
    table += fmt::format("| `{}` | {} | {} | {} |\n", member.key, values, standard, member.meaning);
  }
  return table;
}

}  // namespace hls
