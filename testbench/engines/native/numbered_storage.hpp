// SPDX-License-Identifier: Apache-2.0
// Queues that hold packet numbers, for meshes in which many nodes hold copies of the same packets.
// Each packet is kept once, under a number that follows from its source and sequence; a queue takes
// four bytes for each of its packets. NumberedStorage replaces RingStorage (ring_storage.hpp) in the
// configuration of a node. An allgather with --dim 13 to 16 needs it: 160 MiB in place of 902 MB at 13
// (docs/reference/benchmarks.md); broadcast requests (serving_node.hpp) have it too.
//
//     PacketNumbers<Packet> numbers(nodes, packets);
//     numbers.publish(node, packet);                       // when its source fetches it from its memory
//     if (auto number = numbers.find(packet)) ... numbers[*number]
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <vector>

#include "hls/network/fields.hpp"
#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/native/arena.hpp"
#include "testbench/engines/native/block_pool.hpp"
#include "testbench/ground/host/archive.hpp"

namespace testbench {

// All numbers are below this.
inline constexpr std::uint64_t kMostNumberedPackets = std::uint64_t{1} << 31;

// The packets of a mesh. find() returns no number if no packet, or another one, is published under
// it. For instance, a wrongly loaded node sends a wrong packet.
template <class Packet>
class PacketNumbers {
 public:
  // Bytes for each number.
  static constexpr std::uint64_t kBytes = sizeof(Packet) + sizeof(std::uint8_t);

  // `packets`: all published sequences are below it. Its product with `nodes` is at most
  // kMostNumberedPackets.
  PacketNumbers(std::uint32_t nodes, std::uint64_t packets)
      : packets_(static_cast<std::uint32_t>(packets)), size_(nodes * packets), known_(size_), is_known_(size_) {}

  // `node` offers the packet, in every cycle until it leaves. One thread calls this for a node,
  // while others look for packets.
  void publish(std::uint32_t node, const Packet& packet) {
    // Numbers of another source belong to another thread.
    if (packet.header.source.number() != node || !has_number(packet)) return;
    const std::uint32_t number = number_of(packet);
    if (*is_known_.slice(number) != 0) return;
    *known_.slice(number) = packet;
    std::atomic_ref(*is_known_.slice(number)).store(1, std::memory_order_release);
  }

  std::optional<std::uint32_t> find(const Packet& packet) const {
    if (!has_number(packet)) return std::nullopt;
    const std::uint32_t number = number_of(packet);
    if (std::atomic_ref(*is_known_.slice(number)).load(std::memory_order_acquire) == 0) return std::nullopt;
    return network::equal(*known_.slice(number), packet) ? std::optional(number) : std::nullopt;
  }
  // `number` must come from find().
  const Packet& operator[](std::uint32_t number) const { return *known_.slice(number); }

  void serialize(Archive& archive) {
    archive.items(is_known_.slice(0), size_);
    for (std::size_t number = 0; number < size_; ++number) {
      if (*is_known_.slice(number) != 0) archive.values(*known_.slice(number));
    }
  }

 private:
  bool has_number(const Packet& packet) const { return packet.header.sequence < packets_; }
  std::uint32_t number_of(const Packet& packet) const {
    return packet.header.source.number() * packets_ + packet.header.sequence;
  }

  std::uint32_t packets_;
  std::size_t size_;
  Arena<Packet> known_;
  Arena<std::uint8_t> is_known_;
};

// Memory of queues, for the nodes that one thread steps: chunks of numbers, and the packets without
// a number.
template <class Packet>
class NumberPool {
 public:
  using Number = std::uint32_t;
  using Chunk = std::uint32_t;

  static constexpr std::uint32_t kChunk = 8;  // numbers: half a line
  static constexpr std::uint64_t kChunkBytes = kChunk * sizeof(Number) + sizeof(Chunk);
  static constexpr std::uint64_t kMostChunks = 0xFFFFFFFF;

  // `chunks`: the most that can be taken at a time.
  NumberPool(const PacketNumbers<Packet>& numbers, std::size_t chunks)
      : numbers_(numbers), chunks_(chunks, Pages::kHuge), next_(chunks, Pages::kHuge) {}

  // Bytes that have been used.
  std::uint64_t bytes() const { return made_ * kChunkBytes + itself_.capacity() * sizeof(Packet); }

  Chunk take() {
    if (free_ == kNone) return made_++;
    const Chunk chunk = free_;
    free_ = next(chunk);
    return chunk;
  }
  void give(Chunk chunk) {
    next(chunk) = free_;
    free_ = chunk;
  }
  // The next chunk of the same queue.
  Chunk& next(Chunk chunk) { return *next_.slice(chunk); }
  Number& at(Chunk chunk, std::uint32_t index) { return (*chunks_.slice(chunk))[index % kChunk]; }

  // Called when a packet enters a queue.
  Number keep(const Packet& packet) {
    const std::optional<Number> number = numbers_.find(packet);
    if (number) [[likely]]
      return *number;
    return keep_itself(packet);
  }
  const Packet& operator[](Number number) const {
    return (number & kItself) == 0 ? numbers_[number] : itself_[number & ~kItself];
  }
  // Called when the packet leaves.
  void forget(Number number) {
    if ((number & kItself) != 0) [[unlikely]]
      free_places_.push_back(number & ~kItself);
  }

  void serialize(Archive& archive) {
    archive.values(free_, made_);
    archive.items(chunks_.slice(0), made_);
    archive.items(next_.slice(0), made_);
    archive.vector(itself_);
    archive.vector(free_places_);
  }

 private:
  static constexpr Chunk kNone = ~Chunk{0};
  static constexpr Number kItself = Number{1} << 31;
  static_assert(kMostNumberedPackets <= kItself);

  [[gnu::noinline]] Number keep_itself(const Packet& packet) {
    if (free_places_.empty()) {
      itself_.push_back(packet);
      return kItself | static_cast<Number>(itself_.size() - 1);
    }
    const Number place = free_places_.back();
    free_places_.pop_back();
    itself_[place] = packet;
    return kItself | place;
  }

  const PacketNumbers<Packet>& numbers_;
  Arena<std::array<Number, kChunk>> chunks_;
  Arena<Chunk> next_;
  Chunk free_ = kNone;
  Chunk made_ = 0;
  std::vector<Packet> itself_;  // packets without a number
  std::vector<Number> free_places_;
};

// The properties that queues of one depth share.
template <class Packet>
struct NumberMemory {
  std::pmr::memory_resource* resource = nullptr;  // for the queues themselves
  NumberPool<Packet>* pool = nullptr;
  std::uint32_t size = 0;  // words, a power of two
};

// Storage of one queue. It takes chunks when it needs them and returns them when they are empty.
// Word i of the queue is in the chunk that begins at i rounded down to a multiple of
// NumberPool::kChunk.
template <class Packet>
class NumberedSlots {
 public:
  using Memory = NumberMemory<Packet>;

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

  // The pool keeps the words.
  void serialize(Archive&, const NumberMemory<Packet>& memory, std::uint32_t, std::uint32_t) { attach(memory); }

 private:
  NumberPool<Packet>& pool() const { return *memory_->pool; }

  const NumberMemory<Packet>* memory_ = nullptr;
  std::uint32_t head_ = 0;  // chunks; valid while there are words
  std::uint32_t tail_ = 0;
};

// The queues of the nodes that one thread steps.
template <class Packet>
class NumberedStorage {
 public:
  using Slots = NumberedSlots<Packet>;

  // The packets of the mesh, in the role of RingStorage::Common.
  class Common {
   public:
    // The product of nodes and packets is at most kMostNumberedPackets.
    Common(const MeshSetting& setting, std::uint32_t nodes) : numbers_(nodes, setting.packets) {}

    void publish(std::uint32_t node, const Packet& packet) { numbers_.publish(node, packet); }
    const PacketNumbers<Packet>& numbers() const { return numbers_; }
    void serialize(Archive& archive) { numbers_.serialize(archive); }

   private:
    PacketNumbers<Packet> numbers_;
  };

  // `queues`: the number of crosspoint queues and ejectors.
  NumberedStorage(const Common& common, const MeshSetting& setting, std::uint64_t queues)
      : pool_(common.numbers(), most_chunks(setting, queues)),
        queues_{&blocks_, &pool_, static_cast<std::uint32_t>(setting.queue_depth.chosen)},
        ejectors_{&blocks_, &pool_, network::least_queue_depth()} {}
  NumberedStorage(const NumberedStorage&) = delete;
  NumberedStorage& operator=(const NumberedStorage&) = delete;

  const auto& queues() const { return queues_; }
  const auto& ejectors() const { return ejectors_; }
  // Bytes that the queues have taken.
  std::uint64_t bytes() const { return pool_.bytes() + blocks_.bytes(); }

  // Upper bounds for a waiting packet, and for a queue in which one has waited: it may begin and
  // end within a chunk.
  static constexpr std::uint64_t kPacketBytes = NumberPool<Packet>::kChunkBytes / NumberPool<Packet>::kChunk + 1;
  static constexpr std::uint64_t kQueueBytes = 2 * NumberPool<Packet>::kChunkBytes;
  // Bytes of the shared part.
  static std::uint64_t common_bytes(const MeshSetting& setting) {
    return setting.network.nodes() * setting.packets * PacketNumbers<Packet>::kBytes;
  }

  void serialize(Archive& archive) { pool_.serialize(archive); }

 private:
  // A full queue may begin and end within a chunk.
  static std::size_t most_chunks(const MeshSetting& setting, std::uint64_t queues) {
    const std::uint64_t of_queue = setting.queue_depth.chosen / NumberPool<Packet>::kChunk + 2;
    return std::min(queues * of_queue, NumberPool<Packet>::kMostChunks);
  }

  NumberPool<Packet> pool_;
  BlockPool blocks_;
  NumberMemory<Packet> queues_;
  NumberMemory<Packet> ejectors_;
};

}  // namespace testbench
