// The options of the commands about broadcast requests.
#pragma once

#include <CLI/CLI.hpp>

#include "testbench/cli/broadcast_commands.hpp"

namespace testbench {

void add_pmnb(CLI::App& app, PmnbArguments& arguments);
void add_dynamic(CLI::App& app, DynamicArguments& arguments);

}  // namespace testbench
