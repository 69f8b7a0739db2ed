// How deep the crosspoint queues must be so that none can fill: then no run can stop, let alone deadlock.
#pragma once

#include <cstddef>
#include <cstdint>

#include "firmware/collectives/collective.hpp"

namespace testbench {

inline constexpr std::size_t kMinQueueDepth = 4;
inline constexpr std::size_t kMaxQueueDepth = std::size_t{1} << 20;

// A power of two, kMinQueueDepth .. kMaxQueueDepth, with room for so many packets and for those on the way when a queue
// says stop.
std::size_t queue_depth_for(std::uint64_t packets);

// The same for every packet that passes one crosspoint in the whole run. Only a run whose queues would need more than
// the maximum can stop.
std::size_t safe_queue_depth(const collectives::Operation& operation);

// Do the links that packets couple (one comes over the first and leaves over the second) form a circle? Then full
// queues can wait for one another for ever, so that a queue must not be able to fill; otherwise any depth from 4 on
// will do. Only the collectives in which every node sends down trees of several rotations do, or around the ring:
// e-cube and the SBT order the dimensions, and the trees of a single root are each left in the direction in which they
// were entered.
bool links_form_circles(const collectives::Operation& operation);

}  // namespace testbench
