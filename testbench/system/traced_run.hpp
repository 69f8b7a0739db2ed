// Test only: a run with its report and its trace, the same packets for every engine.
#pragma once

#include <sstream>
#include <string>

#include "testbench/run/runner.hpp"

namespace testbench::test {

struct TracedRun {
  RunReport report;
  std::string trace;
};

// `stall`: the probability; options.trace is not used.
inline TracedRun traced_run(const collectives::Operation& operation, RunOptions options, double stall) {
  std::ostringstream trace;
  options.trace = &trace;
  options.simulation.stall_probability = stall;
  options.simulation.stall_seed = 5;
  const RunReport report = Run(operation, PayloadHash(7)).execute(options);
  return {report, trace.str()};
}

inline RunOptions on_engine(const std::string& engine, bool lockstep = false) {
  RunOptions options;
  options.engine = engine;
  options.simulation.lockstep = lockstep;
  return options;
}

}  // namespace testbench::test
