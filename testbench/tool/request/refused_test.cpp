// SPDX-License-Identifier: Apache-2.0
// Compares what is said of 2,000 sets of options with the list refused.txt beside this file. Each set goes
// the way of a command line: the conditions of its command, and for `run` also resolve(). For the
// others the values are checked by the table of options.
//
// An option is in a set if a hash of the set and of its name says so. So a new option changes the
// sets that have it, and no others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "test_support/kept_list.hpp"
#include "testbench/tool/request/conditions.hpp"
#include "testbench/tool/request/options.hpp"
#include "testbench/tool/request/request.hpp"

namespace testbench {
namespace {

using Values = std::vector<std::string>;

// The last value of an option is a bad one.
Values values_of(const Option& option) {
  static const std::map<std::string, Values> kWithoutRange = {
      {"--algorithm", {"nesbt", "sbt", "balanced", "sbtt"}},
      {"--dim", {"2", "3", "4", "21"}},
      {"--dims", {"2..3", "3", "3..2"}},
      {"--network", {"ring:5", "cube:3", "mesh:2x3", "ring:2"}},
      {"--root", {"0", "3", "99"}},
      {"--packets", {"1", "5", "2..8", "0"}},
      {"--counts-most", {"2", "x"}},
      {"--queue-depth", {"0", "64", "6"}},
      {"--rtl-nodes", {"0,2", "all", "9"}},
      {"--fail", {"0:0", "1:0=", "0:1@50", "0:9"}},
      {"--load", {"0.1", "0.1..0.3", "x"}},
      {"--active-nodes", {"0,1", "9"}},
  };
  if (option.type.empty()) return {""};
  if (option.type == "FILE" || option.type == "DIR") return {"none"};
  if (const auto known = kWithoutRange.find(option.name); known != kWithoutRange.end()) return known->second;
  if (const auto* const whole = std::get_if<WholeRange>(&option.range)) {
    return {std::to_string(whole->least), std::to_string(whole->most), std::to_string(whole->least - 1)};
  }
  if (const auto* const decimal = std::get_if<DecimalRange>(&option.range)) {
    return {fmt::format("{}", decimal->least), fmt::format("{}", decimal->most), "x"};
  }
  const auto* const names = std::get_if<Names>(&option.range);
  Values values = names != nullptr ? *names : Values{"1"};
  if (names != nullptr) values.push_back(names->front() + "s");
  return values;
}

class OptionSet {
 public:
  OptionSet(std::string command, unsigned number) : command_(std::move(command)), number_(number) {
    const unsigned part = command_ == "run" || command_ == "measure" ? 14 : 5;  // of all options
    for (const Option& option : options()) {
      if (find_option(option.name, command_) == &option && one_in(part, option.name)) add(option);
    }
    for (const Condition& row : conditions()) {
      if (!row.together.empty() || !has_word(row.commands, command_)) continue;
      const std::vector<std::string>& required = row.without.front().options;
      const bool has_one = std::ranges::any_of(required, [&](const std::string& name) { return given_.find(name); });
      if (!has_one && !one_in(16, "no " + required.front())) add(option_of(required.front(), command_));
    }
  }

  // Positional words first.
  std::string words() const {
    std::string words = command_;
    for (const auto& [option, value] : given_.all()) {
      if (!option.starts_with('-')) words.insert(command_.size(), " " + value);
      if (option.starts_with('-')) words += " " + option + (value.empty() ? "" : " " + value);
    }
    return words;
  }

  std::string verdict() const {
    try {
      refuse_clashes(given_, command_);
      require_options(given_, command_);
      if (command_ == "run") {
        (void)resolve(request());
      } else {
        require_ranges();
      }
    } catch (const std::runtime_error& refusal) {  // of options, networks or files
      return refusal.what();
    }
    return "taken";
  }

 private:
  // By Fowler, Noll and Vo, with its bits mixed.
  std::uint64_t hash(const std::string& name) const {
    std::uint64_t value = 0xCBF29CE484222325;
    for (const char character : fmt::format("{} {} {}", command_, number_, name)) {
      value = (value ^ static_cast<unsigned char>(character)) * 0x100000001B3;
    }
    return (value ^ (value >> 32)) * 0x9E3779B97F4A7C15 >> 32;
  }
  bool one_in(std::uint64_t count, const std::string& name) const { return hash(name) % count == 0; }

  // Mostly with what the option is for.
  void add(const Option& option) {
    if (given_.find(option.name) != nullptr) return;
    const Values values = values_of(option);
    const std::size_t good = std::max<std::size_t>(1, values.size() - 1);
    given_.add(option.name, one_in(12, "bad value of " + option.name) ? values.back()
                                                                      : values[hash("value of " + option.name) % good]);
    const std::string only_with = option.only_with();
    const std::string name = only_with.substr(0, only_with.find(' '));
    const Option* const need = find_option(name, command_);
    if (need == nullptr || given_.find(name) != nullptr || one_in(4, "no " + name)) return;
    if (name == only_with) return add(*need);
    const std::string wanted = only_with.substr(name.size() + 1);  // "native or mpi", "A..B" or "or --build"
    const std::string first = wanted.starts_with("or ") ? "" : wanted.substr(0, wanted.find(' '));
    given_.add(name, first == "A..B" ? "2..8" : first);
  }

  Parameters request() const {
    Parameters request;
    Parameters::each_option(request, [&](const char* name, auto& member) {
      using Member = std::remove_reference_t<decltype(member)>;
      const std::string* const value = given_.find(name);
      if (value == nullptr) return;
      if constexpr (std::is_same_v<Member, bool>) {
        member = true;
      } else if constexpr (std::is_same_v<Member, std::optional<Number>>) {
        member = Number(*value);
      } else {
        member = Member(*value);
      }
    });
    return request;
  }

  void require_ranges() const {
    for (const auto& [name, value] : given_.all()) {
      const Option& option = option_of(name, command_);
      if (std::holds_alternative<WholeRange>(option.range)) number_of(name, Number(value), "", command_);
      if (std::holds_alternative<DecimalRange>(option.range)) decimal_of(name, value, "", command_);
    }
  }

  std::string command_;
  unsigned number_;
  GivenOptions given_;
};

TEST(Refused, OptionSetsAsListed) {
  const std::vector<std::pair<const char*, unsigned>> sets = {{"run", 1100},     {"measure", 300}, {"cost", 100},
                                                              {"deadlock", 100}, {"pmnb", 100},    {"dynamic", 100},
                                                              {"boot", 100},     {"board", 60},    {"models", 40}};
  std::string text =
      "# Sets of options and what is said of them (refused_test.cpp). The words of a refusal stand whole where they\n"
      "# come first. Later only what they refuse is named.\n\n";
  std::set<std::string> told;
  for (const auto& [command, count] : sets) {
    for (unsigned number = 0; number < count; ++number) {
      const OptionSet set(command, number);
      const std::string verdict = set.verdict();
      const std::size_t colon = verdict.find(": ");
      const bool is_new = colon == std::string::npos || told.insert(verdict.substr(colon)).second;
      text += fmt::format("{} => {}\n", set.words(), is_new ? verdict : "refused: " + verdict.substr(0, colon));
    }
  }
  test_support::expect_as_kept(CUBECAST_SOURCE "/testbench/tool/request/refused.txt", text);
}

}  // namespace
}  // namespace testbench
