// SPDX-License-Identifier: Apache-2.0
// A link between two neighbours: the signals that one end drives in a cycle, and on/off flow
// control.
//
//              link.packet, link.valid
//     node a =========================> node b
//            <-------------------------
//              link.go of b's end: b takes packets
//
// Each end reads what the other drives:
//
//     connect(out_of_a.links[port], in_of_b.links[arrival_port]);
//     connect(out_of_b.links[arrival_port], in_of_a.links[port]);
#pragma once

#include <cstddef>

#include "hls/network/packet.hpp"

namespace network {

// The stop latency: cycles between the one in which a queue gets too full and the first in which
// nothing more comes over its link. The queue's flag, the node's go register and the neighbour's link
// register take a cycle each. A queue says stop when it has fewer free slots than this: the packet
// that filled it is in, and there is room for those that follow.
inline constexpr unsigned kStopLatency = 3;

// With two cycles a hop one more packet can be in the arrival register, and with more cycles more
// are on the way. Wires of `latency` cycles each way delay the stop, and hold the packets behind it.
constexpr unsigned stop_latency(unsigned hop_cycles, unsigned latency = 0) {
  return kStopLatency + hop_cycles - 1 + 2 * latency;
}

// Slots of the smallest queue that is not always stopped, a power of two. One and two cycles a hop
// have the same.
constexpr std::size_t least_queue_depth(unsigned hop_cycles = 2, unsigned latency = 0) {
  std::size_t depth = 1;
  while (depth < stop_latency(hop_cycles < 2 ? 2 : hop_cycles, latency)) depth *= 2;
  return depth;
}

// Slots of a queue that keeps its reader busy behind a pause: a stop latency of packets follows the stop, and as
// many cycles pass between its end and the first new packet.
constexpr std::size_t full_rate_depth(unsigned hop_cycles, unsigned latency) {
  return std::size_t{2} * stop_latency(hop_cycles, latency);
}
// Slots of an ejector's queue, a power of two.
constexpr std::size_t ejector_depth(unsigned hop_cycles, unsigned latency) {
  std::size_t depth = least_queue_depth(hop_cycles, latency);
  while (latency != 0 && depth < full_rate_depth(hop_cycles, latency)) depth *= 2;
  return depth;
}

template <class Config>
struct Link : Flit<Config> {
  hls::Bit go;  // this end takes packets of the other

  template <class Visit, class... Links>
  static constexpr void each_field(Visit visit, Links&... links) {
    Flit<Config>::each_field(visit, links...);
    visit("go", links.go...);
  }
};

// `read` gets the signals of `driven`. The packet of an idle link is not copied.
template <class Config>
constexpr void connect(const Link<Config>& driven, Link<Config>& read) {
  read.valid = driven.valid;
  if (driven.valid) read.packet = driven.packet;
  read.go = driven.go;
}

}  // namespace network
