// The receiving end of a channel with valid and ready: a stream, or one of the channels of
// AXI4-Lite. What comes can be used in the cycle in which it comes; if it is not, it waits here and
// ready falls. Ready is a register, to which no path leads from valid, and a word passes in every
// cycle.
//
//     if (valid(in.tvalid, out.tready)) use(buffer.head(in.tdata, out.tready));
//     buffer.tick(in.tdata, in.tvalid, taken, out.tready);
#pragma once

#include "hls/types/bits.hpp"

namespace axi {

template <class T>
class SkidBuffer {
 public:
  // There is a word: on the channel, or here while `ready`, the register, is down.
  static bool valid(hls::Bit arriving, hls::Bit ready) { return arriving || !ready; }
  T head(const T& word, hls::Bit ready) const { return ready ? word : waiting_; }

  // One cycle. `taken`: the head is used.
  void tick(const T& word, hls::Bit arriving, bool taken, hls::Bit& ready) {
    const bool empty = taken || !valid(arriving, ready);
    if (ready) waiting_ = word;
    ready = hls::Bit(empty);
  }

 private:
  T waiting_;
};

}  // namespace axi
