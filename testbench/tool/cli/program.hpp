// SPDX-License-Identifier: Apache-2.0
// A program that runs one command: signals, ranks of an mpirun, and errors as one line with an exit status.
#pragma once

#include <functional>
#include <map>
#include <string_view>

namespace testbench {

class GivenOptions;
// A command is called with its options as typed, and returns an exit status.
using CommandTable = std::map<std::string_view, std::function<int(const GivenOptions&)>>;

// The commands of cubecast_measure.
const CommandTable& measure_alone();

// For main(), which returns what this does.
int run_program(const CommandTable& table, int argc, char** argv);

}  // namespace testbench
