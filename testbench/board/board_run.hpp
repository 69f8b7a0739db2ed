// SPDX-License-Identifier: Apache-2.0
// Runs one collective on a board: loads its nodes by the firmware's driver, fills their memories,
// starts them, and has the independent checker judge what they then hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "testbench/board/board_link.hpp"
#include "testbench/mesh/node_memory.hpp"

namespace testbench {

struct BoardReport {
  std::uint64_t cycles = 0;  // as the board has counted them; RunReport says which
  std::uint64_t total_cycles = 0;
  std::optional<std::string> fault;  // nothing: every byte was right
};

// The register node::Control::kCapabilities of the board's nodes, which are alike. Throws
// FileError.
std::uint32_t capabilities_of(BoardLink& link);

// `memory`: of payloads that are kept, as wide as the board's; what its nodes hold is delivered to
// it. The operation is of the board's cube, and of as many packets as its memories hold. Throws
// FileError.
BoardReport run_on_board(BoardLink& link, const collectives::Operation& operation, NodeMemory& memory);

}  // namespace testbench
