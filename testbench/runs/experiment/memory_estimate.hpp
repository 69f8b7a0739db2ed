// SPDX-License-Identifier: Apache-2.0
// Estimates the memory of a run of the native engine before the run starts.
#pragma once

#include <cstdint>

#include "testbench/runs/experiment/runner.hpp"

namespace testbench {

// Records that a run keeps on request.
struct KeptRecords {
  bool payloads = false;  // word for word: the user gave the payload or wants to see it (NodeMemory)
  bool latency = false;   // of packets
};

// The bytes that a run takes at most, with the checker.
std::uint64_t memory_bytes(const Experiment& experiment, const KeptRecords& keeping);

// The bytes that a run takes in any case. It is fast, whereas memory_bytes follows every packet.
std::uint64_t least_memory_bytes(const Experiment& experiment, const KeptRecords& keeping);

}  // namespace testbench
