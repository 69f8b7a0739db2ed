// How the nodes of a mesh tell one another which of them are active.
#pragma once

#include <string>
#include <type_traits>

#include "hls/broadcast/prefix_channel.hpp"

namespace testbench {

struct PrefixSetting {
  broadcast::PrefixChannel channel = broadcast::PrefixChannel::kLinks;
  unsigned count_wires = 0;  // beside each link, of channels with wires: 1 .. d + 1, or 0 for all of these

  bool has_wires() const { return broadcast::has_wires(channel); }
  bool overlaps() const { return channel == broadcast::PrefixChannel::kOverlap; }
  unsigned wires_of(unsigned dimension) const { return count_wires == 0 ? dimension + 1 : count_wires; }
  // Of a step, the paper's t_p.
  unsigned step_cycles(unsigned dimension) const {
    return has_wires() ? (dimension + wires_of(dimension)) / wires_of(dimension) : 1;
  }
  // On a cube of the dimension, where all that a count needs may be said either way.
  bool is(const PrefixSetting& other, unsigned dimension) const {
    return channel == other.channel && (!has_wires() || wires_of(dimension) == other.wires_of(dimension));
  }
  // As the command line has it, but for the counts' wires.
  const char* name() const {
    return has_wires() ? "wires" : channel == broadcast::PrefixChannel::kTree ? "tree" : "links";
  }
};

// What `make` makes of the channel as a constant.
template <class Make>
auto with_channel(broadcast::PrefixChannel channel, Make make) {
  using broadcast::PrefixChannel;
  switch (channel) {
    case PrefixChannel::kWires:
      return make(std::integral_constant<PrefixChannel, PrefixChannel::kWires>());
    case PrefixChannel::kOverlap:
      return make(std::integral_constant<PrefixChannel, PrefixChannel::kOverlap>());
    case PrefixChannel::kTree:
      return make(std::integral_constant<PrefixChannel, PrefixChannel::kTree>());
    default:
      return make(std::integral_constant<PrefixChannel, PrefixChannel::kLinks>());
  }
}

// As options of the command line.
inline std::string options_of(const PrefixSetting& prefix) {
  std::string options = std::string("--prefix ") + prefix.name();
  if (prefix.overlaps()) options += " --overlap";
  if (prefix.count_wires != 0) options += " --count-wires " + std::to_string(prefix.count_wires);
  return options;
}

}  // namespace testbench
