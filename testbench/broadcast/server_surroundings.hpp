// What stands around the nodes of a cube that serve broadcast requests, in any simulator: sources,
// memories, and an observer of their links. A cycle:
//
//     surroundings.begin_cycle(requests);
//     for every node: surroundings.show(...), take(...), its step, surroundings.observe(links, wires)
#pragma once

#include <vector>

#include "firmware/rules/broadcast_rules.hpp"
#include "testbench/broadcast/broadcast_mesh.hpp"
#include "testbench/mesh/stall.hpp"

namespace testbench {

class ServerSurroundings {
 public:
  ServerSurroundings(const BroadcastSetting& setting, unsigned sequence_width)
      : ports_(setting.dimension),
        sequence_mask_((std::uint64_t{1} << sequence_width) - 1),
        payloads_(setting.payload_seed, setting.simulation.payload_bits),
        stall_(setting.simulation),
        comes_(std::size_t{1} << setting.dimension),
        offered_(comes_.size()) {}

  // A request comes to each node of `requests`.
  void begin_cycle(const std::vector<Address>& requests) {
    delivered_.clear();
    traffic_ = {};
    for (const Address node : requests_) comes_[node.number()] = 0;
    requests_ = requests;
    for (const Address node : requests_) comes_[node.number()] = 1;
  }

  // A node's inputs from its source and its memory in the coming cycle; the memory answers the
  // node's registers. `registers`, `in`: the node's own, or in wide words.
  template <class Registers, class In>
  void show(Address node, std::uint64_t cycle, const Registers& registers, In& in) {
    using Payload = std::decay_t<decltype(in.payloads[0])>;
    for (unsigned port = 0; port < ports_; ++port) {
      const auto& fetch = registers.fetches[port];
      if (!fetch.valid || fetch.header.source.number() != node.number()) continue;
      in.payloads[port] = Payload(payloads_(node.number(), fetch.header.sequence));
      note_offer(node, fetch.header.sequence);
    }
    in.eject_ready = std::decay_t<decltype(in.eject_ready)>(stall_.ready(cycle, node, ports_));
    in.request = std::decay_t<decltype(in.request)>(comes_[node.number()] != 0);
  }
  // Packets in its ejectors are delivered if the memory takes them.
  template <class Registers>
  void take(Address node, const Registers& registers, network::Ports ready) {
    for (unsigned port = 0; port < ports_; ++port) {
      const auto& eject = registers.ejects[port];
      const auto& header = eject.packet.header;
      const bool is_relayed = header.rule.number() == number_of<rules::ToRoot>();
      if (eject.valid && !is_relayed && ready.contains(port)) {
        delivered_.push_back({node, header.source, header.sequence, eject.packet.payload});
      }
    }
  }

  // What a node drives from this cycle on.
  template <class Links, class Wires>
  void observe(const Links& links, const Wires& wires) {
    for (const auto& told : wires) traffic_.counts += told.valid;
    for (const auto& link : links) {
      traffic_.stopped += link.go ? 0 : 1;
      if (!link.valid) continue;
      const std::uint32_t rule = link.packet.header.rule.number();
      if (rule == number_of<rules::NeighbourPart>()) {
        ++traffic_.counts;
      } else if (rule == number_of<rules::Ascending>() || rule == number_of<rules::ToRoot>()) {
        ++traffic_.packing;
      } else {
        ++traffic_.broadcast;
      }
    }
  }

  // Packets of its own that the node has offered, up to the latest.
  std::uint64_t offered(Address node) const { return offered_[node.number()]; }
  // Of this cycle.
  const std::vector<BroadcastDelivery>& delivered() const { return delivered_; }
  BroadcastTraffic traffic() const { return traffic_; }

 private:
  // Ports and classes offer their packets in any order; sequences are cut to their width.
  void note_offer(Address node, std::uint32_t sequence) {
    std::uint64_t& offered = offered_[node.number()];
    const std::uint64_t more = (sequence + 1 - offered) & sequence_mask_;
    if (more <= (sequence_mask_ + 1) / 2) offered += more;
  }

  template <class Rule>
  static constexpr std::uint32_t number_of() {
    return static_cast<std::uint32_t>(rules::BroadcastRules::number_of<Rule>());
  }

  const unsigned ports_;
  const std::uint64_t sequence_mask_;
  const PayloadHash payloads_;
  const Stall stall_;
  std::vector<Address> requests_;
  std::vector<std::uint8_t> comes_;     // by node: a request comes in this cycle
  std::vector<std::uint64_t> offered_;  // by node
  std::vector<BroadcastDelivery> delivered_;
  BroadcastTraffic traffic_;
};

}  // namespace testbench
