// SPDX-License-Identifier: Apache-2.0
// The other end of a board's serial line, cycle by cycle of the board's clock. It drives the rx pin
// with bytes and decodes the tx pin. 8 data bits, the lowest first, no parity, one stop bit.
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

}  // namespace rtl_sim
