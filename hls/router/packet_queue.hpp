// A queue of packets with one writer and one reader: of a crosspoint, where packets from one
// in-port wait for one out-port, of an ejector, or of an injection stream.
//
// Where the packets lie:
//
//     std::uint32_t size() const;                                                // most packets
//     Packet read(std::uint32_t first) const;                                    // the oldest
//     void push(std::uint32_t first, std::uint32_t count, const Packet& packet); // behind first .. first + count - 1
//     void drop(std::uint32_t first, std::uint32_t count);                       // the oldest of so many
//     void prefetch(std::uint32_t first) const;                                  // a hint that it will be read soon
//
// In hardware that is a ring in a memory with asynchronous read; where the depth is chosen at run
// time the configuration names it, a queue of the host's that is told which packets it holds:
//
//     template <class Packet>
//     using Slots = ...;  // with kRuntimeStages also std::uint32_t more_on_the_way() const, of packets behind a stop
#pragma once

#include "hls/router/config.hpp"
#include "hls/types/assert.hpp"

namespace router {

// A power of two of packets. It knows its end by itself: behind an adder of first and count the
// memory would have its address late.
template <class Config, std::size_t Depth>
class RingSlots {
 public:
  static constexpr std::uint32_t size() { return Depth; }
  Packet<Config> read(std::uint32_t first) const { return packets_.read(first); }
  void push(std::uint32_t, std::uint32_t, const Packet<Config>& packet) {
    packets_.write(end_, packet);
    end_ = Index(end_ + 1);
  }
  void drop(std::uint32_t, std::uint32_t) {}

 private:
  using Index = hls::Bits<hls::index_width(Depth)>;

  hls::Ram<Packet<Config>, Depth> packets_;
  Index end_;  // where the next one goes
};

template <class Config, std::size_t Depth>
struct QueueStorage {
  using Slots = RingSlots<Config, Depth>;
};
template <class Config>
struct QueueStorage<Config, hls::kRuntimeDepth> {
  using Slots = typename Config::template Slots<Packet<Config>>;
};

// `Depth`: a power of two from network::least_queue_depth(), or hls::kRuntimeDepth. `StopLatency`:
// of what comes over a link; of a stream without arrival registers network::kStopLatency.
template <class Config, std::size_t Depth, unsigned StopLatency = network::stop_latency(hop_cycles<Config>())>
class PacketQueue {
 public:
  using Count = hls::Bits<Depth == hls::kRuntimeDepth ? 32 : hls::index_width(Depth + 1)>;
  using Slots = typename QueueStorage<Config, Depth>::Slots;

  // Packets waiting; head() is the oldest and means something only when there is one.
  Count count() const { return count_; }
  Packet<Config> head() const { return slots_.read(first_); }
  // The sender must be told to stop.
  bool filling() const { return count_ > most_in_flow(); }

  // Whether a packet waits, and whether the sender must be told to stop, after a cycle with a pop,
  // a push or both. `filling`: what filling() says. Looks at the count as it is, beside its adder
  // and not behind it.
  bool waits_after(bool push) const { return push || count_ != 1; }
  bool fills_after(bool filling, bool pop, bool push) const {
    if (pop == push) return filling;
    return push ? filling || count_ == most_in_flow() : filling && count_ != most_in_flow() + 1;
  }

  // One cycle: `pop` drops the head (count() > 0), `push` appends (count() < depth). Both may
  // happen.
  void tick(bool pop, bool push, const Packet<Config>& packet) {
    HLS_ASSERT(!push || count_ != slots_.size(), "a push into a full queue");
    HLS_ASSERT(!pop || count_ != 0, "a pop of an empty queue");
    if (push) slots_.push(first_, count_, packet);
    if (pop) {
      slots_.drop(first_, count_ + (push ? 1u : 0u));
      first_ = Index(first_ + 1);
    }
    count_ = Count(count_ + (push ? 1u : 0u) - (pop ? 1u : 0u));
  }

  // For a mesh whose queues lie in main memory: a hint that the head will be read soon.
  void prefetch() const { slots_.prefetch(first_); }
  // For the mesh to attach memory.
  Slots& slots() { return slots_; }

 private:
  using Index = hls::Bits<Depth == hls::kRuntimeDepth ? 32 : hls::index_width(Depth)>;

  // Packets up to which the sender need not stop.
  std::uint32_t most_in_flow() const {
    if constexpr (Depth == hls::kRuntimeDepth && has_runtime_stages<Config>()) {
      return slots_.size() - StopLatency - slots_.more_on_the_way();
    } else {
      return slots_.size() - StopLatency;
    }
  }

  Slots slots_;
  Index first_;
  Count count_;
};

template <class Config>
using CrosspointQueue = PacketQueue<Config, Config::kQueueDepth>;

}  // namespace router
