// SPDX-License-Identifier: Apache-2.0
// Boots an image on all nodes of a cube: what they print, how long each computes and communicates,
// and what went wrong.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>

#include "firmware/image/memory_map.h"
#include "testbench/engines/mesh/payload.hpp"
#include "testbench/engines/models/content_hash.hpp"
#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/numeral.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/runs/computer/boot.hpp"
#include "testbench/runs/computer/host_threads.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/printer/columns.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/request/request.hpp"

namespace testbench {
namespace {

Json node_json(std::uint32_t node, const BootedNode& booted) {
  return {{"node", node},
          {"status", booted.status ? Json(*booted.status) : Json(nullptr)},
          {"cycles", booted.cycles},
          {"instructions", booted.instructions},
          {"accesses", booted.accesses},
          {"communicates", booted.communicates},
          {"waits", booted.waits}};
}

std::shared_ptr<GdbServer> gdb_server(const std::string& text, const BootOptions& options) {
  const std::size_t colon = text.find(':');
  const auto node = whole_number<std::uint32_t>(text.substr(0, colon));
  const auto port = colon == std::string::npos ? std::nullopt : whole_number<std::uint32_t>(text.substr(colon + 1));
  const std::uint32_t last = options.nodes() - 1;
  if (!node || *node > last || !port || *port == 0 || *port > 65535) {
    throw UsageError(fmt::format("--gdb {}: must be NODE:PORT, with a node 0..{} and a port 1..65535, like 0:3333",
                                 printable(text), last));
  }
  if (const std::string core = core_of(options, *node); core != "native" && core != kEmulator) {
    throw UsageError(fmt::format("--gdb {}: a core of {} has no registers that gdb could write; use native or emulator",
                                 printable(text), core));
  }
  try {
    return std::make_shared<GdbServer>(*node, static_cast<std::uint16_t>(*port));
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

// The trace event format: a line for each node, a cycle for a microsecond.
void write_timeline(const BootReport& report, std::ostream& out) {
  const auto event = [](std::uint32_t node, std::uint64_t begin, std::uint64_t end, const std::string& name) {
    return Json{{"ph", "X"}, {"pid", 0}, {"tid", node}, {"ts", begin}, {"dur", end - begin}, {"name", name}};
  };
  std::vector<std::uint64_t> computes(report.nodes.size(), 0);  // since when
  const char* separator = "[\n";
  const auto write = [&](const Json& json) {
    out << separator << json.dump();
    separator = ",\n";
  };
  for (const Interval& interval : report.intervals) {
    std::uint64_t& since = computes[interval.node];
    if (interval.begin > since) write(event(interval.node, since, interval.begin, "compute"));
    since = interval.end;
    write(event(interval.node, interval.begin, interval.end, (interval.waits ? "wait: " : "") + interval.call));
  }
  for (std::uint32_t node = 0; node < report.nodes.size(); ++node) {
    const std::uint64_t end = report.nodes[node].cycles;
    if (end > computes[node]) write(event(node, computes[node], end, "compute"));
  }
  out << "\n]\n";
}

const Columns kNodeColumns{{"node", "node", 6},         {"status", "status", 7},
                           {"cycles", "cycles", 12},    {"instructions", "instructions", 13},
                           {"accesses", "accesses", 9}, {"communicates", "communicates", 13},
                           {"waits", "waits", 12}};

std::string summary_of(const BootReport& report) {
  std::string text = fmt::format("{} nodes, {} cycles; {} collectives with {} cycles in which packets move\n",
                                 report.nodes.size(), report.cycles, report.collectives, report.network);
  constexpr std::size_t kMostLines = 16;
  text += heading_of(kNodeColumns);
  for (std::uint32_t node = 0; node < std::min(kMostLines, report.nodes.size()); ++node) {
    text += line_of(kNodeColumns, node_json(node, report.nodes[node]));
  }
  if (report.nodes.size() > kMostLines) text += "     ...  (--json prints all)\n";
  return text;
}

// The functions of all nodes, and how much each node differs from the mean.
std::string profile_of(const BootReport& report) {
  struct Row {
    std::uint64_t all = 0;
    std::uint64_t least = ~std::uint64_t{0};
    std::uint64_t most = 0;
    std::uint32_t nodes = 0;
  };
  std::map<std::string, Row> rows;
  std::uint64_t total = 0;
  for (const FunctionCount& count : report.profile) {
    Row& row = rows[count.name];
    row.all += count.instructions;
    row.least = std::min(row.least, count.instructions);
    row.most = std::max(row.most, count.instructions);
    ++row.nodes;
    total += count.instructions;
  }
  std::vector<std::pair<std::string, Row>> sorted(rows.begin(), rows.end());
  std::ranges::sort(sorted, std::ranges::greater(), [](const auto& row) { return row.second.all; });
  const Columns columns{{"share", "share", 7, "{:.1f}%"},
                        {"least", "least", 13},
                        {"most", "most", 13},
                        {"nodes", "nodes", 6},
                        {"function", "function"}};
  std::string text = heading_of(columns);
  for (const auto& [name, row] : sorted) {
    const double share = static_cast<double>(row.all) / static_cast<double>(std::max<std::uint64_t>(total, 1));
    if (share < 0.001) break;
    text += line_of(columns, Json{{"share", 100 * share},
                                  {"least", row.least},
                                  {"most", row.most},
                                  {"nodes", row.nodes},
                                  {"function", name}});
  }
  return text;
}

void require_memory(unsigned dim, const char* what, std::uint64_t needed, const char* way_out) {
  if (const std::uint64_t free = free_memory_bytes(); needed > free) {
    throw UsageError(fmt::format("--dim {}: {} need {} MiB of memory, {} MiB are free; use a smaller cube, or {}", dim,
                                 what, needed >> 20, free >> 20, way_out));
  }
}

std::uint64_t bytes_of_systems(const Image& image, const BootOptions& options) {
  try {
    return system_bytes(image, options);
  } catch (const hls::ConfigurationError& error) {
    throw UsageError(fmt::format("--image {}: {}", printable(image.file().string()), error.what()));
  }
}

void choose_engines(const BootArguments& arguments, BootOptions& options) {
  std::vector<std::string> engines = engine_names();
  const auto check = [&](const char* option, const std::string& name) {
    if (std::ranges::find(engines, name) == engines.end()) refuse_name(option, name, engines);
  };
  if (arguments.routers) check("--routers", *arguments.routers);
  engines.insert(engines.end(), {kEmulator, kHost});
  options.cores = arguments.parameters.engine.value_or(
      arguments.parameters.lockstep && !arguments.parameters.rtl_nodes ? "rtl" : "native");
  check("--engine", options.cores);
  const bool is_engine = options.cores != kEmulator && options.cores != kHost;
  options.mesh.engine = arguments.routers.value_or(is_engine ? options.cores : "native");
  const std::uint32_t nodes = options.nodes();
  if (arguments.parameters.rtl_nodes)
    options.mesh.rtl_nodes = node_list("--rtl-nodes", *arguments.parameters.rtl_nodes, nodes);
  if (arguments.native_nodes) options.native_nodes = node_list("--native-nodes", *arguments.native_nodes, nodes);
  for (std::uint32_t node = 0; arguments.parameters.rtl_nodes && arguments.native_nodes && node < nodes; ++node) {
    if (!options.mesh.rtl_nodes[node] || !options.native_nodes[node]) continue;
    throw UsageError(fmt::format("--native-nodes {}: node {} is one of --rtl-nodes too; leave it out of one of them",
                                 *arguments.native_nodes, node));
  }
  if (arguments.soc) {
    const std::vector<std::string> known = system_engine_names();
    if (std::ranges::find(known, options.cores) == known.end()) {
      throw UsageError(fmt::format("--engine {}: --soc has {}", options.cores, fmt::join(known, ", ")));
    }
    return;
  }
  options.mesh.lockstep = arguments.parameters.lockstep;
  if (options.mesh.lockstep && options.mesh.engine != "rtl" && !arguments.parameters.rtl_nodes) {
    throw UsageError(
        fmt::format("--lockstep: the routers are {}; give --routers rtl, or --rtl-nodes", options.mesh.engine));
  }
  if (options.cores == "systemc" && options.mesh.engine != "systemc") {
    throw UsageError(fmt::format(
        "--routers {}: --engine systemc has one simulation for cores and routers; leave it out", options.mesh.engine));
  }
  require_memory(options.dim(), "RTL routers", router_bytes(options),
                 arguments.parameters.rtl_nodes ? "name fewer nodes" : "give --routers native");
  if (options.cores == kHost && (arguments.gdb || arguments.profile)) {
    throw UsageError(arguments.gdb ? "--gdb: --engine host has no server; begin with gdb --args and the command"
                                   : "--profile: --engine host counts no instructions; begin with perf record");
  }
}

// The files that nodes read: one for all, or one for each.
std::vector<std::filesystem::path> inputs_of(const BootArguments& arguments, std::uint32_t nodes) {
  if (!arguments.input) return {};
  if (!std::filesystem::is_directory(*arguments.input)) return {*arguments.input};
  std::vector<std::filesystem::path> files;
  for (const std::string& name : output_names(nodes)) files.push_back(*arguments.input / name);
  return files;
}

std::string contents_of(const std::filesystem::path& path) {
  try {
    return read_whole(path);
  } catch (const std::runtime_error& error) {
    throw FileError(fmt::format("--input {}", error.what()));
  }
}

// A core begins behind the stack.
void require_stack(const Image& image, bool may_differ) {
  const std::uint32_t bytes = image.entry() - CC_MEMORY;
  const bool is_possible = std::has_single_bit(bytes) && bytes >= 4096 && bytes <= 1u << 20;
  if (is_possible && (may_differ || bytes == CC_STACK_BYTES)) return;
  throw UsageError(fmt::format("--image {}: begins at {:08x}, and the core at {:08x}; build it with scripts/image.sh{}",
                               printable(image.file().string()), image.entry(), CC_MEMORY + CC_STACK_BYTES,
                               is_possible ? " without --stack, or use --soc" : ""));
}

}  // namespace

int boot_command(const BootArguments& arguments) {
  BootOptions options;
  options.mesh.network =
      network::Cube(static_cast<unsigned>(number_of("--dim", arguments.parameters.dim.value_or(0), "", "boot")));
  constexpr const char* kSets[] = {"floats", "numbers"};
  const std::string set = arguments.operators.value_or(kSets[0]);
  if (std::ranges::find(kSets, set) == std::end(kSets)) {
    refuse_name("--operators", set, {std::begin(kSets), std::end(kSets)});
  }
  options.multiplies = set == kSets[1];
  choose_engines(arguments, options);
  options.profiles = arguments.profile;
  options.keeps_intervals = arguments.timeline.has_value();
  CommandFiles files;
  OutputFile* const timeline =
      arguments.timeline ? &files.output("--timeline", *arguments.timeline, OutputFile::Accepts::kStreams) : nullptr;
  const std::uint32_t nodes = options.nodes();
  const std::vector<std::filesystem::path> inputs = inputs_of(arguments, nodes);
  for (const std::filesystem::path& input : inputs) files.input("--input", input);
  OutputFolder* const output = arguments.parameters.output
                                   ? &files.folder("--output", *arguments.parameters.output, output_names(nodes))
                                   : nullptr;
  options.keeps_output = output != nullptr;
  if (arguments.soc) {
    options.mesh.links = link_setting_of(arguments.parameters);
    options.mesh.wires = wire_faults_of(arguments.parameters);
    options.mesh.wires.broken = broken_links_of(arguments.parameters, options.mesh.network);
  }
  files.input("--image", arguments.image.value_or(""));
  files.check();
  for (const std::filesystem::path& input : inputs) options.input.push_back(contents_of(input));
  if (arguments.most_cycles) {
    options.most_cycles = static_cast<std::uint64_t>(number_of("--most-cycles", *arguments.most_cycles, "", "boot"));
  }
  const std::filesystem::path file = arguments.image.value_or("");
  const bool is_host = options.cores == kHost;
  std::optional<Image> image;
  try {
    image.emplace(file, is_host ? Image::Target::kHost : Image::Target::kCore);
  } catch (const ImageError& error) {
    throw UsageError(error.what());
  }
  if (options.dim() > image->most_dimension()) {
    throw UsageError(fmt::format("--dim {}: the image is for --dim {} or less; build it with scripts/image.sh --dim {}",
                                 options.dim(), image->most_dimension(), options.dim()));
  }
  if (is_host) {
    if (const auto missing = missing_for_host(*image)) {
      throw UsageError(fmt::format("--image {}: {}", printable(file.string()), *missing));
    }
  } else {
    require_stack(*image, arguments.soc || options.cores == kEmulator);
  }
  if (arguments.soc) require_memory(options.dim(), "systems", bytes_of_systems(*image, options), "leave --soc out");
  options.print = [&](std::uint32_t node, const std::string& line) {
    say(arguments.parameters.json ? json_line_of(Json{{"node", node}, {"line", line}})
                                  : fmt::format("[{}] {}\n", node, line));
  };
  if (arguments.gdb) options.gdb = gdb_server(*arguments.gdb, options);
  files.open();
  ProgressLine progress(fmt::format("boot {}", printable(file.string())));
  options.poll = [&] { progress.show(0, "running"); };
  const auto skew = static_cast<std::uint64_t>(arguments.skew ? number_of("--skew", *arguments.skew, "", "boot") : 0);
  const BootReport report = arguments.soc ? boot_systems(*image, options, skew) : boot(*image, options);
  if (arguments.parameters.json) {
    Json json{{"cycles", report.cycles},
              {"collectives", report.collectives},
              {"network_cycles", report.network},
              {"faults", report.faults},
              {"nodes", Json::array()}};
    for (std::uint32_t node = 0; node < report.nodes.size(); ++node) {
      json["nodes"].push_back(node_json(node, report.nodes[node]));
    }
    for (const FunctionCount& count : report.profile) {
      json["profile"].push_back({{"node", count.node}, {"function", count.name}, {"instructions", count.instructions}});
    }
    say(json_line_of(json));
  } else {
    say(summary_of(report) + (arguments.profile ? profile_of(report) : ""));
  }
  if (timeline != nullptr) write_timeline(report, timeline->stream());
  const std::vector<std::string> names = output_names(nodes);
  for (std::uint32_t node = 0; output != nullptr && node < nodes; ++node) {
    output->write(names[node], report.nodes[node].output);
  }
  files.finish();
  files.publish();
  for (const std::string& fault : report.faults) complain(fault);
  if (!report.faults.empty()) return 1;
  std::uint32_t status = 0;
  for (const BootedNode& node : report.nodes) status = std::max(status, node.status.value_or(1));
  return static_cast<int>(std::min(status, 255u));
}

}  // namespace testbench
