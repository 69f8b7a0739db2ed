// SPDX-License-Identifier: Apache-2.0
// The synthesis top of the router alone, for users with injectors, memories and registers of their
// own. The node's own packets arrive in one stream for each out-port. The streams follow the
// protocol of the links: a flit a cycle while `go` is set, with room for the flits that are on the
// way when it falls.
#pragma once

#include "hls/router/router.hpp"
#include "hls/tops/node_top.hpp"

namespace tops {

// It has no statistics, because no register would tell them.
template <unsigned Dimension, unsigned PayloadWidth, router::PortModel PortModelOf, unsigned HopCycles = 1,
          std::size_t QueueDepth = router::enough_packets(1u << Dimension)>
struct RouterConfig : router::CubeConfig<Dimension> {
  static constexpr unsigned kPayloadWidth = PayloadWidth;
  static constexpr std::size_t kQueueDepth = QueueDepth;
  static constexpr router::PortModel kPortModel = PortModelOf;
  static constexpr unsigned kHopCycles = HopCycles;
};

template <class Config>
struct RouterIn {
  static constexpr unsigned kPorts = Config::Network::kPorts;

  std::array<router::Link<Config>, kPorts> links;    // driven by the neighbour behind each port
  std::array<router::Flit<Config>, kPorts> injects;  // the node's own packets for each port
  router::PortSet<Config> eject_ready;               // the memory takes the packets of RouterOut::ejects
  router::RouterControl<Config> control;
};

template <class Config>
struct RouterOut {
  static constexpr unsigned kPorts = Config::Network::kPorts;

  std::array<router::Link<Config>, kPorts> links = router::open_links<Config>();
  std::array<router::Flit<Config>, kPorts> ejects;                  // packets for this node, by in-port
  router::PortSet<Config> inject_go{router::Ports::first(kPorts)};  // injection streams that take packets
};

template <class Config>
struct RouterState {
  // A stream has no arrival registers, so that the least depth and stop latency apply.
  using Injection = router::PacketQueue<Config, network::least_queue_depth(), network::kStopLatency>;

  std::array<Injection, Config::Network::kPorts> injections;
  router::Router<Config> router;
};

template <class Config>
void router_step(RouterState<Config>& state, const RouterIn<Config>& in, RouterOut<Config>& out) {
  constexpr unsigned kPorts = Config::Network::kPorts;
  std::array<router::Fetch<Config>, kPorts> own;
  std::array<router::Payload<Config>, kPorts> payloads;
  router::Ports inject_go;
  for (unsigned k = 0; k < kPorts; ++k) {
    const router::Packet<Config> head = state.injections[k].head();
    own[k] = {head.header, hls::Bit(state.injections[k].count() != 0)};
    payloads[k] = head.payload;
    inject_go.insert(k, !state.injections[k].filling());
  }
  const router::RouterEvents<Config> events =
      state.router.tick(in.control, in.links, own, payloads, in.eject_ready, out.links, out.ejects);
  for (unsigned k = 0; k < kPorts; ++k) {
    state.injections[k].tick(router::Ports(events.taken).contains(k), in.injects[k].valid != 0, in.injects[k].packet);
  }
  out.inject_go = router::PortSet<Config>(inject_go);
}

}  // namespace tops
