// SPDX-License-Identifier: Apache-2.0
// The command line of cubecast: options and help of its commands.
#pragma once

#include <string>
#include <vector>

#include "testbench/tool/cli/command_table.hpp"
#include "testbench/tool/printer/version.hpp"

namespace testbench {

// Runs the command of the table that `words` (without the program's name) ask for. Returns the exit status.
// Throws UsageError or FileError for mistakes of the user.
int run_command_line(const CommandTable& table, const std::vector<std::string>& words);

}  // namespace testbench
