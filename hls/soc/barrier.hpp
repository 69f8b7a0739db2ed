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
#pragma once

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

namespace soc {

template <unsigned Ports>
class Barrier {
 public:
  using Wires = hls::Bits<Ports>;

  // One cycle. `join`: only if no barrier is under way. `group`: a bit for each dimension, which stays as it is until
  // the barrier ends. `in`: the neighbours' wires; `out`: the register of this node's. Returns whether
  // the barrier ends.
  HLS_MODULE bool tick(hls::Bit join, Wires group, Wires in, Wires& out) {
    // The dimensions that this node has not turned round yet; the one that it waits for is below them.
    const std::uint32_t left = join ? std::uint32_t{group} : std::uint32_t{left_};
    const bool meets = join || (waits_ && ((in ^ out) & at_) == 0);
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
  hls::Bit waits_;
  Wires at_;    // the dimension that it waits for
  Wires left_;  // those behind it
};

}  // namespace soc
