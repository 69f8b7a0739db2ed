// The memory that a run of the native engine takes, before it is made.
#pragma once

#include <cstdint>

#include "testbench/run/runner.hpp"

namespace testbench {

// Bytes that a run takes at most, the checker's included. `queue_depth`: 0 for so many that none can fill.
// `latency`: with the latency of packets.
std::uint64_t memory_bytes(const collectives::Operation& operation, std::size_t queue_depth, bool latency = false);

// What it takes in any case, known at once: memory_bytes follows every packet.
std::uint64_t least_memory_bytes(const collectives::Operation& operation, bool latency);

}  // namespace testbench
