// SPDX-License-Identifier: Apache-2.0
// The memory that a run of the native engine takes, before it is made.
#pragma once

#include <cstdint>

#include "testbench/run/runner.hpp"

namespace testbench {

// What a run keeps besides what it needs.
struct KeptRecords {
  bool payloads = false;  // word for word: a payload of the user's, or one that he wants to see (NodeMemory)
  bool latency = false;   // of packets
};

// Bytes that a run takes at most, the checker's included.
std::uint64_t memory_bytes(const Experiment& experiment, const KeptRecords& keeping);

// What it takes in any case, known at once: memory_bytes follows every packet.
std::uint64_t least_memory_bytes(const Experiment& experiment, const KeptRecords& keeping);

}  // namespace testbench
