// SPDX-License-Identifier: Apache-2.0
// Estimates the memory of a run of the native engine before the run starts.
#pragma once

#include <cstdint>

#include "testbench/runs/experiment/runner.hpp"

namespace testbench {

// The bytes that a run takes at most, with the checker. `keeps_payloads`: word for word, because the user
// gives them or wants to see them (NodeMemory).
std::uint64_t memory_bytes(const Experiment& experiment, bool keeps_payloads);

// The bytes that a run takes in any case. It is fast, whereas memory_bytes follows every packet.
std::uint64_t least_memory_bytes(const Experiment& experiment, bool keeps_payloads);

}  // namespace testbench
