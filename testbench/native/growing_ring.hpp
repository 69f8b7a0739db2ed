// Storage of a ring on the host, where the depth is chosen at run time: as deep as it is told to be, it takes memory for
// the words that it holds at a time and no more. So queues that are deep and mostly empty stay in the cache.
//
//     GrowingRing<Packet> slots;            // as router::PacketQueue takes it
//     slots.attach(rings);
//     slots.push(first, count, packet);     // behind the words first .. first + count - 1
//     Packet head = slots.read(first);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>

namespace testbench {

// What rings of one depth have in common.
struct RingMemory {
  std::pmr::memory_resource* resource = nullptr;
  std::uint32_t size = 0;  // words, a power of two
};

template <class T>
class GrowingRing {
 public:
  // `memory` must live as long as the ring, which gives back to it what it has outgrown and nothing else.
  void attach(const RingMemory& memory) {
    memory_ = &memory;
    size_ = memory.size;
    capacity_ = 0;
  }

  std::uint32_t size() const { return size_; }

  // A word that has been written and is still in the ring.
  T read(std::uint32_t index) const { return block_->words[index & (capacity_ - 1)]; }
  // Words first .. first + count - 1 are in the ring, fewer than size().
  void push(std::uint32_t first, std::uint32_t count, const T& word) {
    if (count == capacity_) grow(first, count);
    block_->words[(first + count) & (capacity_ - 1)] = word;
  }
  // The first of so many words leaves.
  static void drop(std::uint32_t, std::uint32_t) {}
  // A hint that the word will be read soon.
  void prefetch(std::uint32_t index) const { __builtin_prefetch(&block_->words[index & (capacity_ - 1)]); }

 private:
  static constexpr std::size_t kLine = 64;
  static constexpr std::uint32_t kLeast = 4;

  // Words are in blocks on lines of their own, behind the memory that they came from.
  struct Block {
    const RingMemory* memory;
    T words[1];
  };

  static std::size_t bytes_of(std::uint32_t words) { return offsetof(Block, words) + sizeof(T) * words; }

  [[gnu::noinline]] void grow(std::uint32_t first, std::uint32_t count) {
    const RingMemory& from = capacity_ == 0 ? *memory_ : *block_->memory;
    const std::uint32_t capacity = capacity_ == 0 ? kLeast : 2 * capacity_;
    auto* const block = static_cast<Block*>(from.resource->allocate(bytes_of(capacity), kLine));
    block->memory = &from;
    for (std::uint32_t i = first; i != first + count; ++i) block->words[i & (capacity - 1)] = read(i);
    if (capacity_ != 0) from.resource->deallocate(block_, bytes_of(capacity_), kLine);
    block_ = block;
    capacity_ = capacity;
  }

  union {
    const RingMemory* memory_ = nullptr;  // while there are no words
    Block* block_;
  };
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace testbench
