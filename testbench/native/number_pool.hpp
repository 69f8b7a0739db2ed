// SPDX-License-Identifier: Apache-2.0
// Memory of queues that hold packet numbers (numbered_slots.hpp), for the nodes that one thread
// steps: chunks of numbers, and the packets without a number.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "testbench/native/packet_numbers.hpp"

namespace testbench {

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

}  // namespace testbench
