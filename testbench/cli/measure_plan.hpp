// SPDX-License-Identifier: Apache-2.0
// Every run of a measurement, checked before the first is made, but for its memory.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/request/request.hpp"
#include "testbench/run/run_options.hpp"

namespace testbench {

struct MeasurePlan {
  std::vector<Experiment> runs;  // in the order of the table, with the first seed
  std::uint64_t seeds = 1;
  KeptRecords keeping;
};

// Throws UsageError.
MeasurePlan plan_measurement(const MeasureArguments& arguments, const Reporting& reporting);

// For each of the runs by the same row of the catalog, in their order from the first on, why it
// cannot have the memory that it needs, if so.
std::vector<std::optional<std::string>> memory_faults(const MeasurePlan& plan, std::size_t first);
// Throws UsageError where one of all runs cannot have it.
void require_memory(const MeasurePlan& plan);

}  // namespace testbench
