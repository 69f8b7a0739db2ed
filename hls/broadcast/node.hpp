// A node that serves broadcast requests by itself, for ever: the router, and behind it in place of programmed injectors the
// parts that know what to send. Wiring only; each part has a file of its own.
//
//                +--------------------+   own packets   +--------+
//   requests --->| partial broadcasts |---------------->|        |---> links
//   memory ----->| immediate ones     |<--- arrivals ---| router |
//   links -------| indirect ones      |---------------->|        |---> memory
//                +--------------------+  class windows  +--------+
//                   ^ counts, over the links or wires beside them
//
// step() is one clock cycle. State and Out are registers; In is what the neighbours', the source's and the memory's
// registers held before the cycle.
#pragma once

#include "hls/broadcast/immediate_broadcasts.hpp"
#include "hls/broadcast/indirect_broadcasts.hpp"
#include "hls/broadcast/partial_broadcasts.hpp"
#include "hls/broadcast/service_registers.hpp"
#include "hls/router/node.hpp"

namespace broadcast {

template <class Config>
struct In {
  static constexpr unsigned kPorts = kDimension<Config>;

  std::array<network::Link<Config>, kPorts> links;        // what the neighbour behind each port drives
  std::array<OnWires<Config>, kPorts> wires;              // and beside the link (PrefixChannel::kWires)
  std::array<network::Payload<Config>, kPorts> payloads;  // the memory's answers to Out::fetches
  network::PortSet<Config> eject_ready;                   // the memory takes what Out::ejects holds
  router::RegisterAccess access;
  hls::Bit request;  // a packet for all nodes has come into the memory; where Out::full said no in the cycle before
  hls::Bit start;    // the strobe: service begins, in all nodes in the same cycle

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
  static constexpr unsigned kPorts = kDimension<Config>;

  std::array<network::Link<Config>, kPorts> links = router::open_links<Config>();
  std::array<OnWires<Config>, kPorts> wires;
  // What each port offers; the memory answers those whose source is this node.
  Fetches<Config> fetches;
  std::array<network::Flit<Config>, kPorts> ejects;  // for the memory, but those of rule to_root
  hls::Bits<32> answer;                              // to the last register read
  hls::Bit full;                                     // the source must wait
};

template <class Config>
struct State {
  ServiceRegisters<Config> registers;
  PartialBroadcasts<Config> partial;
  ImmediateBroadcasts<Config> immediate;
  router::Router<Config> router;
  hls::Bit start;  // the strobe, a cycle later
  IndirectBroadcasts<Config> indirect;
};

template <class Config>
class Node {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;
  static_assert(Config::kHopCycles == 1, "windows are made for one cycle a hop");
  static_assert(has_wires(Config::kPrefixChannel) || Config::kPayloadWidth >= kToldWidth<Config>,
                "what nodes tell one another goes in a payload");
  static_assert(Config::kCountWires <= kPorts + 1, "a count of nodes has d + 1 bits");

  // `out`: an Out, or a structure of references to its members where a mesh keeps them apart.
  template <class OutOf>
  static void step(State<Config>& state, const In<Config>& in, OutOf& out) {
    const Service<Config> service = state.registers.service(state.start);
    const bool partial = Config::kPartial && is_partial(service.scheme);
    const bool indirect = Config::kIndirect && service.scheme == Scheme::kIndirect;
    const bool transit = state.router.has_transit();

    router::RouterControl<Config> control{};
    control.address = state.registers.address();
    control.table_write = router::RuleTable<Config>::decode(in.access);
    control.start = service.start;
    control.turns = turns(state.partial.clock(), partial);
    std::array<network::Payload<Config>, kPorts> payloads = in.payloads;
    if constexpr (Config::kPartial) {
      for (unsigned o = 0; o < kPorts; ++o) {
        if (partial) payloads[o] = state.partial.payload(o, out.fetches[o], service.me, in.payloads[o]);
      }
    }
    Ports ready = in.eject_ready;
    network::Flit<Config> relayed;
    Ports relayed_of;
    if constexpr (Config::kIndirect) {
      for (unsigned o = 0; o < kPorts; ++o) {
        if (indirect) payloads[o] = state.indirect.payload(o, out.fetches[o], service.me, in.payloads[o]);
      }
      if (indirect) {
        const Ports to_relay = IndirectBroadcasts<Config>::to_relay(out.ejects);
        relayed_of = state.indirect.taken_of(service.me, to_relay);
        ready = (ready - to_relay) | relayed_of;
        relayed.valid = hls::Bit(!relayed_of.empty());
        hls::for_each_one<kPorts>(relayed_of.mask(), [&](unsigned k) { relayed.packet = out.ejects[k].packet; });
      }
    }
    const auto events = state.router.tick(control, in.links, out.fetches, payloads, network::PortSet<Config>(ready),
                                          out.links, out.ejects);

    if constexpr (Config::kPartial) {
      HLS_ASSERT(!partial || !PartialBroadcasts<Config>::overlaps(service) || ready == Ports::first(kPorts),
                 "packets that wait for a memory miss their windows");
      HLS_ASSERT(!state.partial.clock().is_last() || !state.router.has_transit(),
                 "packets wait behind the last window");
      if (partial) serve_by_periods(state.partial, service, in, hls::Bit(transit), events.taken, out);
    }
    if constexpr (Config::kImmediate) {
      if (!partial && !indirect) state.immediate.tick(service, in.request, events.taken, out.fetches);
    }
    if constexpr (Config::kIndirect) {
      if (indirect) {
        state.indirect.tick(service, in.request, relayed, network::PortSet<Config>(relayed_of), events.taken,
                            out.fetches);
      }
    }
    out.full = hls::Bit((Config::kPartial && state.partial.requests().full()) ||
                        (Config::kImmediate && state.immediate.full()) || (Config::kIndirect && state.indirect.full()));
    state.registers.tick(in.access, out.answer);
    state.start = in.start;
  }

 private:
  static router::TreeTurns<Config> turns(const PhaseClock<Config>& clock, bool partial) {
    router::TreeTurns<Config> turns;
    for (unsigned o = 0; o < kPorts; ++o) turns.trees[o] = ClassNumber<Config>(clock.admitted(o));
    turns.open = network::PortSet<Config>(partial ? clock.open_ports() : Ports::first(kPorts));
    turns.anew = hls::Bit(partial && clock.is_quiet());
    return turns;
  }

  template <class OutOf>
  static void serve_by_periods(PartialBroadcasts<Config>& partial, const Service<Config>& service, const In<Config>& in,
                               hls::Bit transit, network::PortSet<Config> taken, OutOf& out) {
    if constexpr (has_wires(Config::kPrefixChannel)) {
      partial.tick(service, in.request, in.links, transit, taken, in.wires, out.wires, out.fetches);
    } else {
      typename Prefix<Config>::AllTold heard;
      typename Prefix<Config>::AllTold told;
      for (unsigned k = 0; k < kPorts; ++k) {
        const auto& packet = in.links[k].packet;
        heard[k].valid = hls::Bit(in.links[k].valid && packet.header.rule.number() == kAside);
        heard[k].set_word(packet.payload);
      }
      partial.tick(service, in.request, in.links, transit, taken, heard, told, out.fetches);
      for (unsigned k = 0; k < kPorts; ++k) {
        if (!told[k].valid) continue;
        out.links[k].valid = hls::Bit(1);
        out.links[k].packet.payload = network::Payload<Config>(told[k].word());
        out.links[k].packet.header = {};
        out.links[k].packet.header.source = service.me;
        out.links[k].packet.header.destination = network::NodeAddress<Config>(cube::neighbour(service.me, k));
        out.links[k].packet.header.rule = rule_number<rules::Aside, Config>();
      }
    }
  }

  static constexpr std::uint32_t kAside = static_cast<std::uint32_t>(Config::Rules::template number_of<rules::Aside>());
};

}  // namespace broadcast
