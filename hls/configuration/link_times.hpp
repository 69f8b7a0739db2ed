// SPDX-License-Identifier: Apache-2.0
// The cycles that a configuration's links take, on the host.
#pragma once

#include "hls/configuration/node_configuration.hpp"

namespace hls {

// Bits of a packet: payload and header (hls/network/packet.hpp).
unsigned packet_bits_of(const NodeConfiguration& configuration);

// A frame of k packets holds the wires of a link for gap + frame + k packet cycles, and a hop takes
// `pipeline` cycles more.
struct LinkTimes {
  unsigned packet = 1;    // the paper's t_c
  unsigned frame = 0;     // header and checksum: the paper's tau, without the gap
  unsigned pipeline = 0;  // registers at both ends, and the wires between them

  unsigned tau(unsigned gap) const { return gap + frame; }
};
LinkTimes link_times_of(const NodeConfiguration& configuration);

// Cycles after which an end of a link with a checksum sends again: more than a frame takes there,
// and one back.
unsigned time_out_of(const NodeConfiguration& configuration, unsigned gap);

}  // namespace hls
