// SPDX-License-Identifier: Apache-2.0
// Every run of a measurement. All runs are checked before the first starts, except for memory.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "testbench/tool/cli/measure_command.hpp"
#include "testbench/tool/printer/result.hpp"
#include "testbench/tool/request/request.hpp"

namespace testbench {

struct MeasurePlan {
  std::vector<Site> sites;            // of --dims, the largest last; or of the networks
  std::vector<std::string> networks;  // several of --network, in their order; else empty
  std::vector<Experiment> runs;       // in the order of the table, with the first seed
  std::uint64_t seeds = 1;
};

// Throws UsageError.
MeasurePlan plan_measurement(const MeasureArguments& arguments);

// The result of a run before it is made: what it records, and no figures.
Result unmeasured(const Experiment& experiment, const MeasurePlan& plan);

// Tells for each run of the row at `first`, in order, why the machine lacks the memory for it.
// Nothing: the memory is enough.
std::vector<std::optional<std::string>> memory_faults(const MeasurePlan& plan, std::size_t first);
// Throws UsageError if any run needs more memory than is free.
void require_memory(const MeasurePlan& plan);

}  // namespace testbench
