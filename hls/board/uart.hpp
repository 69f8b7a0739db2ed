// SPDX-License-Identifier: Apache-2.0
// Both ends of a serial line: 8 data bits, the lowest first, no parity, one stop bit; the line is
// high when idle.
#pragma once

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

namespace board {

// A byte, valid in the one cycle in which it has come.
struct Byte {
  hls::Bits<8> bits;
  hls::Bit valid;
};

// The receiving end.
//
//     line  ----+____+====+====+ .. +====+-----
//               start  0    1         7   stop
//                 ^    ^    ^         ^    ^    sampled here, CyclesPerBit apart
template <unsigned CyclesPerBit>
class UartReceiver {
  static_assert(CyclesPerBit >= 4, "a bit must be sampled away from its edges");

 public:
  // Whether a byte has begun.
  bool receiving() const { return receiving_; }

  // One cycle. A byte whose stop bit is low is dropped.
  HLS_MODULE Byte tick(hls::Bit line) {
    Byte byte;
    const bool high = settled_;
    if (!receiving_) {
      receiving_ = hls::Bit(!high);
      wait_ = Wait(CyclesPerBit / 2 - 1);
      bit_ = hls::Bits<4>(0);
    } else if (wait_ != 0) {
      wait_ = Wait(wait_ - 1);
    } else {
      const bool is_start = bit_ == 0;
      const bool is_stop = bit_ == kStopBit;
      byte.bits = bits_;
      byte.valid = hls::Bit(is_stop && high);
      receiving_ = hls::Bit(!is_stop && !(is_start && high));  // a start bit that is high by now was a spike
      if (!is_stop) bits_ = hls::Bits<8>((high ? 0x80u : 0u) | bits_ >> 1);
      wait_ = Wait(CyclesPerBit - 1);
      bit_ = hls::Bits<4>(bit_ + 1);
    }
    settled_ = first_;
    first_ = line;
    return byte;
  }

 private:
  using Wait = hls::Bits<hls::index_width(CyclesPerBit)>;
  static constexpr unsigned kStopBit = 9;

  // The line has no clock of ours: after two registers it is either high or low.
  hls::Bit first_{1};
  hls::Bit settled_{1};
  hls::Bit receiving_;
  Wait wait_;          // cycles to the next sample
  hls::Bits<4> bit_;   // 0: start
  hls::Bits<8> bits_;  // the latest samples
};

// The sending end.
template <unsigned CyclesPerBit>
class UartTransmitter {
 public:
  // Whether it takes a byte.
  bool ready() const { return bits_left_ == 0; }

  // One cycle. `byte`: only when ready. `line`: the register that drives it.
  HLS_MODULE void tick(const Byte& byte, hls::Bit& line) {
    if (ready()) {
      if (byte.valid) {
        frame_ = hls::Bits<9>(byte.bits << 1);
        bits_left_ = hls::Bits<4>(kFrameBits);
        wait_ = Wait(0);
      }
    } else if (wait_ != 0) {
      wait_ = Wait(wait_ - 1);
    } else {
      bits_left_ = hls::Bits<4>(bits_left_ - 1);
      wait_ = Wait(CyclesPerBit - 1);
      line = hls::Bit(frame_ & 1);
      frame_ = hls::Bits<9>(1u << 8 | frame_ >> 1);
    }
  }

 private:
  using Wait = hls::Bits<hls::index_width(CyclesPerBit)>;
  // Start, 8 bits, stop, and one more: the last wait ends with the stop bit.
  static constexpr unsigned kFrameBits = 11;

  hls::Bits<9> frame_;  // the rest of the frame, then ones
  Wait wait_;
  hls::Bits<4> bits_left_;
};

}  // namespace board
