// SPDX-License-Identifier: Apache-2.0
// Judges the words of a command line against the options that an app has, before CLI11 takes them:
// unknown options and commands, missing, empty and doubled values.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace testbench {

// `words`: without the program's name. Throws UsageError. Where help is asked for nothing is
// judged.
void check_words(CLI::App& app, const std::vector<std::string>& words);

}  // namespace testbench
