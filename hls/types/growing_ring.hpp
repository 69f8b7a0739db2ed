// Storage of a ring on the host, where the depth is chosen at run time: as deep as it is told to be, it takes memory for
// the words that it holds at a time and no more, and a pointer is all that lies with its owner. So queues that are deep
// and mostly empty stay in the cache.
//
//     GrowingRing<Packet> slots;
//     slots.attach(rings);
//     slots.make_room(first, count);        // before a write to first + count
//     slots.write(first + count, packet);
//     Packet head = slots.read(first);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>

namespace hls {

// What rings of one depth have in common.
struct alignas(64) RingMemory {
  std::pmr::memory_resource* resource = nullptr;
  std::uint32_t size = 0;  // words, a power of two
};

template <class T>
class GrowingRing {
 public:
  // `memory` must live as long as the ring, which gives back to it what it has outgrown and nothing else.
  void attach(const RingMemory& memory) { place_ = reinterpret_cast<std::uintptr_t>(&memory); }

  std::uint32_t size() const { return memory().size; }
  // Whether so many words are in place already: at most size().
  bool has(std::uint32_t words) const { return words <= capacity(); }

  // A word that has been written and is still in the ring.
  T read(std::uint32_t index) const { return words()[index & (capacity() - 1)]; }
  void write(std::uint32_t index, const T& word) { words()[index & (capacity() - 1)] = word; }
  // Words first .. first + count - 1 are in the ring, and the next one will be written.
  void make_room(std::uint32_t first, std::uint32_t count) {
    if (!has(count + 1)) grow(first, count);
  }
  // A hint that the word will be read soon.
  void prefetch(std::uint32_t index) const { __builtin_prefetch(&words()[index & (capacity() - 1)]); }

 private:
  static constexpr std::size_t kLine = 64;
  static constexpr std::uintptr_t kLogMask = kLine - 1;
  static constexpr unsigned kLeastLog = 2;

  // Words are in blocks on lines of their own, behind the memory that they came from.
  struct Block {
    const RingMemory* memory;
    T words[1];
  };

  // An address on a line leaves room for the number of words: 2^log of them, none for 0.
  std::uint32_t log() const { return static_cast<std::uint32_t>(place_ & kLogMask); }
  std::uint32_t capacity() const { return (1u << log()) & ~1u; }
  T* words() const { return reinterpret_cast<Block*>(place_ & ~kLogMask)->words; }
  const RingMemory& memory() const {
    return log() == 0 ? *reinterpret_cast<const RingMemory*>(place_)
                      : *reinterpret_cast<const Block*>(place_ & ~kLogMask)->memory;
  }

  static std::size_t bytes_of(unsigned log) { return offsetof(Block, words) + (sizeof(T) << log); }

  [[gnu::noinline]] void grow(std::uint32_t first, std::uint32_t count) {
    const RingMemory& from = memory();
    const unsigned new_log = log() == 0 ? kLeastLog : log() + 1;
    auto* const block = static_cast<Block*>(from.resource->allocate(bytes_of(new_log), kLine));
    block->memory = &from;
    const std::uint32_t last = (1u << new_log) - 1;
    for (std::uint32_t i = first; i != first + count; ++i) block->words[i & last] = read(i);
    if (log() != 0) from.resource->deallocate(reinterpret_cast<Block*>(place_ & ~kLogMask), bytes_of(log()), kLine);
    place_ = reinterpret_cast<std::uintptr_t>(block) | new_log;
  }

  std::uintptr_t place_ = 0;  // of a block, and its number of words; of a RingMemory while there is none
};

}  // namespace hls
