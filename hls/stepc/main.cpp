// SPDX-License-Identifier: Apache-2.0
// stepc translates a C++ step function to SystemVerilog.
#include <llvm/Support/CrashRecoveryContext.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>

#include "hls/stepc/emit/harness.hpp"
#include "hls/stepc/emit/layout.hpp"
#include "hls/stepc/emit/systemverilog.hpp"
#include "hls/stepc/options.hpp"
#include "hls/stepc/steps/steps.hpp"

namespace {

void write(const std::string& path, const std::string& text) {
  if (path.empty() || path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return;
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("stepc: error: cannot write " + path);
}

int translate(const stepc::CommandLine& line) {
  stepc::Compilation compilation(line.compilation);
  const int status = run(stepc::steps(), compilation, line.print_after, std::cerr);
  if (status != 0) return status;
  const stepc::Design& design = compilation.design;
  const std::string origin = stepc::file_name(line.compilation.source.path);
  write(line.output, to_systemverilog(design, {origin, line.verilator_public, line.initial_zeros}));
  if (!line.layout.empty()) write(line.layout, to_layout(design));
  if (!line.harness.empty()) write(line.harness, to_harness(design, origin));
  return 0;
}

// Recursion walks the expressions, which are as deep as the C++ code's chains of operations are
// long.
constexpr unsigned kStackBytes = 1u << 30;

int translate_or_tell(const stepc::CommandLine& line) {
  try {
    return translate(line);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return stepc::kFailure;
  }
}

}  // namespace

int main(int argc, char** argv) {
  stepc::CommandLine line;
  if (const auto status = read_command_line(argc, argv, line)) return *status;
  int status = stepc::kInternalError;
  llvm::CrashRecoveryContext().RunSafelyOnThread([&] { status = translate_or_tell(line); }, kStackBytes);
  return status;
}
