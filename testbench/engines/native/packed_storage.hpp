// SPDX-License-Identifier: Apache-2.0
// Queues of nodes whose payloads are names (testbench/judge/checker/symbolic_payload.hpp), for large
// networks: hundreds of thousands of packets wait in a node's queues, and nearly everything in a
// packet follows from four of its numbers. PackedStorage replaces RingStorage (ring_storage.hpp) in
// the configuration of a node that combines nothing (Packed).
//
//     PackedPackets<Packet> packets(setting.packets);
//     const auto word = packets.pack(packet);     // 12 bytes
//     packets.unpacked(word) is the packet; packets.forget(word) when it has left
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "hls/network/fields.hpp"
#include "hls/network/link.hpp"
#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/native/packed_windows.hpp"
#include "testbench/engines/native/ring_storage.hpp"
#include "testbench/ground/host/archive.hpp"
#include "testbench/judge/checker/symbolic_payload.hpp"

namespace testbench {

// A packet as its source has sent it: it carries the name of a value of its source's, and items are
// numbered so that the sequence is the rest of the name's number (RelativeChecker::fetch). Any other
// packet, as a wrong node may send, is kept as it is.
template <class Packet>
class PackedPackets {
 public:
  struct Word {
    std::uint32_t source;  // and the tree, in the highest bits; or kItself
    std::uint32_t destination;
    std::uint32_t value;
  };

  // `packets`: all sequences are below it.
  explicit PackedPackets(std::uint64_t packets) : packets_(static_cast<std::uint32_t>(packets)) {}

  Word pack(const Packet& packet) {
    const auto& header = packet.header;
    const Word word{header.source.number() | std::uint32_t{header.tree} << kSourceWidth, header.destination.number(),
                    SymbolicPayload::of_word(packet.payload).value};
    if (!has_first_) {
      first_ = packet;
      has_first_ = true;
    }
    if (network::equal(rebuilt(word), packet)) [[likely]]
      return word;
    return keep_itself(packet);
  }
  Packet unpacked(const Word& word) const { return word.source != kItself ? rebuilt(word) : itself_[word.value]; }
  void forget(const Word& word) {
    if (word.source == kItself) [[unlikely]]
      free_places_.push_back(word.value);
  }

  void keep(Archive& archive) {
    archive.values(first_, has_first_);
    archive.vector(itself_);
    archive.vector(free_places_);
  }

 private:
  static constexpr std::uint32_t kItself = ~std::uint32_t{0};
  static constexpr unsigned kSourceWidth = 24;

  Packet rebuilt(const Word& word) const {
    const std::uint32_t source = word.source & ((std::uint32_t{1} << kSourceWidth) - 1);
    Packet packet = first_;
    packet.header.sequence = Sequence(word.value % packets_);
    packet.header.source = Place::of_number(source);
    packet.header.destination = Place::of_number(word.destination);
    packet.header.tree = Tree(word.source >> kSourceWidth);
    packet.payload = Payload(SymbolicPayload{word.value, source}.word());
    return packet;
  }

  [[gnu::noinline]] Word keep_itself(const Packet& packet) {
    if (free_places_.empty()) {
      itself_.push_back(packet);
      return {kItself, 0, static_cast<std::uint32_t>(itself_.size() - 1)};
    }
    const std::uint32_t place = free_places_.back();
    free_places_.pop_back();
    itself_[place] = packet;
    return {kItself, 0, place};
  }

  using Sequence = decltype(Packet{}.header.sequence);
  using Place = decltype(Packet{}.header.source);
  using Payload = decltype(Packet{}.payload);
  using Tree = decltype(Packet{}.header.tree);
  static_assert(Place::kWidth <= kSourceWidth && Tree::kWidth < 32 - kSourceWidth);

  std::uint32_t packets_;
  Packet first_{};  // of all: its rule is that of the others
  bool has_first_ = false;
  std::vector<Packet> itself_;
  std::vector<std::uint32_t> free_places_;
};

// The properties that queues of one depth share. A queue gives its memory back as packets leave it.
template <class Packet>
struct PackedMemory {
  using Queue = std::deque<typename PackedPackets<Packet>::Word>;

  PackedPackets<Packet>* packets = nullptr;
  std::vector<Queue>* queues = nullptr;
  std::uint32_t size = 0;  // packets, a power of two
};

// One queue, as router::PacketQueue takes it. A copy is the same queue.
template <class Packet>
class PackedSlots {
 public:
  using Memory = PackedMemory<Packet>;

  // `memory` must live as long as the queue.
  void attach(const Memory& memory) {
    memory_ = &memory;
    number_ = static_cast<std::uint32_t>(memory.queues->size());
    memory.queues->emplace_back();
  }

  std::uint32_t size() const { return memory_->size; }
  Packet read(std::uint32_t) const { return memory_->packets->unpacked(queue().front()); }
  void push(std::uint32_t, std::uint32_t, const Packet& packet) { queue().push_back(memory_->packets->pack(packet)); }
  void drop(std::uint32_t, std::uint32_t) {
    memory_->packets->forget(queue().front());
    queue().pop_front();
  }
  static void prefetch(std::uint32_t) {}

  // The words; PackedPackets keeps what they stand for. The slots may be a copy of another process's,
  // whose queues have the same numbers.
  void keep(Archive& archive, const Memory& memory, std::uint32_t, std::uint32_t count) {
    memory_ = &memory;
    if (archive.is_reading()) queue().resize(count);
    for (auto& word : queue()) archive.values(word);
  }

 private:
  typename Memory::Queue& queue() const { return (*memory_->queues)[number_]; }

  const Memory* memory_ = nullptr;
  std::uint32_t number_ = 0;
  std::uint32_t unused_ = 0;  // no padding: registers are kept byte by byte
};

template <class Packet>
class PackedStorage {
 public:
  using Slots = PackedSlots<Packet>;

  using Common = typename RingStorage<Packet>::Common;

  // `queues`: the number of crosspoint queues and ejectors.
  PackedStorage(const Common&, const MeshSetting& setting, std::uint64_t queues)
      : packets_(setting.packets),
        crosspoints_{&packets_, &all_, static_cast<std::uint32_t>(setting.queue_depth.chosen)},
        ejectors_{&packets_, &all_, static_cast<std::uint32_t>(network::least_queue_depth(setting.hop_cycles))} {
    all_.reserve(queues);
  }
  PackedStorage(const PackedStorage&) = delete;
  PackedStorage& operator=(const PackedStorage&) = delete;

  const auto& queues() const { return crosspoints_; }
  const auto& ejectors() const { return ejectors_; }

  void keep(Archive& archive) { packets_.keep(archive); }

 private:
  PackedPackets<Packet> packets_;
  std::vector<typename PackedMemory<Packet>::Queue> all_;
  PackedMemory<Packet> crosspoints_;
  PackedMemory<Packet> ejectors_;
};

template <class Base>
struct Packed : Base {
  template <class Packet>
  using Storage = PackedStorage<Packet>;
  template <class Packet>
  using Slots = typename PackedStorage<Packet>::Slots;
  template <class Window>
  using Windows = PackedWindows<Window>;
};

}  // namespace testbench
