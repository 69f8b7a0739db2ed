// The packets that a node holds for all others in a period: one of every class at most, its own or
// one that has been sent to it in the packing phase.
#pragma once

#include <array>

#include "hls/broadcast/config.hpp"
#include "hls/types/each_one.hpp"

namespace broadcast {

template <class Config>
class Holdings {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;

  // The packet of a class that has been sent here.
  const network::Packet<Config>& packet(unsigned of_class) const { return packets_[of_class]; }

  // One cycle: keeps what of `links` is for this node to hold. Returns its classes.
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

  // Does it come for this node to hold?
  static bool is_for(network::NodeAddress<Config> me, const network::Link<Config>& link) {
    return link.valid && link.packet.header.rule.number() == kPackingRule &&
           link.packet.header.destination.number() == me.number();
  }

 private:
  static constexpr std::uint32_t kPackingRule =
      static_cast<std::uint32_t>(Config::Rules::template number_of<rules::Ascending>());

  std::array<network::Packet<Config>, kPorts> packets_;
};

}  // namespace broadcast
