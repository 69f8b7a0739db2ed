// SPDX-License-Identifier: Apache-2.0
// A configuration as C++: the structure `Config` that the hardware's templates take, and the step
// function for stepc.
#include <fmt/format.h>

#include "hls/configuration/configuration_members.hpp"

namespace hls {
namespace {

// The header of a kind of node, and the names of its types and its step function.
struct KindOfNode {
  const char* header;
  const char* node;
  const char* step;
  const char* state;
  const char* in;
  const char* out;
};

const KindOfNode& kind_of(const NodeConfiguration& node) {
  static constexpr KindOfNode kNode{"hls/router/node.hpp",   "router::Node",       "router::Node<Config>::step",
                                    "router::State<Config>", "router::In<Config>", "router::Out<Config>"};
  static constexpr KindOfNode kRouter{"hls/tops/router_top.hpp", "",
                                      "tops::router_step",       "tops::RouterState<Config>",
                                      "tops::RouterIn<Config>",  "tops::RouterOut<Config>"};
  static constexpr KindOfNode kNodeAxi{"hls/axi/node_axi.hpp", "axi::NodeAxi",    "axi::NodeAxi<Config>::step",
                                       "axi::State<Config>",   "axi::In<Config>", "axi::Out<Config>"};
  static constexpr KindOfNode kBroadcast{"hls/broadcast/node.hpp",        "broadcast::Node",
                                         "broadcast::Node<Config>::step", "broadcast::State<Config>",
                                         "broadcast::In<Config>",         "broadcast::Out<Config>"};
  static constexpr KindOfNode kLinked{"hls/link/node.hpp",    "links::Node",       "links::Node<Config>::step",
                                      "links::State<Config>", "links::In<Config>", "links::Out<Config>"};
  static constexpr KindOfNode kSoc{"hls/soc/soc.hpp",    "soc::Soc",        "soc::Soc<Config>::step",
                                   "soc::State<Config>", "soc::In<Config>", "soc::Out<Config>"};
  static constexpr KindOfNode kStream{"hls/axi/link_stream.hpp",   "",
                                      "axi::link_stream_step",     "axi::LinkStreamState<Config>",
                                      "axi::LinkStreamIn<Config>", "axi::LinkStreamOut<Config>"};
  switch (node.kind) {
    case NodeKind::kNode:
      return node.has_links() ? kLinked : kNode;
    case NodeKind::kRouter:
      return kRouter;
    case NodeKind::kNodeAxi:
      return kNodeAxi;
    case NodeKind::kBroadcast:
      return kBroadcast;
    case NodeKind::kSoc:
      return kSoc;
    case NodeKind::kStream:
      return kStream;
  }
  return kNode;
}

std::string network_of(const NodeConfiguration& node) {
  if (node.is_cube()) return fmt::format("router::CubeConfig<{}>", node.dim);
  const std::string trees = node.tree_numbers != node.trees ? fmt::format(", {}, {}", node.trees, node.tree_numbers)
                            : node.trees != 1               ? fmt::format(", {}", node.trees)
                                                            : "";
  return fmt::format("router::LabelledConfig<{}, {}, {}{}>", node.nodes, node.ports, hls::index_width(node.nodes),
                     trees);
}

const char* set_of(OperatorSet operators) {
  return operators == OperatorSet::kNumbers ? "Numbers" : operators == OperatorSet::kFloats ? "Floats" : "Integers";
}

std::string base_without_links(const NodeConfiguration& node) {
  if (node.combines()) {
    return fmt::format("router::Combining<{}, operators::{}, {}>", network_of(node), set_of(node.operators),
                       node.combine_stages);
  }
  if (node.kind == NodeKind::kBroadcast) return fmt::format("broadcast::Serving<{}>", network_of(node));
  return network_of(node);
}

std::string base_of(const NodeConfiguration& node) {
  std::string base = base_without_links(node);
  const bool is_soc = node.kind == NodeKind::kSoc;
  if (!node.has_links()) return is_soc ? fmt::format("soc::System<{}>", base) : base;
  const std::string linked = fmt::format("links::Linked<{}, {}>", base, node.link_wires);
  if (is_soc) return fmt::format("soc::System<{}>", linked);
  if (node.kind == NodeKind::kStream) return fmt::format("axi::Streamed<{}>", linked);
  return node.release_depth == 0 ? linked : fmt::format("links::Scheduled<{}, {}>", linked, node.release_depth);
}

std::string line_of(const Member& member, const NodeConfiguration& node) {
  const std::string value =
      member.type == MemberType::kFlag ? (member.get(node) != 0 ? "true" : "false") : std::to_string(member.get(node));
  return "  " + fmt::format(fmt::runtime(member.cpp), value) + "\n";
}

// The lines of members that are not one constant of the hardware each.
std::string other_lines(const NodeConfiguration& node) {
  if (node.kind == NodeKind::kBroadcast) {
    if (!node.is_cube()) return "";
    std::string lines;
    const auto has = [&](SchemeSet one) { return node.schemes == SchemeSet::kAll || node.schemes == one; };
    lines += fmt::format("  static constexpr bool kPartial = {};\n", has(SchemeSet::kPartial));
    lines += fmt::format("  static constexpr bool kImmediate = {};\n", has(SchemeSet::kImmediate));
    lines += fmt::format("  static constexpr bool kIndirect = {};\n", has(SchemeSet::kIndirect));
    return lines;
  }
  std::string lines = node.closed_windows ? "  static constexpr bool kClosedWindows = true;\n" : "";
  if (node.drop_copies) lines += "  static constexpr bool kDropsCopies = true;\n";
  if (node.epochs) lines += "  static constexpr bool kEpochs = true;\n";
  if (node.link_latency != 0) {
    lines += fmt::format("  static constexpr unsigned kLinkLatency = {};\n", node.link_latency);
  }
  const Member& rules = configuration_member("rules");
  if (rules.get(node) == rules.standard(node)) return lines;
  return lines +
         fmt::format("  static constexpr std::uint32_t kRules = {};  // {}\n", node.rules, text_of(rules, node));
}

}  // namespace

std::string config_source_of(const NodeConfiguration& configuration) {
  std::string source = fmt::format("// {}, written by Cubecast from its configuration.\n", name_of(configuration));
  source += fmt::format("#include \"{}\"\n", kind_of(configuration).header);
  if (configuration.combines()) source += "#include \"hls/operators/operator_sets.hpp\"\n";
  source += fmt::format("\nstruct Config : {} {{\n", base_of(configuration));
  for (const Member& member : configuration_members()) {
    if (!member.cpp.empty() && member.applies(configuration)) source += line_of(member, configuration);
  }
  return source + other_lines(configuration) + "};\n";
}

std::string node_template_of(const NodeConfiguration& configuration) {
  return kind_of(configuration).node;
}

namespace {

std::string image_of(std::span<const std::uint32_t> program) {
  if (program.empty()) return "";
  std::string words;
  for (std::size_t i = 0; i < program.size(); ++i)
    words += fmt::format("{}{:#x},", i % 8 == 0 ? "\n      " : " ", program[i]);
  return fmt::format(
      "  struct Image {{\n    static constexpr std::array<std::uint32_t, {}> kWords{{{}\n    }};\n  }};\n",
      program.size(), words);
}

}  // namespace

std::string source_of(const NodeConfiguration& configuration, std::span<const std::uint32_t> program) {
  const KindOfNode& kind = kind_of(configuration);
  std::string config = config_source_of(configuration);
  config.insert(config.size() - std::string_view("};\n").size(), image_of(program));
  return config + fmt::format("\nvoid step({}& state, const {}& in, {}& out) {{\n  {}(state, in, out);\n}}\n",
                              kind.state, kind.in, kind.out, kind.step);
}

}  // namespace hls
