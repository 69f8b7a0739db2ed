// SPDX-License-Identifier: Apache-2.0
// Standard input: bytes that come over the serial line, one at a time, and their end. A serial line has
// neither, so that two wires go beside it, as with modems: `ready` tells the other end that it may begin a
// byte, and with `ends` it says that no more will come. It sets `ends` after the last stop bit.
#pragma once

#include "firmware/image/memory_map.h"
#include "hls/board/uart.hpp"

namespace soc {

template <unsigned CyclesPerBit>
class SerialInput {
 public:
  // The value of CC_INPUT.
  std::uint32_t read() const { return has_byte_ ? std::uint32_t{byte_} : at_end() ? CC_INPUT_END : CC_INPUT_NONE; }
  bool ready() const { return !has_byte_ && !receiver_.receiving(); }

  // One cycle. `takes`: CC_INPUT is read. Returns whether a byte or the end has come.
  bool tick(hls::Bit line, hls::Bit ends, bool takes) {
    const board::Byte come = receiver_.tick(line);
    if (takes) has_byte_ = hls::Bit(0);
    if (come.valid) {
      byte_ = come.bits;
      has_byte_ = hls::Bit(1);
    }
    ends_ = first_;
    first_ = ends;
    const bool begins_to_end = at_end() && !was_at_end_;
    was_at_end_ = hls::Bit(at_end());
    return come.valid || begins_to_end;
  }

 private:
  bool at_end() const { return ends_ && ready(); }

  board::UartReceiver<CyclesPerBit> receiver_;
  hls::Bits<8> byte_;
  hls::Bit has_byte_;
  // The wire has no clock of ours.
  hls::Bit first_, ends_;
  hls::Bit was_at_end_;
};

}  // namespace soc
