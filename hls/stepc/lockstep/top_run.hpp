// SPDX-License-Identifier: Apache-2.0
// The interface between the program of a lockstep test (main.cpp, one for all tops) and a top's own
// source, of_top.cpp.
#pragma once

#include <optional>

#include "hls/stepc/lockstep/lockstep.hpp"
#include "hls/stepc/lockstep/testbench.hpp"

namespace stepc {

// Runs the top beside its Verilator model. `writer` gets every cycle unless it is null.
std::optional<Divergence> run_top(const LockstepOptions& options, TestbenchWriter* writer);

}  // namespace stepc
