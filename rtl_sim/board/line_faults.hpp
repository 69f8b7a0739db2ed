// SPDX-License-Identifier: Apache-2.0
// Deliberate faults of a serial line: the n-th byte of one direction is lost or altered.
//
//     --lose-request 25     --alter-request 25     --lose-answer 7     --alter-answer 7
//
// Deliberate faults of a board: the lowest bit of every answer to an order is wrong, and the check
// is right.
//
//     --falsify 7
#pragma once

#include <cstdint>
#include <optional>

#include "hls/board/protocol.hpp"

namespace rtl_sim {

// The fault of one direction; 0: none.
struct LineFault {
  std::uint64_t lost = 0;
  std::uint64_t altered = 0;

  // Returns the byte that arrives, if any.
  std::optional<std::uint8_t> pass(std::uint8_t byte) {
    ++count;
    if (count == lost) return {};
    return count == altered ? static_cast<std::uint8_t>(byte ^ 0x10) : byte;
  }

  std::uint64_t count = 0;
};

// An order number; 0: none.
struct BoardFault {
  std::uint32_t order = 0;

  // Returns the byte that the board sends in place of this byte of its answer.
  std::uint8_t pass(std::uint8_t byte) {
    if (place == 0) {
      check = board::kCheckStart;
      wrong = order != 0 && byte >> 4 == order;
    }
    const bool is_check = place == board::kAnswerBytes - 1;
    const bool is_lowest = place == board::kAnswerBytes - 2;
    if (is_lowest && wrong) byte ^= 1;
    if (is_check) byte = check;
    check = board::check_with(check, byte);
    place = is_check ? 0 : place + 1;
    return byte;
  }

  unsigned place = 0;  // of the next byte in its answer
  std::uint8_t check = 0;
  bool wrong = false;
};

}  // namespace rtl_sim
