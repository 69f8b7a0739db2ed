// SPDX-License-Identifier: Apache-2.0
// Queues of packets: one of a crosspoint, where packets from one in-port wait for one out-port, of
// an ejector, or of an injection stream; and the crosspoint queues of one output port, side by
// side.
#pragma once

#include <array>

#include "hls/router/config.hpp"
#include "hls/router/overflow.hpp"
#include "hls/types/assert.hpp"
#include "hls/types/each_one.hpp"

namespace router {

// The memory of a queue offers
//
//     std::uint32_t size() const;                                                // most packets
//     Packet read(std::uint32_t first) const;                                    // the oldest
//     void push(std::uint32_t first, std::uint32_t count, const Packet& packet); // behind first .. first + count - 1
//     void drop(std::uint32_t first, std::uint32_t count);                       // the oldest of `count`
//     void prefetch(std::uint32_t first) const;                                  // a hint that it will be read soon
//
// In hardware it is a ring in a memory with asynchronous read. If the host chooses the depth at run
// time, the configuration names the host's own queue:
//
//     template <class Packet>
//     using Slots = ...;  // with kRuntimeStages or kRuntimeLatency also std::uint32_t more_on_the_way() const: packets that follow a stop
//     template <class Queue, std::size_t Count>
//     using Queues = ...; // those of one port, like std::array

// A ring of a power of two of packets. It keeps its end in a register: an adder of first and count
// would make the memory's address late.
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
  template <class Queue, std::size_t Count>
  using Queues = std::array<Queue, Count>;
};
template <class Config>
struct QueueStorage<Config, hls::kRuntimeDepth> {
  using Slots = typename Config::template Slots<Packet<Config>>;
  template <class Queue, std::size_t Count>
  using Queues = typename Config::template Queues<Queue, Count>;
};

// One writer and one reader. `Depth`: a power of two from network::least_queue_depth(), or
// hls::kRuntimeDepth. `StopLatency`: that of the link which fills the queue; network::kStopLatency
// for a stream without arrival registers.
template <class Config, std::size_t Depth, unsigned StopLatency = stop_latency<Config>()>
class PacketQueue {
 public:
  using Count = hls::Bits<Depth == hls::kRuntimeDepth ? 32 : hls::index_width(Depth + 1)>;
  using Slots = typename QueueStorage<Config, Depth>::Slots;

  // Packets waiting; head() is the oldest and means something only when there is one.
  Count count() const { return count_; }
  Packet<Config> head() const { return slots_.read(first_); }
  // The sender must stop.
  bool filling() const { return count_ > most_in_flow(); }
  // A packet that comes is lost.
  bool full() const { return count_ == slots_.size(); }

  // Whether a packet waits, and whether the sender must stop, after a cycle with a pop, a push or
  // both. `filling`: the value of filling(). They read the count before its adder, so that the
  // clock waits for the adder or for them, not for both.
  bool waits_after(bool push) const { return push || count_ != 1; }
  bool fills_after(bool filling, bool pop, bool push) const {
    if (pop == push) return filling;
    return push ? filling || count_ == most_in_flow() : filling && count_ != most_in_flow() + 1;
  }

  // One cycle: `pop` drops the head (count() > 0), `push` appends (count() < depth). Both may
  // happen.
  void tick(bool pop, bool push, const Packet<Config>& packet) {
    HLS_ASSERT(!push || !full(), "a push into a full queue");
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
  // For the mesh to attach memory, and to keep what is in it: count() packets from first() on.
  Slots& slots() { return slots_; }
  std::uint32_t first() const { return first_; }

 private:
  using Index = hls::Bits<Depth == hls::kRuntimeDepth ? 32 : hls::index_width(Depth)>;

  // Packets up to which the sender need not stop.
  std::uint32_t most_in_flow() const {
    if constexpr (Depth == hls::kRuntimeDepth && has_runtime_hop<Config>()) {
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
// An array may make its queues when they are needed. So a queue without a packet is never read.
template <class Config, std::size_t Count>
using CrosspointQueues =
    typename QueueStorage<Config, Config::kQueueDepth>::template Queues<CrosspointQueue<Config>, Count>;

// One cycle of the queues of an output port or a combining ejector, and of the flags beside them,
// which are registers so that a request vector does not wait for the counts. `waiting`: queues that
// hold a packet. `filling`: queues that say stop. `losses`: full queues to which a packet came. `deepest`: most packets
// that one has held, with statistics. `pops`: queues whose head leaves. `pushes`: queues to which `packet_of(queue)`
// comes.
template <class Config, std::size_t Queues, class PacketOf>
void update_queues(CrosspointQueues<Config, Queues>& queues, hls::Bits<Queues>& waiting, hls::Bits<Queues>& filling,
                   [[maybe_unused]] QueueLosses<Config, Queues>& losses,
                   typename CrosspointQueue<Config>::Count& deepest, std::uint32_t pops, std::uint32_t pushes,
                   PacketOf packet_of) {
  if constexpr (kCountsOverflow<Config>) {
    // Only queues that say stop can be full.
    std::uint32_t full = 0;
    hls::for_each_one<Queues>(pushes & filling, [&](unsigned q) { full |= (queues[q].full() ? 1u : 0u) << q; });
    losses[0] = hls::Bits<Queues>(full);
    pushes &= ~full;
  }
  using Count = typename CrosspointQueue<Config>::Count;
  const auto set = [](std::uint32_t& mask, unsigned bit, bool value) {
    mask = (mask & ~(1u << bit)) | (value ? 1u : 0u) << bit;
  };
  std::uint32_t next_waiting = waiting;
  std::uint32_t next_filling = filling;
  const auto tick = [&](unsigned q, bool is_filling, bool pop, bool push) {
    set(next_waiting, q, queues[q].waits_after(push));
    set(next_filling, q, queues[q].fills_after(is_filling, pop, push));
    queues[q].tick(pop, push, packet_of(q));
    if constexpr (Config::kStatistics) {
      if (queues[q].count() > deepest) deepest = Count(queues[q].count());
    }
  };
  if constexpr (hls::kSkipsWork) {
    // Pops and pushes one after the other give the same result, and the processor has no branch to
    // predict.
    hls::for_each_one<Queues>(pops, [&](unsigned q) { tick(q, next_filling >> q & 1u, true, false); });
    hls::for_each_one<Queues>(pushes, [&](unsigned q) { tick(q, next_filling >> q & 1u, false, true); });
  } else {
    hls::for_each_one<Queues>(pops | pushes,
                              [&](unsigned q) { tick(q, filling >> q & 1u, pops >> q & 1u, pushes >> q & 1u); });
  }
  waiting = hls::Bits<Queues>(next_waiting);
  filling = hls::Bits<Queues>(next_filling);
}

}  // namespace router
