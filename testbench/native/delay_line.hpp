// SPDX-License-Identifier: Apache-2.0
// The stages of a combining port or ejector, with their number chosen at run time. A ring holds the
// packets that have left the combiner and are not yet on the link (hls/router/combiner.hpp).
//
//     DelayLine<Flit> line;          // without stages the output is the input
//     line.attach(memory, stages);
//     line.tick(flit);               // replaces `flit` by that of `stages` ticks ago
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <utility>

namespace testbench {

// A copy shares the ring, and must be attached to a ring of its own. A tick without a packet does
// not change a line without packets.
template <class Flit>
class DelayLine {
 public:
  // The line never frees the ring: it lives as long as `memory`.
  void attach(std::pmr::memory_resource& memory, std::uint32_t stages) {
    *this = {};
    stages_ = stages;
    if (stages == 0) return;
    ring_ = static_cast<Flit*>(memory.allocate(stages * sizeof(Flit), alignof(Flit)));
    std::uninitialized_value_construct_n(ring_, stages);
  }

  bool empty() const { return packets_ == 0; }

  void tick(Flit& flit) {
    if (stages_ == 0 || (packets_ == 0 && !flit.valid)) return;
    packets_ += flit.valid ? 1u : 0u;
    std::swap(ring_[next_], flit);
    packets_ -= flit.valid ? 1u : 0u;
    next_ = next_ + 1 == stages_ ? 0 : next_ + 1;
  }

 private:
  Flit* ring_ = nullptr;
  std::uint32_t stages_ = 0;
  std::uint32_t next_ = 0;
  std::uint32_t packets_ = 0;
  std::uint32_t unused_ = 0;  // no padding: nodes are compared byte by byte
};

}  // namespace testbench
