// SPDX-License-Identifier: Apache-2.0
// A node with standard interfaces: AXI4-Lite for the registers, AXI4-Stream to and from the node's
// memory. Wiring only; each part has a file of its own. docs/guides/axi.md has the ports.
//
//                    +-----------+  fetches                        payloads
//                    | injectors |----------> memory asked  memory ---------+
//                    +-----------+     |                                    v
//                         ^            |  headers  +-------------+      +--------+
//   AXI4-Lite  +------------+          +---------->| own packets |----->|        |---> links
//   <--------->| lite slave |                      +-------------+      | router |
//              +------------+    links -------------------------------->|        |---> ejects
//                                                                       +--------+
//
// Everything that leaves the node is a register, as in router::Node. The router begins a cycle
// later than there, as its own packets do, so that a collective takes the same cycles on the links.
#pragma once

#include <array>

#include "hls/axi/lite_slave.hpp"
#include "hls/axi/own_packets.hpp"
#include "hls/router/node.hpp"

namespace axi {

template <class Config>
struct In {
  static constexpr unsigned kPorts = Config::Network::kPorts;

  std::array<router::Link<Config>, kPorts> links;      // what the neighbour behind each port drives
  std::array<PayloadStream<Config>, kPorts> payloads;  // of the fetched packets, in their order
  std::array<hls::Bit, kPorts> fetch_ready;
  std::array<hls::Bit, kPorts> eject_ready;
  LiteFromMaster lite;
  hls::Bit start;  // the strobe that starts the collective; ignored while the node sends
};

template <class Config>
constexpr std::array<hls::Bit, Config::Network::kPorts> all_ready() {
  std::array<hls::Bit, Config::Network::kPorts> ready{};
  for (hls::Bit& bit : ready) bit = hls::Bit(1);
  return ready;
}

template <class Config>
struct Out {
  static constexpr unsigned kPorts = Config::Network::kPorts;

  std::array<router::Link<Config>, kPorts> links = router::open_links<Config>();
  std::array<router::Fetch<Config>, kPorts> fetches;  // the packets whose payloads are asked for while fetch_valid
  std::array<hls::Bit, kPorts> fetch_valid;
  std::array<hls::Bit, kPorts> payload_ready = all_ready<Config>();
  std::array<router::Flit<Config>, kPorts> ejects;
  LiteToMaster lite;
  hls::Bits<32> answer;  // rdata
  hls::Bit done;         // this node has sent and received everything
};

template <class Config>
struct State {
  LiteSlave<Config> lite;
  router::ControlRegisters<Config> control;
  std::array<router::Injector<Config>, Config::Network::kPorts> injectors;
  std::array<OwnPackets<Config>, Config::Network::kPorts> own;
  router::Router<Config> router;
  hls::Bit router_start;  // the cycle after the one in which the injectors begin
};

// The node as a function of its registers, as router::Node.
// \tparam Config  the parameters (hls/router/config.hpp)
template <class Config>
class NodeAxi {
 public:
  static constexpr unsigned kPorts = Config::Network::kPorts;

  static void step(State<Config>& state, const In<Config>& in, Out<Config>& out) {
    // The reads of the parts' registers come before their ticks, and so see the values with which
    // this cycle began.
    const hls::Bits<32> deepest_queue(state.router.deepest());
    const router::RegisterAccess access = state.lite.tick(in.lite, out.lite);
    const router::InjectionSetting<Config> setting = state.control.injection();
    const router::ProgramWrite<Config> program_write = state.control.program_write(access);
    const hls::Bit start = state.control.start();
    router::RouterControl<Config> control = state.control.router_control(access);
    control.start = state.router_start;

    bool injecting = false;
    router::Ports eject_ready;
    std::array<router::Fetch<Config>, kPorts> own;
    std::array<router::Payload<Config>, kPorts> payloads;
    for (unsigned k = 0; k < kPorts; ++k) {
      HLS_ASSERT(!out.fetch_valid[k] || (out.fetches[k].valid && state.own[k].room()), "no packet or no room for one");
      own[k] = state.own[k].header(in.payloads[k], out.payload_ready[k]);
      payloads[k] = state.own[k].payload(in.payloads[k], out.payload_ready[k]);
      injecting = injecting || out.fetches[k].valid || state.own[k].waiting();
      eject_ready.insert(k, in.eject_ready[k]);
    }
    // A start while they send would withdraw packets that the streams have offered.
    const hls::Bit strobe(in.start && !injecting);

    const router::RouterEvents<Config> events = state.router.tick(
        control, in.links, own, payloads, router::PortSet<Config>(eject_ready), out.links, out.ejects);
    for (unsigned k = 0; k < kPorts; ++k) {
      const hls::Bit asked(out.fetch_valid[k] && in.fetch_ready[k]);
      state.own[k].tick(asked, out.fetches[k].header, hls::Bit(router::Ports(events.taken).contains(k)), in.payloads[k],
                        out.payload_ready[k]);
      state.injectors[k].tick(router::PortNumber<Config>(k), strobe, start, asked, setting, program_write,
                              out.fetches[k]);
      out.fetch_valid[k] = hls::Bit(out.fetches[k].valid && state.own[k].room());
    }
    state.control.tick(
        strobe, access,
        {events.delivered, events.stalled, hls::Bit(injecting), events.results, events.fault, events.odd, events.lost},
        deepest_queue, out.answer, out.done);
    state.router_start = start;
  }
};

}  // namespace axi
