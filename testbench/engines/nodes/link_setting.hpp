// SPDX-License-Identifier: Apache-2.0
// The link layer of a mesh's nodes (hls/link), and what happens on the wires between them.
#pragma once

#include <cstdint>
#include <vector>

#include "firmware/networks/address.hpp"
#include "hls/configuration/node_configuration.hpp"

namespace testbench {

inline constexpr unsigned kMostLinkWires = 160;  // as many as the longest packet has bits
inline constexpr unsigned kMostLinkGap = 60000;

struct LinkSetting {
  unsigned wires = 0;  // for data, in each direction
  unsigned frame_packets = 16;
  unsigned frame_room = 0;  // packets of a frame that the hardware has room for; 0: as many as frame_packets
  hls::LinkCheck check = hls::LinkCheck::kNone;
  bool cut_through = false;
  unsigned gap = 0;            // cycles before each frame in which the wires rest
  unsigned release_depth = 0;  // entries of the release program of a link; 0: none
};

// A link that carries nothing from a cycle on, in the direction that leaves the node.
struct BrokenLink {
  network::Address node;
  unsigned port = 0;
  std::uint64_t cycle = 0;  // from the start strobe; 0: it never worked
};

struct WireFaults {
  double bit_error_rate = 0;  // probability that a wire's bit is wrong in a cycle
  unsigned burst = 1;         // a wrong bit is the first of so many, each of the others wrong with probability 1/2
  double pause = 0;           // probability that the wires take no word in a cycle; then nodes have `link_pauses`
  std::uint64_t seed = 1;
  std::vector<BrokenLink> broken;  // one direction each

  bool any() const { return bit_error_rate > 0 || pause > 0 || !broken.empty(); }
};

}  // namespace testbench
