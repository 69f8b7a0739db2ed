// The queue of one crosspoint: packets from one in-port that wait for one out-port. One writer, one reader.
//
// Storage is a ring in a memory with asynchronous read. A packet that arrives at an empty queue whose port is free does
// not pass through here: the output port takes it from the link (see output_port.hpp).
#pragma once

#include "hls/router/packet.hpp"

namespace router {

template <class Config>
class CrosspointQueue {
 public:
  // Packets waiting; head() is the oldest and means something only when there is one.
  std::uint32_t count() const { return count_; }
  Packet<Config> head() const { return slots_.read(first_); }

  // One cycle: `pop` drops the head (count() > 0), `push` appends (count() < depth). Both may happen.
  void tick(bool pop, bool push, const Packet<Config>& packet) {
    const std::uint32_t last_index = static_cast<std::uint32_t>(slots_.size()) - 1;
    if (push) slots_.write((first_ + count_) & last_index, packet);
    if (pop) first_ = Index((first_ + 1) & last_index);
    count_ = Count(count_ + (push ? 1u : 0u) - (pop ? 1u : 0u));
  }

  // The neighbour must be told to stop. This flag, the node's go register and the link each take a cycle, so that two
  // more packets can come after the one that sets it.
  bool filling() const { return count_ + 3 > slots_.size(); }

  // For a mesh whose queues lie in main memory: a hint that the head will be read soon.
  void prefetch() const { slots_.prefetch(first_); }
  hls::Ram<Packet<Config>, Config::kQueueDepth>& slots() { return slots_; }  // for the mesh to attach memory

 private:
  using Index = hls::Bits<Config::kQueueIndexWidth>;
  using Count = hls::Bits<Config::kQueueCountWidth>;

  hls::Ram<Packet<Config>, Config::kQueueDepth> slots_;
  Index first_;
  Count count_;
};

}  // namespace router
