// SPDX-License-Identifier: Apache-2.0
// Steps of a command that all ranks of an mpirun take before the run. If one of them fails, all end:
// rank 0 with the words of the first that has failed, the others in silence.
//
//     const Experiment experiment = resolve_on_terminal(request);
//     Ranks& ranks = join_others("--engine mpi");
//     together(&ranks, [&] { require_memory(experiment); });
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbench/engines/mesh/division.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

// This rank ends because of another, or of a fault that rank 0 tells.
struct EndsWithOthers {};

// All ranks end.
struct CommonFault : UsageError {
  using UsageError::UsageError;
};

// Without ranks it is the step alone. Else throws CommonFault at rank 0 and EndsWithOthers at others.
void together(Ranks* ranks, const std::function<void()>& step);

// Joins the ranks of this mpirun. Throws UsageError, which begins with `what`, where join_ranks() throws,
// and like together() unless all have the same version and the same words after the program's name.
Ranks& join_others(const std::string& what);
void remember_words(const std::vector<std::string>& words);
// With the program's name.
std::string command_as_typed();

// resolve(), and on a terminal the seconds that the plan takes.
Experiment resolve_on_terminal(const Parameters& parameters);

}  // namespace testbench
