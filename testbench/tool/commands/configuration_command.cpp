// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "firmware/image/memory_map.h"
#include "hls/configuration/configuration_members.hpp"
#include "hls/configuration/rtl_package.hpp"
#include "testbench/engines/models/content_hash.hpp"
#include "testbench/engines/models/models.hpp"
#include "testbench/engines/models/recipes.hpp"
#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/runs/board/board_configuration.hpp"
#include "testbench/runs/computer/image.hpp"
#include "testbench/tool/cli/command_line.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/commands/configuration_arguments.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

// Fills in the standard's members, but only members that the node with these options has.
hls::ConfigurationDraft with_standard(const hls::ConfigurationDraft& options, const std::string& standard) {
  const hls::ConfigurationDraft draft = hls::draft_of_name(standard);
  hls::ConfigurationDraft chosen = options;
  if (!chosen.contains("ports")) chosen.emplace("dim", draft.at("dim"));
  const hls::NodeConfiguration node = hls::configuration_of(chosen, hls::MemberStyle::kOption);
  for (const auto& [key, text] : draft) {
    if (key != "dim" && hls::configuration_member(key).applies(node)) chosen.emplace(key, text);
  }
  return chosen;
}

}  // namespace

bool names_file(const std::string& source) {
  return source.ends_with(".json") || source.find('/') != std::string::npos;
}

hls::ConfigurationDraft draft_of_source(const std::string& source, const std::string& option) {
  const std::string label = option.empty() ? source : option + " " + source;
  try {
    hls::ConfigurationDraft draft;
    if (names_file(source)) {
      CommandFiles files;
      files.input(option.empty() ? "configuration" : option, source);
      files.check();
      constexpr std::uintmax_t kMostBytes = 1 << 16;
      std::error_code error;  // a pipe has no size
      if (const std::uintmax_t bytes = std::filesystem::file_size(source, error); !error && bytes > kMostBytes) {
        throw UsageError(fmt::format("{}: has {} bytes; a configuration has at most {}", label, bytes, kMostBytes));
      }
      draft = hls::draft_of_json(read_whole(source));
    } else {
      draft = hls::draft_of_name(source);
    }
    hls::configuration_of(draft);
    return draft;
  } catch (const hls::ConfigurationError& error) {
    const std::string text = error.what();
    throw UsageError(text.starts_with(source) ? (option.empty() ? text : option + " " + text)
                                              : fmt::format("{}: {}", label, text));
  }
}

hls::NodeConfiguration chosen_configuration(const ConfigurationArguments& arguments, const std::string& standard) {
  hls::ConfigurationDraft draft;
  if (arguments.source) draft = draft_of_source(*arguments.source);
  // An option --dim or --ports replaces the dimension, ports and nodes of the source.
  if (arguments.draft.contains("dim") != arguments.draft.contains("ports")) {
    for (const char* const key : {"dim", "ports", "nodes"}) draft.erase(key);
  }
  for (const auto& [key, text] : arguments.draft) draft[key] = text;
  try {
    if (!arguments.source && !standard.empty()) draft = with_standard(draft, standard);
    return hls::configuration_of(draft, hls::MemberStyle::kOption);
  } catch (const hls::ConfigurationError& error) {
    throw UsageError(error.what());
  }
}

namespace {

hls::NodeConfiguration configuration_on_board(const ConfigurationArguments& arguments) {
  const hls::NodeConfiguration configuration = chosen_configuration(arguments, kStandardBoard);
  try {
    require_board(configuration);
  } catch (const hls::ConfigurationError& error) {
    throw UsageError(error.what());
  }
  return configuration;
}

}  // namespace

int configuration_command(const ConfigurationCommandArguments& arguments) {
  if (arguments.table) {
    say(hls::table_of_members());
    return 0;
  }
  const hls::NodeConfiguration configuration =
      arguments.board ? configuration_on_board(arguments.configuration) : chosen_configuration(arguments.configuration);
  if (arguments.source) {
    say(arguments.board ? board_source_of(configuration) : hls::source_of(configuration));
  } else if (arguments.json) {
    say(hls::json_of(configuration) + '\n');
  } else {
    say(hls::name_of(configuration) + '\n');
  }
  return 0;
}

namespace {

hls::NodeConfiguration configuration_of(const RtlArguments& arguments) {
  ConfigurationArguments chosen = arguments.configuration;
  if (arguments.pipelined) chosen.draft["hop_cycles"] = "2";
  return chosen_configuration(chosen);
}

}  // namespace

namespace {

// The words of a system's program.
std::vector<std::uint32_t> program_of(const std::filesystem::path& file, const hls::NodeConfiguration& configuration) {
  const auto refuse = [&](const std::string& what) {
    throw UsageError(fmt::format("--image {}: {}", printable(file.string()), what));
  };
  if (configuration.kind != hls::NodeKind::kSoc) {
    refuse(fmt::format("{} has no memory for it; leave it out, or give a system, such as soc_d1_w64_gated",
                       hls::name_of(configuration)));
  }
  try {
    const Image image(file);
    const std::uint32_t stack = configuration.stack_kib << 10;
    const std::uint32_t memory = configuration.memory_kib << 10;
    if (image.entry() != CC_MEMORY + stack) {
      refuse(fmt::format("begins at {:08x}, and the core at {:08x}; build it with scripts/image.sh --stack {}",
                         image.entry(), CC_MEMORY + stack, configuration.stack_kib));
    }
    if (image.memory_end() - CC_MEMORY > memory) {
      refuse(fmt::format("needs {} KiB of memory, and the system has {}; build it with scripts/image.sh --memory {}",
                         (image.memory_end() - CC_MEMORY) >> 10, configuration.memory_kib, configuration.memory_kib));
    }
    const auto require = [&](bool needs, bool has, const char* what, const char* member, const char* option) {
      if (needs && !has) {
        refuse(
            fmt::format("has instructions {}, and the core has none of them; give {} on, or build it with "
                        "scripts/image.sh {}",
                        what, member, option));
      }
    };
    require(image.is_compressed(), configuration.compressed, "of 16 bits", "--compressed", "without --compressed");
    require(image.multiplies(), configuration.multiplies, "that multiply", "--multiplies", "--rv32i");
    if (configuration.dim > image.most_dimension()) {
      refuse(fmt::format("is for cubes of at most {} dimensions; build it with scripts/image.sh --dim {}",
                         image.most_dimension(), configuration.dim));
    }
    return image.program();
  } catch (const ImageError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

int rtl_command(const RtlArguments& arguments) {
  const hls::NodeConfiguration configuration = configuration_of(arguments);
  const std::filesystem::path output = arguments.output.value_or("");
  const std::string name = hls::name_of(configuration);
  const std::vector<std::string> verilog = hls::verilog_files_of(configuration);
  std::vector<std::string> names = verilog;
  const std::string list = name + ".f";
  const std::string core = name + ".core";
  const std::string parameters = name + ".json";
  names.insert(names.end(), {list, core, parameters});
  CommandFiles files;
  OutputFolder& folder = files.folder("--output", output, names);
  if (arguments.image) files.input("--image", *arguments.image);
  if (const auto& source = arguments.configuration.source; source && names_file(*source)) {
    files.read_elsewhere("configuration", {*source});
  }
  files.check();

  std::vector<std::uint32_t> program;
  if (arguments.image) program = program_of(*arguments.image, configuration);
  const RtlText text = rtl_text(hardware_source(configuration, program));
  files.open();
  folder.write(verilog[0], read_whole(text.sv));
  if (hls::has_axi_wrapper(configuration)) {
    const std::filesystem::path wrapper = Models::here().tools().headers / hls::axi_template_of(configuration);
    folder.write(verilog[1], hls::axi_wrapper_of(configuration, read_whole(wrapper)));
  }
  std::string lines;
  for (const std::string& file : verilog) lines += file + '\n';
  folder.write(list, lines);
  folder.write(core, hls::core_file_of(configuration, kVersion));
  folder.write(parameters, hls::parameters_of(configuration, kVersion));
  files.finish();
  files.publish();
  for (const std::string& file : names) say((output / file).string() + '\n');
  return 0;
}

}  // namespace testbench
