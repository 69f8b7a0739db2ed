// SPDX-License-Identifier: Apache-2.0
// An allreduce of 16 packets on the 16 nodes of a 4-cube, from C++. The command for the same run:
//
//     cubecast run allreduce --dim 4 --packets 16 --op max
#include <cstdint>
#include <cstdio>
#include <stdexcept>

#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/tool/request/request.hpp"

int main() {
  testbench::Parameters parameters;
  parameters.collective = "allreduce";
  parameters.dim = 4;
  parameters.packets = 16;
  parameters.op = "max";
  try {
    const testbench::Experiment experiment = testbench::resolve(parameters);
    const testbench::RunReport report = testbench::Run(experiment).execute({});
    if (report.fault) {
      std::fprintf(stderr, "not verified: %s\n", report.fault->c_str());
      return 1;
    }
    std::printf("allreduce %s: %ju cycles, at least %ju; every byte is right\n", experiment.operation().row->algorithm,
                std::uintmax_t{report.cycles}, std::uintmax_t{testbench::lower_bound(experiment.task()).value});
    return 0;
  } catch (const std::runtime_error& error) {  // such as "--dim 40: must be 1..16 for --engine native"
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
