#include <fmt/format.h>

#include "hls/configuration/rtl_package.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/cli/version.hpp"
#include "testbench/files/command_files.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/models/content_hash.hpp"
#include "testbench/models/models.hpp"
#include "testbench/models/rtl_text.hpp"

namespace testbench {
namespace {

hls::NodeConfiguration configuration_of(const RtlArguments& arguments) {
  ConfigurationArguments chosen = arguments.configuration;
  if (arguments.pipelined) {
    if (chosen.draft.contains("hop_cycles")) {
      throw UsageError(
          fmt::format("--pipelined --hop-cycles {}: say the same; give one of them", chosen.draft["hop_cycles"]));
    }
    chosen.draft["hop_cycles"] = "2";
  }
  return chosen_configuration(chosen);
}

}  // namespace

int rtl_command(const RtlArguments& arguments) {
  const hls::NodeConfiguration configuration = configuration_of(arguments);
  if (!arguments.output) throw UsageError("--output: is not given; give the folder to make");
  const std::string name = hls::name_of(configuration);
  const std::vector<std::string> verilog = hls::verilog_files_of(configuration);
  std::vector<std::string> names = verilog;
  const std::string list = name + ".f";
  const std::string core = name + ".core";
  const std::string parameters = name + ".json";
  names.insert(names.end(), {list, core, parameters});
  CommandFiles files;
  OutputFolder& folder = files.folder("--output", *arguments.output, names);
  files.check();

  const RtlText text = rtl_text(configuration);
  files.open();
  folder.write(verilog[0], read_whole(text.sv));
  if (configuration.kind == hls::NodeKind::kNodeAxi) {
    const std::filesystem::path wrapper = Models::here().tools().headers / "hls/tops/node_axi.v.in";
    folder.write(verilog[1], hls::axi_wrapper_of(configuration, read_whole(wrapper)));
  }
  std::string lines;
  for (const std::string& file : verilog) lines += file + '\n';
  folder.write(list, lines);
  folder.write(core, hls::core_file_of(configuration, kVersion));
  folder.write(parameters, hls::parameters_of(configuration, kVersion));
  files.finish();
  files.publish();
  for (const std::string& file : names) say((*arguments.output / file).string() + '\n');
  return 0;
}

}  // namespace testbench
