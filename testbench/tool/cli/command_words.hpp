// SPDX-License-Identifier: Apache-2.0
// Checks the words of a command line against the options of an app before CLI11 parses them:
// unknown options and commands; missing, empty and doubled values; and the conditions between
// options.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace testbench {

// `words`: without the program's name. Throws UsageError. Nothing is checked if the user asks for
// help.
void check_words(CLI::App& app, const std::vector<std::string>& words);

}  // namespace testbench
