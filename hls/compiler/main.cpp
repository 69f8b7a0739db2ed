// stepc: a C++ step function as SystemVerilog.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <fstream>

#include "hls/compiler/design/reset.hpp"
#include "hls/compiler/emit/harness.hpp"
#include "hls/compiler/emit/layout.hpp"
#include "hls/compiler/emit/systemverilog.hpp"
#include "hls/compiler/frontend/clang.hpp"
#include "hls/compiler/frontend/constructors.hpp"
#include "hls/compiler/frontend/pipeline.hpp"
#include "hls/compiler/walk/translator.hpp"

namespace {

constexpr int kFailure = 1;
constexpr int kUsage = 2;

struct Options {
  stepc::Source source{"", "step", {}, "", ""};
  std::string module;
  std::string output;
  std::string layout;
  std::string harness;
  unsigned level = 1;
};

void write(const std::string& path, const std::string& text) {
  if (path.empty() || path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return;
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("stepc: error: cannot write " + path);
}

std::string file_name(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

void translate(const Options& options) {
  const std::string bitcode = stepc::compile_to_bitcode(options.source);
  const stepc::Program program = stepc::prepare(bitcode, options.level);
  stepc::Design design;
  stepc::Translator(program, design).run(options.module);
  set_reset_values(design, stepc::construct_registers(bitcode, design.top().state->bytes, design.out->bytes));
  write(options.output, to_systemverilog(design, file_name(options.source.path)));
  if (!options.layout.empty()) write(options.layout, to_layout(design));
  if (!options.harness.empty()) write(options.harness, to_harness(design, file_name(options.source.path)));
}

// Everything behind "--" is for clang.
std::vector<std::string> take_clang_flags(std::vector<std::string>& arguments) {
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  if (separator == arguments.end()) return {};
  std::vector<std::string> flags(separator + 1, arguments.end());
  arguments.erase(separator, arguments.end());
  return flags;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  Options options;
  options.source.clang_flags = take_clang_flags(arguments);

  CLI::App app{
      "stepc: translates a C++ step function, void step(State&, const In&, Out&), to SystemVerilog.\n"
      "Flags for clang++-19 follow behind --.",
      "stepc"};
  app.add_option("source", options.source.path, "C++ source with the step function")
      ->required()
      ->check(CLI::ExistingFile);
  app.add_option("--top", options.source.top, "the step function, as C++ names it")->capture_default_str();
  app.add_option("--module", options.module, "name of the top module (default: the source's name)");
  app.add_option("-o,--output", options.output, "SystemVerilog to write (default: standard output)");
  app.add_option("--layout", options.layout, "JSON to write: where each register and port is in C++ and in the RTL");
  app.add_option("--harness", options.harness, "C++ header to write: drives and compares the Verilator model");
  app.add_option("--depfile", options.source.dependency_file, "dependencies to write, for the build system");
  app.add_option("--pipeline", options.level, "LLVM pipeline to prepare the code with: 1 or 2")
      ->check(CLI::Range(1, 2))
      ->capture_default_str();
  try {
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsage;
  }
  options.source.dependency_target = options.output;
  if (options.module.empty()) {
    const std::string name = file_name(options.source.path);
    options.module = stepc::hardware_name(name.substr(0, name.find('.')));
  }
  try {
    translate(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return kFailure;
  }
  return 0;
}
