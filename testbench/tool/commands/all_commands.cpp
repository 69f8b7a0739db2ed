// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/commands/all_commands.hpp"

#include "testbench/tool/cli/command_table.hpp"
#include "testbench/tool/cli/measure_command.hpp"
#include "testbench/tool/commands/commands.hpp"

namespace testbench {

const CommandTable& all_commands() {
  static const CommandTable all{
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

}  // namespace testbench
