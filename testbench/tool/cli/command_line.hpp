// SPDX-License-Identifier: Apache-2.0
// The command line of cubecast: its commands, their options and their help.
#pragma once

#include <string>
#include <vector>

#include "testbench/tool/printer/version.hpp"

namespace testbench {

// Runs the command that `words` (without the program's name) ask for. Returns the exit status.
// Throws UsageError or FileError for mistakes of the user.
int run_command_line(const std::vector<std::string>& words);

}  // namespace testbench
