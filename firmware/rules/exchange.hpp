// Dimension by dimension: what a neighbour has combined up to the dimension between the two goes
// into all that this node sends over later ones, and into its result. The dimensions follow one
// another in the order of the tree's rotation: of tree t those of ports t, t + 1, .. t - 1 (mod d).
// The source of a packet is the neighbour that has combined it.
#pragma once

#include "firmware/rules/rule.hpp"

namespace rules {

struct Exchange {
  static constexpr const char* kName = "exchange";
  static constexpr Cast kCast = Cast::kAll;
  static constexpr bool kTurned = true;
  static constexpr bool kStored = false;

  template <class Network>
  static constexpr Decision route(const Network& network, const Arrival& at) {
    return {later_ports(network, at.relative), true};
  }

  // Of a packet that has come through the port whose bit `relative` is, as tree 0 sees it.
  template <class Network>
  static constexpr Ports later_ports(const Network& network, Address relative) {
    return Ports(Ports::first(network.dimension()).mask() & ~bits::up_to_highest(relative.number()));
  }
};

}  // namespace rules
