// The ejector of one in-port: packets for this node, in order, to the node's memory. A register
// that the memory reads, and a short queue behind it for when the memory is not ready; when that
// fills, the in-port stops.
#pragma once

#include <type_traits>

#include "hls/router/packet_queue.hpp"

namespace router {

template <class Config>
class Ejector {
 public:
  // What is in the combining ejector when the queue says stop comes too.
  static constexpr unsigned kHopCycles = hop_cycles<Config>() + fixed_stages<Config>();
  static constexpr std::size_t kDepth =
      Config::kQueueDepth == hls::kRuntimeDepth ? hls::kRuntimeDepth : network::least_queue_depth(kHopCycles);

  // The in-port must stop; see PacketQueue::filling.
  bool filling() const { return queue_.filling(); }
  // No packet waits behind the register.
  bool empty() const { return queue_.count() == 0; }

  // One cycle. `arriving`: `packet` is for this node. `ready`: the memory takes what `eject` holds.
  // `eject`: the register between ejector and memory.
  HLS_MODULE void tick(hls::Bit arriving, const Packet<Config>& packet, hls::Bit ready, Flit<Config>& eject) {
    const bool free = !eject.valid || ready;
    const bool waiting = queue_.count() != 0;
    if (free) eject.valid = hls::Bit(waiting || arriving);
    if (free && (waiting || arriving)) eject.packet = waiting ? queue_.head() : packet;
    queue_.tick(free && waiting, arriving && (waiting || !free), packet);
  }

  // For the mesh to attach memory.
  using Queue = PacketQueue<Config, kDepth, network::stop_latency(kHopCycles)>;
  Queue& queue() { return queue_; }

 private:
  Queue queue_;
};

// The same where the memory is always ready: the register alone.
template <class Config>
class EjectRegister {
 public:
  static constexpr bool filling() { return false; }
  static constexpr bool empty() { return true; }

  void tick(hls::Bit arriving, const Packet<Config>& packet, [[maybe_unused]] hls::Bit ready, Flit<Config>& eject) {
    HLS_ASSERT(ready, "the memory of a node without ejection queues is busy");
    eject.valid = arriving;
    if (arriving) eject.packet = packet;
  }
};

template <class Config>
using EjectorOf = std::conditional_t<Config::kMemoryWaits, Ejector<Config>, EjectRegister<Config>>;

}  // namespace router
