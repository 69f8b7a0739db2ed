// SPDX-License-Identifier: Apache-2.0
// The help of the commands, in lines of 80 columns at most, from the table of options.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/tool/request/options.hpp"

namespace testbench {

struct Example {
  const char* words;    // behind the name of the command
  const char* meaning;  // may be empty
};

struct CommandHelp {
  const char* name;
  const char* positional;  // as the usage shows it
  const char* summary;
  std::vector<Example> examples;
};

// In the order in which help and mistakes name them.
std::span<const CommandHelp> commands();
std::vector<std::string> command_names();

// "Network and links"
std::string_view name_of(Group group);
inline constexpr Group kGroups[] = {Group::kTask,     Group::kData,      Group::kNetwork, Group::kFaults,
                                    Group::kHardware, Group::kSimulator, Group::kOutput};

std::string help_of_program();
// `all`: with the options that are seldom needed.
std::string help_of_command(std::string_view command, bool all);

}  // namespace testbench
