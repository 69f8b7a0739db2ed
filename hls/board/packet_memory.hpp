// SPDX-License-Identifier: Apache-2.0
// The memory of one node: the packets that it is to send, and those that have come. A block RAM has
// one port to write and one to read, and a node fetches and takes a packet of every port in every
// cycle. So every port has a copy of the packets to send, and a memory of its own for packets that
// come over it.
//
// Block RAM answers in the next cycle, but a node wants a payload in the cycle in which its
// register asks. So the memory reads the address that the register will hold.
#pragma once

#include <array>

#include "hls/board/node_types.hpp"

namespace board {

// The processor's access to the memory of a node in one cycle.
template <class Config>
struct MemoryAccess {
  Place<Config> place;
  router::Payload<Config> payload;
  hls::Bit store;  // writes a packet to send
  hls::Bit clear;  // forgets the packets that have come
};

template <class Config>
class PacketMemory {
  static constexpr Shape kShape = board::kShape<Config>;
  static constexpr unsigned kPorts = board::kPorts<Config>;
  using Payload = router::Payload<Config>;
  using Delivered = hls::Bits<kShape.payload_bits + 1>;  // Shape::has_come

 public:
  // The payloads that the node's registers ask for in this cycle.
  std::array<Payload, kPorts> payloads() const {
    std::array<Payload, kPorts> found;
    for (unsigned k = 0; k < kPorts; ++k) found[k] = to_send_[k].data();
    return found;
  }

  // The packets at the place of the access before, in a word.
  hls::Bits<32> delivered() const {
    std::uint32_t word = 0;
    for (unsigned k = 0; k < kPorts; ++k) word |= delivered_[k].data() << kShape.delivered_shift(k);
    return hls::Bits<32>(word);
  }

  // One cycle, after payloads() and delivered(). `asked`: the packets that the registers will ask
  // for in the next cycle. `taken`: the packets that the node delivers in this one.
  void tick(const MemoryAccess<Config>& access, const std::array<router::Fetch<Config>, kPorts>& asked,
            const std::array<router::Flit<Config>, kPorts>& taken) {
    for (unsigned k = 0; k < kPorts; ++k) {
      const router::Header<Config>& own = asked[k].header;
      to_send_[k].request(place_of<Config>(network::Address(own.destination).number(), own.sequence));
      if (access.store) to_send_[k].write(access.place, access.payload);

      delivered_[k].request(access.place);
      const router::Packet<Config>& packet = taken[k].packet;
      const Place<Config> come =
          place_of<Config>(network::Address(packet.header.source).number(), packet.header.sequence);
      if (access.clear || taken[k].valid) {
        delivered_[k].write(access.clear ? access.place : come,
                            Delivered(access.clear ? 0u : kShape.has_come() | packet.payload));
      }
    }
  }

 private:
  std::array<hls::SyncRam<Payload, kShape.places()>, kPorts> to_send_;
  std::array<hls::SyncRam<Delivered, kShape.places()>, kPorts> delivered_;
};

}  // namespace board
