// SPDX-License-Identifier: Apache-2.0
// A node that serves broadcast requests by itself, continuously: the router, and the parts that
// decide what to send, in place of programmed injectors. This file is wiring only; each part has a
// file of its own.
//
//                  +-------+   +--------------------+   own packets   +--------+
//   requests ----->| queue |-->| partial broadcasts |---------------->|        |---> links
//                  +-------+   | immediate ones     |<--- arrivals ---| router |
//   links, memory ------------>| indirect ones      |---------------->|        |---> memory
//                              +--------------------+  class windows  +--------+
//                                 ^ counts, over the links or wires beside them
//
// Nodes of a cube and those of any other network, which store trees, have partial broadcasts of their own.
//
// step() is one clock cycle. State and Out are registers. In holds the values of the neighbours',
// the source's and the memory's registers before the cycle.
#pragma once

#include "hls/broadcast/immediate_broadcasts.hpp"
#include "hls/broadcast/indirect_broadcasts.hpp"
#include "hls/broadcast/partial_broadcasts.hpp"
#include "hls/broadcast/service.hpp"
#include "hls/broadcast/tree_broadcasts.hpp"
#include "hls/router/node.hpp"

namespace broadcast {

template <class Config>
struct In {
  static constexpr unsigned kPorts = Config::Network::kPorts;

  std::array<network::Link<Config>, kPorts> links;        // driven by the neighbour behind each port
  std::array<OnWires<Config>, kPorts> wires;              // driven beside the link (PrefixChannel::kWires)
  std::array<network::Payload<Config>, kPorts> payloads;  // the memory's answers to Out::fetches
  network::PortSet<Config> eject_ready;                   // the memory takes the packets of Out::ejects
  router::RegisterAccess access;
  hls::Bit request;  // a packet for all nodes has come into the memory; ignored if Out::full was set
  hls::Bit start;    // the strobe: service begins in all nodes in the same cycle

  static In quiet(const router::RegisterAccess& access = {}) {
    In in;
    in.links = router::open_links<Config>();
    in.eject_ready = network::PortSet<Config>(Ports::first(kPorts));
    in.access = access;
    return in;
  }
};

template <class Config>
struct Out {
  static constexpr unsigned kPorts = Config::Network::kPorts;

  std::array<network::Link<Config>, kPorts> links = router::open_links<Config>();
  std::array<OnWires<Config>, kPorts> wires;
  // The offer of each port; the memory answers offers whose source is this node.
  Fetches<Config> fetches;
  std::array<network::Flit<Config>, kPorts> ejects;  // for the memory, except packets of rule to_root
  hls::Bits<32> answer;                              // to the last register read
  hls::Bit full;                                     // the source must wait
};

// The parts that decide what to send.
template <class Config, bool ByTrees = Config::kByTrees>
struct Schemes {
  using Partial = PartialBroadcasts<Config>;
  using Indirect = IndirectBroadcasts<Config>;
  using Relayed = broadcast::Relayed<Config>;
};
template <class Config>
struct Schemes<Config, true> {
  using Partial = TreeBroadcasts<Config>;
  struct Indirect {};
  struct Relayed {
    static Ports leaving(network::PortSet<Config> ready) { return Ports(ready); }
  };
};

template <class Config>
struct State {
  ServiceRegisters<Config> registers;
  RequestQueue<Config> requests;
  typename Schemes<Config>::Partial partial;
  ImmediateBroadcasts<Config> immediate;
  router::Router<Config> router;
  hls::Bit start;  // the strobe, a cycle later
  typename Schemes<Config>::Indirect indirect;
};

template <class AnyConfig>
class Node {
 public:
  using Config = AnyConfig;
  using State = broadcast::State<Config>;
  using In = broadcast::In<Config>;
  using Out = broadcast::Out<Config>;

  static constexpr unsigned kPorts = Config::Network::kPorts;
  static_assert(Config::kHopCycles == 1, "windows are made for one cycle a hop");
  static_assert(has_wires(Config::kPrefixChannel) || Config::kPayloadWidth >= kToldWidth<Config>,
                "what nodes tell one another goes in a payload");
  static_assert(Config::kCountWires <= kCountWidth<Config>, "a count of nodes has a bit more than an address");

  // `out`: an Out, or a structure of references to its members where a mesh keeps them apart.
  template <class OutOf>
  static void step(State& state, const In& in, OutOf& out) {
    const Service<Config> service = state.registers.service(state.start);
    const hls::Bit transit(state.router.has_transit());
    const Relayed relayed = relayed_of(state, service, out.ejects);
    const Ports leaving = relayed.leaving(in.eject_ready);
    const auto events =
        state.router.tick(control(state, service, in), in.links, out.fetches, payloads(state, service, in, out.fetches),
                          network::PortSet<Config>(leaving), out.links, out.ejects);
    check_windows(state, service, leaving);
    const Ports served = serve(state, service, in, relayed, transit, events.taken, out);
    state.requests.tick(service.me, in.request, network::PortSet<Config>(served));
    out.full = hls::Bit(state.requests.full());
    state.registers.tick(in.access, out.answer);
    state.start = in.start;
  }

  // The payload of the port's offer: `of_memory` for an own packet, else that of another node's
  // packet, which this node holds.
  static network::Payload<Config> payload(const State& state, const Service<Config>& service, unsigned port,
                                          const router::Fetch<Config>& fetch, network::Payload<Config> of_memory) {
    if constexpr (!Config::kByTrees) {
      const bool own = fetch.header.source.number() == service.me.number();
      if (service.indirect()) return own ? of_memory : state.indirect.payload(port);
      if (service.by_periods()) return own ? of_memory : state.partial.payload(port);
    }
    return of_memory;
  }

 private:
  using Partial = typename Schemes<Config>::Partial;
  using Relayed = typename Schemes<Config>::Relayed;
  using Payloads = std::array<network::Payload<Config>, kPorts>;

  static Payloads payloads(const State& state, const Service<Config>& service, const In& in,
                           const Fetches<Config>& fetches) {
    Payloads payloads;
    for (unsigned o = 0; o < kPorts; ++o) payloads[o] = payload(state, service, o, fetches[o], in.payloads[o]);
    return payloads;
  }

  template <class Ejects>
  static Relayed relayed_of(const State& state, const Service<Config>& service, const Ejects& ejects) {
    if constexpr (!Config::kByTrees) {
      if (service.indirect()) return state.indirect.relayed(service.me, state.requests.next(0), ejects);
    }
    return {};
  }

  static router::RouterControl<Config> control(const State& state, const Service<Config>& service, const In& in) {
    router::RouterControl<Config> control{};
    control.address = service.me;
    control.table_write = router::RuleTable<Config>::decode(in.access);
    control.start = service.start;
    if constexpr (Config::kTreeTurns) {
      const PhaseClock<Config>& clock = state.partial.clock();
      for (unsigned o = 0; o < kPorts; ++o) control.turns.trees[o] = ClassNumber<Config>(clock.admitted(o));
      control.turns.open = network::PortSet<Config>(service.by_periods() ? clock.open_ports() : Ports::first(kPorts));
      control.turns.anew = hls::Bit(service.by_periods() && clock.is_quiet());
    }
    return control;
  }

  static void check_windows([[maybe_unused]] const State& state, [[maybe_unused]] const Service<Config>& service,
                            [[maybe_unused]] Ports leaving) {
    if constexpr (Config::kTreeTurns) {
      if (!service.by_periods()) return;
      HLS_ASSERT(!PartialBroadcasts<Config>::overlaps(service) || leaving == Ports::first(kPorts),
                 "packets that wait for a memory miss their windows");
      HLS_ASSERT(!state.partial.clock().is_last() || !state.router.has_transit(),
                 "packets wait behind the last window");
    }
  }

  // Returns the readers of the queue that have taken their next request.
  template <class OutOf>
  static Ports serve(State& state, const Service<Config>& service, const In& in, const Relayed& relayed,
                     hls::Bit transit, network::PortSet<Config> taken, OutOf& out) {
    if (service.at_once()) {
      typename ImmediateBroadcasts<Config>::Requests requests;
      for (unsigned o = 0; o < kPorts; ++o) requests[o] = state.requests.next(o);
      return state.immediate.tick(service, requests, taken, out.fetches);
    }
    bool served = false;
    const Request<Config> request = state.requests.next(0);
    if (service.by_periods()) served = serve_by_periods(state.partial, service, request, in, transit, taken, out);
    if constexpr (!Config::kByTrees) {
      if (service.indirect()) served = state.indirect.tick(service, request, relayed, taken, out.fetches);
    }
    return served ? state.requests.waited_for() : Ports();
  }

  template <class OutOf>
  static bool serve_by_periods(Partial& partial, const Service<Config>& service, const Request<Config>& request,
                               const In& in, hls::Bit transit, network::PortSet<Config> taken, OutOf& out) {
    if constexpr (has_wires(Config::kPrefixChannel)) {
      return partial.tick(service, request, in.links, transit, taken, in.wires, out.wires, out.fetches);
    } else {
      typename Partial::PrefixCounts heard;
      typename Partial::PrefixCounts told;
      for (unsigned k = 0; k < kPorts; ++k) {
        const auto& packet = in.links[k].packet;
        heard[k].valid = hls::Bit(in.links[k].valid && packet.header.rule.number() == kNeighbourPart);
        heard[k].set_word(packet.payload);
      }
      const bool served = partial.tick(service, request, in.links, transit, taken, heard, told, out.fetches);
      for (unsigned k = 0; k < kPorts; ++k) {
        if (!told[k].valid) continue;
        out.links[k].valid = hls::Bit(1);
        out.links[k].packet.payload = network::Payload<Config>(told[k].word());
        out.links[k].packet.header = {};
        out.links[k].packet.header.source = service.me;
        if constexpr (Config::kByTrees) {
          out.links[k].packet.header.destination = service.me;  // nodes do not know their neighbours
        } else {
          out.links[k].packet.header.destination = network::NodeAddress<Config>(cube::neighbour(service.me, k));
        }
        out.links[k].packet.header.rule = rule_number<rules::NeighbourPart, Config>();
      }
      return served;
    }
  }

  static constexpr std::uint32_t kNeighbourPart =
      static_cast<std::uint32_t>(Config::Rules::template number_of<rules::NeighbourPart>());
};

}  // namespace broadcast
