// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/command_line.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/tool/cli/command_words.hpp"
#include "testbench/tool/cli/commands.hpp"
#include "testbench/tool/cli/completion.hpp"
#include "testbench/tool/cli/help.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/printer/schema.hpp"
#include "testbench/tool/request/options.hpp"

namespace testbench {
namespace {

// A value is kept as typed.
template <class Member>
void set(Member& member, const std::string& text) {
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
void set(hls::ConfigurationDraft& draft, const std::string& text, const std::string& key) {
  draft[key] = text;
}

template <class Arguments>
Arguments arguments_of(const GivenOptions& given, std::string_view command) {
  Arguments arguments;
  std::set<std::string, std::less<>> visited;
  Arguments::each_option(arguments, [&](const std::string& name, auto& member, const auto&... key) {
    if (!visited.insert(name).second) return;  // one of the command's own comes first and counts
    for (const auto& [option, text] : given.all()) {
      if (option == name) set(member, text, key...);
    }
  });
  for (const Option* const option : options_of(command)) {
    if (!visited.contains(option->name)) {
      throw std::logic_error(fmt::format("no member of {} holds {}", command, option->name));
    }
  }
  return arguments;
}

using Start = std::function<int(const GivenOptions&)>;

template <class Arguments>
std::pair<std::string_view, Start> start(std::string_view command, int (*run)(const Arguments&)) {
  return {command, [=](const GivenOptions& given) { return run(arguments_of<Arguments>(given, command)); }};
}

const std::map<std::string_view, Start>& starts() {
  static const std::map<std::string_view, Start> all{
      start("rtl", rtl_command),         start("list", list_command),
      start("run", run_command),         start("measure", measure_command),
      start("cost", cost_command),       start("deadlock", deadlock_command),
      start("pmnb", pmnb_command),       start("dynamic", dynamic_command),
      start("boot", boot_command),       start("board", board_command),
      start("network", network_command), start("configuration", configuration_command),
      start("models", models_command),   start("completion", completion_command),
      start("manual", manual_command),   start("report", report_command),
      start("compare", compare_command),
  };
  return all;
}

}  // namespace

int run_command_line(const std::vector<std::string>& words) {
  show_builds();
  const ReadWords read = read_words(words);
  switch (read.asks) {
    case ReadWords::Asks::kVersion:
      say(fmt::format("cubecast {}\n", kVersion));
      return 0;
    case ReadWords::Asks::kHelp:
    case ReadWords::Asks::kAllHelp: {
      const bool all = read.asks == ReadWords::Asks::kAllHelp;
      say(read.command.empty() ? help_of_program() : help_of_command(read.command, all));
      return 0;
    }
    case ReadWords::Asks::kSchema:
      say(schema_of_command(read.command).dump(1) + '\n');
      return 0;
    case ReadWords::Asks::kCommand:
      break;
  }
  return starts().at(read.command)(read.given);
}

}  // namespace testbench
