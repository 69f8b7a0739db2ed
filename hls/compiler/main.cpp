// stepc: a C++ step function as SystemVerilog.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>

#include "hls/compiler/design/verify.hpp"
#include "hls/compiler/emit/harness.hpp"
#include "hls/compiler/emit/layout.hpp"
#include "hls/compiler/emit/systemverilog.hpp"
#include "hls/compiler/options.hpp"
#include "hls/compiler/steps.hpp"

namespace {

constexpr int kFailure = 1;
constexpr int kInternalError = 3;

void write(const std::string& path, const std::string& text) {
  if (path.empty() || path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return;
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("stepc: error: cannot write " + path);
}

bool wants_print(const stepc::CommandLine& line, const stepc::Step& step) {
  const auto& names = line.print_after;
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
int translate(const stepc::CommandLine& line) {
  stepc::Compilation compilation(line.compilation);
  for (const stepc::Step& step : stepc::steps()) {
    step.run(compilation);
    if (!compilation.diagnostics.empty()) {
      std::fputs(compilation.diagnostics.text().c_str(), stderr);
      return kFailure;
    }
    if (wants_print(line, step)) std::fputs(print_after(step, compilation).c_str(), stderr);
    if (const int status = check(step, compilation.design); status != 0) return status;
  }
  const stepc::Design& design = compilation.design;
  const std::string origin = stepc::file_name(line.compilation.source.path);
  write(line.output, to_systemverilog(design, {origin, line.verilator_public}));
  if (!line.layout.empty()) write(line.layout, to_layout(design));
  if (!line.harness.empty()) write(line.harness, to_harness(design, origin));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  stepc::CommandLine line;
  if (const auto status = read_command_line(argc, argv, line)) return *status;
  try {
    return translate(line);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return kFailure;
  }
}
