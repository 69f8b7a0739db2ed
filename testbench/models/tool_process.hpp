// SPDX-License-Identifier: Apache-2.0
// Programs that the model store runs: stepc, Verilator, the compiler.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace testbench {

struct Command {
  std::vector<std::string> words;  // the first is the program, by its path or for PATH
  std::filesystem::path folder;    // in which it runs, and where it puts its temporary files
};

// How commands have ended: as the first that failed, or well.
struct Outcome {
  static constexpr int kNotStarted = 127;
  static constexpr int kSignalled = 128;  // and the signal's number

  int status = 0;
  std::string program;  // that failed
  std::string said;     // by it, on standard output and standard error; all that was said where none failed
};

// Runs the commands side by side, no more at once in this process than the machine has processors.
// Commands that still run end when one has failed, and when a signal ends this process. They speak
// English, whatever the user's locale. `tick` is called a few times a second.
Outcome run_commands(const std::vector<Command>& commands, const std::function<void()>& tick);

// The program's path, or an empty one where PATH has none.
std::filesystem::path find_program(const std::string& name);

}  // namespace testbench
