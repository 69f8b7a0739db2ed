#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "testbench/cli/commands.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/cli/version.hpp"
#include "testbench/files/command_files.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/rtl_text/rtl_text.hpp"

namespace testbench {
namespace {

const RtlText& text_for(const Number& dim) {
  const std::span<const RtlText> texts = rtl_texts();
  if (texts.empty()) {
    throw UsageError(
        fmt::format("rtl --dim {}: this build has no RTL; configure one with -DCUBECAST_RTL=ON", dim.text()));
  }
  const std::int64_t first = texts.front().dimension;
  const std::int64_t chosen = dim.within("--dim", first, texts.back().dimension, ", the nodes that --engine rtl runs");
  return texts[static_cast<std::size_t>(chosen - first)];
}

std::string parameters_of(const RtlText& text) {
  nlohmann::ordered_json json;
  json["module"] = text.module;
  json["dim"] = text.dimension;
  json["nodes"] = std::uint64_t{1} << text.dimension;
  json["payload_bits"] = text.payload_bits;
  json["sequence_bits"] = text.sequence_bits;
  json["queue_depth"] = text.queue_depth;
  json["program_depth"] = text.program_depth;
  json["ports"] = {"all", "one", "half"};  // the node has the port gate
  json["version"] = kVersion;
  json["command"] = fmt::format("cubecast rtl --dim {}", text.dimension);
  return json.dump(2) + '\n';
}

}  // namespace

int rtl_command(const RtlArguments& arguments) {
  if (!arguments.dim) throw UsageError("--dim: is not given; give the dimension of the cube whose node it is");
  const RtlText& text = text_for(*arguments.dim);
  if (!arguments.output) throw UsageError("--output: is not given; give the folder to make");
  const std::string source = text.module + ".sv";
  const std::string list = text.module + ".f";
  const std::string parameters = text.module + ".json";
  CommandFiles files;
  OutputFolder& folder = files.folder("--output", *arguments.output, {source, list, parameters});
  files.check();
  files.open();
  folder.write(source, text.system_verilog);
  folder.write(list, source + '\n');
  folder.write(parameters, parameters_of(text));
  files.finish();
  files.publish();
  for (const std::string& name : {source, list, parameters}) say((*arguments.output / name).string() + '\n');
  return 0;
}

}  // namespace testbench
