// SPDX-License-Identifier: Apache-2.0
// Each request is served at once, down a tree that all nodes share: the source sends the packet to
// the root of one of the d trees, chosen at random, and the root sends it to all (Stamoulis and
// Tsitsiklis 1993, the indirect algorithm). The trees are those of firmware/trees/johnsson_ho.hpp:
// node 2^j is the root of tree j.
//
// On their way to a root packets correct the dimensions in cyclic order. A source turns the first
// dimension from one request to the next, so that the root receives equally through all its ports.
// The root takes the packets from its ejectors, one a cycle.
#pragma once

#include <array>

#include "firmware/networks/cube_addresses.hpp"
#include "firmware/trees/johnsson_ho.hpp"
#include "hls/broadcast/config.hpp"
#include "hls/broadcast/request_queue.hpp"
#include "hls/broadcast/service.hpp"
#include "hls/router/arbiter.hpp"
#include "hls/types/assert.hpp"
#include "hls/types/each_one.hpp"
#include "hls/types/ram.hpp"

namespace broadcast {

// The packets that the root of a shared tree has still to send: a ring that every port of the root
// reads at its own pace.
template <class Config>
class Relay {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;

  bool has_room() const {
    bool room = true;
    for (unsigned o = 0; o < kPorts; ++o) room = room && waiting_[o] < Config::kMostRelayed - 1;
    return room;
  }
  unsigned waiting(unsigned port) const { return waiting_[port]; }
  // The next packet's header, and the payload of the packet that the port offered last.
  network::Header<Config> next(unsigned port) const { return packets_.read(end_ - waiting_[port]).header; }
  network::Payload<Config> offered(unsigned port) const { return packets_.read(offered_[port]).payload; }

  // One cycle. `comes`: `packet` comes, for the ports of `down`. `leaves`: ports that offer their
  // next packet from now on; their earlier offer has left.
  void tick(hls::Bit comes, const network::Packet<Config>& packet, network::PortSet<Config> down,
            network::PortSet<Config> leaves) {
    HLS_ASSERT(!comes || has_room(), "a packet comes to a full relay");
    for (unsigned o = 0; o < kPorts; ++o) {
      const bool next = Ports(leaves).contains(o);
      if (next) offered_[o] = Index(end_ - waiting_[o]);
      waiting_[o] = Count(waiting_[o] + (comes && Ports(down).contains(o) ? 1u : 0u) - (next ? 1u : 0u));
    }
    if (comes) {
      packets_.write(end_, packet);
      end_ = Index(end_ + 1);
    }
  }

 private:
  using Index = hls::Bits<hls::index_width(Config::kMostRelayed)>;
  using Count = hls::Bits<hls::index_width(Config::kMostRelayed)>;

  hls::Ram<network::Packet<Config>, Config::kMostRelayed> packets_;
  Index end_;                          // the next packet's place
  std::array<Count, kPorts> waiting_;  // with the packet on offer it stays below the ring's size
  std::array<Index, kPorts> offered_;
};

// The packets in ejectors that this node is to relay.
template <class Config>
struct Relayed {
  network::PortSet<Config> waiting;  // in-ports whose ejector holds one
  network::PortSet<Config> from;     // the one of `waiting` whose packet is taken in this cycle, if any
  network::Flit<Config> flit;        // the taken packet

  // In-ports whose ejected packet leaves, when the memory takes those of `ready`.
  Ports leaving(Ports ready) const { return (ready - Ports(waiting)) | Ports(from); }
};

template <class Config>
class IndirectBroadcasts {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;
  using Ejects = std::array<network::Flit<Config>, kPorts>;

  // An own request goes first: nothing is relayed in a cycle in which `request`, the oldest, begins
  // its tree here.
  Relayed<Config> relayed(network::NodeAddress<Config> me, const Request<Config>& request, const Ejects& ejects) const {
    Ports waiting;
    for (unsigned k = 0; k < kPorts; ++k) {
      waiting.insert(k, ejects[k].valid && ejects[k].packet.header.rule.number() == kToRoot);
    }
    Relayed<Config> relayed;
    relayed.waiting = network::PortSet<Config>(waiting);
    if (!relay_.has_room() || begins_here(me, request)) return relayed;
    relayed.from = network::PortSet<Config>(Ports(router::round_robin_grant(waiting.mask(), Ports(last_).mask())));
    relayed.flit.valid = hls::Bit(!waiting.empty());
    hls::for_each_one<kPorts>(Ports(relayed.from).mask(), [&](unsigned k) { relayed.flit.packet = ejects[k].packet; });
    return relayed;
  }
  // The payload of another node's packet on offer at the port.
  network::Payload<Config> payload(unsigned port) const { return relay_.offered(port); }

  // One cycle. `request`: the oldest. `taken`: ports whose offer leaves. `fetches`: the registers
  // that hold the ports' offers. Returns whether the request is served from now on.
  HLS_MODULE hls::Bit tick(const Service<Config>& service, const Request<Config>& request,
                           const Relayed<Config>& relayed, network::PortSet<Config> taken, Fetches<Config>& fetches) {
    const bool begins = begins_here(service.me, request) && relay_.has_room();
    const bool other_root = request.valid && !begins_here(service.me, request);
    const unsigned first = first_port(service.me, request.tree);
    Ports down;  // ports that offer the tree's next packet
    Ports up;    // the port that offers the node's own packet to another root
    for (unsigned o = 0; o < kPorts; ++o) {
      const bool free = !fetches[o].valid || Ports(taken).contains(o);
      const bool goes_up = free && other_root && o == first;
      const bool goes_down = free && !goes_up && relay_.waiting(o) != 0;
      if (free) fetches[o].valid = hls::Bit(goes_up || goes_down);
      if (goes_down) fetches[o].header = relay_.next(o);
      if (goes_up) fetches[o].header = header_up(service.me, request);
      up.insert(o, goes_up);
      down.insert(o, goes_down);
    }
    network::Packet<Config> packet = relayed.flit.packet;
    if (begins) packet.header = header_up(service.me, request);
    packet.header.destination = network::NodeAddress<Config>(Address(0));
    packet.header.tree = ClassNumber<Config>(tree_of(service.me));
    packet.header.rule = rule_number<rules::SharedTrees, Config>();
    relay_.tick(hls::Bit(begins || relayed.flit.valid), packet, ports_down(service.me), network::PortSet<Config>(down));
    if (relayed.flit.valid) last_ = relayed.from;
    return hls::Bit(begins || !up.empty());
  }

 private:
  static constexpr std::uint32_t kToRoot =
      static_cast<std::uint32_t>(Config::Rules::template number_of<rules::ToRoot>());

  // The tree that has this node as its root, if there is one.
  static unsigned tree_of(network::NodeAddress<Config> me) {
    return bits::index(bits::lowest(Address(me).number())) % kPorts;
  }
  // In a cube of one dimension each node is the root for its own packets.
  static Address root_of(network::NodeAddress<Config> me, unsigned tree) {
    return kPorts == 1 ? Address(me) : Address(1u << tree);
  }
  static network::PortSet<Config> ports_down(network::NodeAddress<Config> me) {
    const Ports of_tree_0 = trees::SharedErsbt::children_of_root(kPorts);
    return network::PortSet<Config>(cube::rotate_left(kPorts, of_tree_0, tree_of(me)));
  }

  static Address root(network::NodeAddress<Config> me, const RequestTree<Config>& tree) {
    return root_of(me, tree.at_random);
  }
  // This node is the root of the request's tree.
  static bool begins_here(network::NodeAddress<Config> me, const Request<Config>& request) {
    return request.valid && root(me, request.tree) == Address(me);
  }
  static unsigned first_port(network::NodeAddress<Config> me, const RequestTree<Config>& tree) {
    const Ports way(Address(me).number() ^ root(me, tree).number());
    return cube::first_from(kPorts, way, tree.in_turn).port();
  }
  static network::Header<Config> header_up(network::NodeAddress<Config> me, const Request<Config>& request) {
    network::Header<Config> header;
    header.sequence = request.number;
    header.source = me;
    header.destination = network::NodeAddress<Config>(root(me, request.tree));
    header.tree = request.tree.in_turn;
    header.rule = rule_number<rules::ToRoot, Config>();
    return header;
  }

  Relay<Config> relay_;
  network::PortSet<Config> last_;  // the in-port of the packet relayed last
};

}  // namespace broadcast
