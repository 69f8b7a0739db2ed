// SPDX-License-Identifier: Apache-2.0
// The command line of stepc.
#pragma once

#include <string>
#include <vector>

#include "hls/stepc/steps/steps.hpp"

namespace stepc {

struct CommandLine {
  CompilationOptions compilation;
  bool verilator_public = true;
  bool initial_zeros = false;
  std::string output;
  std::string layout;
  std::string harness;
  std::vector<std::string> print_after;
};

// Reads main's arguments into `line`. Returns an exit status if there is nothing more to do: 0
// after --help, 2 after a message about bad use.
std::optional<int> read_command_line(int argc, char** argv, CommandLine& line);

// Returns the last part of a path: "fifo.cpp" for "examples/fifo.cpp".
std::string file_name(const std::string& path);

}  // namespace stepc
