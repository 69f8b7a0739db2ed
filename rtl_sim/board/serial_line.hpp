// SPDX-License-Identifier: Apache-2.0
// The other end of a board's serial line, cycle by cycle of the board's clock. It drives the rx pin
// with bytes and decodes the tx pin. 8 data bits, the lowest first, no parity, one stop bit. On
// request bytes get faults.
//
//     SerialDriver to_board(8);   // 8 cycles a bit
//     SerialSampler from_board(8);
//     model.rx = to_board.level();
//     clock(model);
//     if (const std::optional<std::uint8_t> byte = from_board.next(model.tx)) terminal.write(*byte);
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "hls/board/protocol.hpp"

namespace rtl_sim {

class SerialDriver {
 public:
  explicit SerialDriver(unsigned cycles_per_bit) : cycles_per_bit_(cycles_per_bit) {}

  void send(std::uint8_t byte) { bytes_.push_back(byte); }
  bool idle() const { return bytes_.empty() && bits_left_ == 0; }

  // The pin's level in the next cycle.
  bool level() {
    if (bits_left_ == 0) {
      if (bytes_.empty()) return true;
      frame_ = 0x200u | static_cast<unsigned>(bytes_.front()) << 1;
      bytes_.pop_front();
      bits_left_ = 10;
    }
    const bool level = (frame_ & 1) != 0;
    if (++cycle_ == cycles_per_bit_) {
      cycle_ = 0;
      frame_ >>= 1;
      --bits_left_;
    }
    return level;
  }

 private:
  unsigned cycles_per_bit_;
  std::deque<std::uint8_t> bytes_;
  unsigned frame_ = 0;
  unsigned bits_left_ = 0;
  unsigned cycle_ = 0;  // of the current bit
};

class SerialSampler {
 public:
  explicit SerialSampler(unsigned cycles_per_bit) : cycles_per_bit_(cycles_per_bit) {}

  bool idle() const { return !receiving_; }

  // `level`: of the pin in this cycle. Returns the byte whose stop bit this is, unless that bit is
  // low.
  std::optional<std::uint8_t> next(bool level) {
    if (!receiving_) {
      receiving_ = !level;
      cycle_ = 0;
      bits_ = 0;
      return {};
    }
    ++cycle_;
    const unsigned bit = cycle_ / cycles_per_bit_;
    if (cycle_ % cycles_per_bit_ != cycles_per_bit_ / 2) return {};
    bits_ |= static_cast<unsigned>(level) << bit;
    if (bit < 9) return {};
    receiving_ = false;
    if (!level) return {};
    return static_cast<std::uint8_t>(bits_ >> 1);
  }

 private:
  unsigned cycles_per_bit_;
  bool receiving_ = false;
  unsigned cycle_ = 0;  // since the start bit began
  unsigned bits_ = 0;   // with the start bit lowest
};

// A deliberate fault of the line: the n-th byte of one direction is lost or altered; 0: none.
//
//     --lose-request 25     --alter-request 25     --lose-answer 7     --alter-answer 7
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

// A deliberate fault of the board: the lowest bit of every answer to an order is wrong, and the
// check is right.
//
//     --falsify 7
struct BoardFault {
  std::uint32_t order = 0;  // 0: none

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
