// A queue of packets with one writer and one reader: of a crosspoint, where packets from one in-port wait for one
// out-port, of an ejector, or of an injection stream.
//
// Storage is a ring in a memory with asynchronous read.
#pragma once

#include "hls/router/config.hpp"
#include "hls/types/assert.hpp"

namespace hls {
template <class T>
class GrowingRing;  // growing_ring.hpp, of the host alone
}

namespace router {

// `Depth`: a power of two from network::least_queue_depth(), or hls::kRuntimeDepth.
template <class Config, std::size_t Depth>
class PacketQueue {
 public:
  using Count = hls::Bits<Depth == hls::kRuntimeDepth ? 32 : hls::index_width(Depth + 1)>;
  using Slots = std::conditional_t<Depth == hls::kRuntimeDepth, hls::GrowingRing<Packet<Config>>,
                                   hls::Ram<Packet<Config>, Depth>>;

  // Packets waiting; head() is the oldest and means something only when there is one.
  Count count() const { return count_; }
  Packet<Config> head() const { return slots_.read(first_); }

  // One cycle: `pop` drops the head (count() > 0), `push` appends (count() < depth). Both may happen.
  void tick(bool pop, bool push, const Packet<Config>& packet) {
    HLS_ASSERT(!push || count_ != slots_.size(), "a push into a full queue");
    HLS_ASSERT(!pop || count_ != 0, "a pop of an empty queue");
    if constexpr (Depth == hls::kRuntimeDepth) {
      if (push) slots_.make_room(first_, count_);
    }
    if (push) slots_.write(Index(first_ + count_), packet);
    if (pop) first_ = Index(first_ + 1);
    count_ = Count(count_ + (push ? 1u : 0u) - (pop ? 1u : 0u));
  }

  // The sender must be told to stop.
  bool filling() const {
    if constexpr (Depth == hls::kRuntimeDepth) {
      if (slots_.has(count_ + network::kStopLatency)) return false;
    }
    return count_ + network::kStopLatency > slots_.size();
  }

  // For a mesh whose queues lie in main memory: a hint that the head will be read soon.
  void prefetch() const { slots_.prefetch(first_); }
  // For the mesh to attach memory.
  Slots& slots() { return slots_; }

 private:
  using Index = hls::Bits<Depth == hls::kRuntimeDepth ? 32 : hls::index_width(Depth)>;

  Slots slots_;
  Index first_;
  Count count_;
};

template <class Config>
using CrosspointQueue = PacketQueue<Config, Config::kQueueDepth>;

}  // namespace router
