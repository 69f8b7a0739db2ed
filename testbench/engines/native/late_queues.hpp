// SPDX-License-Identifier: Apache-2.0
// The queues of a port, in two forms. In the largest cubes a port has none until a packet waits there: a node of the
// 20-cube has 400 queues, and 800 if it combines, and in a broadcast or a reduction hardly a packet waits. Runs of one
// root with --dim 17 to 20 need it (docs/guides/scale.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "testbench/ground/host/archive.hpp"

namespace testbench {

// Queues of which a port has all or none. The memory of their slots has a `resource` for the queues themselves.
//
//     LateQueues<Queue, 19> queues;
//     queues.attach(memory);    // none
//     queues[3].tick(..);       // makes all
//
// A copy shares the queues, if there are any, and must be attached anew.
template <class Queue, std::size_t Count>
class LateQueues {
 public:
  using Memory = typename Queue::Slots::Memory;

  static_assert(alignof(Memory) > 1 && alignof(Queue) > 1);
  static constexpr std::size_t kBytes = Count * sizeof(Queue);

  // `memory` must live as long as the queues, which never return what they have taken.
  void attach(const Memory& memory) { address_ = reinterpret_cast<std::uintptr_t>(&memory) | kNone; }

  Queue& operator[](std::size_t queue) {
    if (!are_made()) make();
    return made()[queue];
  }
  // For a port in which a packet has waited.
  const Queue& operator[](std::size_t queue) const { return made()[queue]; }

  // `memory`: that of attach(). These may be a copy of another process's.
  void serialize(Archive& archive, const Memory& memory) {
    bool has_any = are_made();
    archive.values(has_any);
    if (archive.is_reading()) attach(memory);
    if (!has_any) return;
    for (std::size_t i = 0; i < Count; ++i) keep_queue(archive, (*this)[i], memory);
  }

 private:
  static constexpr std::uintptr_t kNone = 1;

  // NOLINTBEGIN(performance-no-int-to-ptr): one bit of the number is a flag
  Queue* made() const { return reinterpret_cast<Queue*>(address_); }
  const Memory& memory() const { return *reinterpret_cast<const Memory*>(address_ - kNone); }
  // NOLINTEND(performance-no-int-to-ptr)
  bool are_made() const { return (address_ & kNone) == 0; }

  [[gnu::noinline]] void make() {
    const Memory& of_slots = memory();
    Queue* const queues = static_cast<Queue*>(of_slots.resource->allocate(kBytes, alignof(Queue)));
    for (std::size_t i = 0; i < Count; ++i) (new (queues + i) Queue())->slots().attach(of_slots);
    address_ = reinterpret_cast<std::uintptr_t>(queues);
  }

  std::uintptr_t address_ = kNone;  // of the queues, or of the memory and kNone
};

// One queue, with what is in it.
template <class Queue, class Memory>
void keep_queue(Archive& archive, Queue& queue, const Memory& memory) {
  archive.values(queue);
  queue.slots().serialize(archive, memory, queue.first(), queue.count());
}

// Gives memory to the queues of a port.
template <class Queue, std::size_t Count, class Memory>
void attach(std::array<Queue, Count>& queues, const Memory& memory) {
  for (Queue& queue : queues) queue.slots().attach(memory);
}
template <class Queue, std::size_t Count, class Memory>
void attach(LateQueues<Queue, Count>& queues, const Memory& memory) {
  queues.attach(memory);
}

// The packets in the queues of a port. An array's queues are there already, as parts of their node.
template <class Queue, std::size_t Count, class Memory>
void serialize(Archive& archive, std::array<Queue, Count>& queues, const Memory& memory) {
  for (Queue& queue : queues) queue.slots().serialize(archive, memory, queue.first(), queue.count());
}
template <class Queue, std::size_t Count, class Memory>
void serialize(Archive& archive, LateQueues<Queue, Count>& queues, const Memory& memory) {
  queues.serialize(archive, memory);
}

// Bytes that a port takes when it gets its queues.
template <class Queues>
inline constexpr std::size_t kBytesMadeLate = 0;
template <class Queue, std::size_t Count>
inline constexpr std::size_t kBytesMadeLate<LateQueues<Queue, Count>> = LateQueues<Queue, Count>::kBytes;

}  // namespace testbench
