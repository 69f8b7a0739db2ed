// The router of a node: what lies between its links, its injection streams and its ejection streams. Wiring only; each
// part has a file of its own.
//
//              +-----------+      +------------------------+
//   link i --->| rule unit |--+-->| output port o          |---> link o
//              +-----------+  |   |  crosspoint queues     |
//                             |   |  round-robin arbiter   |
//                             |   +------------------------+
//   own packets of port o ----|-------^      ^
//              +-----------+  |           port gate (gated routers)
//   memory <---| ejector i |<-+
//              +-----------+
//
// A packet on a free path costs one cycle a hop; a link stops when a queue behind it fills, and nothing is ever
// dropped.
#pragma once

#include <array>

#include "hls/router/ejector.hpp"
#include "hls/router/output_port.hpp"
#include "hls/router/port_gate.hpp"
#include "hls/router/rule_unit.hpp"

namespace router {

// A word for the table of the table rule: the ports to the children of a relative address in tree 0.
template <class Config>
struct ChildrenWrite {
  hls::Bits<Config::kDimension> relative_address;
  hls::Bits<Config::kDimension> children;
  hls::Bit valid;
};

// What the node's registers tell the router in one cycle.
template <class Config>
struct RouterControl {
  hls::Bits<Config::kDimension> address;           // the node's own
  hls::Bit transit_first;                          // packets in transit leave before a port's own
  hls::Bits<3> gate_mode;                          // node::GateMode (gated routers)
  hls::Bits<Config::kPortWidth + 1> window_count;  // windows in the gate's program
  WindowWrite<Config> window_write;                // for the gate's program
  ChildrenWrite<Config> children_write;            // for the table of the table rule
  hls::Bit start;                                  // the strobe: turns, gate and statistics begin anew
};

// What happened in one cycle.
template <class Config>
struct RouterEvents {
  hls::Bits<Config::kDimension> taken;      // bit k: the own packet of port k left
  hls::Bits<Config::kDimension> delivered;  // bit k: the memory took a packet of in-port k
  hls::Bit stalled;                         // a port had a packet and its neighbour said stop
};

template <class Config>
class Router {
 public:
  static constexpr unsigned d = Config::kDimension;
  using Ports = hls::Bits<d>;
  using Flits = std::array<Flit<Config>, d>;

  // Most packets that a queue has held since the start.
  std::uint32_t deepest() const {
    std::uint32_t packets = 0;
    if constexpr (Config::kStatistics) {
      for (const OutputPort<Config>& output : outputs_) {
        packets = output.deepest() > packets ? output.deepest() : packets;
      }
    }
    return packets;
  }

  // One cycle. `links`, `go`: from the neighbours, one a port. `own`, `payloads`: the node's next packet for each port.
  // `eject_ready`: bit k, the memory takes what `ejects[k]` holds. `out_links`, `ejects`, `out_go`: output registers.
  HLS_MODULE RouterEvents<Config> tick(const RouterControl<Config>& control, const Flits& links, Ports go,
                                       const std::array<Fetch<Config>, d>& own,
                                       const std::array<hls::Bits<Config::kPayloadWidth>, d>& payloads,
                                       Ports eject_ready, Flits& out_links, Flits& ejects, Ports& out_go) {
    // What looks at the parts' registers comes before their ticks: it sees what this cycle began with.
    const Ports stop(stopped());
    RouterEvents<Config> events;
    for (unsigned k = 0; k < d; ++k) {
      events.delivered = Ports(events.delivered | (ejects[k].valid & eject_ready >> k & 1u) << k);
    }

    // Where the arriving packets go: to_output[o] bit i, in-port i's packet leaves through port o.
    std::array<std::uint32_t, d> to_output{};
    std::uint32_t to_memory = 0;
    for (unsigned i = 0; i < d; ++i) {
      if (!links[i].valid) continue;
      const Route<Config> route = decode(control.address, links[i].packet.header);
      for (unsigned o = 0; o < d; ++o) to_output[o] |= (route.ports >> o & 1u) << i;
      to_memory |= static_cast<std::uint32_t>(route.deliver) << i;
    }

    // Which ports have a packet, and which may send it.
    std::uint32_t requests = 0;
    for (unsigned o = 0; o < d; ++o) {
      const bool request = own[o].valid || to_output[o] != 0 || outputs_[o].waiting() != 0;
      requests |= (request ? 1u : 0u) << o;
    }
    events.stalled = hls::Bit((requests & ~go) != 0);
    std::uint32_t may_send = go;
    if constexpr (Config::kPorts == PortModel::kGated) {
      may_send &= gate_.tick(control.start, control.gate_mode, control.window_count, control.address,
                             Ports(requests & go), control.window_write);
    }

    for (unsigned o = 0; o < d; ++o) {
      const hls::Bit left =
          outputs_[o].tick(hls::Bits<Config::kPortWidth>(o), control.start,
                           Crosspoints(OutputPort<Config>::to_crosspoints(to_output[o], o)), links,
                           hls::Bit(may_send >> o), own[o], payloads[o], control.transit_first, out_links[o]);
      events.taken = Ports(events.taken | static_cast<std::uint32_t>(left) << o);
    }
    for (unsigned i = 0; i < d; ++i) {
      ejectors_[i].tick(hls::Bit(to_memory >> i), links[i].packet, hls::Bit(eject_ready >> i), ejects[i]);
    }
    out_go = Ports(~stop);
    if constexpr (Config::has(node::Rule::kTable)) {
      const ChildrenWrite<Config>& write = control.children_write;
      if (write.valid) children_.write(write.relative_address, write.children);
    }
    return events;
  }

  OutputPort<Config>& output(unsigned port) { return outputs_[port]; }  // for the mesh to attach memory

  // For a mesh whose queues lie in main memory: hints of what will be read soon.
  void prefetch() const {
    for (const OutputPort<Config>& output : outputs_) output.prefetch();
  }

 private:
  using Crosspoints = typename OutputPort<Config>::Crosspoints;

  Route<Config> decode(Ports me, const Header<Config>& header) const {
    Ports children;
    if constexpr (Config::has(node::Rule::kTable)) {
      if (header.rule == static_cast<std::uint32_t>(node::Rule::kTable)) {
        children = children_.read(RuleUnit<Config>::table_index(me, header));
      }
    }
    return RuleUnit<Config>::route(me, header, children);
  }

  // In-ports whose neighbour must stop: a queue behind them, or the ejector, is filling.
  std::uint32_t stopped() const {
    std::uint32_t in_ports = 0;
    for (unsigned k = 0; k < d; ++k) {
      in_ports |= OutputPort<Config>::to_in_ports(outputs_[k].filling(), k);
      in_ports |= (ejectors_[k].filling() ? 1u : 0u) << k;
    }
    return in_ports;
  }

  std::array<OutputPort<Config>, d> outputs_;
  std::array<Ejector<Config>, d> ejectors_;
  PortGate<Config> gate_;                     // used by gated routers
  hls::Ram<Ports, Config::kNodes> children_;  // of the table rule, by relative address
};

}  // namespace router
