// SPDX-License-Identifier: Apache-2.0
// The links between the nodes of this rank and those of others, in a network that is divided
// (testbench/engines/mesh/division.hpp). One message a cycle goes to each rank that has a neighbour: the
// registers of the links that cross, in the order of addresses and ports. Networks whose nodes serve
// broadcast requests are not divided.
//
//     Frontier<Node> frontier(division, wiring);
//     frontier.send(wires);                                // of the nodes at the edge
//     ...                                                  // the inner nodes step meanwhile
//     frontier.receive(wires, [](std::uint32_t receiver) { ... });  // of the neighbours; a packet comes to `receiver`
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "testbench/engines/mesh/division.hpp"

namespace testbench {

template <class Node>
class Frontier {
 public:
  template <class Wiring>
  Frontier(Division& division, const Wiring& wiring) : ranks_(division.ranks) {
    const NodeShare& share = division.share;
    std::map<unsigned, Border> by_rank;
    is_edge_.resize(wiring.nodes());
    for (const std::uint32_t node : share.nodes()) {
      for (unsigned port = 0; port < Node::kPorts; ++port) {
        const std::uint32_t neighbour = wiring.neighbour(network::Address(node), port).number();
        if (share.has(neighbour)) continue;
        is_edge_[node] = 1;
        Border& border = by_rank[share.rank_of(neighbour)];
        border.out.push_back({node, port, neighbour});
        border.in.push_back({neighbour, wiring.arrival_port(network::Address(node), port), node});
      }
    }
    for (auto& [rank, border] : by_rank) {
      std::ranges::sort(border.in, {}, [](const Crossing& link) { return std::pair(link.sender, link.port); });
      parcels_.push_back({rank, {}, Bytes(border.in.size() * kMostBytes), 0});
      borders_.push_back(std::move(border));
    }
    has_inner_ = std::ranges::any_of(share.nodes(), [&](std::uint32_t node) { return is_edge_[node] == 0; });
  }

  bool has_inner() const { return has_inner_; }
  // By address: 1 for a node with a neighbour elsewhere.
  const std::uint8_t* is_edge() const { return is_edge_.data(); }
  // The nodes of other ranks that are neighbours; some more than once.
  template <class Visit>
  void each_neighbour(Visit visit) const {
    for (const Border& border : borders_) {
      for (const Crossing& link : border.in) visit(link.sender);
    }
  }

  template <class Wires>
  void send(const Wires& wires) {
    for (std::size_t i = 0; i < borders_.size(); ++i) {
      Bytes& out = parcels_[i].out;
      out.clear();
      for (const Crossing& link : borders_[i].out) put(wires[link.sender], link.port, out);
    }
    ranks_.begin_exchange(parcels_);
  }
  template <class Wires, class OnPacket>
  void receive(Wires& wires, OnPacket on_packet) {
    ranks_.finish_exchange(parcels_);
    for (std::size_t i = 0; i < borders_.size(); ++i) {
      std::span<const std::byte> in = std::span<const std::byte>(parcels_[i].in).first(parcels_[i].came);
      for (const Crossing& link : borders_[i].in) {
        if (get(in, wires[link.sender], link.port)) on_packet(link.receiver);
      }
    }
  }

 private:
  using Links = typename Node::Links;
  using Link = network::Link<typename Node::Config>;
  using Packet = decltype(Link::packet);

  struct Crossing {
    std::uint32_t sender;
    unsigned port;  // of the sender
    std::uint32_t receiver;
  };
  struct Border {
    std::vector<Crossing> out;
    std::vector<Crossing> in;
  };

  static constexpr bool kHasPhits = requires(Links links) { links.phits; };
  template <class AnyLinks>
  static auto& link_of(AnyLinks& links, unsigned port) {
    if constexpr (requires { links.links; }) {
      return links.links[port];
    } else {
      return links[port];
    }
  }
  static constexpr std::size_t most_bytes() {
    if constexpr (kHasPhits) {
      return sizeof(Links{}.phits[0]);
    } else {
      return 1 + sizeof(Packet);
    }
  }
  static constexpr std::size_t kMostBytes = most_bytes();

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

  Ranks& ranks_;
  std::vector<std::uint8_t> is_edge_;
  bool has_inner_ = false;
  std::vector<Border> borders_;  // by neighbouring rank, like the next
  std::vector<Parcel> parcels_;
};

}  // namespace testbench
