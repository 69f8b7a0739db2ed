// How deep the crosspoint queues must be so that none can fill: then no run can stop, let alone deadlock.
#pragma once

#include <cstddef>

#include "firmware/collectives/collective.hpp"

namespace testbench {

inline constexpr std::size_t kMaxQueueDepth = std::size_t{1} << 20;

// A power of two, 4 .. kMaxQueueDepth, with room for every packet that passes one crosspoint in the whole run and for
// those on the way when a queue says stop. Only a run whose queues would need more than the maximum can stop.
std::size_t safe_queue_depth(const collectives::Operation& operation);

}  // namespace testbench
