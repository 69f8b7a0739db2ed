// SPDX-License-Identifier: Apache-2.0
// Storage of a queue as the numbers of its packets (packet_numbers.hpp). It takes chunks when it
// needs them and returns them when they are empty. Queues that hold copies of one another's packets
// thus take four bytes for each.
//
// Word i of the queue is in the chunk that begins at i rounded down to a multiple of
// NumberPool::kChunk.
#pragma once

#include <cstdint>

#include "testbench/native/number_pool.hpp"

namespace testbench {

// The properties that queues of one depth share.
template <class Packet>
struct NumberMemory {
  NumberPool<Packet>* pool = nullptr;
  std::uint32_t size = 0;  // words, a power of two
};

template <class Packet>
class NumberedSlots {
 public:
  // `memory` must live as long as the queue.
  void attach(const NumberMemory<Packet>& memory) { memory_ = &memory; }

  std::uint32_t size() const { return memory_->size; }

  // Reads the first word.
  Packet read(std::uint32_t first) const { return pool()[pool().at(head_, first)]; }
  // Appends to the words first .. first + count - 1, which are fewer than size().
  void push(std::uint32_t first, std::uint32_t count, const Packet& packet) {
    const std::uint32_t index = first + count;
    if (count == 0) {
      head_ = tail_ = pool().take();
    } else if (index % NumberPool<Packet>::kChunk == 0) {
      const std::uint32_t chunk = pool().take();
      pool().next(tail_) = chunk;
      tail_ = chunk;
    }
    pool().at(tail_, index) = pool().keep(packet);
  }
  // Removes the first of `count` words.
  void drop(std::uint32_t first, std::uint32_t count) {
    pool().forget(pool().at(head_, first));
    const bool is_last = count == 1;
    if (!is_last && (first + 1) % NumberPool<Packet>::kChunk != 0) return;
    const std::uint32_t chunk = head_;
    if (!is_last) head_ = pool().next(chunk);
    pool().give(chunk);
  }
  // A hint that the first word will be read soon.
  void prefetch(std::uint32_t first) const { __builtin_prefetch(&pool().at(head_, first), 1); }

 private:
  NumberPool<Packet>& pool() const { return *memory_->pool; }

  const NumberMemory<Packet>* memory_ = nullptr;
  std::uint32_t head_ = 0;  // chunks; valid while there are words
  std::uint32_t tail_ = 0;
};

}  // namespace testbench
