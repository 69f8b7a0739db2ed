// stepc: a C++ step function as SystemVerilog.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>

#include "hls/compiler/design/verify.hpp"
#include "hls/compiler/emit/harness.hpp"
#include "hls/compiler/emit/layout.hpp"
#include "hls/compiler/emit/systemverilog.hpp"
#include "hls/compiler/steps.hpp"

namespace {

constexpr int kFailure = 1;
constexpr int kUsage = 2;
constexpr int kInternalError = 3;

struct Options {
  stepc::CompilationOptions compilation{{"", "step", {}, "", ""}, "", 1};
  std::string output;
  std::string layout;
  std::string harness;
  std::vector<std::string> print_after;
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

bool wants_print(const Options& options, const stepc::Step& step) {
  const auto& names = options.print_after;
  return std::find(names.begin(), names.end(), "all") != names.end() ||
         std::find(names.begin(), names.end(), step.name) != names.end();
}

// Tells every invariant that a step has broken.
int check(const stepc::Step& step, const stepc::Design& design) {
  const std::vector<std::string> faults = verify(design);
  for (const std::string& fault : faults) {
    std::fprintf(stderr, "stepc: internal error: after step '%s': %s (this is a fault of stepc)\n", step.name,
                 fault.c_str());
  }
  return faults.empty() ? 0 : kInternalError;
}

// Runs the steps, each of which must leave the design sound. Returns the exit status.
int translate(const Options& options) {
  stepc::Compilation compilation(options.compilation);
  for (const stepc::Step& step : stepc::steps()) {
    step.run(compilation);
    if (wants_print(options, step)) std::fputs(print_after(step, compilation).c_str(), stderr);
    if (const int status = check(step, compilation.design); status != 0) return status;
  }
  const stepc::Design& design = compilation.design;
  const std::string origin = file_name(options.compilation.source.path);
  write(options.output, to_systemverilog(design, origin));
  if (!options.layout.empty()) write(options.layout, to_layout(design));
  if (!options.harness.empty()) write(options.harness, to_harness(design, origin));
  return 0;
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
  options.compilation.source.clang_flags = take_clang_flags(arguments);

  CLI::App app{
      "stepc: translates a C++ step function, void step(State&, const In&, Out&), to SystemVerilog.\n"
      "Flags for clang++-19 follow behind --.",
      "stepc"};
  app.add_option("source", options.compilation.source.path, "C++ source with the step function")
      ->required()
      ->check(CLI::ExistingFile);
  app.add_option("--top", options.compilation.source.top, "the step function, as C++ names it")->capture_default_str();
  app.add_option("--module", options.compilation.module, "name of the top module (default: the source's name)");
  app.add_option("-o,--output", options.output, "SystemVerilog to write (default: standard output)");
  app.add_option("--layout", options.layout, "JSON to write: where each register and port is in C++ and in the RTL");
  app.add_option("--harness", options.harness, "C++ header to write: drives and compares the Verilator model");
  app.add_option("--depfile", options.compilation.source.dependency_file,
                 "dependencies to write, for the build system");
  app.add_option("--pipeline", options.compilation.pipeline, "LLVM pipeline to prepare the code with: 1 or 2")
      ->check(CLI::Range(1, 2))
      ->capture_default_str();
  std::vector<std::string> step_names{"all"};
  for (const stepc::Step& step : stepc::steps()) step_names.emplace_back(step.name);
  app.add_option("--print-after", options.print_after, "step whose result to print to standard error, or all")
      ->check(CLI::IsMember(step_names));
  try {
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsage;
  }
  options.compilation.source.dependency_target = options.output;
  if (options.compilation.module.empty()) {
    const std::string name = file_name(options.compilation.source.path);
    options.compilation.module = stepc::legal_identifier(name.substr(0, name.find('.')));
  }
  try {
    return translate(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return kFailure;
  }
}
