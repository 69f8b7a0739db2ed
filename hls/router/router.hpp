// SPDX-License-Identifier: Apache-2.0
// The router of a node: what lies between its links, its injection streams and its ejection
// streams. Wiring only; each part has a file of its own.
//
//              +-----------+      +------------------------+
//   link i --->| rule unit |--+-->| output port o          |---> link o
//              +-----------+  |   |  crosspoint queues     |
//                             |   |  round-robin arbiter   |
//                             |   +------------------------+
//   own packets of port o ----|-------^      ^
//              +-----------+  |           port gate (gated routers)
//   memory <---| ejector i |<-+
//              +-----------+  |   +------------------------+
//                    ^        +-->| combining ejector e    |<--- own contributions
//                    |            +------------------------+     (nodes that combine packets)
//                    +-- results ------------+
//
// A packet on a free path costs one cycle a hop, two with registers behind the rule units
// (ArrivalRegisters), and more if packets are combined in several cycles (CombinePipeline). A link
// stops when a queue behind it fills. Nothing is dropped but by links of more cycles than it is made for (overflow.hpp).
#pragma once

#include <array>

#include "hls/router/copy_filter.hpp"
#include "hls/router/ejector.hpp"
#include "hls/router/output_port.hpp"
#include "hls/router/overflow.hpp"
#include "hls/router/port_gate.hpp"
#include "hls/router/received_of_epochs.hpp"
#include "hls/router/rule_unit.hpp"

namespace router {

// The values of the node's registers in one cycle.
template <class Config>
struct RouterControl {
  NodeAddress<Config> address;       // the node's own
  hls::Bit transit_first;            // packets in transit leave before a port's own
  GateControl<Config> gate;          // gated routers only
  TableWrite<Config> table_write;    // for the rule table
  hls::Bit start;                    // the strobe: arbiters, gate and statistics begin anew
  CombineControl<Config> combining;  // nodes that combine packets only
  TreeTurns<Config> turns;           // routers with tree turns only
  CopyControl<Config> copies;        // routers that drop copies only
};

// The node's results in one cycle; empty in nodes that do not combine.
template <class Config, bool Combines = combines<Config>()>
struct ResultEvents {
  static constexpr bool has_left(Ports taken, unsigned stream) { return taken.contains(stream); }
};
template <class Config>
struct ResultEvents<Config, true> {
  PortSet<Config> left;       // combining ejectors whose result left
  PortSet<Config> delivered;  // in-ports of which the memory took a result

  // Whether the own packet of a stream left; `taken`: ports whose own packet left.
  bool has_left(Ports taken, unsigned stream) const {
    constexpr unsigned kPorts = Config::Network::kPorts;
    return stream < kPorts ? taken.contains(stream) : Ports(left).contains(stream - kPorts);
  }
};

// The events of one cycle.
template <class Config>
struct RouterEvents {
  PortSet<Config> taken;         // ports whose own packet left
  PortSet<Config> delivered;     // in-ports of which the memory took a packet
  hls::Bit stalled;              // a port had a packet and its neighbour said stop
  ResultEvents<Config> results;  // nodes that combine packets only
  OperandFault<Config> fault;    // nodes that check operands only
  OddEpoch<Config> odd;          // of `delivered`, nodes with epochs only
  LostPackets<Config> lost;      // in the cycle before, nodes that count them only
};

template <class Config>
class Router {
 public:
  static_assert(!kHasEpochs<Config> || !Config::kDropsCopies, "a copy may come when its collective is over");
  static_assert(has_right_queues<Config>(), "a queue is a power of two deep, with room for what follows its stop");

  static constexpr unsigned kPorts = Config::Network::kPorts;
  using Links = std::array<Link<Config>, kPorts>;

  // Most packets that a queue has held since the start.
  std::uint32_t deepest() const {
    std::uint32_t packets = 0;
    if constexpr (Config::kStatistics) {
      for (const OutputPort<Config>& output : outputs_) {
        packets = output.deepest() > packets ? output.deepest() : packets;
      }
      for (const CombiningEjector<Config>& ejector : combining_ejectors_) {
        packets = ejector.deepest() > packets ? ejector.deepest() : packets;
      }
    }
    return packets;
  }

  // One cycle. `links`: what the neighbours drive. `own`, `payloads`: the node's next packet for
  // each port. `eject_ready`: the memory takes what the ejector of the in-port holds. `out_links`,
  // `ejects`: output registers.
  HLS_MODULE RouterEvents<Config> tick(const RouterControl<Config>& control, const Links& links,
                                       const std::array<Fetch<Config>, kStreams<Config>>& own,
                                       const std::array<Payload<Config>, kStreams<Config>>& payloads,
                                       PortSet<Config> eject_ready, Links& out_links,
                                       std::array<Flit<Config>, kPorts>& ejects) {
    // The reads of the parts' registers come before their ticks, and so see the values with which
    // this cycle began.
    const Ports stop = stopped();
    const LostPackets<Config> lost = lost_packets();
    const Ports ready = eject_ready;
    Ports go;
    Ports delivered;
    for (unsigned k = 0; k < kPorts; ++k) {
      go.insert(k, links[k].go);
      delivered.insert(k, ejects[k].valid && ready.contains(k));
    }
    OddEpoch<Config> odd{};
    if constexpr (kHasEpochs<Config>) {
      Ports ports;
      for (unsigned k = 0; k < kPorts; ++k) {
        ports.insert(k, delivered.contains(k) && ejects[k].packet.header.epoch);
      }
      odd[0] = PortSet<Config>(ports);
    }

    // The ways of the arriving packets: to_output[o] has the in-ports whose packets leave through
    // port o, to_ejector[e] those whose packets go into a result of ejector e.
    std::array<Ports, kPorts> to_output{};
    std::array<Ports, kPorts> to_ejector{};
    Ports to_memory;
    const auto arrives = [&](unsigned i, const Route<Config>& route, [[maybe_unused]] const Header<Config>& header) {
      hls::for_each_one<kPorts>(Ports(route.ports).mask(), [&](unsigned o) { to_output[o].insert(i); });
      if constexpr (combines<Config>()) {
        const bool combined = is_combined<Config>(header);
        to_memory.insert(i, route.deliver && !combined);
        for (unsigned e = 0; e < kCombiningEjectors<Config>; ++e) {
          to_ejector[e].insert(i, route.deliver && combined && header.tree == e);
        }
      } else {
        to_memory.insert(i, route.deliver);
      }
    };
    for (unsigned i = 0; i < kPorts; ++i) {
      if constexpr (has_arrival_registers<Config>()) {
        arrives(i, arrivals_[i].route, arrivals_[i].packet.header);
      } else {
        if (links[i].valid) arrives(i, route_of(control.address, links[i].packet.header), links[i].packet.header);
      }
    }
    const auto& arrivals = arriving(links);
    to_memory = copies_.fresh(control.copies, control.start, to_memory, arrivals);

    OperandFault<Config> fault{};
    if constexpr (Config::kChecksOperands) {
      bool found = false;
      for (unsigned o = 0; o < kPorts; ++o) {
        found = found || outputs_[o].has_wrong_operand(PortNumber<Config>(o), to_crosspoints(to_output[o], o), arrivals,
                                                       own[o], control.combining);
      }
      for (unsigned e = 0; e < kCombiningEjectors<Config>; ++e) {
        found = found ||
                combining_ejectors_[e].has_wrong_operand(PortSet<Config>(to_ejector[e]), arrivals, own[kPorts + e]);
      }
      fault[0] = hls::Bit(found);
    }

    // The ports that have a packet, and those that may send it.
    Ports requests;
    for (unsigned o = 0; o < kPorts; ++o) {
      if constexpr (combines<Config>()) {
        requests.insert(o, outputs_[o].asks(PortNumber<Config>(o), to_crosspoints(to_output[o], o), arrivals, own[o],
                                            control.transit_first, control.combining));
      } else {
        requests.insert(o, own[o].valid || !to_output[o].empty() || outputs_[o].waiting() != 0);
      }
    }
    Ports may_send = go;
    if constexpr (is_gated<Config>()) {
      may_send &= gate_.tick(control.start, control.gate, control.address, PortSet<Config>(requests & go));
    }

    Ports taken;
    for (unsigned o = 0; o < kPorts; ++o) {
      taken.insert(o, outputs_[o].tick(PortNumber<Config>(o), control.start, to_crosspoints(to_output[o], o), arrivals,
                                       hls::Bit(may_send.contains(o)), own[o], payloads[o], control.transit_first,
                                       control.combining, control.turns.of(o), out_links[o]));
      out_links[o].go = hls::Bit(!stop.contains(o));
    }
    RouterEvents<Config> events{
        PortSet<Config>(taken), PortSet<Config>(delivered), hls::Bit(!(requests - go).empty()), {}, fault, odd, lost};
    Ports results;
    Ports results_delivered;
    if constexpr (combines<Config>()) {
      for (unsigned i = 0; i < kCombiningEjectors<Config>; ++i) {
        results_delivered.insert(i, delivered.contains(i) && is_combined<Config>(ejects[i].packet.header));
        // Packets that are delivered as they are come first.
        typename CombiningEjector<Config>::Result result;
        if constexpr (has_combine_stages<Config>()) {
          result = Flit<Config>{arrivals[i].packet, hls::Bit(to_memory.contains(i))};
        }
        results.insert(
            i, combining_ejectors_[i].tick(PortNumber<Config>(i), control.start, PortSet<Config>(to_ejector[i]),
                                           arrivals, hls::Bit(!to_memory.contains(i) && !ejectors_[i].filling()),
                                           own[kPorts + i], payloads[kPorts + i], control.combining, result));
        if constexpr (has_combine_stages<Config>()) {
          ejectors_[i].tick(result.valid, result.packet, hls::Bit(ready.contains(i)), ejects[i]);
        } else {
          ejectors_[i].tick(hls::Bit(to_memory.contains(i) || results.contains(i)),
                            to_memory.contains(i) ? arrivals[i].packet : result, hls::Bit(ready.contains(i)),
                            ejects[i]);
        }
      }
    }
    for (unsigned i = kCombiningEjectors<Config>; i < kPorts; ++i) {
      ejectors_[i].tick(hls::Bit(to_memory.contains(i)), arrivals[i].packet, hls::Bit(ready.contains(i)), ejects[i]);
    }
    if constexpr (has_arrival_registers<Config>()) {
      for (unsigned i = 0; i < kPorts; ++i) {
        arrivals_[i].route = links[i].valid ? route_of(control.address, links[i].packet.header) : Route<Config>();
        if (links[i].valid) arrivals_[i].packet = links[i].packet;
      }
    }
    table_.write(control.table_write);
    if constexpr (combines<Config>()) events.results = {PortSet<Config>(results), PortSet<Config>(results_delivered)};
    return events;
  }

  // Whether packets have left the port that are not yet in the link register.
  bool is_sending(unsigned port) const { return outputs_[port].is_sending(); }
  // Whether a packet waits for an output port.
  bool has_transit() const {
    bool found = false;
    for (const OutputPort<Config>& output : outputs_) found = found || output.waiting() != 0;
    return found;
  }
  // Whether no packet waits in the router.
  bool empty() const {
    bool found = true;
    for (const OutputPort<Config>& output : outputs_) found = found && output.waiting() == 0 && !output.is_sending();
    for (const EjectorOf<Config>& ejector : ejectors_) found = found && ejector.empty();
    for (const CombiningEjector<Config>& ejector : combining_ejectors_) {
      found = found && ejector.waiting() == 0 && !ejector.is_sending();
    }
    for (const Arrival<Config>& arrival : arrivals_) found = found && !arrival.route.leads_on();
    return found;
  }
  // For a mesh that does not evaluate nodes at rest: does what `cycles` cycles without a packet do.
  void rest(const RouterControl<Config>& control, std::uint64_t cycles) {
    if constexpr (is_gated<Config>()) {
      for (std::uint64_t i = 0; i < cycles; ++i) gate_.tick(hls::Bit(0), control.gate, control.address, {});
    }
  }

  // For the mesh to attach memory.
  OutputPort<Config>& output(unsigned port) { return outputs_[port]; }
  EjectorOf<Config>& ejector(unsigned port) { return ejectors_[port]; }
  CombiningEjector<Config>& combining_ejector(unsigned number) { return combining_ejectors_[number]; }
  RuleTable<Config>& table() { return table_; }
  PortGate<Config>& gate() { return gate_; }

  // For a mesh whose queues lie in main memory: a hint of the packets that will be read soon.
  // `own`: as in tick.
  void prefetch_heads(const std::array<Fetch<Config>, kStreams<Config>>& own) const {
    for (unsigned o = 0; o < kPorts; ++o) outputs_[o].prefetch_heads(PortNumber<Config>(o), own[o]);
  }

 private:
  using Crosspoints = typename OutputPort<Config>::Crosspoints;

  static Crosspoints to_crosspoints(Ports in_ports, unsigned port) {
    return Crosspoints(OutputPort<Config>::to_crosspoints(in_ports, port));
  }

  // The registers from which output ports and ejectors take packets.
  const auto& arriving(const Links& links) const {
    if constexpr (has_arrival_registers<Config>()) {
      return arrivals_;
    } else {
      return links;
    }
  }
  Route<Config> route_of(NodeAddress<Config> me, const Header<Config>& header) const {
    return RuleUnit<Config>::route(me, header, table_.read(me, header));
  }

  // In-ports whose neighbour must stop: a queue behind them, or the ejector, is filling.
  Ports stopped() const {
    Ports in_ports;
    for (unsigned k = 0; k < kPorts; ++k) {
      if (!hls::kSkipsWork || outputs_[k].filling() != 0) {
        in_ports |= OutputPort<Config>::to_in_ports(outputs_[k].filling(), k);
      }
      in_ports.insert(k, ejectors_[k].filling());
    }
    for (const CombiningEjector<Config>& ejector : combining_ejectors_) in_ports |= Ports(ejector.filling());
    return in_ports;
  }

  // In-ports of which a packet came to a full queue.
  LostPackets<Config> lost_packets() const {
    LostPackets<Config> lost{};
    if constexpr (kCountsOverflow<Config>) {
      Ports in_ports;
      for (unsigned k = 0; k < kPorts; ++k) {
        in_ports |= OutputPort<Config>::to_in_ports(outputs_[k].lost(), k);
        in_ports.insert(k, ejectors_[k].lost());
      }
      for (const CombiningEjector<Config>& ejector : combining_ejectors_) in_ports |= Ports(ejector.lost());
      lost[0] = PortSet<Config>(in_ports);
    }
    return lost;
  }

  std::array<OutputPort<Config>, kPorts> outputs_;
  ArrivalRegisters<Config> arrivals_;
  std::array<EjectorOf<Config>, kPorts> ejectors_;
  CombiningEjectors<Config> combining_ejectors_;
  PortGate<Config> gate_;  // gated routers only
  CopyFilter<Config> copies_;
  RuleTable<Config> table_;
};

}  // namespace router
