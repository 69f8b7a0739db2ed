// SPDX-License-Identifier: Apache-2.0
// cubecast: run a collective on a cube of cycle-accurate routers and measure it in clock cycles.
#include "testbench/tool/cli/program.hpp"
#include "testbench/tool/commands/all_commands.hpp"

int main(int argc, char** argv) {
  return testbench::run_program(testbench::all_commands(), argc, argv);
}
