// SPDX-License-Identifier: Apache-2.0
// A program that runs one command: signals, ranks of an mpirun, and errors as one line with an exit status.
#pragma once

#include "testbench/tool/cli/command_table.hpp"

namespace testbench {

// For main(), which returns what this does.
int run_program(const CommandTable& table, int argc, char** argv);

}  // namespace testbench
