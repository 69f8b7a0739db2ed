// SPDX-License-Identifier: Apache-2.0
// The conditions between options: which of them need, exclude or require one another. Each is one
// row of a table, with its message. The command line checks the rows of its command before anything
// is opened; resolve() checks those of `run` for whoever builds a request in C++.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testbench/tool/request/options.hpp"

namespace testbench {

// The options of one command line, as typed. A flag has an empty value.
class GivenOptions {
 public:
  // An option may be given by several words, such as the names of `models`; the first one counts.
  void add(std::string_view option, std::string_view value) { values_.emplace_back(option, value); }
  const std::string* find(std::string_view option) const;
  const std::vector<std::pair<std::string, std::string>>& all() const { return values_; }

 private:
  std::vector<std::pair<std::string, std::string>> values_;  // in the order of the words
};

// A part of a condition: one of these options has such a value.
struct Term {
  enum class Value {
    kAny,
    kOneOf,      // of `names`
    kNoneOf,     // of `names`
    kNotZero,    // any number but 0
    kRange,      // A..B
    kNoCube,     // a network other than cube:D
    kWithCycle,  // with @
  };

  std::vector<std::string> options;
  Value value = Value::kAny;
  std::vector<std::string> names = {};

  bool takes(std::string_view text) const;
};

// A command line is refused if it gives all of `together`, while nothing of `without` is given or
// the default.
//
//     together {--json}, {--csv}   without {}                    they exclude one another
//     together {--threads}         without {--engine native}     it needs another
//     together {}                  without {--dim, --network}    one of them is required
struct Condition {
  std::string commands;  // "run measure"
  std::vector<Term> together;
  std::vector<Term> without;
  std::string message;  // {0}, {1}, ... show the terms as typed or by default, `without` at the end
};

const std::vector<Condition>& conditions();

// Throws UsageError for a value that is none of the names of its option, and for the first row of
// the command with a `together` that refuses what is given: "--json --csv: standard output takes
// one of them; leave one out".
void refuse_clashes(const GivenOptions& given, std::string_view command = "run");

// Throws UsageError for the first row of required options, which has no `together`.
void require_options(const GivenOptions& given, std::string_view command = "run");

}  // namespace testbench
