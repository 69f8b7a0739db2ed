// SPDX-License-Identifier: Apache-2.0
// Runs the tools of the model store: stepc, Verilator, the compiler.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace testbench {

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
