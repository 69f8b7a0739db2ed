// SPDX-License-Identifier: Apache-2.0
// The unit of routing. One packet crosses one link in one cycle.
//
//   payload   sequence   source   destination   tree          rule
//   W bits    S bits     address  address       log2 trees    log2 rules
//
// Networks whose nodes start when they like have the epoch behind it: one bit.
//
// A packet ends where its rule names no further port: at the destination for a rule to one node
// (destination is then an absolute address), at the leaves of the tree for a rule to all
// (destination is not used, or it is the tree's label). The tree is the rotation of the spanning graph; the sequence numbers
// the packets of one source to one destination.
#pragma once

#include <type_traits>

#include "firmware/rules/rule.hpp"
#include "hls/network/fields.hpp"

namespace network {

// The number of a rotation of a tree, 0 .. kTrees - 1.
template <class Config>
using TreeNumber = hls::Bits<hls::index_width(Config::Network::kTrees)>;

// The place of a rule in the network's list.
template <class Config>
using RuleNumber = hls::Bits<hls::index_width(Config::Rules::kCount), node::Rule>;

template <class Config>
using SequenceNumber = hls::Bits<Config::kSequenceWidth>;

// Whether nodes start when they like (kEpochs in hls/router/config.hpp).
template <class Config, class = void>
inline constexpr bool kHasEpochs = false;
template <class Config>
inline constexpr bool kHasEpochs<Config, std::void_t<decltype(Config::kEpochs)>> = Config::kEpochs;

// The epoch of a collective is the parity of its number at the node. A packet has that of the node which injects it.
template <bool HasEpochs>
struct Epoch {};
template <>
struct Epoch<true> {
  hls::Bit epoch;
};

template <class Config>
struct Header : Epoch<kHasEpochs<Config>> {
  // A header, or a packet, means something only beside a valid bit: registers of it need no reset
  // (hls/stepc/docs/language.md).
  static constexpr bool kHlsData = true;

  SequenceNumber<Config> sequence;
  NodeAddress<Config> source;
  NodeAddress<Config> destination;
  TreeNumber<Config> tree;
  RuleNumber<Config> rule;

  template <class Visit, class... Headers>
  static constexpr void each_field(Visit visit, Headers&... headers) {
    visit("sequence", headers.sequence...);
    visit("source", headers.source...);
    visit("destination", headers.destination...);
    visit("tree", headers.tree...);
    visit("rule", headers.rule...);
    if constexpr ((std::is_base_of_v<Epoch<true>, Headers> && ...)) visit("epoch", headers.epoch...);
  }
};

// The fields of a header that rules read.
template <class Config>
constexpr rules::Heading heading_of(const Header<Config>& header) {
  return {header.rule, header.source, header.destination, header.tree};
}

template <class Config>
struct Packet {
  static constexpr bool kHlsData = true;

  Payload<Config> payload;
  Header<Config> header;

  template <class Visit, class... Packets>
  static constexpr void each_field(Visit visit, Packets&... packets) {
    visit("payload", packets.payload...);
    network::each_field(visit, packets.header...);
  }
};

// One cycle of a link or any other stream of packets.
template <class Config>
struct Flit {
  Packet<Config> packet;
  hls::Bit valid;

  template <class Visit, class... Flits>
  static constexpr void each_field(Visit visit, Flits&... flits) {
    network::each_field(visit, flits.packet...);
    visit("valid", flits.valid...);
  }
};

}  // namespace network
