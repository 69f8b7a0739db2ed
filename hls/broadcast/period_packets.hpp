// SPDX-License-Identifier: Apache-2.0
// A node's packets in a period of partial broadcasts: those that it holds, and the order in which
// each port sends them.
#pragma once

#include <array>

#include "hls/broadcast/config.hpp"
#include "hls/broadcast/phase_clock.hpp"
#include "hls/types/assert.hpp"
#include "hls/types/each_one.hpp"

namespace broadcast {

// The packets that a node holds for all others in a period. It holds at most one of every class,
// its own or one received in the packing phase.
template <class Config>
class Holdings {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;

  // The packet of a class that another node has sent here.
  const network::Packet<Config>& packet(unsigned of_class) const { return packets_[of_class]; }

  // One cycle: keeps the packets of `links` that this node is to hold. Returns their classes.
  HLS_MODULE ClassSet<Config> tick(network::NodeAddress<Config> me,
                                   const std::array<network::Link<Config>, kPorts>& links) {
    std::uint32_t classes = 0;
    for (unsigned k = 0; k < kPorts; ++k) {
      if (!is_for(me, links[k])) continue;
      const auto& packet = links[k].packet;
      for (unsigned c = 0; c < kPorts; ++c) {
        if (packet.header.tree != c) continue;
        packets_[c] = packet;
        classes |= 1u << c;
      }
    }
    return ClassSet<Config>(classes);
  }

  // The packet has come for this node to hold.
  static bool is_for(network::NodeAddress<Config> me, const network::Link<Config>& link) {
    return link.valid && link.packet.header.rule.number() == kPackingRule &&
           link.packet.header.destination.number() == me.number();
  }

 private:
  static constexpr std::uint32_t kPackingRule =
      static_cast<std::uint32_t>(Config::Rules::template number_of<rules::Ascending>());

  std::array<network::Packet<Config>, kPorts> packets_;
};

// A port's own packets of some classes: each goes to its holder or, if held here, to all. One is on
// offer at a time, chosen by the phase clock.
template <class Config>
class PortInjections {
 public:
  bool empty() const { return to_holder_ == 0 && to_all_ == 0; }
  // The class of the packet on offer, and whether it goes to all.
  unsigned offered() const { return offered_; }
  bool to_all() const { return offered_to_all_; }

  // Nothing remains, except perhaps the packet on offer when it leaves in this cycle.
  bool ends(hls::Bit taken) const {
    const std::uint32_t left = taken ? 1u << offered_ : 0u;
    return (to_holder_ & ~(offered_to_all_ ? 0u : left)) == 0 && (to_all_ & ~(offered_to_all_ ? left : 0u)) == 0;
  }

  // One cycle, before the next offer is chosen. `taken`: the packet on offer leaves. `to_holder`,
  // `to_all`: classes that have a packet to send from now on.
  void add(hls::Bit taken, ClassSet<Config> to_holder, ClassSet<Config> to_all) {
    const std::uint32_t left = taken ? 1u << offered_ : 0u;
    to_holder_ = ClassSet<Config>((to_holder_ & ~(offered_to_all_ ? 0u : left)) | to_holder);
    to_all_ = ClassSet<Config>((to_all_ & ~(offered_to_all_ ? left : 0u)) | to_all);
  }

  // Chooses the offer for the next cycle, whose window `clock` shows. Returns true if there is a
  // packet that may leave in it.
  bool choose(const PhaseClock<Config>& clock, unsigned port) {
    const bool closed = clock.window() == Window::kSpreading;
    const std::uint32_t turn = clock.open_ports().contains(port) ? ~0u : closed ? 0u : 1u << clock.served(port);
    const std::uint32_t holder = clock.is_packing() || clock.is_open() ? to_holder_ & turn : 0u;
    const std::uint32_t all = clock.is_broadcast() ? to_all_ & turn : 0u;
    offered_to_all_ = hls::Bit(holder == 0);
    offered_ = ClassNumber<Config>(bits::index(bits::lowest(holder != 0 ? holder : all)));
    return (holder | all) != 0;
  }

 private:
  ClassSet<Config> to_holder_;
  ClassSet<Config> to_all_;
  ClassNumber<Config> offered_;
  hls::Bit offered_to_all_;
};

}  // namespace broadcast
