// The memory that a run of the native engine takes, before it is made.
#pragma once

#include <cstdint>

#include "testbench/run/runner.hpp"

namespace testbench {

// What a run keeps besides what it needs.
struct KeptRecords {
  bool payloads = false;  // word for word: a payload of the user's, or one that he wants to see (NodeMemory)
  bool latency = false;   // of packets
  bool stalled = false;   // packets that wait for slow memories
};

// Bytes that a run takes at most, the checker's included. `queue_depth`: 0 for so many that none
// can fill.
std::uint64_t memory_bytes(const collectives::Operation& operation, std::size_t queue_depth,
                           const KeptRecords& keeping);

// What it takes in any case, known at once: memory_bytes follows every packet.
std::uint64_t least_memory_bytes(const collectives::Operation& operation, const KeptRecords& keeping);

}  // namespace testbench
