// The receiving end of a serial line: 8 data bits, the lowest first, no parity, one stop bit; the
// line is high when idle.
//
//     line  ----+____+====+====+ .. +====+-----
//               start  0    1         7   stop
//                 ^    ^    ^         ^    ^    sampled here, CyclesPerBit apart
#pragma once

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

namespace board {

// A byte in the one cycle in which it has come.
struct Byte {
  hls::Bits<8> bits;
  hls::Bit valid;
};

template <unsigned CyclesPerBit>
class UartReceiver {
  static_assert(CyclesPerBit >= 4, "a bit must be sampled away from its edges");

 public:
  // One cycle. A byte whose stop bit is low has not come.
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

  // The line is of no clock: two registers until it is either high or low.
  hls::Bit first_{1};
  hls::Bit settled_{1};
  hls::Bit receiving_;
  Wait wait_;          // cycles to the next sample
  hls::Bits<4> bit_;   // 0: start
  hls::Bits<8> bits_;  // the latest samples
};

}  // namespace board
