// SPDX-License-Identifier: Apache-2.0
// Runs one collective on a board. It loads the nodes by the firmware's driver, fills their memories
// and starts them. The independent checker judges the memories afterwards.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "testbench/engines/mesh/node_memory.hpp"
#include "testbench/runs/board/board_link.hpp"

namespace testbench {

struct BoardReport {
  std::uint64_t cycles = 0;  // as the board has counted them; see RunReport
  std::uint64_t total_cycles = 0;
  std::optional<std::string> fault;  // nothing: every byte is right
};

// Returns the register node::Control::kCapabilities of the board's nodes, which all have the same.
// Throws FileError.
std::uint32_t capabilities_of(BoardLink& link);

// `memory` keeps its payloads and is as wide as the board's; the packets that the nodes hold are
// delivered to it. The operation is for the board's cube, and for as many packets as its memories
// hold. Throws FileError.
BoardReport run_on_board(BoardLink& link, const collectives::Operation& operation, NodeMemory& memory);

}  // namespace testbench
