// The synthesis tops: a whole node for one dimension, payload width and port model; CMake makes a translation unit of
// each from node_top.cpp.in, and stepc a module of that.
//
// Queues are so deep that no collective of one packet can fill one, stalls or not: 2^d - 1 packets pass a crosspoint at
// most (the ring's; testbench/run/queue_depth.cpp), and three more can be on the way when it says stop. That makes
// deadlock impossible where the links that a rule couples form circles (testbench/run/coupled_links_test.cpp finds
// them: allgather on trees of several rotations, and around the ring). Of more packets the testbench refuses what could
// fill.
#pragma once

#include "hls/router/node.hpp"

namespace tops {

constexpr std::size_t queue_depth(unsigned d) {
  return std::size_t{2} << d;
}
inline constexpr std::size_t kProgramDepth = 64;
inline constexpr unsigned kSequenceWidth = 16;

template <unsigned Dimension, unsigned PayloadWidth, router::PortModel Ports>
using NodeConfig = router::Config<Dimension, PayloadWidth, queue_depth(Dimension), Ports, router::kAllRules,
                                  kProgramDepth, kSequenceWidth, /*Statistics=*/true>;

}  // namespace tops
