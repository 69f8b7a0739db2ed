// SPDX-License-Identifier: Apache-2.0
// The configuration of a node that serves broadcast requests by itself. It extends the
// configuration of the node's router (hls/router/config.hpp):
//
//     struct Small : broadcast::Serving<router::CubeConfig<4>> {
//       static constexpr unsigned kPayloadWidth = 32;
//     };
//     broadcast::Node<Small>::step(state, in, out);
//
// A class is one of the d rotations of the cube's dimensions (Varvarigos and Bertsekas, section
// IV-B): the order <_c, in which dimension c comes lowest, and the algorithm A_c. It is the tree in
// a packet's header.
//
// Nodes of any other network store a tree for each source, and have Serving<router::LabelledConfig<...>>.
#pragma once

#include <type_traits>

#include "firmware/broadcast/scheme.hpp"
#include "firmware/rules/broadcast_rules.hpp"
#include "hls/broadcast/prefix_channel.hpp"
#include "hls/router/config.hpp"

namespace broadcast {

using network::Address;
using network::Ports;

// Only native nodes use this value: CountWidth then takes the number of wires at run time.
inline constexpr unsigned kChosenCountWires = 0;

// A node of any other network (tree_broadcasts.hpp).
template <class Base>
inline constexpr bool kStoresTrees = std::is_same_v<typename Base::Rules, rules::LabelledRules>;

template <class Base, bool StoresTrees = kStoresTrees<Base>>
struct Serving : Base {
  static constexpr bool kByTrees = false;
  using Rules = rules::BroadcastRules;
  static constexpr std::uint32_t kRules = Rules::kAll;
  static constexpr bool kTreeTurns = true;
  // The table holds the words of rule subcubes for the cubes of every dimension up to d.
  static constexpr std::size_t kTableDepth = 2 * Base::Network::kNodes;
  static constexpr PrefixChannel kPrefixChannel = PrefixChannel::kLinks;
  // Wires of PrefixChannel::kWires, 1 .. d + 1, without the valid wire: a step of the prefix takes
  // ceil((d + 1) / kCountWires) cycles.
  static constexpr unsigned kCountWires = Base::Network::kDimension + 1;
  // The hardware contains the schemes that are true: partial broadcasts, immediate broadcasts down
  // a tree of the source, and indirect broadcasts down a tree that all nodes share.
  static constexpr bool kPartial = true;
  static constexpr bool kImmediate = true;
  static constexpr bool kIndirect = true;
  // Packets, a power of two, that can wait in a root for their way down its tree.
  static constexpr std::size_t kMostRelayed = 16;
  // The most requests that wait in a node; beyond them the source waits.
  static constexpr std::uint32_t kMostRequests = 64;
};
template <class Base>
struct Serving<Base, true> : Base {
  static constexpr bool kByTrees = true;
  using Rules = rules::TreeBroadcastRules;
  static constexpr std::uint32_t kRules = Rules::kAll;
  static constexpr PrefixChannel kPrefixChannel = PrefixChannel::kLinks;
  static constexpr unsigned kCountWires = Base::Network::kAddressWidth + 1;
  static constexpr bool kPartial = true;
  static constexpr bool kImmediate = true;
  static constexpr bool kIndirect = false;
  static constexpr std::uint32_t kMostRequests = 64;
};

// Exchanges run while the packets of the period before are under way.
template <class Config>
inline constexpr bool kOverlaps = Config::kPrefixChannel == PrefixChannel::kOverlap;

template <class Config>
inline constexpr unsigned kDimension = Config::Network::kDimension;

// The number of active nodes, 0 .. 2^d.
template <class Config>
inline constexpr unsigned kCountWidth = Config::Network::kAddressWidth + 1;
template <class Config>
using NodeCount = hls::Bits<kCountWidth<Config>>;

template <class Config>
using ClassSet = hls::Bits<kDimension<Config>>;

template <class Config>
using ClassNumber = network::TreeNumber<Config>;

// The sum a + b (mod d) of two numbers below d.
template <class Config>
constexpr unsigned turned(unsigned a, unsigned b) {
  const unsigned sum = a + b;
  return sum >= kDimension<Config> ? sum - kDimension<Config> : sum;
}

}  // namespace broadcast
