// SPDX-License-Identifier: Apache-2.0
// The queues of nodes many of which hold copies of the same packets: numbers of them. In a
// node_storage.hpp's mesh in place of RingStorage.
#pragma once

#include <algorithm>

#include "testbench/mesh/mesh.hpp"
#include "testbench/native/numbered_slots.hpp"

namespace testbench {

// Of some nodes, which one thread steps.
template <class Packet>
class NumberedStorage {
 public:
  using Slots = NumberedSlots<Packet>;

  // All packets of the mesh; as RingStorage::Common.
  class Common {
   public:
    // The setting is one that it takes.
    Common(const MeshSetting& setting, std::uint32_t nodes) : numbers_(nodes, setting.packets) {}

    void publish(std::uint32_t node, const Packet& packet) { numbers_.publish(node, packet); }
    const PacketNumbers<Packet>& numbers() const { return numbers_; }

   private:
    PacketNumbers<Packet> numbers_;
  };

  // `queues`: crosspoint queues and ejectors.
  NumberedStorage(const Common& common, const MeshSetting& setting, std::uint64_t queues)
      : pool_(common.numbers(), most_chunks(setting, queues)),
        queues_{&pool_, static_cast<std::uint32_t>(setting.queue_depth.chosen)},
        ejectors_{&pool_, network::least_queue_depth()} {}
  NumberedStorage(const NumberedStorage&) = delete;
  NumberedStorage& operator=(const NumberedStorage&) = delete;

  const auto& queues() const { return queues_; }
  const auto& ejectors() const { return ejectors_; }
  // Memory that the queues have taken.
  std::uint64_t bytes() const { return pool_.bytes(); }

  // At most, of a packet that waits and of a queue in which one has waited, which begins and ends
  // within a chunk.
  static constexpr std::uint64_t kPacketBytes = NumberPool<Packet>::kChunkBytes / NumberPool<Packet>::kChunk + 1;
  static constexpr std::uint64_t kQueueBytes = 2 * NumberPool<Packet>::kChunkBytes;
  // Of what the storages have in common.
  static std::uint64_t common_bytes(const MeshSetting& setting) {
    return setting.network.nodes() * setting.packets * PacketNumbers<Packet>::kBytes;
  }

 private:
  // A full queue ends within a chunk, and begins within one.
  static std::size_t most_chunks(const MeshSetting& setting, std::uint64_t queues) {
    const std::uint64_t of_queue = setting.queue_depth.chosen / NumberPool<Packet>::kChunk + 2;
    return std::min(queues * of_queue, NumberPool<Packet>::kMostChunks);
  }

  NumberPool<Packet> pool_;
  NumberMemory<Packet> queues_;
  NumberMemory<Packet> ejectors_;
};

}  // namespace testbench
