// SPDX-License-Identifier: Apache-2.0
// A node with a link layer: router::Node, and between its links and the wires an end of each link.
//
//                +--------------+  output registers   +------+
//   memory <---->| router::Node |-------------------->| ends |<---> wires
//                |              |<--------------------|      |
//                +--------------+  packets, free      +------+
//
// step() is one clock cycle, as of router::Node.
#pragma once

#include "hls/link/checked_end.hpp"
#include "hls/link/plain_end.hpp"
#include "hls/link/release_program.hpp"
#include "hls/router/node.hpp"

namespace links {

template <class Config>
using EndOf = std::conditional_t<is_checked<Config>(), CheckedEnd<Config>, PlainEnd<Config>>;

template <class Config>
constexpr std::array<Phit<Config>, Config::Network::kPorts> idle_phits() {
  std::array<Phit<Config>, Config::Network::kPorts> phits{};
  for (Phit<Config>& phit : phits) phit.go = hls::Bit(1);
  return phits;
}

template <class Config>
struct In {
  static constexpr unsigned kPorts = Config::Network::kPorts;

  std::array<Phit<Config>, kPorts> phits;  // driven by the neighbour behind each port
  std::array<router::Payload<Config>, router::kStreams<Config>> payloads;
  router::PortSet<Config> eject_ready;
  router::RegisterAccess access;
  hls::Bit start;

  // As of router::In, with idle wires.
  static In quiet(const router::RegisterAccess& access = {}) {
    In in;
    in.phits = idle_phits<Config>();
    in.eject_ready = router::PortSet<Config>(Ports::first(kPorts));
    in.access = access;
    return in;
  }
};

// Links are the router's output registers, and show which packets go to the ends.
template <class Config>
struct Out : router::Out<Config> {
  std::array<Phit<Config>, Config::Network::kPorts> phits = idle_phits<Config>();
};

template <class Config>
struct State : router::State<Config> {
  std::array<EndOf<Config>, Config::Network::kPorts> ends;
  std::array<ReleaseProgram<Config>, has_releases<Config>() ? Config::Network::kPorts : 0> releases;
};

template <class AnyConfig>
class Node {
 public:
  using Config = AnyConfig;
  using State = links::State<Config>;
  using In = links::In<Config>;
  using Out = links::Out<Config>;

  static constexpr unsigned kPorts = Config::Network::kPorts;

  template <class OutOf>
  static void step(State& state, const In& in, OutOf& out) {
    const std::uint32_t answer = answer_of(state, in.access);
    router::In<Config> inner;
    inner.payloads = in.payloads;
    inner.eject_ready = in.eject_ready;
    inner.access = in.access;
    inner.start = in.start;
    const hls::Bit start = state.control.start();
    for (unsigned port = 0; port < kPorts; ++port) {
      const EndAccess access = access_to(port, in.access);
      const EndOutput<Config> end =
          state.ends[port].tick(access, start, out.links[port], out.links[port].go, in.phits[port], out.phits[port]);
      bool may_leave = true;
      if constexpr (has_releases<Config>()) {
        may_leave = state.releases[port].tick(access, start, out.links[port].valid);
      }
      inner.links[port].packet = end.packet;
      if constexpr (Config::kMovesReceived) Config::move(port, inner.links[port].packet);
      inner.links[port].valid = end.valid;
      inner.links[port].go = hls::Bit(end.free && may_leave && !has_packet_on_the_way(state, port));
    }
    router::Node<Config>::step(state, inner, out);
    if (in.access.read && in.access.is_to(node::Block::kLink)) out.answer = hls::Bits<32>(answer);
  }

 private:
  // With stages behind a port, a packet comes to the link some cycles after it was granted. Then one
  // is under way at a time.
  static bool has_packet_on_the_way([[maybe_unused]] const State& state, [[maybe_unused]] unsigned port) {
    if constexpr (router::has_combine_stages<Config>()) return state.router.is_sending(port);
    return false;
  }
  static node::LinkRegister register_of(const router::RegisterAccess& access) {
    return node::LinkRegister{node::index(access.address) & 0xfu};
  }
  static EndAccess access_to(unsigned port, const router::RegisterAccess& access) {
    const bool is_here = node::port(access.address) == port || register_of(access) == node::LinkRegister::kRestart;
    return {hls::Bits<4, node::LinkRegister>(register_of(access)), access.value,
            hls::Bit(is_here && access.writes(node::Block::kLink))};
  }
  static std::uint32_t answer_of(const State& state, const router::RegisterAccess& access) {
    const node::LinkRegister target = register_of(access);
    if (target == node::LinkRegister::kCapabilities) return kCapabilities;
    std::uint32_t answer = 0;
    for (unsigned port = 0; port < kPorts; ++port) {
      if (node::port(access.address) == port) answer = state.ends[port].read(target);
    }
    return answer;
  }

  static constexpr std::uint32_t kCapabilities =
      Config::kLinkWires | Config::kFramePackets << node::kFramePacketsShift |
      (Config::kCutThrough ? node::kCutsThrough : 0) | static_cast<std::uint32_t>(Config::kCheck) << node::kCheckShift |
      (has_releases<Config>() ? node::kHasReleases : 0);
};

}  // namespace links
