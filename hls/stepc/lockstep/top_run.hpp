// SPDX-License-Identifier: Apache-2.0
// What the program of a lockstep test (main.cpp, one for all tops) asks of a top's own source,
// of_top.cpp.
#pragma once

#include <optional>

#include "hls/stepc/lockstep/lockstep.hpp"
#include "hls/stepc/lockstep/testbench.hpp"

namespace stepc {

// The top beside its Verilator model. `writer`: gets every cycle, where it is not null.
std::optional<Divergence> run_top(const LockstepOptions& options, TestbenchWriter* writer);

}  // namespace stepc
