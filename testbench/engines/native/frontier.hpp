// SPDX-License-Identifier: Apache-2.0
// The links between the nodes of this rank and those of others, in a network that is divided
// (testbench/engines/mesh/division.hpp). A message goes to each rank that has a neighbour: the
// registers of the links that cross, in the order of addresses and ports, of one cycle or of several that
// the wires still hold. Networks whose nodes serve broadcast requests are not divided.
//
//     Frontier frontier(division, network, LinkBytes<Node>::kMost, 2);
//     frontier.put<Node>(earlier);       // of the nodes at the edge
//     frontier.put<Node>(wires);
//     frontier.send();
//     ...                                // the inner nodes step meanwhile
//     frontier.receive();
//     frontier.get<Node>(earlier, [](std::uint32_t receiver) { ... });  // of the neighbours; a packet comes to `receiver`
//     frontier.get<Node>(wires, ...);
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "firmware/networks/any_network.hpp"
#include "hls/network/link.hpp"
#include "testbench/engines/mesh/division.hpp"
#include "testbench/judge/checker/link_values.hpp"

namespace testbench {

// The registers of a node's link as bytes of a message.
template <class Node>
class LinkBytes {
  using Links = typename Node::Links;
  using Link = network::Link<typename Node::Config>;
  using Packet = decltype(Link::packet);

  static constexpr bool kHasPhits = requires(Links links) { links.phits; };
  template <class AnyLinks>
  static auto& link_of(AnyLinks& links, unsigned port) {
    if constexpr (requires { links.links; }) {
      return links.links[port];
    } else {
      return links[port];
    }
  }
  static constexpr std::size_t most() {
    if constexpr (kHasPhits) {
      return sizeof(Links{}.phits[0]);
    } else {
      return 1 + sizeof(Packet);
    }
  }

 public:
  static constexpr std::size_t kMost = most();

  // A router's link is its two signals and the packet, if there is one.
  static void put(const Links& links, unsigned port, Bytes& out) {
    if constexpr (kHasPhits) {
      append(out, links.phits[port]);
    } else {
      const Link& link = link_of(links, port);
      append(out, static_cast<std::uint8_t>((link.valid != 0 ? 1u : 0u) | (link.go != 0 ? 2u : 0u)));
      if (link.valid) append(out, link.packet);
    }
  }
  // Returns whether there is a packet, or may be.
  static bool get(std::span<const std::byte>& in, Links& links, unsigned port) {
    if constexpr (kHasPhits) {
      links.phits[port] = take<std::decay_t<decltype(links.phits[port])>>(in);
      return true;
    } else {
      Link& link = link_of(links, port);
      const auto signals = take<std::uint8_t>(in);
      link.valid = hls::Bit(signals & 1u);
      link.go = hls::Bit(signals >> 1);
      if (link.valid) link.packet = take<Packet>(in);
      return link.valid != 0;
    }
  }
};

class Frontier {
 public:
  // `most_bytes`: of a link in a cycle; `most_cycles`: of a message.
  Frontier(Division& division, const network::SomeNetwork& network, std::size_t most_bytes, std::size_t most_cycles);

  // The cycles of the shortest wires between ranks.
  unsigned least_of(const LinkValues& latencies) const;
  bool has_inner() const { return has_inner_; }
  // By address: 1 for a node with a neighbour elsewhere.
  const std::uint8_t* is_edge() const { return is_edge_.data(); }
  // The nodes of other ranks that are neighbours; some more than once.
  std::vector<std::uint32_t> neighbours() const;

  template <class Node, class Wires>
  void put(const Wires& wires) {
    for (std::size_t i = 0; i < borders_.size(); ++i) {
      for (const Crossing& link : borders_[i].out) {
        LinkBytes<Node>::put(wires[link.sender], link.port, parcels_[i].out);
      }
    }
  }
  void send() { ranks_.begin_exchange(parcels_); }
  void receive() {
    ranks_.finish_exchange(parcels_);
    for (std::size_t i = 0; i < borders_.size(); ++i) {
      parcels_[i].out.clear();
      borders_[i].left = std::span<const std::byte>(parcels_[i].in).first(parcels_[i].came);
    }
  }
  template <class Node, class Wires, class OnPacket>
  void get(Wires& wires, OnPacket on_packet) {
    for (Border& border : borders_) {
      for (const Crossing& link : border.in) {
        if (LinkBytes<Node>::get(border.left, wires[link.sender], link.port)) on_packet(link.receiver);
      }
    }
  }

 private:
  struct Crossing {
    std::uint32_t sender;
    unsigned port;  // of the sender
    std::uint32_t receiver;
  };
  struct Border {
    std::vector<Crossing> out;
    std::vector<Crossing> in;
    std::span<const std::byte> left = {};  // of the message that has come
  };

  Ranks& ranks_;
  std::vector<std::uint8_t> is_edge_;
  bool has_inner_ = false;
  std::vector<Border> borders_;  // by neighbouring rank, like the next
  std::vector<Parcel> parcels_;
};

}  // namespace testbench
