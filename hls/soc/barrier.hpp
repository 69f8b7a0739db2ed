// SPDX-License-Identifier: Apache-2.0
// A barrier of the nodes of a subcube in hardware, over one wire each way between neighbours. Nodes leave
// their reset and join at different times, and all continue in the same cycle.
//
// It is the exchange of dimension after dimension: a node turns round its wire of the first dimension, and
// waits until its neighbour's has the same level; then of the next one. After the exchange of dimension k
// a node knows that all nodes of a (k + 1)-cube have joined. Partners see each other's level in the same
// cycle, so after the last dimension all nodes are together, d cycles after the last one has joined.
// A node cannot turn the wire round again before its partner has seen it: it waits for the level of that
// partner first. So one wire is enough for barriers that follow one another, also if it takes many cycles.
//
// Wires of L cycles each way, of one clock: a partner's level comes L cycles late, and the earlier of two would go on
// L cycles behind the later one. It waits for 1 + L cycles from its own turn too. Then both go on 1 + L cycles behind
// the later turn, and all nodes together, d (1 + L) cycles after the last one has joined.
#pragma once

#include <array>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

namespace soc {

// `MostLatency`: cycles of the wires at most. With 0 there is no timer.
template <unsigned Ports, unsigned MostLatency = 0>
class Barrier {
 public:
  using Wires = hls::Bits<Ports>;

  // One cycle. `join`: only if no barrier is under way. `group`: a bit for each dimension, which stays as it is until
  // the barrier ends. `in`: the neighbours' wires; `out`: the register of this node's. `latency`: cycles of the wires.
  // Returns whether the barrier ends.
  HLS_MODULE bool tick(hls::Bit join, Wires group, Wires in, Wires& out,
                       [[maybe_unused]] unsigned latency = MostLatency) {
    // The dimensions that this node has not turned round yet; the one that it waits for is below them.
    const std::uint32_t left = join ? std::uint32_t{group} : std::uint32_t{left_};
    bool meets = join || (waits_ && ((in ^ out) & at_) == 0);
    if constexpr (MostLatency != 0) {
      meets = join || (meets && age_[0] == latency);
      age_[0] = meets ? Age(0) : Age(age_[0] + (age_[0] == latency ? 0 : 1));
    }
    const std::uint32_t next = left & (~left + 1);
    const bool ends = meets && next == 0;
    if (meets) {
      out = Wires(out ^ next);
      at_ = Wires(next);
      left_ = Wires(left & ~next);
    }
    if (join || ends) waits_ = hls::Bit(!ends);
    return ends;
  }

 private:
  using Age = hls::Bits<hls::index_width(MostLatency + 1)>;

  hls::Bit waits_;
  Wires at_;                                       // the dimension that it waits for
  Wires left_;                                     // those behind it
  std::array<Age, MostLatency != 0 ? 1 : 0> age_;  // cycles since it has turned that one's wire, up to the latency
};

}  // namespace soc
