// SPDX-License-Identifier: Apache-2.0
// Which configurations of a node a board can have, and the board as C++ for stepc.
#pragma once

#include <string>

#include "hls/configuration/node_configuration.hpp"

namespace testbench {

// The largest board that an iCE40-HX8K takes, of 7,680 cells and 32 block RAMs of 256 words of 16
// bits: 4 of them are a node's memory for 64 packets of a byte to and from each node, and 4 its two
// queues.
inline constexpr const char* kStandardBoard = "node_d2_w8_gated_q128_e4_b6_nowaits";

// Throws hls::ConfigurationError for nodes of which no board is made, and for those whose programs
// or queues are too short for a collective of as many packets as their memories hold. Runs every
// collective on the native engine to find out.
void require_board(const hls::NodeConfiguration& configuration);

// The translation unit with the board's step function. Two macros are its user's to define:
// CYCLES_PER_BIT of the serial line, and SILENCE, the cycles after which half a request is
// forgotten (hls/board/messages.hpp).
std::string board_source_of(const hls::NodeConfiguration& configuration);

}  // namespace testbench
