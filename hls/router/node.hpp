// SPDX-License-Identifier: Apache-2.0
// A node of the network: the router, an injector for each of its ports, and the registers through
// which firmware runs them. Wiring only; each part has a file of its own.
//
//              +-----------+   own packets   +--------+
//   memory --->| injectors |---------------->|        |---> links
//              +-----------+                 | router |
//   links -----------------------------------|        |---> memory
//              +-------------------+         |        |
//   processor<>| control registers |---------|        |
//              +-------------------+         +--------+
//
// step() is one clock cycle. State and Out are registers; In is what the neighbours' and the
// memory's registers held before the cycle.
#pragma once

#include <array>

#include "hls/router/control_registers.hpp"

namespace router {

// Links that carry nothing, with ends that take packets.
template <class Config>
constexpr std::array<Link<Config>, Config::Network::kPorts> open_links() {
  std::array<Link<Config>, Config::Network::kPorts> links{};
  for (Link<Config>& link : links) link.go = hls::Bit(1);
  return links;
}

template <class Config>
struct In {
  static constexpr unsigned kPorts = Config::Network::kPorts;

  std::array<Link<Config>, kPorts> links;                  // what the neighbour behind each port drives
  std::array<Payload<Config>, kStreams<Config>> payloads;  // the memory's answers to Out::fetches
  PortSet<Config> eject_ready;                             // the memory takes what Out::ejects holds
  RegisterAccess access;
  hls::Bit start;  // the strobe that starts the collective, in all nodes in the same cycle unless they have epochs

  // Nothing on the links, neighbours and memory that take everything, and a register access.
  static In quiet(const RegisterAccess& access = {}) {
    In in;
    in.links = open_links<Config>();
    in.eject_ready = PortSet<Config>(Ports::first(kPorts));
    in.access = access;
    return in;
  }
};

template <class Config>
struct Out {
  static constexpr unsigned kPorts = Config::Network::kPorts;

  std::array<Link<Config>, kPorts> links = open_links<Config>();
  std::array<Fetch<Config>, kStreams<Config>> fetches;
  std::array<Flit<Config>, kPorts> ejects;
  hls::Bits<32> answer;  // to the last register read
  hls::Bit done;         // this node has sent and received everything
};

template <class Config>
struct State {
  ControlRegisters<Config> control;
  std::array<Injector<Config>, kStreams<Config>> injectors;
  Router<Config> router;
};

// The node: configuration, state, inputs, outputs and step, all that an engine asks of one.
// \tparam AnyConfig  the parameters (config.hpp)
template <class AnyConfig>
class Node {
 public:
  using Config = AnyConfig;
  using State = router::State<Config>;
  using In = router::In<Config>;
  using Out = router::Out<Config>;

  static constexpr unsigned kPorts = Config::Network::kPorts;

  // Does what `cycles` steps do while no packet is in the node or comes to it, and nobody writes
  // its registers.
  static void rest(State& state, std::uint64_t cycles) { state.router.rest(state.control.router_control({}), cycles); }

  // One clock cycle.
  // \param state  the node's inner registers and memories, updated in place
  // \param in     the registers of neighbours and memory before the cycle
  // \param out    the node's output registers, updated in place: an Out, or a structure of references
  //               to its members
  template <class OutOf>
  static void step(State& state, const In& in, OutOf& out) {
    // The reads of the parts' registers come before their ticks, and so see the values with which
    // this cycle began.
    const hls::Bits<32> deepest_queue(in.access.read ? state.router.deepest() : 0);
    const InjectionSetting<Config> setting = state.control.injection();
    const ProgramWrite<Config> program_write = state.control.program_write(in.access);
    const hls::Bit start = state.control.start();
    bool injecting = false;
    for (const Fetch<Config>& fetch : out.fetches) injecting = injecting || fetch.valid;

    const RouterEvents<Config> events =
        state.router.tick(state.control.router_control(in.access), in.links, out.fetches, in.payloads, in.eject_ready,
                          out.links, out.ejects);
    for (unsigned k = 0; k < kStreams<Config>; ++k) {
      state.injectors[k].tick(StreamNumber<Config>(k), in.start, start,
                              hls::Bit(events.results.has_left(events.taken, k)), setting, program_write,
                              out.fetches[k]);
    }
    state.control.tick(
        in.start, in.access,
        {events.delivered, events.stalled, hls::Bit(injecting), events.results, events.fault, events.odd, events.lost},
        deepest_queue, out.answer, out.done);
  }
};

}  // namespace router
