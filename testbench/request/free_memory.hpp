// Memory that a run may take.
#pragma once

#include <cstdint>

namespace testbench {

// What the system says is free, in bytes; the largest number where it does not tell.
std::uint64_t free_memory_bytes();

}  // namespace testbench
