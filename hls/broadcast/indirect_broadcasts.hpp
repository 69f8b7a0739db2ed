// Requests served each at once, down a tree that all nodes share: the source sends the packet to the root of one of the d
// trees, chosen at random, and the root sends it to all (Stamoulis and Tsitsiklis 1993, the indirect algorithm). The trees
// are those of firmware/trees/shared_ersbt.hpp: node 2^j is the root of tree j.
//
// On their way to a root packets correct the dimensions in an order that each source turns from one to the next, so that
// they come to the root through all its ports alike. The root takes them from its ejectors, one a cycle.
#pragma once

#include "firmware/cube/address.hpp"
#include "hls/broadcast/relay.hpp"
#include "hls/broadcast/request_queue.hpp"
#include "hls/broadcast/tree_choice.hpp"
#include "hls/router/round_robin.hpp"

namespace broadcast {

template <class Config>
class IndirectBroadcasts {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;
  using Flit = network::Flit<Config>;
  using Ejects = std::array<Flit, kPorts>;

  bool full() const { return requests_.full(); }

  // In-ports whose ejector holds a packet that this node is to relay.
  static Ports to_relay(const Ejects& ejects) {
    Ports in_ports;
    for (unsigned k = 0; k < kPorts; ++k) {
      in_ports.insert(k, ejects[k].valid && ejects[k].packet.header.rule.number() == kToRoot);
    }
    return in_ports;
  }
  // Of them the one from which it takes the packet in this cycle, if any. Own requests come first.
  Ports taken_of(network::NodeAddress<Config> me, Ports in_ports) const {
    if (!relay_.has_room() || begins_here(me)) return Ports();
    return Ports(router::round_robin_grant(in_ports.mask(), Ports(last_).mask()));
  }
  // The payload of the packet on offer at the port.
  network::Payload<Config> payload(unsigned port, const router::Fetch<Config>& fetch, network::NodeAddress<Config> me,
                                   network::Payload<Config> of_memory) const {
    return fetch.header.source.number() == me.number() ? of_memory : relay_.offered(port);
  }

  // One cycle. `relayed`: what was taken from an ejector, of the in-port `from`. The others as those of
  // PartialBroadcasts::tick.
  HLS_MODULE void tick(const Service<Config>& service, hls::Bit comes, const Flit& relayed,
                       network::PortSet<Config> from, network::PortSet<Config> taken, Fetches<Config>& fetches) {
    const bool begins = begins_here(service.me) && relay_.has_room();
    const unsigned first = first_port(service.me);
    Ports down;  // ports that offer the next packet of the tree
    Ports up;    // and one that offers the node's own to another root
    for (unsigned o = 0; o < kPorts; ++o) {
      const bool free = !fetches[o].valid || Ports(taken).contains(o);
      const bool goes_up = free && waits_for_other_root(service.me) && o == first;
      const bool goes_down = free && !goes_up && relay_.waiting(o) != 0;
      if (free) fetches[o].valid = hls::Bit(goes_up || goes_down);
      if (goes_down) fetches[o].header = relay_.next(o);
      if (goes_up) fetches[o].header = header_up(service.me);
      up.insert(o, goes_up);
      down.insert(o, goes_down);
    }
    network::Packet<Config> packet = relayed.packet;
    if (begins) packet.header = header_up(service.me);
    packet.header.destination = network::NodeAddress<Config>(Address(0));
    packet.header.tree = ClassNumber<Config>(tree_of(service.me));
    packet.header.rule = rule_number<rules::SharedTrees, Config>();
    relay_.tick(hls::Bit(begins || relayed.valid), packet, ports_down(service.me), network::PortSet<Config>(down));
    if (relayed.valid) last_ = from;

    const bool served = begins || !up.empty();
    if (service.start) {
      choice_.start(service.me);
    } else if (served) {
      choice_.step();
    }
    requests_.tick(comes, hls::Bit(served));
  }

 private:
  static constexpr std::uint32_t kToRoot =
      static_cast<std::uint32_t>(Config::Rules::template number_of<rules::ToRoot>());

  // The tree of which a node is the root, if it is one.
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

  Address root(network::NodeAddress<Config> me) const { return root_of(me, choice_.at_random()); }
  // The oldest request goes down the tree of which this node is the root; or to another root.
  bool begins_here(network::NodeAddress<Config> me) const {
    return requests_.waiting() != 0 && root(me) == Address(me);
  }
  bool waits_for_other_root(network::NodeAddress<Config> me) const {
    return requests_.waiting() != 0 && root(me) != Address(me);
  }
  unsigned first_port(network::NodeAddress<Config> me) const {
    const Ports way(Address(me).number() ^ root(me).number());
    return cube::first_from(kPorts, way, choice_.in_turn()).port();
  }
  network::Header<Config> header_up(network::NodeAddress<Config> me) const {
    network::Header<Config> header;
    header.sequence = requests_.first();
    header.source = me;
    header.destination = network::NodeAddress<Config>(root(me));
    header.tree = ClassNumber<Config>(choice_.in_turn());
    header.rule = rule_number<rules::ToRoot, Config>();
    return header;
  }

  RequestQueue<Config> requests_;
  TreeChoice<Config> choice_;
  Relay<Config> relay_;
  network::PortSet<Config> last_;  // the in-port of the packet that was relayed last
};

}  // namespace broadcast
