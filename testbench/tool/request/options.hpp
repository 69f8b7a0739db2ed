// SPDX-License-Identifier: Apache-2.0
// The options of the command line, each defined once: value, range, condition, JSON key, and help
// in every command that has it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "firmware/collectives/collective.hpp"
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

// The groups of the help, in its order.
enum class Group { kTask, kData, kNetwork, kFaults, kHardware, kSimulator, kOutput };

struct Option {
  // Words of a command that does not go without the option: "--load: is not given; give one like 0.5".
  struct Required {
    std::string say = {};      // "give one like 0.5"; empty: it is not required
    std::string instead = {};  // an option that may be given in its place
  };
  struct Use {
    std::string commands;  // "run measure"
    std::string help;
    Required required = {};
  };

  // Nothing: the range depends on other options, or on files.
  using Range = std::variant<std::monostate, WholeRange, DecimalRange, Names>;

  Group group;
  std::string name;   // "--seed"; "collective" for a positional
  std::string type;   // of its value, as the help prints it; empty: a flag
  std::string shown;  // the default, as the help prints it
  Range range;
  // Without these it is refused: "--engine native or mpi", "--load A..B", "--link-wires", "--remove or --build"; names
  // of a choice, "reduce or scan"; or capabilities (conditions.cpp), "checksum if @" where its value has one. "alone or
  // --seed": others are refused with it. "unless 0": a value that needs nothing.
  std::vector<std::string> needs;
  std::string key;  // in the JSON of a run; empty: not in it
  std::vector<Use> uses;
  bool is_seldom = false;  // the help leaves it to --help-all

  bool is_positional() const { return !name.starts_with('-'); }
  bool is_flag() const { return type.empty(); }
  // The need that is an option, or nothing; "0 or 1" of "unless 0 or 1", or nothing.
  std::string only_with() const;
  std::string unless() const;
};

// All options, in the order of the documents.
const std::vector<Option>& options();
// "native or mpi" as its words.
Names words_of_either(const std::string& text);
Names collectives_that(bool (*holds)(collectives::Collective));

// The options of a command.
std::vector<const Option*> options_of(std::string_view command);

// True if the word is one of a list such as "run measure".
bool has_word(std::string_view words, std::string_view word);

// The option of that name in a command. Null: it has none.
const Option* find_option(std::string_view name, std::string_view command);
// The same, and its help there. The command must have it.
const Option& option_of(std::string_view name, std::string_view command);
const Option::Use& use_of(const Option& option, std::string_view command);
std::string help_of(const Option& option, std::string_view command);

// Checks numbers against the range of an option. Throw UsageError "--threads 65: must be
// 1..64<where>".
std::int64_t number_of(std::string_view option, const Number& number, std::string_view where = "",
                       std::string_view command = "run");
double decimal_of(std::string_view option, const std::string& text, std::string_view where = "",
                  std::string_view command = "run");

}  // namespace testbench
