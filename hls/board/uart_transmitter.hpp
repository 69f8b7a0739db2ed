// The sending end of a serial line (uart_receiver.hpp).
#pragma once

#include "hls/board/uart_receiver.hpp"

namespace board {

template <unsigned CyclesPerBit>
class UartTransmitter {
 public:
  // It takes a byte.
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

  hls::Bits<9> frame_;  // what is left of it, ones behind
  Wait wait_;
  hls::Bits<4> bits_left_;
};

}  // namespace board
