// The synthesis tops: a whole node for one dimension, payload width and port model. A translation unit defines
// NODE_DIM, NODE_PAYLOAD and NODE_PORTS (kAllPort or kGated) and includes this; stepc makes a module of it.
//
// Queues are so deep that no collective of one packet can fill one, stalls or not: 2^d - 1 packets pass a crosspoint at
// most (the ring's; testbench/run/queue_depth.cpp), and three more can be on the way when it says stop. That makes
// deadlock impossible where the links that a rule couples form circles: rotated trees, the table rule, the ring.
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
