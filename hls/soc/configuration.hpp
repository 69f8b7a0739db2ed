// SPDX-License-Identifier: Apache-2.0
// The parameters of a system, which are added to those of its router (hls/router/config.hpp):
//
//     struct Config : soc::System<router::CubeConfig<2>> {
//       static constexpr std::uint32_t kMemoryKib = 16;
//     };
//     soc::Soc<Config>::step(state, in, out);
//
// A system of links::Linked<..> has a link layer.
#pragma once

#include <type_traits>

#include "firmware/image/memory_map.h"
#include "hls/core/core.hpp"
#include "hls/link/node.hpp"

namespace soc {

using core::Word;

template <class Base>
struct System : Base {
  static constexpr unsigned kPayloadWidth = 64;                          // two words of the core
  static constexpr std::uint32_t kStackKib = CC_STACK_BYTES >> 10;       // of the memory, below the program
  static constexpr std::uint32_t kMemoryKib = 64;                        // a power of two, from CC_MEMORY on
  static constexpr std::uint32_t kPackets = 32 * Base::Network::kNodes;  // of a packet memory, a power of two
  static constexpr bool kMultiplies = false;                             // the core's members
  static constexpr bool kCompressed = false;
  static constexpr bool kPipelined = false;
  static constexpr unsigned kCyclesPerBit = 104;  // of the serial line, from 4
  // The words of the program at power-up.
  struct Image {
    static constexpr std::array<std::uint32_t, 0> kWords{};
  };
  static constexpr unsigned kTagBits = 8;  // of a packet that has come (packet_memory.hpp)
};

template <class Config>
struct CoreOf : core::CoreConfiguration {
  static constexpr std::uint32_t kResetAddress = CC_MEMORY + (Config::kStackKib << 10);
  static constexpr bool kMultiplies = Config::kMultiplies;
  static constexpr bool kCompressed = Config::kCompressed;
  static constexpr bool kPipelined = Config::kPipelined;
};

// Whether packets go over a link layer, and whether it can find a link dead.
template <class Config, class = void>
struct HasLinks : std::false_type {};
template <class Config>
struct HasLinks<Config, std::void_t<decltype(Config::kLinkWires)>> : std::true_type {};
template <class Config>
constexpr bool has_checked_links() {
  if constexpr (HasLinks<Config>::value) return links::is_checked<Config>();
  return false;
}
template <class Config>
using NodeOf = std::conditional_t<HasLinks<Config>::value, links::Node<Config>, router::Node<Config>>;

template <class Config>
inline constexpr std::uint32_t kMemoryBytes = Config::kMemoryKib << 10;
template <class Config>
inline constexpr unsigned kPorts = Config::Network::kPorts;

// Packets of a block in one collective, at most: a queue takes in as many as pass it, also of two collectives where one
// may begin while another ends, and both packet memories have room for a block of every node.
template <class Config>
constexpr std::uint32_t most_packets() {
  constexpr std::uint32_t kNodes = Config::Network::kNodes;
  constexpr std::uint32_t kRoom = Config::kPackets / kNodes;
  constexpr std::uint32_t kUnderWay = router::kHasEpochs<Config> ? 2 : 1;
  constexpr std::uint32_t kQueue =
      Config::kQueueDepth / (kUnderWay * router::enough_packets(kNodes, router::hop_cycles<Config>()));
  static_assert(kRoom != 0, "kPackets: a packet of every node needs a place");
  static_assert(kQueue != 0, "kQueueDepth: a collective of one packet could fill a queue");
  return kRoom < kQueue ? kRoom : kQueue;
}

// Collectives of a chain, at most: banks for packets are cleared between chains, when half of the numbers have been used.
template <class Config>
constexpr std::uint32_t most_chained() {
  return router::kHasEpochs<Config> ? (1u << (Config::kTagBits - 1)) - 2 : 0;
}

}  // namespace soc
