// SPDX-License-Identifier: Apache-2.0
// Reads the words of a command line by the table of options. Refuses unknown options and commands,
// missing, empty and doubled values, and what the conditions between options refuse.
#pragma once

#include <string>
#include <vector>

#include "testbench/tool/request/conditions.hpp"

namespace testbench {

// The request of a command line.
struct ReadWords {
  enum class Asks { kVersion, kHelp, kAllHelp, kSchema, kCommand };

  Asks asks = Asks::kCommand;
  std::string command;  // empty: of the help of the program
  GivenOptions given;
};

// `words`: without the program's name. Throws UsageError. Nothing is checked if the user asks for
// help or a schema.
ReadWords read_words(const std::vector<std::string>& words);

}  // namespace testbench
