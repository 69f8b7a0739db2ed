#include "testbench/run/queue_depth.hpp"

#include <algorithm>
#include <bit>

namespace testbench {

std::size_t queue_depth_for(std::uint64_t packets, unsigned hop_cycles) {
  const std::uint64_t room = std::min<std::uint64_t>(packets, kMaxQueueDepth) + network::stop_latency(hop_cycles);
  return std::clamp<std::size_t>(std::bit_ceil(room), kMinQueueDepth, kMaxQueueDepth);
}

}  // namespace testbench
