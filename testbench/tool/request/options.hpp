// SPDX-License-Identifier: Apache-2.0
// The options of the command line, each defined once: value, range, condition, JSON key, and help
// in every command that has it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "testbench/tool/request/words.hpp"

namespace testbench {

struct WholeRange {
  std::int64_t least;
  std::int64_t most;
};
struct DecimalRange {
  double least;
  double most;
};
using Names = std::vector<std::string>;  // one of them

struct Option {
  struct Use {
    std::string commands;  // "run measure"
    std::string help;
  };

  // Nothing: the range depends on other options, or on files.
  using Range = std::variant<std::monostate, WholeRange, DecimalRange, Names>;

  std::string name;   // "--seed"; "collective" for a positional
  std::string type;   // of its value, as the help prints it; empty: a flag
  std::string shown;  // the default, as the help prints it
  Range range;
  std::string only_with;  // "--engine native", without which it is refused (conditions.hpp has more)
  std::string key;        // in the JSON of a run; empty: not in it
  std::vector<Use> uses;
};

// All options, in the order of the documents.
const std::vector<Option>& options();

// True if the word is one of a list such as "run measure".
bool has_word(std::string_view words, std::string_view word);

// The option of that name in a command. Null: it has none.
const Option* find_option(std::string_view name, std::string_view command);
// The same, and its help there. The command must have it.
const Option& option_of(std::string_view name, std::string_view command);
const std::string& help_of(const Option& option, std::string_view command);

// Checks numbers against the range of an option. Throw UsageError "--threads 65: must be
// 1..64<where>".
std::int64_t number_of(std::string_view option, const Number& number, std::string_view where = "",
                       std::string_view command = "run");
double decimal_of(std::string_view option, const std::string& text, std::string_view where = "",
                  std::string_view command = "run");

}  // namespace testbench
