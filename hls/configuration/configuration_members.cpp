// SPDX-License-Identifier: Apache-2.0
#include "hls/configuration/configuration_members.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "firmware/networks/network.hpp"
#include "firmware/rules/broadcast_rules.hpp"
#include "hls/link/config.hpp"

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
bool broadcasts_on_cube(const Node& node) {
  return is_broadcast(node) && node.is_cube();
}
bool is_soc(const Node& node) {
  return node.kind == NodeKind::kSoc;
}
bool is_stream(const Node& node) {
  return node.kind == NodeKind::kStream;
}
bool is_no_stream(const Node& node) {
  return !is_stream(node);
}
// A router whose rules and gates software sets.
bool is_directed(const Node& node) {
  return is_not_broadcast(node) && !is_stream(node);
}
bool is_programmed(const Node& node) {
  return node.kind == NodeKind::kNode || node.kind == NodeKind::kNodeAxi || is_soc(node);
}
bool can_combine(const Node& node) {
  return node.kind == NodeKind::kNode || is_soc(node);
}
bool combines_by_tables(const Node& node) {
  return node.kind == NodeKind::kNode && !node.is_cube() && node.combines();
}
bool has_links(const Node& node) {
  return node.has_links();
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
  return static_cast<std::uint32_t>(
      router::enough_packets(node.nodes, node.hop_cycles + node.combine_stages, node.router_latency()));
}

std::uint32_t default_windows(const Node& node) {
  if (!node.is_cube()) return std::max(128u, 4 * node.nodes);
  // A combining node's one-port allreduce has windows for reduce-scatter, a pause, and windows for
  // allgather.
  return (node.combines() ? 4u : 1u) << hls::index_width(node.ports);
}

// Older names mean this: such nodes were those of the RTL engine, which had floats up to dim 3.
std::uint32_t has_statistics(const Node& node) {
  const bool is_small_and_integer = node.operators == OperatorSet::kIntegers && node.is_cube() && node.dim <= 3;
  return node.payload_bits == 64 && is_gated(node) && !is_small_and_integer ? 1 : 0;
}

// Bits that a count on the links takes of a payload (broadcast::kToldWidth).
std::uint32_t least_payload(const Node& node) {
  if (is_soc(node)) return 64;
  return !is_broadcast(node) ? 1 : 1 + (node.is_cube() ? node.dim : hls::index_width(node.nodes));
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
              "kind", &Node::kind, {"node", "router", "node_axi", "broadcast", "soc", "link_stream"},
              "node: router, injectors and registers; router: alone, with streams; node_axi: a node with AXI4-Lite and "
              "AXI4-Stream; broadcast: a node that serves broadcast requests by itself; soc: a node with a core and "
              "memories; link_stream: the end of a link behind a router, with AXI4-Stream for its medium"),
          [](Member& m) { m.part = NamePart::kNone; }),
      with(numeral("dim", &Node::dim, 1, 16, "d", "Dimension of the cube; left out for any other network"),
           [](Member& m) { m.always_in_name = true; }),
      with(numeral("ports", &Node::ports, 1, network::kMaxPorts, "p",
                   "Ports of a node of any other network, whose nodes route by stored words"),
           [](Member& m) {
             m.always_in_name = true;
             m.applies = [](const Node& node) { return !node.is_cube() && !is_soc(node); };
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
             m.applies = is_directed;
             m.cpp = "static constexpr router::PortModel kPortModel = router::PortModel{{{}}};";
           }),
      with(numeral("hop_cycles", &Node::hop_cycles, 1, 2, "r", "Cycles a hop; 2 for up to twice the clock"),
           [](Member& m) {
             m.applies = is_directed;
             m.cpp = "static constexpr unsigned kHopCycles = {};";
           }),
      with(numeral("combine_stages", &Node::combine_stages, 0, node::kMaxCombineStages, "s",
                   "Cycles more a hop in which packets are combined, for a faster clock"),
           [](Member& m) { m.applies = can_combine; }),
      with(choice(
               "operators", &Node::operators, {"none", "integers", "floats", "numbers"},
               "Arithmetic that combines packets on their way: nothing, integers, integers with float32 and bfloat16, "
               "or all types and products"),
           [](Member& m) { m.applies = can_combine; }),
      with(numeral("trees", &Node::trees, 1, network::kMaxPorts, "trees",
                   "Trees to one root, up which packets are combined side by side, each with its own ejector; no more "
                   "than ports"),
           [](Member& m) {
             m.applies = combines_by_tables;
             m.most = [](const Node& node) { return node.ports; };
           }),
      with(numeral("tree_numbers", &Node::tree_numbers, 1, network::kMaxPorts + 1, "numbers",
                   "Numbers of trees in a header, where they are more than trees: up to ports + 1, for packets that "
                   "are combined up several trees to each node"),
           [](Member& m) {
             m.applies = combines_by_tables;
             m.standard = [](const Node& node) { return node.trees; };
             m.least = [](const Node& node) { return node.trees; };
             m.most = [](const Node& node) { return node.ports + 1; };
             m.default_text = "trees";
           }),
      with(numeral(
               "link_wires", &Node::link_wires, 0, 160, "link",
               "Wires for data of each link, one way, behind a link layer with frames; 0: a packet wide, and no layer"),
           [](Member& m) {
             m.applies = [](const Node& node) {
               return node.kind == NodeKind::kNode || is_soc(node) || is_stream(node);
             };
             m.standard = [](const Node& node) { return is_stream(node) ? 64u : 0u; };
             m.least = [](const Node& node) { return is_stream(node) ? 8u : 0u; };
             m.default_text = "0, of link_stream 64";
           }),
      with(numeral("link_latency", &Node::link_latency, 0, links::kMaxWireLatency, "lat",
                   "Cycles that the wires of a link take, each way; up to 1024 with a link layer"),
           [](Member& m) {
             m.applies = [](const Node& node) { return is_not_broadcast(node) && !is_soc(node); };
             m.standard = [](const Node& node) { return is_stream(node) ? 64u : 0u; };
             m.least = [](const Node& node) { return is_stream(node) ? 1u : 0u; };
             m.default_text = "0, of link_stream 64";
             m.most = [](const Node& node) {
               return node.has_links() ? links::kMaxWireLatency : router::kMaxLinkLatency;
             };
           }),
      with(numeral("frame_packets", &Node::frame_packets, 1, 1024, "frame", "Most packets in a frame"),
           [](Member& m) {
             m.applies = has_links;
             m.cpp = "static constexpr unsigned kFramePackets = {};";
           }),
      with(choice("link_check", &Node::link_check, {std::begin(kLinkCheckNames), std::end(kLinkCheckNames)},
                  "Checksum of a frame; with one, damaged frames are sent again"),
           [](Member& m) {
             m.applies = has_links;
             m.standard = [](const Node& node) {
               return static_cast<std::uint32_t>(is_stream(node) ? LinkCheck::kCrc32 : LinkCheck::kNone);
             };
             m.default_text = "none, of link_stream crc32";
             m.cpp = "static constexpr links::Check kCheck = links::Check{{{}}};";
           }),
      with(flag("cut_through", &Node::cut_through, "cut",
                "A packet leaves before its frame has ended; only without a checksum"),
           [](Member& m) {
             m.applies = [](const Node& node) { return node.has_links() && node.link_check == LinkCheck::kNone; };
             m.cpp = "static constexpr bool kCutThrough = {};";
           }),
      with(
          flag(
              "link_pauses", &Node::link_pauses, "pauses",
              "The wires take a word when they like, and words of a frame may come with idle cycles between them; only "
              "with a checksum"),
          [](Member& m) {
            m.applies = [](const Node& node) {
              return node.has_links() && node.link_check != LinkCheck::kNone && !is_soc(node) && !is_stream(node);
            };
            m.cpp = "static constexpr bool kPauses = {};";
          }),
      with(numeral("release_depth", &Node::release_depth, 0, 1u << 16, "release",
                   "Entries in the program that says when packets may leave through a link; 0: none"),
           [](Member& m) {
             m.applies = [](const Node& node) { return node.has_links() && !is_soc(node) && !is_stream(node); };
             m.power_of_two = true;
           }),
      with(choice("prefix", &Node::prefix, {"links", "wires", "overlap", "tree"},
                  "How nodes count the active ones: over the links, over wires beside them, over such wires while "
                  "packets are "
                  "under way, or by the paper's prefix tree over the links"),
           [](Member& m) {
             m.applies = broadcasts_on_cube;
             m.cpp = "static constexpr broadcast::PrefixChannel kPrefixChannel = broadcast::PrefixChannel{{{}}};";
           }),
      with(numeral("count_wires", &Node::count_wires, 1, 17, "", "Wires beside each link for counts"),
           [](Member& m) {
             m.part = NamePart::kGlued;
             m.applies = [](const Node& node) { return broadcasts_on_cube(node) && broadcast::has_wires(node.prefix); };
             m.standard = m.most = [](const Node& node) { return node.dim + 1; };
             m.default_text = "dim + 1";
             m.cpp = "static constexpr unsigned kCountWires = {};";
           }),
      with(
          choice(
              "schemes", &Node::schemes, {"all", "partial", "immediate", "indirect"},
              "Schemes in the hardware: all; partial broadcasts; those that serve a request at once down a tree of its "
              "source; or down one of those that all share"),
          [](Member& m) { m.applies = broadcasts_on_cube; }),
      with(numeral("queue_depth", &Node::queue_depth, 4, 1u << 20, "q", "Packets in a crosspoint queue"),
           [](Member& m) {
             m.applies = is_no_stream;
             m.standard = [](const Node& node) { return (is_soc(node) ? 2 : 1) * enough_packets(node); };
             m.least = [](const Node& node) {
               return static_cast<std::uint32_t>(
                   network::least_queue_depth(node.hop_cycles + node.combine_stages, node.router_latency()));
             };
             m.power_of_two = true;
             m.default_text =
                 "twice the nodes, 2^(d+1) on a cube (of soc four times), or the next power of two with room for what "
                 "follows a stop";
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
             m.applies = [](const Node& node) { return is_directed(node) && is_gated(node); };
             m.standard = default_windows;
             m.power_of_two = true;
             m.default_text = "what the ports need, 4 nodes (128 at least) on other networks than cubes";
             m.cpp = "static constexpr std::size_t kWindowDepth = {};";
           }),
      with(flag("closed_windows", &Node::closed_windows, "closed",
                "A time window can be closed to all ports, as on other networks than cubes"),
           [](Member& m) {
             m.applies = [](const Node& node) {
               return node.is_cube() && is_directed(node) && !is_soc(node) && is_gated(node);
             };
           }),
      with(numeral("sequence_bits", &Node::sequence_bits, 1, 32, "b",
                   "Bits of the number of a packet among those of one source to one destination"),
           [](Member& m) { m.cpp = "static constexpr unsigned kSequenceWidth = {};"; }),
      with(numeral("relay_depth", &Node::relay_depth, 2, kDeepest, "relay",
                   "Packets that can wait in a root for their way down a shared tree"),
           [](Member& m) {
             m.applies = broadcasts_on_cube;
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
               return node.kind == NodeKind::kRouter ||
                      ((node.kind == NodeKind::kNode || is_soc(node)) && !node.combines());
             };
             m.standard = m.most = [](const Node& node) { return is_soc(node) ? 0u : 1u; };
             m.cpp = "static constexpr bool kMemoryWaits = {};";
           }),
      with(flag("drop_copies", &Node::drop_copies, "once",
                "Copies of a packet, which one source sends on several trees, can be dropped"),
           [](Member& m) {
             m.applies = [](const Node& node) { return node.kind == NodeKind::kNode && !node.combines(); };
           }),
      with(flag("epochs", &Node::epochs, "epochs",
                "Nodes start when they like, at most a collective ahead of one another; off: all in the same cycle"),
           [](Member& m) {
             m.applies = [](const Node& node) { return is_not_broadcast(node) && !node.drop_copies; };
             m.standard = [](const Node& node) {
               return node.kind == NodeKind::kNodeAxi || is_soc(node) || is_stream(node) ? 1u : 0u;
             };
             m.default_text = "off, of node_axi, soc and link_stream on";
           }),
      with(flag("statistics", &Node::statistics, "stats", "Count the deepest queue, for simulation"),
           [](Member& m) {
             m.applies = [](const Node& node) { return node.kind == NodeKind::kNode; };
             m.standard = has_statistics;
             m.default_text = "on in gated nodes with 64 bits of payload, but for `integers` up to dim 3";
             m.cpp = "static constexpr bool kStatistics = {};";
           }),
      with(numeral("stack_kib", &Node::stack_kib, 4, 1u << 10, "stack",
                   "KiB at the beginning of a system's memory, behind which its program begins"),
           [](Member& m) {
             m.applies = is_soc;
             m.power_of_two = true;
             m.cpp = "static constexpr std::uint32_t kStackKib = {};";
           }),
      with(numeral("memory_kib", &Node::memory_kib, 8, 1u << 17, "mem", "KiB of the memory of a system's core"),
           [](Member& m) {
             m.applies = is_soc;
             m.power_of_two = true;
             m.cpp = "static constexpr std::uint32_t kMemoryKib = {};";
           }),
      with(numeral("packets", &Node::packets, 2, 1u << 24, "packets",
                   "Packets to send that a system has room for, and the same to receive"),
           [](Member& m) {
             m.applies = is_soc;
             m.standard = [](const Node& node) { return 32 * node.nodes; };
             m.power_of_two = true;
             m.default_text = "32 nodes";
             m.cpp = "static constexpr std::uint32_t kPackets = {};";
           }),
      with(flag("multiplies", &Node::multiplies, "mul", "A system's core multiplies and divides (M)"),
           [](Member& m) {
             m.applies = is_soc;
             m.cpp = "static constexpr bool kMultiplies = {};";
           }),
      with(flag("compressed", &Node::compressed, "rvc", "A system's core has instructions of 16 bits (C)"),
           [](Member& m) {
             m.applies = is_soc;
             m.cpp = "static constexpr bool kCompressed = {};";
           }),
      with(flag("fetches_ahead", &Node::fetches_ahead, "ahead",
                "A system's core fetches ahead; not with instructions of 16 bits"),
           [](Member& m) {
             m.applies = [](const Node& node) { return is_soc(node) && !node.compressed; };
             m.cpp = "static constexpr bool kPipelined = {};";
           }),
      with(numeral("cycles_per_bit", &Node::cycles_per_bit, 4, 1u << 16, "bit", "Cycles of a bit of a serial line"),
           [](Member& m) {
             m.applies = is_soc;
             m.cpp = "static constexpr unsigned kCyclesPerBit = {};";
           }),
      with(make("rules", &Node::rules, MemberType::kRules, "Forwarding rules in the hardware"),
           [](Member& m) {
             m.part = NamePart::kListing;
             m.mark = "rules";
             m.applies = is_directed;
             m.least = number(1);
             m.standard = m.most = [](const Node& node) { return (1u << rule_names(node).size()) - 1; };
             m.default_text = "all";
           }),
  };
}

}  // namespace

std::vector<std::string> rule_names(const NodeConfiguration& configuration) {
  if (is_broadcast(configuration)) {
    return configuration.is_cube() ? names_in<rules::BroadcastRules>() : names_in<rules::TreeBroadcastRules>();
  }
  if (!configuration.is_cube()) {
    return configuration.combines() ? names_in<rules::CombiningLabelledRules>() : names_in<rules::LabelledRules>();
  }
  if (configuration.release_depth != 0 && !configuration.combines()) return names_in<rules::ScheduledCubeRules>();
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

}  // namespace hls
