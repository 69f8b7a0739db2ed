// SPDX-License-Identifier: Apache-2.0
// The programs and headers for compiling models. The build writes them into cubecast-tools.json
// beside the program, cmake --install into lib/cubecast beside bin. Its paths are absolute or begin
// at its folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace testbench {

struct Toolchain {
  std::filesystem::path compiler;   // clang++
  std::vector<std::string> tuning;  // its options for this machine's processor, if models are tuned
  std::filesystem::path headers;    // the root of #include "hls/router/node.hpp"
  std::filesystem::path stepc;
  std::filesystem::path build;  // the build folder that makes stepc on first use, or none

  // Throws ModelError if there is no such file beside the running program.
  static Toolchain of_this_program();

  // The identity of a tool in the key of a model: its path, size and time. Throws ModelError, which
  // names the package, if the program is missing.
  static std::string identity_of(const std::filesystem::path& program, const std::string& package);

  // The environment variables that change what compilers and Verilator do.
  static std::string environment();

  // The processor that -march=native stands for on this machine, among the tuned options.
  std::string processor() const;
};

// The file with the toolchain, beside the program.
inline constexpr const char* kToolsFile = "cubecast-tools.json";

}  // namespace testbench
