// A node of the cube: the router, an injector for each of its ports, and the registers through which firmware runs
// them. Wiring only; each part has a file of its own.
//
//              +-----------+   own packets   +--------+
//   memory --->| injectors |---------------->|        |---> links
//              +-----------+                 | router |
//   links -----------------------------------|        |---> memory
//              +-------------------+         |        |
//   processor<>| control registers |---------|        |
//              +-------------------+         +--------+
//
// step() is one clock cycle. State and Out are registers; In is what the neighbours' and the memory's registers held
// before the cycle.
#pragma once

#include <array>

#include "hls/router/control_registers.hpp"
#include "hls/router/injector.hpp"
#include "hls/router/router.hpp"

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
  Router<Config> router;
};

template <class Config>
class Node {
 public:
  static constexpr unsigned d = Config::kDimension;

  static void step(State<Config>& state, const In<Config>& in, Out<Config>& out) {
    // What looks at the parts' registers comes before their ticks: it sees what this cycle began with.
    const hls::Bits<32> deepest_queue(in.access.read ? state.router.deepest() : 0);
    const InjectionSetting<Config> setting = state.control.injection();
    const ProgramWrite<Config> program_write = state.control.program_write(in.access);
    bool injecting = false;
    for (const Fetch<Config>& fetch : out.fetches) injecting = injecting || fetch.valid;

    const RouterEvents<Config> events =
        state.router.tick(state.control.router_control(in.access, in.start), in.links, in.go, out.fetches, in.payloads,
                          in.eject_ready, out.links, out.ejects, out.go);
    for (unsigned k = 0; k < d; ++k) {
      state.injectors[k].tick(hls::Bits<Config::kPortWidth>(k), in.start, hls::Bit(events.taken >> k), setting,
                              program_write, out.fetches[k]);
    }
    state.control.tick(in.start, in.access, {events.delivered, events.stalled, hls::Bit(injecting)}, deepest_queue,
                       out.answer, out.done);
  }
};

}  // namespace router
