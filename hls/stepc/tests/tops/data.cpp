// SPDX-License-Identifier: Apache-2.0
// Data registers (kHlsData): reset does not touch them. A pipeline of packets whose payload is data and whose valid
// bits are control, with and without enables, in a part and in Out, and data that is not zero after the first reset.
#include <array>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

template <unsigned W>
struct Payload {
  static constexpr bool kHlsData = true;
  hls::Bits<W> word;
  std::array<hls::Bits<3>, 2> tags;
};

// Members of data are data too; an attribute of a base holds for the fields of the base alone.
struct Stamped : Payload<11> {
  hls::Bits<6> count{33};
};

struct Control {
  static constexpr bool kHlsData = false;
  hls::Bit valid;
  hls::Bits<4> hops{9};
};

class Stage {
 public:
  hls::Bit valid() const { return control_.valid; }

  HLS_MODULE Payload<20> tick(const Payload<20>& payload, hls::Bit valid) {
    const Payload<20> before = payload_;
    if (valid) {
      payload_ = payload;
      control_.hops = hls::Bits<4>(control_.hops + 1);
    }
    control_.valid = valid;
    inverted_.word = hls::Bits<20>(~payload.word);
    return before;
  }

 private:
  Payload<20> payload_;
  Payload<20> inverted_;  // written in every cycle, in that of the reset too
  Control control_;
};

struct State {
  std::array<Stage, 2> stages;
  Stamped stamped;
};

struct In {
  Payload<20> payload;
  hls::Bit valid;
  hls::Bits<2> stop;
};

struct Out {
  Payload<20> payload;
  hls::Bit valid;
  hls::Bits<11> stamp;
};

void step(State& state, const In& in, Out& out) {
  const hls::Bit first = state.stages[0].valid();
  out.valid = state.stages[1].valid();
  const Payload<20> moved = state.stages[0].tick(in.payload, in.valid);
  if (in.stop != 3) out.payload = state.stages[1].tick(moved, first);
  if (in.valid) {
    state.stamped.word = hls::Bits<11>(in.payload.word);
    state.stamped.count = hls::Bits<6>(state.stamped.count + 1);
  }
  out.stamp = hls::Bits<11>(state.stamped.word ^ state.stamped.count);
}
