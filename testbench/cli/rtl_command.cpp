#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbench/cli/commands.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/cli/version.hpp"
#include "testbench/files/command_files.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/rtl_text/rtl_text.hpp"

namespace testbench {
namespace {

const RtlText& text_for(const Number& dim, bool pipelined) {
  const std::span<const RtlText> texts = rtl_texts();
  if (texts.empty()) {
    throw UsageError(
        fmt::format("rtl --dim {}: this build has no RTL; configure one with -DCUBECAST_RTL=ON", dim.text()));
  }
  const auto is_other = [&](const RtlText& text) { return (text.hop_cycles == 2) != pipelined; };
  const auto first = std::find_if_not(texts.begin(), texts.end(), is_other);
  const auto last = std::find_if(first, texts.end(), is_other) - 1;
  const std::int64_t chosen =
      dim.within("--dim", first->dimension, last->dimension,
                 fmt::format(", the nodes that --engine rtl{} runs", pipelined ? " --pipelined" : ""));
  return first[chosen - first->dimension];
}

std::string parameters_of(const RtlText& text) {
  nlohmann::ordered_json json;
  json["module"] = text.module;
  json["dim"] = text.dimension;
  json["nodes"] = std::uint64_t{1} << text.dimension;
  json["hop_cycles"] = text.hop_cycles;
  json["payload_bits"] = text.payload_bits;
  json["sequence_bits"] = text.sequence_bits;
  json["queue_depth"] = text.queue_depth;
  json["program_depth"] = text.program_depth;
  json["ports"] = {"all", "one", "half"};  // the node has the port gate
  json["version"] = kVersion;
  json["command"] = fmt::format("cubecast rtl --dim {}{}", text.dimension, text.hop_cycles == 2 ? " --pipelined" : "");
  return json.dump(2) + '\n';
}

}  // namespace

int rtl_command(const RtlArguments& arguments) {
  if (!arguments.dim) throw UsageError("--dim: is not given; give the dimension of the cube whose node it is");
  const RtlText& text = text_for(*arguments.dim, arguments.pipelined);
  if (!arguments.output) throw UsageError("--output: is not given; give the folder to make");
  const std::string source = text.module + ".sv";
  const std::string list = text.module + ".f";
  const std::string core = text.module + ".core";
  const std::string parameters = text.module + ".json";
  CommandFiles files;
  OutputFolder& folder = files.folder("--output", *arguments.output, {source, list, core, parameters});
  files.check();
  files.open();
  folder.write(source, text.system_verilog);
  folder.write(list, source + '\n');
  folder.write(core, text.core_file);
  folder.write(parameters, parameters_of(text));
  files.finish();
  files.publish();
  for (const std::string& name : {source, list, core, parameters}) say((*arguments.output / name).string() + '\n');
  return 0;
}

}  // namespace testbench
