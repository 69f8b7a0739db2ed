// The synthesis top of the router alone: for a user who brings injectors, memories and registers of their own. The
// node's own packets arrive in streams that follow the same protocol as the links (a flit a cycle while `go` says so,
// with room for the two that are on the way when it stops), one for each out-port.
#pragma once

#include "hls/router/router.hpp"
#include "hls/tops/node_top.hpp"

namespace tops {

// Without the statistics: no register would tell them.
template <unsigned Dimension, unsigned PayloadWidth, router::PortModel Ports,
          std::size_t QueueDepth = queue_depth(Dimension)>
using RouterConfig = router::Config<Dimension, PayloadWidth, QueueDepth, Ports, router::kAllRules, kProgramDepth,
                                    kSequenceWidth, /*Statistics=*/false>;

template <class Config>
struct RouterIn {
  std::array<router::Flit<Config>, Config::kDimension> links;    // from the neighbour through each port
  std::array<router::Flit<Config>, Config::kDimension> injects;  // the node's own packets for each port
  hls::Bits<Config::kDimension> go;                              // bit k: the neighbour through port k takes packets
  hls::Bits<Config::kDimension> eject_ready;                     // bit k: the memory takes what ejects[k] holds
  router::RouterControl<Config> control;
};

template <class Config>
struct RouterOut {
  std::array<router::Flit<Config>, Config::kDimension> links;
  std::array<router::Flit<Config>, Config::kDimension> ejects;              // packets for this node, of each in-port
  hls::Bits<Config::kDimension> go{cube::mask(Config::kDimension)};         // bit k: port k takes packets
  hls::Bits<Config::kDimension> inject_go{cube::mask(Config::kDimension)};  // bit k: injection stream k takes packets
};

template <class Config>
struct RouterState {
  static constexpr std::size_t kInjectDepth = 4;

  std::array<router::PacketQueue<Config, kInjectDepth>, Config::kDimension> injections;
  router::Router<Config> router;
};

template <class Config>
void router_step(RouterState<Config>& state, const RouterIn<Config>& in, RouterOut<Config>& out) {
  constexpr unsigned d = Config::kDimension;
  std::array<router::Fetch<Config>, d> own;
  std::array<hls::Bits<Config::kPayloadWidth>, d> payloads;
  std::uint32_t inject_go = 0;
  for (unsigned k = 0; k < d; ++k) {
    const router::Packet<Config> head = state.injections[k].head();
    own[k] = {head.header, hls::Bit(state.injections[k].count() != 0)};
    payloads[k] = head.payload;
    inject_go |= (state.injections[k].filling() ? 0u : 1u) << k;
  }
  const router::RouterEvents<Config> events =
      state.router.tick(in.control, in.links, in.go, own, payloads, in.eject_ready, out.links, out.ejects, out.go);
  for (unsigned k = 0; k < d; ++k) {
    state.injections[k].tick((events.taken >> k & 1u) != 0, in.injects[k].valid != 0, in.injects[k].packet);
  }
  out.inject_go = hls::Bits<d>(inject_go);
}

}  // namespace tops
