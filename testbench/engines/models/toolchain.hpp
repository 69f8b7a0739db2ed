// SPDX-License-Identifier: Apache-2.0
// The programs and headers for compiling models, and how these programs run: stepc, Verilator, the
// compiler.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace testbench {

// The build writes it into cubecast-tools.json beside the program, cmake --install into lib/cubecast
// beside bin. Its paths are absolute or begin at its folder.
struct Toolchain {
  std::filesystem::path compiler;   // clang++
  std::vector<std::string> tuning;  // its options for this machine's processor, if models are tuned
  std::filesystem::path headers;    // the root of #include "hls/router/node.hpp"
  std::filesystem::path stepc;
  std::filesystem::path build;  // the build folder; none if Cubecast is installed

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

struct Command {
  std::vector<std::string> words;  // the first is the program, a path or a name for PATH
  std::filesystem::path folder;    // its working directory, also for temporary files
};

// The end of several commands: that of the first that failed, or success.
struct Outcome {
  static constexpr int kNotStarted = 127;
  static constexpr int kSignalled = 128;  // plus the signal's number

  int status = 0;
  std::string program;  // that failed
  std::string said;     // its standard output and standard error; all of the output if none failed
};

// Runs the commands side by side, at most as many at once in this process as the machine has
// processors. The rest are ended when one has failed, or when a signal ends this process. They use
// English, whatever the user's locale. `tick` is called a few times a second.
Outcome run_commands(const std::vector<Command>& commands, const std::function<void()>& tick);

// Returns the program's path, or an empty one if PATH has none.
std::filesystem::path find_program(const std::string& name);

}  // namespace testbench
