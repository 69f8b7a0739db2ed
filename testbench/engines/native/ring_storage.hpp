// SPDX-License-Identifier: Apache-2.0
// Queues that hold their packets in rings, whose depth is chosen at run time. A ring takes memory
// only for the words that it holds at a time, so that deep but mostly empty queues stay in the
// cache. Every run needs it but those of numbered_storage.hpp.
//
//     GrowingRing<Packet> slots;            // as router::PacketQueue takes it
//     slots.attach(rings);
//     slots.push(first, count, packet);     // behind the words first .. first + count - 1
//     Packet head = slots.read(first);
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "hls/network/link.hpp"
#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/native/block_pool.hpp"
#include "testbench/ground/host/archive.hpp"

namespace testbench {

// The properties that rings of one depth share.
struct alignas(64) RingMemory {
  std::pmr::memory_resource* resource = nullptr;
  std::uint32_t size = 0;             // words, a power of two
  std::uint32_t more_on_the_way = 0;  // words behind a stop, beyond those that every ring leaves room for; below 2048
};

// Words are in a block on lines of its own. A ring itself is one number, so that many queues fit a
// line of the cache. It is the address of the block, and two logarithms in the bits that the
// address of a line leaves free.
template <class T>
class GrowingRing {
 public:
  using Memory = RingMemory;

  // `memory` must live as long as the ring, which returns only outgrown blocks to it.
  void attach(const RingMemory& memory) {
    packed_ = pack(&memory, 0) | static_cast<std::uint64_t>(std::countr_zero(memory.size)) << kSizeShift |
              std::uint64_t{memory.more_on_the_way} << kMoreShift;
  }

  std::uint32_t size() const { return std::uint32_t{1} << (packed_ >> kSizeShift & kMostLog); }
  std::uint32_t more_on_the_way() const { return static_cast<std::uint32_t>(packed_ >> kMoreShift); }

  // Reads a word that has been written and is still in the ring.
  T read(std::uint32_t index) const { return words()[place(index)]; }
  // Appends to the words first .. first + count - 1, which are fewer than size().
  void push(std::uint32_t first, std::uint32_t count, const T& word) {
    if (count == capacity()) grow(first, count);
    words()[place(first + count)] = word;
    // The next words go to the next line, which a long queue has in main memory.
    __builtin_prefetch(words() + place(first + count + kWordsOfLine), 1);
  }
  // Removes the first of `count` words.
  static void drop(std::uint32_t, std::uint32_t) {}
  // A hint that the word will be read soon.
  void prefetch(std::uint32_t index) const { __builtin_prefetch(words() + place(index)); }

  // The words first .. first + count - 1. `memory`: that of attach(). The ring may be a copy of another process's.
  void serialize(Archive& archive, const RingMemory& memory, std::uint32_t first, std::uint32_t count) {
    if (archive.is_reading()) attach(memory);
    for (std::uint32_t i = 0; i < count; ++i) {
      T word{};
      if (!archive.is_reading()) word = read(first + i);
      archive.values(word);
      if (archive.is_reading()) push(first, i, word);
    }
  }

 private:
  static constexpr std::size_t kLine = 64;
  static constexpr std::uint32_t kWordsOfLine = (kLine + sizeof(T) - 1) / sizeof(T);
  static constexpr std::uint32_t kLeast = 4;

  // Fields of packed_, from the lowest bit up: log2 of the capacity (0 for none), the address of 48
  // bits, log2 of the size, and the words that are on the way.
  static constexpr std::uint64_t kCapacity = kLine - 1;
  static constexpr unsigned kSizeShift = 48;
  static constexpr unsigned kMoreShift = 53;
  static constexpr std::uint64_t kMostLog = 31;
  static constexpr std::uint64_t kAddress = (std::uint64_t{1} << kSizeShift) - kLine;

  static std::uint64_t pack(const void* line, std::uint32_t capacity) {
    const unsigned log = capacity == 0 ? 0 : static_cast<unsigned>(std::countr_zero(capacity));
    return reinterpret_cast<std::uintptr_t>(line) | log;
  }
  // Without a capacity the address is that of the RingMemory. A block holds that address behind its
  // words.
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the address is a part of a number
  void* line() const { return reinterpret_cast<void*>(packed_ & kAddress); }
  T* words() const { return static_cast<T*>(line()); }
  std::uint32_t capacity() const { return std::uint32_t{1} << (packed_ & kCapacity) & ~std::uint32_t{1}; }
  std::uint32_t place(std::uint32_t index) const { return index & ~(~std::uint32_t{0} << (packed_ & kCapacity)); }

  static std::size_t memory_offset(std::uint32_t words) {
    return (sizeof(T) * words + alignof(RingMemory*) - 1) / alignof(RingMemory*) * alignof(RingMemory*);
  }
  static const RingMemory*& memory_behind(void* block, std::uint32_t words) {
    return *reinterpret_cast<const RingMemory**>(static_cast<std::byte*>(block) + memory_offset(words));
  }
  static std::size_t bytes_of(std::uint32_t words) { return memory_offset(words) + sizeof(RingMemory*); }

  [[gnu::noinline]] void grow(std::uint32_t first, std::uint32_t count) {
    const std::uint32_t before = capacity();
    const RingMemory* const memory =
        before == 0 ? static_cast<const RingMemory*>(line()) : memory_behind(line(), before);
    const std::uint32_t after = before == 0 ? kLeast : 2 * before;
    void* const block = memory->resource->allocate(bytes_of(after), kLine);
    memory_behind(block, after) = memory;
    T* const words = static_cast<T*>(block);
    for (std::uint32_t i = first; i != first + count; ++i) words[i & (after - 1)] = read(i);
    if (before != 0) memory->resource->deallocate(line(), bytes_of(before), kLine);
    packed_ = pack(block, after) | (packed_ & ~(kAddress | kCapacity));
  }

  std::uint64_t packed_ = 0;
};

// The queues of the nodes that one thread steps: they hold the packets themselves.
template <class Packet>
class RingStorage {
 public:
  using Slots = GrowingRing<Packet>;

  // The part that all storages of a mesh share.
  struct Common {
    Common(const MeshSetting&, std::uint32_t) {}
    // A node offers a packet, which its neighbours may see in the next cycle.
    static void publish(std::uint32_t, const Packet&) {}
    static void serialize(Archive&) {}
  };

  // A stop takes effect as many cycles later as a port has stages and the wires take, there and back. In front of an
  // ejector there are as many stages again. Wires behind a link layer are no matter of the router's.
  explicit RingStorage(const MeshSetting& setting)
      : stages_(setting.combine_stages),
        latency_(setting.links ? 0 : setting.link_latency),
        queues_{&memory_, static_cast<std::uint32_t>(setting.queue_depth.chosen), stages_ + 2 * latency_},
        ejectors_{&memory_,
                  static_cast<std::uint32_t>(network::ejector_depth(setting.hop_cycles + 2 * stages_, latency_)),
                  2 * stages_ + 2 * latency_} {}
  RingStorage(const Common&, const MeshSetting& setting, std::uint64_t) : RingStorage(setting) {}
  RingStorage(const RingStorage&) = delete;
  RingStorage& operator=(const RingStorage&) = delete;

  const auto& queues() const { return queues_; }
  const auto& ejectors() const { return ejectors_; }
  std::uint32_t stages() const { return stages_; }
  std::uint32_t latency() const { return latency_; }
  // Delay lines take their memory here.
  std::pmr::memory_resource& memory() { return memory_; }
  // Bytes that the queues have taken.
  std::uint64_t bytes() const { return memory_.bytes(); }

  // Upper bounds for a waiting packet, and for a queue in which one has waited: a ring has up to
  // twice the slots that it has needed, and its outgrown blocks were as many.
  static constexpr std::uint64_t kPacketBytes = 4 * sizeof(Packet);
  static constexpr std::uint64_t kQueueBytes = 128;
  // Bytes of the shared part.
  static std::uint64_t common_bytes(const MeshSetting&) { return 0; }

  // Queues keep their packets.
  static void serialize(Archive&) {}

 private:
  BlockPool memory_;
  std::uint32_t stages_;
  std::uint32_t latency_;
  RingMemory queues_;
  RingMemory ejectors_;
};

}  // namespace testbench
