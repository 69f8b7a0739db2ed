// SPDX-License-Identifier: Apache-2.0
// Packets of which many nodes hold copies, kept once. A packet's number follows from its source and
// sequence. find() returns no number if no packet, or another one, is published under it. For
// instance, a wrongly loaded node sends a wrong packet.
//
//     PacketNumbers<Packet> numbers(nodes, packets);
//     numbers.publish(node, packet);                       // when its source fetches it from its memory
//     if (auto number = numbers.find(packet)) ... numbers[*number]
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "hls/network/fields.hpp"
#include "testbench/native/arena.hpp"

namespace testbench {

// All numbers are below this.
inline constexpr std::uint64_t kMostNumberedPackets = std::uint64_t{1} << 31;

template <class Packet>
class PacketNumbers {
 public:
  // Bytes for each number.
  static constexpr std::uint64_t kBytes = sizeof(Packet) + sizeof(std::uint8_t);

  // `packets`: all published sequences are below it. Its product with `nodes` is at most
  // kMostNumberedPackets.
  PacketNumbers(std::uint32_t nodes, std::uint64_t packets)
      : packets_(static_cast<std::uint32_t>(packets)), known_(nodes * packets), is_known_(nodes * packets) {}

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

 private:
  bool has_number(const Packet& packet) const { return packet.header.sequence < packets_; }
  std::uint32_t number_of(const Packet& packet) const {
    return packet.header.source.number() * packets_ + packet.header.sequence;
  }

  std::uint32_t packets_;
  Arena<Packet> known_;
  Arena<std::uint8_t> is_known_;
};

}  // namespace testbench
