// What a node tells a neighbour in a cycle of an exchange: a count of nodes, or as much of it as
// `Width` wires carry.
#pragma once

#include "hls/broadcast/config.hpp"

namespace broadcast {

template <class Config, unsigned Width = kDimension<Config> + 1>
struct PrefixCount {
  hls::Bits<Width> count;
  hls::Bit valid;

  // But for `valid`, as a packet's payload.
  std::uint64_t word() const { return count; }
  void set_word(std::uint64_t word) { count = hls::Bits<Width>(word); }

  template <class Visit, class... Tolds>
  static constexpr void each_field(Visit visit, Tolds&... tolds) {
    visit("count", tolds.count...);
    visit("valid", tolds.valid...);
  }
};

// Wires of their own carry a count at once: no CountWires on either side.
template <class Config>
inline constexpr bool kWholeCounts = Config::kCountWires == kDimension<Config> + 1;

// What the wires beside a link carry.
template <class Config>
using OnWires =
    PrefixCount<Config, Config::kCountWires == kChosenCountWires ? kDimension<Config> + 1 : Config::kCountWires>;

}  // namespace broadcast
