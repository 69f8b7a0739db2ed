// SPDX-License-Identifier: Apache-2.0
// cubecast_measure: `cubecast measure` alone, which scripts/run.sh builds first, because it is done sooner.
#include "testbench/tool/cli/program.hpp"

int main(int argc, char** argv) {
  return testbench::run_program(testbench::measure_alone(), argc, argv);
}
