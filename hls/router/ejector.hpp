// The ejector of one in-port: packets for this node, in order, to the node's memory. A register that the memory reads,
// and a short queue behind it for when the memory is not ready; when that fills, the in-port stops.
#pragma once

#include "hls/router/packet.hpp"

namespace router {

template <class Config>
class Ejector {
 public:
  static constexpr unsigned kDepth = 4;

  // The in-port must stop; as CrosspointQueue::filling.
  bool filling() const { return count_ + 3 > kDepth; }

  // One cycle. `arriving`: `packet` is for this node. `ready`: the memory takes what `eject` holds. `eject`: the
  // register between ejector and memory.
  HLS_MODULE void tick(hls::Bit arriving, const Packet<Config>& packet, hls::Bit ready, Flit<Config>& eject) {
    const bool free = !eject.valid || ready;
    const bool pop = free && count_ != 0;
    const bool straight = free && count_ == 0 && arriving;
    const bool push = arriving && !straight;
    if (free) eject.valid = hls::Bit(pop || straight);
    if (pop) eject.packet = slots_.read(first_);
    if (straight) eject.packet = packet;
    if (push) slots_.write((first_ + count_) & (kDepth - 1), packet);
    if (pop) first_ = hls::Bits<2>(first_ + 1);
    count_ = hls::Bits<3>(count_ + (push ? 1u : 0u) - (pop ? 1u : 0u));
  }

 private:
  hls::Ram<Packet<Config>, kDepth> slots_;
  hls::Bits<2> first_;
  hls::Bits<3> count_;
};

}  // namespace router
