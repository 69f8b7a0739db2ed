// A node of the cube: a crosspoint-queued router between d links, d injectors and d ejectors, run through registers.
// Wiring only; each part has a file of its own.
//
//              +-----------+      +------------------------+
//   link i --->| rule unit |--+-->| output port o          |---> link o
//              +-----------+  |   |  crosspoint queues     |
//                             |   |  round-robin arbiter   |
//              +-----------+  |   +------------------------+
//   memory --->| injector o|--|-------^      ^
//              +-----------+  |           port gate (gated routers)
//              +-----------+  |
//   memory <---| ejector i |<-+           control registers <--> processor
//              +-----------+
//
// step() is one clock cycle. State and Out are registers; In is what the neighbours' and the memory's registers held
// before the cycle. A packet on a free path costs one cycle a hop; a link stops when a queue behind it fills, and
// nothing is ever dropped.
#pragma once

#include <array>

#include "hls/router/control_registers.hpp"
#include "hls/router/ejector.hpp"
#include "hls/router/injector.hpp"
#include "hls/router/output_port.hpp"
#include "hls/router/port_gate.hpp"
#include "hls/router/rule_unit.hpp"

namespace router {

template <class Config>
struct In {
  std::array<Flit<Config>, Config::kDimension> links;                         // from the neighbour through each port
  std::array<hls::Bits<Config::kPayloadWidth>, Config::kDimension> payloads;  // the memory's answers to Out::fetches
  hls::Bits<Config::kDimension> go;           // bit k: the neighbour through port k takes packets
  hls::Bits<Config::kDimension> eject_ready;  // bit k: the memory takes what Out::ejects[k] holds
  RegisterAccess access;
  hls::Bit start;  // the strobe that starts the collective, in all nodes in the same cycle
};

template <class Config>
struct Out {
  std::array<Flit<Config>, Config::kDimension> links;
  std::array<Fetch<Config>, Config::kDimension> fetches;
  std::array<Flit<Config>, Config::kDimension> ejects;
  hls::Bits<32> answer;                                              // to the last register read
  hls::Bits<Config::kDimension> go{cube::mask(Config::kDimension)};  // bit k: this node takes packets through port k
  hls::Bit done;
};

template <class Config>
struct State {
  ControlRegisters<Config> control;
  std::array<Injector<Config>, Config::kDimension> injectors;
  std::array<OutputPort<Config>, Config::kDimension> outputs;
  std::array<Ejector<Config>, Config::kDimension> ejectors;
  PortGate<Config> gate;                                             // used by gated routers
  hls::Ram<hls::Bits<Config::kDimension>, Config::kNodes> children;  // of the table rule, by relative address
};

template <class Config>
class Node {
 public:
  using Ports = hls::Bits<Config::kDimension>;
  static constexpr unsigned d = Config::kDimension;

  static void step(State<Config>& state, const In<Config>& in, Out<Config>& out) {
    const Ports me = state.control.address();

    // Everything that looks at the parts' registers comes before their ticks: it sees what this cycle began with.
    const Ports stop(stopped(state));
    const hls::Bits<32> deepest_queue(in.access.read ? deepest(state) : 0);
    Activity<Config> activity{};
    activity.injecting = hls::Bit(any_fetch(out));

    // Where the arriving packets go: to_output[o] bit i, port i's packet leaves through port o.
    std::array<std::uint32_t, d> to_output{};
    std::uint32_t to_memory = 0;
    for (unsigned i = 0; i < d; ++i) {
      if (!in.links[i].valid) continue;
      const Route<Config> route = decode(state, me, in.links[i].packet.header);
      for (unsigned o = 0; o < d; ++o) to_output[o] |= (route.ports >> o & 1u) << i;
      to_memory |= static_cast<std::uint32_t>(route.deliver) << i;
    }

    // Which ports have a packet, and which may send it.
    std::uint32_t requests = 0;
    for (unsigned o = 0; o < d; ++o) {
      const bool request = out.fetches[o].valid || to_output[o] != 0 || state.outputs[o].waiting() != 0;
      requests |= (request ? 1u : 0u) << o;
    }
    std::uint32_t may_send = in.go;
    if constexpr (Config::kPorts == PortModel::kGated) {
      may_send &= state.gate.tick(in.start, state.control.gate_mode(), state.control.window_count(), me,
                                  Ports(requests & in.go), state.control.window_write(in.access));
    }

    std::uint32_t taken = 0;
    for (unsigned o = 0; o < d; ++o) {
      const hls::Bit left = state.outputs[o].tick(hls::Bits<Config::kPortWidth>(o), in.start,
                                                  Crosspoints(OutputPort<Config>::to_crosspoints(to_output[o], o)),
                                                  in.links, hls::Bit(may_send >> o), out.fetches[o], in.payloads[o],
                                                  state.control.transit_first(), out.links[o]);
      taken |= static_cast<std::uint32_t>(left) << o;
    }

    const InjectionSetting<Config> setting = state.control.injection();
    const ProgramWrite<Config> program_write = state.control.program_write(in.access);
    std::uint32_t received = 0;
    for (unsigned k = 0; k < d; ++k) {
      received += out.ejects[k].valid & in.eject_ready >> k & 1u;
      state.ejectors[k].tick(hls::Bit(to_memory >> k), in.links[k].packet, hls::Bit(in.eject_ready >> k),
                             out.ejects[k]);
      state.injectors[k].tick(hls::Bits<Config::kPortWidth>(k), in.start, hls::Bit(taken >> k), setting, program_write,
                              out.fetches[k]);
    }

    out.go = Ports(~stop);
    activity.received = decltype(activity.received)(received);
    activity.stalled = hls::Bit((requests & ~in.go) != 0);
    if constexpr (Config::has(node::Rule::kTable)) {
      if (state.control.is_table_write(in.access)) {
        state.children.write(node::index(in.access.address), Ports(in.access.value));
      }
    }
    state.control.tick(in.start, in.access, activity, deepest_queue, out.answer, out.done);
  }

 private:
  using Crosspoints = typename OutputPort<Config>::Crosspoints;

  static Route<Config> decode(const State<Config>& state, Ports me, const Header<Config>& header) {
    Ports children;
    if constexpr (Config::has(node::Rule::kTable)) {
      if (header.rule == static_cast<std::uint32_t>(node::Rule::kTable)) {
        children = state.children.read(RuleUnit<Config>::table_index(me, header));
      }
    }
    return RuleUnit<Config>::route(me, header, children);
  }

  // In-ports whose neighbour must stop: a queue behind them, or the ejector, is filling.
  static std::uint32_t stopped(const State<Config>& state) {
    std::uint32_t in_ports = 0;
    for (unsigned k = 0; k < d; ++k) {
      in_ports |= OutputPort<Config>::to_in_ports(state.outputs[k].filling(), k);
      in_ports |= (state.ejectors[k].filling() ? 1u : 0u) << k;
    }
    return in_ports;
  }
  static bool any_fetch(const Out<Config>& out) {
    bool any = false;
    for (unsigned k = 0; k < d; ++k) any = any || out.fetches[k].valid;
    return any;
  }
  static std::uint32_t deepest(const State<Config>& state) {
    std::uint32_t packets = 0;
    if constexpr (Config::kStatistics) {
      for (unsigned o = 0; o < d; ++o)
        packets = state.outputs[o].deepest() > packets ? state.outputs[o].deepest() : packets;
    }
    return packets;
  }
};

}  // namespace router
