// SPDX-License-Identifier: Apache-2.0
// Queues that hold packet numbers, for meshes in which many nodes hold copies of the same packets.
// It replaces RingStorage in a mesh (node_storage.hpp).
#pragma once

#include <algorithm>

#include "testbench/mesh/mesh.hpp"
#include "testbench/native/numbered_slots.hpp"

namespace testbench {

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

   private:
    PacketNumbers<Packet> numbers_;
  };

  // `queues`: the number of crosspoint queues and ejectors.
  NumberedStorage(const Common& common, const MeshSetting& setting, std::uint64_t queues)
      : pool_(common.numbers(), most_chunks(setting, queues)),
        queues_{&pool_, static_cast<std::uint32_t>(setting.queue_depth.chosen)},
        ejectors_{&pool_, network::least_queue_depth()} {}
  NumberedStorage(const NumberedStorage&) = delete;
  NumberedStorage& operator=(const NumberedStorage&) = delete;

  const auto& queues() const { return queues_; }
  const auto& ejectors() const { return ejectors_; }
  // Bytes that the queues have taken.
  std::uint64_t bytes() const { return pool_.bytes(); }

  // Upper bounds for a waiting packet, and for a queue in which one has waited: it may begin and
  // end within a chunk.
  static constexpr std::uint64_t kPacketBytes = NumberPool<Packet>::kChunkBytes / NumberPool<Packet>::kChunk + 1;
  static constexpr std::uint64_t kQueueBytes = 2 * NumberPool<Packet>::kChunkBytes;
  // Bytes of the shared part.
  static std::uint64_t common_bytes(const MeshSetting& setting) {
    return setting.network.nodes() * setting.packets * PacketNumbers<Packet>::kBytes;
  }

 private:
  // A full queue may begin and end within a chunk.
  static std::size_t most_chunks(const MeshSetting& setting, std::uint64_t queues) {
    const std::uint64_t of_queue = setting.queue_depth.chosen / NumberPool<Packet>::kChunk + 2;
    return std::min(queues * of_queue, NumberPool<Packet>::kMostChunks);
  }

  NumberPool<Packet> pool_;
  NumberMemory<Packet> queues_;
  NumberMemory<Packet> ejectors_;
};

}  // namespace testbench
