// SPDX-License-Identifier: Apache-2.0
// The programs and headers that models are compiled with. The build writes them into
// cubecast-tools.json beside the program, cmake --install into lib/cubecast beside bin; paths in it
// are absolute or begin at its folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace testbench {

struct Toolchain {
  std::filesystem::path compiler;   // clang++
  std::vector<std::string> tuning;  // its options for the processor of this machine, if models are tuned for it
  std::filesystem::path headers;    // #include "hls/router/node.hpp" begins here
  std::filesystem::path stepc;
  std::filesystem::path build;  // the build folder that makes stepc when it is first asked for, or none

  // Throws ModelError where there is no such file beside the running program.
  static Toolchain of_this_program();

  // The identity of a tool in the key of a model: its path, size and time. Throws ModelError, which
  // names the package, where there is no such program.
  static std::string identity_of(const std::filesystem::path& program, const std::string& package);

  // The variables by which the caller tells compilers and Verilator to do otherwise.
  static std::string environment();

  // The processor that -march=native stands for here, among the tuned options.
  std::string processor() const;
};

// The file in which it stands, beside the program.
inline constexpr const char* kToolsFile = "cubecast-tools.json";

}  // namespace testbench
