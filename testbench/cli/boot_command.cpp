// SPDX-License-Identifier: Apache-2.0
// Boots an image on all nodes of a cube: what they print, how long each computes and communicates,
// and what went wrong.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbench/cli/commands.hpp"
#include "testbench/cli/progress.hpp"
#include "testbench/computer/boot.hpp"
#include "testbench/files/standard_streams.hpp"

namespace testbench {
namespace {

using Json = nlohmann::ordered_json;

Json node_json(std::uint32_t node, const BootedNode& booted) {
  return {{"node", node},
          {"status", booted.status ? Json(*booted.status) : Json(nullptr)},
          {"cycles", booted.cycles},
          {"instructions", booted.instructions},
          {"communicates", booted.communicates},
          {"waits", booted.waits}};
}

std::string summary_of(const BootReport& report) {
  std::string text = fmt::format("{} nodes, {} cycles; {} collectives with {} cycles in which packets move\n",
                                 report.nodes.size(), report.cycles, report.collectives, report.network);
  constexpr std::size_t kMostLines = 16;
  constexpr const char* kLine = "{:>6} {:>7} {:>12} {:>13} {:>13} {:>12}\n";
  text += fmt::format(kLine, "node", "status", "cycles", "instructions", "communicates", "waits");
  for (std::size_t node = 0; node < std::min(kMostLines, report.nodes.size()); ++node) {
    const BootedNode& booted = report.nodes[node];
    text += fmt::format(kLine, node, booted.status ? std::to_string(*booted.status) : "-", booted.cycles,
                        booted.instructions, booted.communicates, booted.waits);
  }
  if (report.nodes.size() > kMostLines) text += "     ...  (--json prints all)\n";
  return text;
}

}  // namespace

int boot_command(const BootArguments& arguments) {
  BootOptions options;
  options.dim = static_cast<unsigned>(number_of("--dim", *arguments.dim, "", "boot"));
  const std::vector<std::string> engines = engine_names();
  if (std::ranges::find(engines, arguments.routers) == engines.end()) {
    refuse_name("--routers", arguments.routers, engines);
  }
  options.routers = arguments.routers;
  if (arguments.most_cycles) {
    options.most_cycles = static_cast<std::uint64_t>(number_of("--most-cycles", *arguments.most_cycles, "", "boot"));
  }
  std::optional<Image> image;
  try {
    image.emplace(*arguments.image);
  } catch (const ImageError& error) {
    throw UsageError(error.what());
  }
  options.print = [&](std::uint32_t node, const std::string& line) {
    say(arguments.json
            ? Json{{"node", node}, {"line", line}}.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"
            : fmt::format("[{}] {}\n", node, line));
  };
  ProgressLine progress(fmt::format("boot {}", printable(arguments.image->string())));
  options.attend = [&] { progress.show(0, "running"); };
  const BootReport report = Boot(*image, options).run();
  if (arguments.json) {
    Json json{{"cycles", report.cycles},
              {"collectives", report.collectives},
              {"network_cycles", report.network},
              {"faults", report.faults},
              {"nodes", Json::array()}};
    for (std::uint32_t node = 0; node < report.nodes.size(); ++node) {
      json["nodes"].push_back(node_json(node, report.nodes[node]));
    }
    say(json.dump() + "\n");
  } else {
    say(summary_of(report));
  }
  for (const std::string& fault : report.faults) complain(fault);
  if (!report.faults.empty()) return 1;
  std::uint32_t status = 0;
  for (const BootedNode& node : report.nodes) status = std::max(status, node.status.value_or(1));
  return static_cast<int>(std::min(status, 255u));
}

}  // namespace testbench
