// Every run of a measurement, checked before the first is made.
#pragma once

#include <vector>

#include "firmware/collectives/operation.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/cli/engine_choice.hpp"
#include "testbench/run/run_options.hpp"

namespace testbench {

struct MeasurePlan {
  std::vector<Resolved> operations;  // in the order of the table
  EngineChoice engine;               // its stall_seed is the first seed
  std::uint64_t seeds = 1;
};

// Throws UsageError.
MeasurePlan plan_measurement(const MeasureArguments& arguments, const Reporting& reporting);

}  // namespace testbench
