// A link between two neighbours, as one end of it drives it in a cycle.
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

// From the cycle in which a queue runs so full that its in-port must stop, to the first in which
// nothing more comes: its flag, the go register of the node and the link register of the neighbour
// take a cycle each. So a queue says stop when it has fewer free slots than this: the packet that
// made it so is in, and room is left for those that follow it.
inline constexpr unsigned kStopLatency = 3;

// With two cycles a hop one more can be in the arrival register, and with more of them more on the
// way.
constexpr unsigned stop_latency(unsigned hop_cycles) {
  return kStopLatency + hop_cycles - 1;
}

// Slots of the smallest queue that is not always stopped, with so many cycles a hop, and with one
// or two the same; depths are powers of two.
constexpr std::size_t least_queue_depth(unsigned hop_cycles = 2) {
  std::size_t depth = 1;
  while (depth < stop_latency(hop_cycles < 2 ? 2 : hop_cycles)) depth *= 2;
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

// The other end reads what this one drives; the packet of a link that carries none is not copied.
template <class Config>
constexpr void connect(const Link<Config>& driven, Link<Config>& read) {
  read.valid = driven.valid;
  if (driven.valid) read.packet = driven.packet;
  read.go = driven.go;
}

}  // namespace network
