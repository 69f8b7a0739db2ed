// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/command_line.hpp"

#include <fmt/format.h>

#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/tool/cli/command_words.hpp"
#include "testbench/tool/cli/help.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/printer/schema.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

int run_command_line(const CommandTable& table, const std::vector<std::string>& words) {
  show_builds();
  const ReadWords read = read_words(words);
  switch (read.asks) {
    case ReadWords::Asks::kVersion:
      say(fmt::format("cubecast {}\n", kVersion));
      return 0;
    case ReadWords::Asks::kHelp:
    case ReadWords::Asks::kAllHelp: {
      const bool all = read.asks == ReadWords::Asks::kAllHelp;
      const std::string_view alone = table.size() == 1 ? table.begin()->first : std::string_view();
      const std::string_view command = read.command.empty() ? alone : read.command;
      say(command.empty() ? help_of_program() : help_of_command(command, all));
      return 0;
    }
    case ReadWords::Asks::kSchema:
      say(schema_of_command(read.command).dump(1) + '\n');
      return 0;
    case ReadWords::Asks::kCommand:
      break;
  }
  const auto start = table.find(read.command);
  if (start == table.end()) {
    throw UsageError(fmt::format("{}: is not in this program, which has {} alone; build the target cubecast",
                                 read.command, table.begin()->first));
  }
  return start->second(read.given);
}

}  // namespace testbench
