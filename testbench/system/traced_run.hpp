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

// `stall`: the probability.
inline TracedRun traced_run(const collectives::Operation& operation, EngineChoice engine, double stall) {
  std::ostringstream trace;
  RunOptions options;
  options.trace = &trace;
  engine.simulation.stall_probability = stall;
  engine.simulation.stall_seed = 5;
  const RunReport report = Run({operation, engine}, PayloadHash(7)).execute(options);
  return {report, trace.str()};
}

inline EngineChoice on_engine(const std::string& name, bool lockstep = false) {
  EngineChoice engine;
  engine.name = name;
  engine.simulation.lockstep = lockstep;
  return engine;
}

}  // namespace testbench::test
