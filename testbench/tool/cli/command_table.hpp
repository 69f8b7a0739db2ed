// SPDX-License-Identifier: Apache-2.0
// Makes a command of a function that takes structure Arguments.
//
//     const CommandTable table{start("measure", measure_command)};
#pragma once

#include <fmt/format.h>

#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "testbench/tool/cli/program.hpp"
#include "testbench/tool/request/conditions.hpp"
#include "testbench/tool/request/options.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

// A value is kept as typed.
template <class Member>
void set_member(Member& member, const std::string& text) {
  if constexpr (std::is_same_v<Member, bool>) {
    member = true;
  } else if constexpr (std::is_same_v<Member, std::vector<std::string>>) {
    member.push_back(text);
  } else if constexpr (std::is_same_v<Member, std::optional<Number>>) {
    member = Number(text);
  } else {
    member = Member(text);
  }
}
// Text by keys.
template <class Draft>
void set_member(Draft& draft, const std::string& text, const std::string& key) {
  draft[key] = text;
}

template <class Arguments>
Arguments arguments_of(const GivenOptions& given, std::string_view command) {
  Arguments arguments;
  std::set<std::string, std::less<>> visited;
  Arguments::each_option(arguments, [&](const std::string& name, auto& member, const auto&... key) {
    if (!visited.insert(name).second) return;  // one of the command's own comes first and counts
    for (const auto& [option, text] : given.all()) {
      if (option == name) set_member(member, text, key...);
    }
  });
  for (const Option* const option : options_of(command)) {
    if (!visited.contains(option->name)) {
      throw std::logic_error(fmt::format("no member of {} holds {}", command, option->name));
    }
  }
  return arguments;
}

template <class Arguments>
CommandTable::value_type start(std::string_view command, int (*run)(const Arguments&)) {
  return {command, [=](const GivenOptions& given) { return run(arguments_of<Arguments>(given, command)); }};
}

}  // namespace testbench
