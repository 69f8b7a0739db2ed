// SPDX-License-Identifier: Apache-2.0
// Checks the options that are given against the table of conditions.
#include <fmt/args.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>
#include <variant>

#include "testbench/ground/files/numeral.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/tool/request/conditions.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// An option that is not given has this value where the option `by` is given, and `unless` is not.
struct Implied {
  const char* option;
  const char* by;
  const char* unless;
  const char* value;
};
constexpr Implied kImplied[] = {{"--engine", "--lockstep", "--rtl-nodes", "rtl"}};

// The options of one command line with their values, typed or by default.
class InEffect {
 public:
  InEffect(const GivenOptions& given, std::string_view command) : given_(given), command_(command) {}

  bool refuses(const Condition& row) const {
    const auto is_given = [&](const Term& term) { return !given_of(term).empty(); };
    const auto is_in_effect = [&](const Term& term) {
      return std::ranges::any_of(in_effect_of(term), [&](const auto& each) { return term.takes(each.second); });
    };
    return std::ranges::all_of(row.together, is_given) && std::ranges::none_of(row.without, is_in_effect);
  }

  std::string message(const Condition& row) const {
    fmt::dynamic_format_arg_store<fmt::format_context> texts;
    for (const Term& term : row.together) texts.push_back(text_of(given_of(term)));
    for (const Term& term : row.without) texts.push_back(text_of(in_effect_of(term)));
    return fmt::vformat(row.message, texts);
  }

 private:
  using Values = std::vector<std::pair<std::string, std::string>>;

  // The options of a term that are typed, with values that it takes.
  Values given_of(const Term& term) const {
    Values values;
    for (const std::string& option : term.options) {
      const std::string* const typed = given_.find(option);
      if (typed != nullptr && term.takes(*typed)) values.emplace_back(option, *typed);
    }
    return values;
  }

  // The options of a term that have any value, typed or by default.
  Values in_effect_of(const Term& term) const {
    Values values;
    for (const std::string& option : term.options) {
      const std::string* const typed = given_.find(option);
      const std::string text = typed != nullptr ? *typed : default_of(option);
      if (typed != nullptr || !text.empty()) values.emplace_back(option, text);
    }
    return values;
  }

  std::string default_of(const std::string& option) const {
    for (const Implied& each : kImplied) {
      const bool is_implied = given_.find(each.by) != nullptr && given_.find(each.unless) == nullptr;
      if (option == each.option && is_implied) return each.value;
    }
    const Option* const known = find_option(option, command_);
    return known != nullptr ? known->shown : "";
  }

  // "--op sum --type int8". Words that are not options, such as a collective, have no name.
  static std::string text_of(const Values& values) {
    std::vector<std::string> words;
    for (const auto& [option, text] : values) {
      const bool has_name = option.starts_with('-');
      if (has_name) words.push_back(option);
      if (!has_name || !text.empty()) words.push_back(printable(text));
    }
    return fmt::format("{}", fmt::join(words, " "));
  }

  const GivenOptions& given_;
  std::string_view command_;
};

std::string as_typed(const std::string& text) {
  return text;
}
std::string as_typed(const std::filesystem::path& file) {
  return file.string();
}
std::string as_typed(const Number& number) {
  return number.text();
}

// Checks the values of a row before its message says what to add, so that the next message does not
// refuse the value.
void require_ranges(const Condition& row, const GivenOptions& given, std::string_view command) {
  for (const Term& term : row.together) {
    for (const std::string& option : term.options) {
      const std::string* const typed = given.find(option);
      const Option* const known = find_option(option, command);
      if (typed == nullptr || known == nullptr) continue;
      if (std::holds_alternative<WholeRange>(known->range)) number_of(option, Number(*typed), "", command);
      if (std::holds_alternative<DecimalRange>(known->range)) decimal_of(option, *typed, "", command);
    }
  }
}

void check_rows(const GivenOptions& given, std::string_view command, bool of_required) {
  const InEffect in_effect(given, command);
  for (const Condition& row : conditions()) {
    if (row.together.empty() != of_required || !has_word(row.commands, command)) continue;
    if (!in_effect.refuses(row)) continue;
    // A user who is to leave the option out need not know its range.
    if (!row.without.empty()) require_ranges(row, given, command);
    throw UsageError(in_effect.message(row));
  }
}

}  // namespace

GivenOptions given_of(const Parameters& parameters) {
  GivenOptions given;
  Parameters::each_option(parameters, [&](const char* option, const auto& member) {
    const Option* const known = find_option(option, "run");
    if (known == nullptr) return;
    if constexpr (requires { member.has_value(); }) {
      if (member) given.add(option, as_typed(*member));
    } else if constexpr (std::is_same_v<decltype(member), const bool&>) {
      if (member) given.add(option, "");
    } else {
      if (as_typed(member) != known->shown) given.add(option, as_typed(member));
    }
  });
  return given;
}

const std::string* GivenOptions::find(std::string_view option) const {
  const auto found = std::ranges::find_if(values_, [&](const auto& each) { return each.first == option; });
  return found != values_.end() ? &found->second : nullptr;
}

namespace {

// Whether a link of the list breaks later. A cycle that is not a number is refused where links are
// read.
bool has_cycle(std::string_view list) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t at = list.find('@'); at != std::string_view::npos; at = list.find('@', at + 1)) {
    const std::string_view cycle = list.substr(at + 1, list.find(',', at) - at - 1);
    if (!cycle.empty() && std::ranges::all_of(cycle, is_digit)) return true;
  }
  return false;
}

}  // namespace

bool Term::takes(std::string_view text) const {
  switch (value) {
    case Value::kAny:
      return true;
    case Value::kOneOf:
      return contains(names, text);
    case Value::kNoneOf:
      return !contains(names, text);
    case Value::kNotZero:
      return decimal_number(text) != 0.0;
    case Value::kRange:
      return text.find("..") != std::string_view::npos;
    case Value::kNoCube:
      return std::ranges::any_of(networks_in(text), [](const auto& network) { return !network.starts_with("cube:"); });
    case Value::kWithCycle:
      return has_cycle(text);
  }
  return false;
}

void refuse_clashes(const GivenOptions& given, std::string_view command) {
  for (const auto& [option, text] : given.all()) {
    const Option* const known = find_option(option, command);
    if (known == nullptr) continue;
    const Names* const names = std::get_if<Names>(&known->range);
    if (names != nullptr && !contains(*names, text)) refuse_name(option, text, *names);
  }
  check_rows(given, command, false);
}

void require_options(const GivenOptions& given, std::string_view command) {
  check_rows(given, command, true);
}

}  // namespace testbench
