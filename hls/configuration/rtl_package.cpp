// SPDX-License-Identifier: Apache-2.0
#include "hls/configuration/rtl_package.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>

#include "hls/configuration/configuration_members.hpp"
#include "hls/configuration/link_times.hpp"

namespace hls {
namespace {

std::string network_text(const NodeConfiguration& node) {
  return node.is_cube() ? fmt::format("the {}-cube", node.dim)
                        : fmt::format("any network of {} nodes with {} ports", node.nodes, node.ports);
}

void replace_all(std::string& text, const std::string& word, const std::string& by) {
  for (std::size_t place = 0; (place = text.find(word, place)) != std::string::npos; place += by.size()) {
    text.replace(place, word.size(), by);
  }
}

bool is_applied(const char* key, const NodeConfiguration& node) {
  return configuration_member(key).applies(node);
}

std::string zeros(unsigned width) {
  return width == 0 ? "" : fmt::format("{{{}{{1'b0}}}}, ", width);
}

// Lines that begin with @epochs@ are for nodes with epochs alone.
std::string choose_lines(std::string text, bool has_epochs) {
  const std::string mark = "@epochs@";
  for (std::size_t place = 0; (place = text.find(mark, place)) != std::string::npos;) {
    text.erase(place, has_epochs ? mark.size() : text.find('\n', place) + 1 - place);
  }
  return text;
}

// Blocks between @for_each_port@ and @end@, once for each port.
std::string repeat_blocks(std::string text, unsigned ports) {
  const std::string begin_mark = "@for_each_port@\n";
  const std::string end_mark = "@end@\n";
  for (std::size_t begin; (begin = text.find(begin_mark)) != std::string::npos;) {
    const std::size_t end = text.find(end_mark, begin);
    const std::size_t first = begin + begin_mark.size();
    std::string blocks;
    for (unsigned port = 0; port < ports; ++port) {
      std::string block = text.substr(first, end - first);
      replace_all(block, "@k@", std::to_string(port));
      blocks += block;
    }
    text.replace(begin, end + end_mark.size() - begin, blocks);
  }
  return text;
}

}  // namespace

bool has_axi_wrapper(const NodeConfiguration& configuration) {
  return configuration.kind == NodeKind::kNodeAxi || configuration.kind == NodeKind::kStream;
}

std::string stepc_module_of(const NodeConfiguration& configuration) {
  return name_of(configuration) + (has_axi_wrapper(configuration) ? "_core" : "");
}

std::vector<std::string> verilog_files_of(const NodeConfiguration& configuration) {
  std::vector<std::string> files{stepc_module_of(configuration) + ".sv"};
  if (has_axi_wrapper(configuration)) files.push_back(name_of(configuration) + ".v");
  return files;
}

std::string axi_template_of(const NodeConfiguration& configuration) {
  return fmt::format("hls/tops/{}.v.in", text_of(configuration_member("kind"), configuration));
}

std::string axi_wrapper_of(const NodeConfiguration& node, const std::string& text) {
  constexpr unsigned kHalf = 16;  // bits of tdata and tuser for an address, and for a sequence
  const unsigned address = node.is_cube() ? node.dim : index_width(node.nodes);
  const unsigned tree = node.is_cube() ? index_width(node.ports) : 1;
  const unsigned rule = index_width(rule_names(node).size());
  const unsigned bytes = (node.payload_bits + 7) / 8;
  std::string interfaces;
  for (unsigned k = 0; k < node.ports; ++k) {
    interfaces += fmt::format(":m_axis_fetch_{0}:s_axis_payload_{0}:m_axis_eject_{0}", k);
  }
  std::string wrapper = repeat_blocks(choose_lines(text, node.epochs), node.ports);
  const std::string name = name_of(node);
  // A link has payload, sequence, source, destination, tree, rule, the epoch if there are any, valid, go: hls/network/link.hpp.
  const unsigned link = packet_bits_of(node) + 2;
  const unsigned unused = 8 * bytes - node.payload_bits;
  const std::map<std::string, std::string> words = {
      {"name", name},
      {"network", network_text(node)},
      {"payload", std::to_string(node.payload_bits)},
      {"interfaces", interfaces},
      {"stream_top", std::to_string(node.link_wires - 1)},
      {"stream_zeros", zeros(node.link_wires - 1)},
      {"keep_top", std::to_string(node.link_wires / 8 - 1)},
      {"keep_width", std::to_string(node.link_wires / 8)},
      {"link_top", std::to_string(link - 1)},
      {"tdata_top", std::to_string(8 * bytes - 1)},
      {"tdata_zeros", unused == 0 ? "" : fmt::format("{}'d0, ", unused)},
      {"payload_top", std::to_string(node.payload_bits - 1)},
      {"address_top", std::to_string(address - 1)},
      {"tree_top", std::to_string(tree - 1)},
      {"rule_top", std::to_string(rule - 1)},
      {"sequence_top", std::to_string(node.sequence_bits - 1)},
      {"address_zeros", zeros(kHalf - address)},
      {"sequence_zeros", zeros(kHalf - node.sequence_bits)},
  };
  for (const auto& [word, by] : words) replace_all(wrapper, "@" + word + "@", by);
  return wrapper;
}

std::string core_file_of(const NodeConfiguration& node, const std::string& version) {
  const std::string name = name_of(node);
  std::string files;
  for (const std::string& file : verilog_files_of(node)) {
    files += fmt::format("      - {}: {{file_type: {}}}\n", file,
                         file.ends_with(".v") ? "verilogSource" : "systemVerilogSource");
  }
  return fmt::format(
      "CAPI=2:\n"
      "name: cubecast:rtl:{0}:{1}\n"
      "description: \"Cubecast {2} of {3}, {4} bits of payload{5}\"\n"
      "filesets:\n"
      "  rtl:\n"
      "    files:\n"
      "{6}"
      "targets:\n"
      "  default:\n"
      "    filesets: [rtl]\n"
      "    toplevel: {0}\n"
      "  lint:\n"
      "    filesets: [rtl]\n"
      "    toplevel: {0}\n"
      "    default_tool: verilator\n"
      "    tools:\n"
      "      verilator:\n"
      "        mode: lint-only\n"
      "        verilator_options: [-Wall]\n",
      name, version, text_of(configuration_member("kind"), node), network_text(node), node.payload_bits,
      is_applied("hop_cycles", node) ? fmt::format(", cycles a hop: {}", node.hop_cycles) : "", files);
}

std::string parameters_of(const NodeConfiguration& node, const std::string& version) {
  const auto applies = [&node](const char* key) { return is_applied(key, node); };
  nlohmann::ordered_json json;
  json["module"] = name_of(node);
  json["files"] = verilog_files_of(node);
  if (node.is_cube()) json["dim"] = node.dim;
  if (applies("hop_cycles")) json["hop_cycles"] = node.hop_cycles;
  json["nodes"] = node.nodes;
  json["payload_bits"] = node.payload_bits;
  json["sequence_bits"] = node.sequence_bits;
  if (applies("queue_depth")) json["queue_depth"] = node.queue_depth;
  if (applies("program_depth")) json["program_depth"] = node.program_depth;
  if (node.kind != NodeKind::kStream) json["ports"] = nlohmann::json::array({"all"});
  if (applies("port_model") && node.port_model == router::PortModel::kGated) json["ports"] = {"all", "one", "half"};
  json["version"] = version;
  json["command"] = fmt::format("cubecast rtl {}", name_of(node));
  json["configuration"] = nlohmann::ordered_json::parse(json_of(node));
  return json.dump(2) + '\n';
}

}  // namespace hls
