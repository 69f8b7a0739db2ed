// SPDX-License-Identifier: Apache-2.0
// The environment of nodes that serve broadcast requests: sources, memories, and an
// observer of their links. A cycle:
//
//     environment.begin_cycle(requests);
//     for every node: environment.show(...), take(...), its step, environment.observe(...)
#pragma once

#include <vector>

#include "firmware/rules/broadcast_rules.hpp"
#include "testbench/engines/mesh/environment.hpp"
#include "testbench/judge/checker/payload_hash.hpp"

namespace testbench {

// A packet that a memory took.
struct BroadcastDelivery {
  Address node;
  Address source;
  std::uint32_t sequence;  // the source's, modulo 2^sequence width: a request has packets_of_request()
  std::uint64_t payload;
};

// Packets that the links carry in a cycle.
struct BroadcastTraffic {
  std::uint64_t counts = 0;     // from nodes to their neighbours; on few wires, parts of counts
  std::uint64_t packing = 0;    // to nodes that hold them: for a period, or as roots of shared trees
  std::uint64_t broadcast = 0;  // to all
  std::uint64_t stopped = 0;    // links that say stop

  std::uint64_t all() const { return counts + packing + broadcast; }
};

class RequestEnvironment final : public Environment {
 public:
  // `sequence_width`: bits of a packet's sequence in the nodes.
  RequestEnvironment(const MeshSetting& setting, const PayloadHash& payloads, unsigned sequence_width)
      : ports_(setting.network.ports()),
        sequence_mask_((std::uint64_t{1} << sequence_width) - 1),
        payloads_(payloads),
        rules_(setting.node_kind().routes_in_logic ? kOfCubes : kOfTrees),
        stall_(setting),
        comes_(setting.network.nodes()),
        offered_(comes_.size()) {}

  // A request comes to each node of `requests`.
  void begin_cycle(const std::vector<Address>& requests) {
    delivered_.clear();
    traffic_ = {};
    for (const Address node : requests_) comes_[node.number()] = 0;
    requests_ = requests;
    for (const Address node : requests_) comes_[node.number()] = 1;
  }

  void show(Address node, std::uint64_t cycle, const NodeOutputs& out, NodeInputs& in) override {
    for (unsigned port = 0; port < ports_; ++port) {
      const WideFetch& fetch = out.fetches[port];
      if (fetch.valid) answer(node, fetch.header, in.payloads[port]);
    }
    in.eject_ready = ready(cycle, node);
    in.request = comes(node);
  }
  void take(Address node, const NodeOutputs& out, const NodeInputs& in) override {
    for (unsigned port = 0; port < ports_; ++port) {
      if (out.ejects[port].valid && in.eject_ready.contains(port)) deliver(node, out.ejects[port].packet);
    }
  }
  void observe(Address, const NodeOutputs& out) override {
    for (const PortBundle& port : out.ports) {
      observe_count(port.count.valid);
      observe_link(port.link);
    }
  }

  // The same functions for nodes with words of any width, part by part. The memory answers an offer
  // of the node's own packet. The payload of another node's packet, which the node holds, stays
  // unchanged.
  template <class Header, class Payload>
  void answer(Address node, const Header& header, Payload& payload) {
    if (header.source.number() != node.number()) return;
    payload = Payload(payloads_(node.number(), header.sequence));
    note_offer(node, header.sequence);
  }
  network::Ports ready(std::uint64_t cycle, Address node) const { return stall_.ready(cycle, node, ports_); }
  bool comes(Address node) const { return comes_[node.number()] != 0; }
  // The memory takes an ejector's packet, unless a root relays it.
  template <class Packet>
  void deliver(Address node, const Packet& packet) {
    const auto& header = packet.header;
    if ((rules_.relayed >> header.rule.number() & 1u) != 0) return;
    delivered_.push_back({node, header.source, header.sequence, packet.payload});
  }
  void observe_count(bool is_told) { traffic_.counts += is_told ? 1 : 0; }
  template <class Link>
  void observe_link(const Link& link) {
    traffic_.stopped += link.go ? 0 : 1;
    if (!link.valid) return;
    const std::uint32_t rule = std::uint32_t{1} << link.packet.header.rule.number();
    if ((rules_.counts & rule) != 0) {
      ++traffic_.counts;
    } else if ((rules_.packing & rule) != 0) {
      ++traffic_.packing;
    } else {
      ++traffic_.broadcast;
    }
  }

  // Own packets that the node has offered, up to the latest.
  std::uint64_t offered(Address node) const { return offered_[node.number()]; }
  // The results of this cycle.
  const std::vector<BroadcastDelivery>& delivered() const { return delivered_; }
  const BroadcastTraffic& traffic() const { return traffic_; }

 private:
  // Ports and classes offer packets in any order, and sequences are cut to their width.
  void note_offer(Address node, std::uint32_t sequence) {
    std::uint64_t& offered = offered_[node.number()];
    const std::uint64_t more = (sequence + 1 - offered) & sequence_mask_;
    if (more <= (sequence_mask_ + 1) / 2) offered += more;
  }

  // Rules of the nodes, a bit for each.
  struct RuleSets {
    std::uint32_t counts;
    std::uint32_t packing;
    std::uint32_t relayed;
  };
  static constexpr RuleSets kOfCubes{rules::BroadcastRules::mask_of<rules::NeighbourPart>(),
                                     rules::BroadcastRules::mask_of<rules::Ascending, rules::ToRoot>(),
                                     rules::BroadcastRules::mask_of<rules::ToRoot>()};
  static constexpr RuleSets kOfTrees{rules::TreeBroadcastRules::mask_of<rules::NeighbourPart>(), 0, 0};

  const unsigned ports_;
  const std::uint64_t sequence_mask_;
  const PayloadHash payloads_;
  const RuleSets rules_;
  const Stall stall_;
  std::vector<Address> requests_;
  std::vector<std::uint8_t> comes_;     // by node: a request comes in this cycle
  std::vector<std::uint64_t> offered_;  // by node
  std::vector<BroadcastDelivery> delivered_;
  BroadcastTraffic traffic_;
};

}  // namespace testbench
