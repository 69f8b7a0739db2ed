// SPDX-License-Identifier: Apache-2.0
#include "hls/configuration/configuration_members.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <concepts>

#include "firmware/networks/network.hpp"
#include "firmware/rules/broadcast_rules.hpp"

namespace hls {
namespace {

using Node = NodeConfiguration;

// Conditions and numbers, from the members earlier in the list.
bool always(const Node&) {
  return true;
}
bool is_broadcast(const Node& node) {
  return node.kind == NodeKind::kBroadcast;
}
bool is_not_broadcast(const Node& node) {
  return !is_broadcast(node);
}
bool is_programmed(const Node& node) {
  return node.kind == NodeKind::kNode || node.kind == NodeKind::kNodeAxi;
}
bool can_combine(const Node& node) {
  return node.kind == NodeKind::kNode && node.is_cube();
}
bool is_gated(const Node& node) {
  return node.port_model == router::PortModel::kGated;
}
auto number(std::uint32_t value) {
  return [value](const Node&) { return value; };
}

// A member of any type as a number.
template <class T>
auto getter(T Node::* member) {
  return [member](const Node& node) { return static_cast<std::uint32_t>(node.*member); };
}
template <class T>
auto setter(T Node::* member) {
  return [member](Node& node, std::uint32_t value) { node.*member = static_cast<T>(value); };
}

template <class T>
Member make(const char* key, T Node::* member, MemberType type, const char* meaning) {
  Member made;
  made.key = key;
  made.meaning = meaning;
  made.type = type;
  made.get = getter(member);
  made.set = setter(member);
  made.applies = always;
  made.standard = number(getter(member)(Node()));
  made.least = number(0);
  made.most = number(1);
  return made;
}

template <class T>
Member choice(const char* key, T Node::* member, std::vector<std::string> names, const char* meaning) {
  Member made = make(key, member, MemberType::kChoice, meaning);
  made.most = number(static_cast<std::uint32_t>(names.size()) - 1);
  made.names = std::move(names);
  made.part = NamePart::kWord;
  return made;
}

template <class T>
Member numeral(const char* key, T Node::* member, std::uint32_t least, std::uint32_t most, const char* mark,
               const char* meaning) {
  Member made = make(key, member, MemberType::kNumber, meaning);
  made.least = number(least);
  made.most = number(most);
  made.part = NamePart::kMark;
  made.mark = mark;
  return made;
}

Member flag(const char* key, bool Node::* member, const char* word, const char* meaning) {
  Member made = make(key, member, MemberType::kFlag, meaning);
  made.part = NamePart::kOnWord;
  made.mark = word;
  return made;
}

Member with(Member member, auto change) {
  change(member);
  return member;
}

std::uint32_t enough_packets(const Node& node) {
  return static_cast<std::uint32_t>(router::enough_packets(node.nodes, node.hop_cycles + node.combine_stages));
}

std::uint32_t default_windows(const Node& node) {
  if (!node.is_cube()) return std::max(128u, 4 * node.nodes);
  // A combining node's one-port allreduce has windows for reduce-scatter, a pause, and windows for
  // allgather.
  return (node.combines() ? 4u : 1u) << hls::index_width(node.ports);
}

// Older names mean this: such nodes were those of the RTL engine, which had floats up to dim 3.
std::uint32_t has_statistics(const Node& node) {
  const bool is_small_and_integer = node.operators == OperatorSet::kIntegers && node.dim <= 3;
  return node.payload_bits == 64 && is_gated(node) && !is_small_and_integer ? 1 : 0;
}

// Bits that a count on the links takes of a payload (broadcast::kToldWidth).
std::uint32_t least_payload(const Node& node) {
  if (!is_broadcast(node)) return 1;
  return node.dim + 1;
}

template <class Rules>
std::vector<std::string> names_in() {
  std::vector<std::string> names;
  Rules::for_each([&names](auto rule, node::Rule) { names.emplace_back(rule.kName); });
  return names;
}

std::vector<Member> list_members() {
  constexpr std::uint32_t kDeepest = 1u << node::kIndexWidth;
  return {
      with(
          choice(
              "kind", &Node::kind, {"node", "router", "node_axi", "broadcast"},
              "node: router, injectors and registers; router: alone, with streams; node_axi: a node with AXI4-Lite and "
              "AXI4-Stream; broadcast: a node that serves broadcast requests by itself"),
          [](Member& m) { m.part = NamePart::kNone; }),
      with(numeral("dim", &Node::dim, 1, 16, "d", "Dimension of the cube; left out for any other network"),
           [](Member& m) { m.always_in_name = true; }),
      with(numeral("ports", &Node::ports, 1, network::kMaxPorts, "p",
                   "Ports of a node of any other network, whose nodes route by stored words"),
           [](Member& m) {
             m.always_in_name = true;
             m.applies = [](const Node& node) { return !node.is_cube() && is_not_broadcast(node); };
           }),
      with(numeral("nodes", &Node::nodes, 2, network::kMaxNodes, "n", "Nodes of such a network, at most"),
           [](Member& m) {
             m.applies = [](const Node& node) { return !node.is_cube(); };
             m.standard = number(32);
             m.power_of_two = true;
           }),
      with(numeral("payload_bits", &Node::payload_bits, 1, 64, "w", "Bits of a packet's payload"),
           [](Member& m) {
             m.always_in_name = true;
             m.least = least_payload;
             m.cpp = "static constexpr unsigned kPayloadWidth = {};";
           }),
      with(choice("port_model", &Node::port_model, {"all", "gated"},
                  "all: every port sends in every cycle; gated: a port gate can limit the node to one port, or to half "
                  "duplex"),
           [](Member& m) {
             m.always_in_name = true;
             m.applies = is_not_broadcast;
             m.cpp = "static constexpr router::PortModel kPortModel = router::PortModel{{{}}};";
           }),
      with(numeral("hop_cycles", &Node::hop_cycles, 1, 2, "r", "Cycles a hop; 2 for up to twice the clock"),
           [](Member& m) {
             m.applies = is_not_broadcast;
             m.cpp = "static constexpr unsigned kHopCycles = {};";
           }),
      with(numeral("combine_stages", &Node::combine_stages, 0, node::kMaxCombineStages, "s",
                   "Cycles more a hop in which packets are combined, for a faster clock"),
           [](Member& m) { m.applies = can_combine; }),
      with(choice("operators", &Node::operators, {"none", "integers", "floats"},
                  "What the node combines packets with on their way: nothing, integers, or floats and integers"),
           [](Member& m) { m.applies = can_combine; }),
      with(choice("prefix", &Node::prefix, {"links", "wires", "overlap", "tree"},
                  "How nodes count the active ones: over the links, over wires beside them, over such wires while "
                  "packets are "
                  "under way, or by the paper's prefix tree over the links"),
           [](Member& m) {
             m.applies = is_broadcast;
             m.cpp = "static constexpr broadcast::PrefixChannel kPrefixChannel = broadcast::PrefixChannel{{{}}};";
           }),
      with(numeral("count_wires", &Node::count_wires, 1, 17, "", "Wires beside each link for counts"),
           [](Member& m) {
             m.part = NamePart::kGlued;
             m.applies = [](const Node& node) { return is_broadcast(node) && broadcast::has_wires(node.prefix); };
             m.standard = m.most = [](const Node& node) { return node.dim + 1; };
             m.default_text = "dim + 1";
             m.cpp = "static constexpr unsigned kCountWires = {};";
           }),
      with(
          choice(
              "schemes", &Node::schemes, {"all", "partial", "immediate", "indirect"},
              "Schemes in the hardware: all; partial broadcasts; those that serve a request at once down a tree of its "
              "source; or down one of those that all share"),
          [](Member& m) { m.applies = is_broadcast; }),
      with(numeral("queue_depth", &Node::queue_depth, 4, 1u << 20, "q", "Packets in a crosspoint queue"),
           [](Member& m) {
             m.standard = enough_packets;
             m.least = [](const Node& node) {
               return static_cast<std::uint32_t>(network::least_queue_depth(node.hop_cycles + node.combine_stages));
             };
             m.power_of_two = true;
             m.default_text = "2 nodes, or the next power of two with room for what follows a stop";
             m.cpp = "static constexpr std::size_t kQueueDepth = {};";
           }),
      with(numeral("program_depth", &Node::program_depth, 2, kDeepest, "e",
                   "Entries in the injection program of a port"),
           [](Member& m) {
             m.applies = is_programmed;
             m.power_of_two = true;
             m.cpp = "static constexpr std::size_t kProgramDepth = {};";
           }),
      with(numeral("window_depth", &Node::window_depth, 2, kDeepest, "t",
                   "Time windows in the program of the port gate"),
           [](Member& m) {
             m.applies = [](const Node& node) { return is_not_broadcast(node) && is_gated(node); };
             m.standard = default_windows;
             m.power_of_two = true;
             m.default_text = "what the ports need, 4 nodes (128 at least) on other networks than cubes";
             m.cpp = "static constexpr std::size_t kWindowDepth = {};";
           }),
      with(numeral("sequence_bits", &Node::sequence_bits, 1, 32, "b",
                   "Bits of the number of a packet among those of one source to one destination"),
           [](Member& m) { m.cpp = "static constexpr unsigned kSequenceWidth = {};"; }),
      with(numeral("relay_depth", &Node::relay_depth, 2, kDeepest, "relay",
                   "Packets that can wait in a root for their way down a shared tree"),
           [](Member& m) {
             m.applies = is_broadcast;
             m.power_of_two = true;
             m.cpp = "static constexpr std::size_t kMostRelayed = {};";
           }),
      with(numeral("request_depth", &Node::request_depth, 2, kDeepest, "requests",
                   "Requests that a node can have waiting"),
           [](Member& m) {
             m.applies = is_broadcast;
             m.power_of_two = true;
             m.cpp = "static constexpr std::uint32_t kMostRequests = {};";
           }),
      with(flag("memory_waits", &Node::memory_waits, "waits",
                "The node's memory may be busy; off: it takes a packet in every cycle, and ejectors have no queues"),
           [](Member& m) {
             m.applies = [](const Node& node) {
               return node.kind == NodeKind::kRouter || (node.kind == NodeKind::kNode && !node.combines());
             };
             m.cpp = "static constexpr bool kMemoryWaits = {};";
           }),
      with(flag("statistics", &Node::statistics, "stats", "Count the deepest queue, for simulation"),
           [](Member& m) {
             m.applies = [](const Node& node) { return node.kind == NodeKind::kNode; };
             m.standard = has_statistics;
             m.default_text = "on in gated nodes with 64 bits of payload, but for `integers` up to dim 3";
             m.cpp = "static constexpr bool kStatistics = {};";
           }),
      with(make("rules", &Node::rules, MemberType::kRules, "Forwarding rules in the hardware"),
           [](Member& m) {
             m.part = NamePart::kListing;
             m.mark = "rules";
             m.applies = is_not_broadcast;
             m.least = number(1);
             m.standard = m.most = [](const Node& node) { return (1u << rule_names(node).size()) - 1; };
             m.default_text = "all";
           }),
  };
}

std::string limits(const Member& member, const Node& node) {
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
  return fmt::format("must be {}{} to {}", member.power_of_two ? "a power of two from " : "", member.least(node),
                     member.most(node));
}

// Digits alone: no sign, no zero in front.
std::optional<std::uint32_t> number_in(const std::string& text) {
  const bool digits = !text.empty() && text.size() < 10 &&
                      std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= '0' && c <= '9'; });
  if (!digits || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  return static_cast<std::uint32_t>(std::stoul(text));
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
                    (!member.power_of_two || std::has_single_bit(*value));
  return fits ? value : std::nullopt;
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
  if (is_broadcast(node) && node.prefix == broadcast::PrefixChannel::kTree && node.payload_bits < 2 * (node.dim + 1)) {
    fail("payload_bits",
         fmt::format("the prefix tree tells {} bits in a payload; must be {} to 64, or take another {}",
                     2 * (node.dim + 1), 2 * (node.dim + 1), member_label(configuration_member("prefix"), style)));
  }
}

}  // namespace

std::vector<std::string> rule_names(const NodeConfiguration& configuration) {
  if (is_broadcast(configuration)) return names_in<rules::BroadcastRules>();
  if (!configuration.is_cube()) return names_in<rules::LabelledRules>();
  return configuration.combines() ? names_in<rules::CombiningCubeRules>() : names_in<rules::CubeRules>();
}

std::span<const Member> configuration_members() {
  static const std::vector<Member> members = list_members();
  return members;
}

const Member& configuration_member(const std::string& key) {
  const std::span<const Member> members = configuration_members();
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const Member& member) { return member.key == key; });
  if (found != members.end()) return *found;
  std::vector<std::string> known;
  for (const Member& member : members) known.emplace_back(member.key);
  throw ConfigurationError(fmt::format("{}: no member of a configuration; known are {}", key, fmt::join(known, ", ")));
}

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
      throw ConfigurationError(fmt::format("{} {}: {}", member_label(member, style), given->second, why_not(node)));
    }
    if (given == draft.end()) {
      member.set(node, member.standard(node));
      continue;
    }
    const std::optional<std::uint32_t> value = value_in(member, given->second, node);
    if (!value) {
      throw ConfigurationError(
          fmt::format("{} {}: {}", member_label(member, style), given->second, limits(member, node)));
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
