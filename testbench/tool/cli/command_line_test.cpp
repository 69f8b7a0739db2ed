// SPDX-License-Identifier: Apache-2.0
// Every command has exactly the options that the table names for it, and refuses every combination
// that the table of conditions does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "test_support/command.hpp"
#include "testbench/plans/dynamic/request_arrivals.hpp"
#include "testbench/tool/request/conditions.hpp"
#include "testbench/tool/request/options.hpp"

namespace testbench::test {
namespace {

constexpr const char* kCommands[] = {"run",   "measure", "cost", "boot",    "deadlock",      "pmnb",  "dynamic",
                                     "board", "rtl",     "list", "network", "configuration", "models"};

TEST(CommandLine, HasEveryOptionOfTheTableInItsCommands) {
  unsigned uses = 0;
  for (const char* const command : kCommands) {
    const test_support::Outcome help = test_support::cubecast(std::string(command) + " --help");
    ASSERT_EQ(help.status, 0) << help.error;
    for (const Option& option : options()) {
      if (find_option(option.name, command) != &option) continue;
      EXPECT_NE(help.out.find(option.name), std::string::npos) << command << " has no " << option.name;
      ++uses;
    }
  }
  EXPECT_GT(uses, 100u);
}

TEST(CommandLine, NumbersAreWithinTheRangeOfTheTable) {
  EXPECT_EQ(number_of("--threads", Number(64)), 64);
  EXPECT_EQ(number_of("--queue-depth", Number(1 << 24), "", "pmnb"), 1 << 24);
  EXPECT_EQ(decimal_of("--stall", "0.99"), 0.99);
  EXPECT_THROW(number_of("--threads", Number(65)), UsageError);
  EXPECT_THROW(number_of("--queue-depth", Number(1 << 24)), UsageError);
  EXPECT_THROW(decimal_of("--stall", "0.991"), UsageError);
  EXPECT_THROW(option_of("--threads", "pmnb"), std::logic_error);
}

TEST(CommandLine, NamesOfTheTableAreThoseOfTheArrivals) {
  Names names;
  for (const ArrivalKind kind : kArrivalKinds) names.emplace_back(name_of(kind));
  EXPECT_EQ(std::get<Names>(option_of("--arrivals", "dynamic").range), names);
}

// One option of a term as a user would give it.
struct Given {
  std::string name;
  std::string value;  // empty: a flag

  bool is_option() const { return name.starts_with('-'); }
  std::string words() const { return (is_option() ? name : "") + (is_option() && !value.empty() ? " " : "") + value; }
  // The part of it that a message shows at least.
  std::string shown(const Term& term) const { return is_option() && !term.shows_value_alone ? name : value; }
};

std::string value_for(const Term& term, const std::string& option, const std::string& command) {
  switch (term.value) {
    case Term::Value::kOneOf:
      return term.names.front();
    case Term::Value::kRange:
      return "1..4";
    case Term::Value::kWithCycle:
      return "0:0@5";
    case Term::Value::kNoCube:
      return "ring:5";
    case Term::Value::kAny:
    case Term::Value::kNoneOf:
    case Term::Value::kNotZero:
      break;
  }
  const Option* const known = find_option(option, command);
  if (known != nullptr && known->type.empty()) return "";
  const Names* const names = known != nullptr ? std::get_if<Names>(&known->range) : nullptr;
  const DecimalRange* const decimals = known != nullptr ? std::get_if<DecimalRange>(&known->range) : nullptr;
  if (decimals != nullptr) return fmt::format("{}", decimals->most);
  return names != nullptr ? names->front() : "2";
}

// Every option of the term that the command has.
std::vector<Given> all_of(const Term& term, const std::string& command) {
  if (term.options.empty()) return {{"--dim", "3"}, {"--json", ""}};
  std::vector<Given> all;
  for (const std::string& option : term.options) {
    const bool is_in_table = std::ranges::any_of(options(), [&](const Option& each) { return each.name == option; });
    if (is_in_table && find_option(option, command) == nullptr) continue;
    all.push_back({option, value_for(term, option, command)});
  }
  return all;
}

// Every choice of one option for each term.
std::vector<std::vector<Given>> choices_of(const Condition& row, const std::string& command) {
  std::vector<std::vector<Given>> choices{{}};
  for (const Term& term : row.together) {
    std::vector<std::vector<Given>> longer;
    for (const std::vector<Given>& choice : choices) {
      for (const Given& given : all_of(term, command)) {
        longer.push_back(choice);
        longer.back().push_back(given);
      }
    }
    choices = longer;
  }
  return choices;
}

// Adds what the option is for, with a value if it has one.
void add_need(const Option& option, const std::string& command, std::string& words) {
  const std::string need = option.only_with.substr(0, option.only_with.find(" or "));
  if (need.empty() || words.find(need) != std::string::npos) return;
  words += " " + need;
  const Option* const needed = find_option(need, command);  // none: it has its value
  if (needed != nullptr && !needed->type.empty()) {
    words += " " + std::to_string(std::get<WholeRange>(needed->range).least);
  }
}

// The words that are needed besides, so that this row and no other refuses: a value that the row
// does not want, because another option may change the default, and what other rows want beside
// the options of the choice.
std::string company_of(const Condition& row, const std::vector<Given>& choice, const std::string& command) {
  std::string words;
  for (const Term& term : row.without) {
    const std::string& option = term.options.front();
    const Option* const known = find_option(option, command);
    const bool is_given = std::ranges::any_of(choice, [&](const Given& given) { return given.name == option; });
    if (is_given || known == nullptr || known->shown.empty()) continue;
    std::string value = known->shown;
    if (term.takes(value)) {
      const Names& names = std::get<Names>(known->range);
      value = *std::ranges::find_if(names, [&](const std::string& name) { return !term.takes(name); });
    }
    words += fmt::format(" {} {}", option, value);
    add_need(*known, command, words);
  }
  for (const Given& given : choice) {
    const Option* const known = find_option(given.name, command);
    if (known != nullptr && row.without.empty()) add_need(*known, command, words);
  }
  return words;
}

void expect_refused(const Condition& row, const std::vector<Given>& choice, const std::string& command) {
  std::string line = command + company_of(row, choice, command);
  for (const Given& given : choice) line += " " + given.words();
  const test_support::Outcome outcome = test_support::cubecast(line);
  EXPECT_EQ(outcome.status, 2) << line;
  EXPECT_EQ(outcome.out, "") << line;
  EXPECT_EQ(std::ranges::count(outcome.error, '\n'), 1) << line << ": " << outcome.error;
  for (std::size_t i = 0; i < choice.size(); ++i) {
    const std::string shown = choice[i].shown(row.together[i]);
    EXPECT_NE(outcome.error.find(shown), std::string::npos)
        << line << " does not name " << shown << ": " << outcome.error;
  }
  // The words behind the last term tell which row spoke.
  const std::string end = row.message.substr(row.message.rfind('}') + 1);
  EXPECT_NE(outcome.error.find(end), std::string::npos) << line << ": " << outcome.error;
  for (const Term& term : row.without) {
    const std::string& option = term.options.front();
    if (option.starts_with('-') && !term.shows_value_alone) {
      EXPECT_NE(outcome.error.find(option), std::string::npos) << line << ": " << outcome.error;
    }
  }
}

TEST(CommandLine, RefusesWhatEveryConditionRefuses) {
  unsigned refused = 0;
  for (const Condition& row : conditions()) {
    if (row.together.empty()) continue;
    unsigned of_row = 0;
    for (const char* const command : kCommands) {
      if (!has_word(row.commands, command)) continue;
      for (const std::vector<Given>& choice : choices_of(row, command)) {
        expect_refused(row, choice, command);
        ++of_row;
      }
    }
    EXPECT_GT(of_row, 0u) << row.message;
    refused += of_row;
  }
  EXPECT_GT(refused, 100u);
}

TEST(CommandLine, SaysWhichRequiredOptionIsMissing) {
  for (const Condition& row : conditions()) {
    if (!row.together.empty()) continue;
    for (const char* const command : kCommands) {
      if (!has_word(row.commands, command)) continue;
      std::string line = command;  // with all the others that are required
      for (const Condition& other : conditions()) {
        if (&other == &row || !other.together.empty() || !has_word(other.commands, command)) continue;
        const std::string& option = other.without.front().options.front();
        line += " " + Given{option, value_for(other.without.front(), option, command)}.words();
      }
      const test_support::Outcome outcome = test_support::cubecast(line);
      EXPECT_EQ(outcome.status, 2) << line;
      EXPECT_EQ(outcome.error, "cubecast: " + row.message + "\n") << line;
    }
  }
}

}  // namespace
}  // namespace testbench::test
