// SPDX-License-Identifier: Apache-2.0
// Runs of the native engine whose nodes are divided among ranks:
//
//     Division division = divide(experiment, join_ranks());
//     const RunReport report = Run(experiment, division).execute(options);  // the same on all ranks
#pragma once

#include "testbench/engines/mesh/division.hpp"
#include "testbench/runs/experiment/experiment.hpp"

namespace testbench {

inline constexpr const char* kMpiEngineName = "mpi";

// A cube by its upper address bits, any other network so that few links cross. Throws
// std::runtime_error for more ranks than nodes.
Division divide(const Experiment& experiment, Ranks& ranks);

}  // namespace testbench
