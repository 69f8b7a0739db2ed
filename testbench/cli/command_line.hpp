// SPDX-License-Identifier: Apache-2.0
// The command line of cubecast: its commands, their options and their help.
#pragma once

#include <string>
#include <vector>

namespace testbench {

// Does what the words say, without the program's name. Returns the exit status; mistakes of the
// user's are thrown as UsageError or FileError.
int run_command_line(const std::vector<std::string>& words);

inline constexpr const char* kVersion = CUBECAST_VERSION;

}  // namespace testbench
