// SPDX-License-Identifier: Apache-2.0
// Runs in which one node stands for all (docs/guides/scale.md has the proof).
//
//     if (auto reason = asymmetry_of(experiment)) refuse(*reason);
//     const RunReport report = run_symmetric(experiment, {});
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/verdict/run_hooks.hpp"
#include "testbench/runs/verdict/run_report.hpp"

namespace testbench {

// The name of the engine, for runs of collectives alone.
inline constexpr const char* kSymmetricEngineName = "symmetric";

inline constexpr unsigned kMaxSymmetricDim = 24;

// Why one node cannot stand for all: "the programs of its nodes differ". Nothing: it can.
std::optional<std::string> asymmetry_of(const Experiment& experiment);

// The report is that of a run of all nodes, with the trace of node 0. Throws like Run::execute.
RunReport run_symmetric(const Experiment& experiment, const RunHooks& hooks);

// The bytes that it takes at most.
std::uint64_t symmetric_memory_bytes(const Experiment& experiment, bool latency);

}  // namespace testbench
