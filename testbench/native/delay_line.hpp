// The stages of a combining port or ejector where their number is chosen at run time: a ring of what has left it and is not
// yet on the link (hls/router/combine_pipeline.hpp).
//
//     DelayLine<Flit> line;          // without stages: what goes in comes out
//     line.attach(memory, stages);
//     flit = line.tick(flit);        // of so many ticks ago
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>

namespace testbench {

// A copy shares the ring, and must be attached to one of its own. A line without packets is left alone by a tick without one.
template <class Flit>
class DelayLine {
 public:
  // `memory` gives the ring up when it goes.
  void attach(std::pmr::memory_resource& memory, std::uint32_t stages) {
    *this = {};
    stages_ = stages;
    if (stages == 0) return;
    ring_ = static_cast<Flit*>(memory.allocate(stages * sizeof(Flit), alignof(Flit)));
    std::uninitialized_value_construct_n(ring_, stages);
  }

  bool empty() const { return packets_ == 0; }

  Flit tick(const Flit& in) {
    if (stages_ == 0 || (packets_ == 0 && !in.valid)) return in;
    Flit& place = ring_[next_];
    const Flit out = place;
    place = in;
    next_ = next_ + 1 == stages_ ? 0 : next_ + 1;
    packets_ = packets_ + (in.valid ? 1u : 0u) - (out.valid ? 1u : 0u);
    return out;
  }

 private:
  Flit* ring_ = nullptr;
  std::uint32_t stages_ = 0;
  std::uint32_t next_ = 0;
  std::uint32_t packets_ = 0;
  std::uint32_t unused_ = 0;  // no padding: nodes are compared byte by byte
};

}  // namespace testbench
