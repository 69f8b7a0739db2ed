// SPDX-License-Identifier: Apache-2.0
// The node configurations that a board can have, and the C++ source of the board for stepc.
#pragma once

#include <string>

#include "hls/configuration/node_configuration.hpp"

namespace testbench {

// The largest board that fits an iCE40-HX8K with 7,680 cells and 32 block RAMs of 256 words of 16
// bits. A node uses 4 of them as memory for 64 packets of a byte to and from each node, and 4 for
// its two queues.
inline constexpr const char* kStandardBoard = "node_d2_w8_gated_q128_e4_b6_nowaits";

// Throws hls::ConfigurationError for nodes that no board can have, and for nodes whose programs or
// queues are too short for a collective of as many packets as their memories hold. Runs every
// collective on the native engine to find out.
void require_board(const hls::NodeConfiguration& configuration);

// Returns the translation unit with the board's step function. The user defines two macros:
// CYCLES_PER_BIT of the serial line, and SILENCE, the cycles after which the board forgets half a
// request (hls/board/messages.hpp).
std::string board_source_of(const hls::NodeConfiguration& configuration);

}  // namespace testbench
