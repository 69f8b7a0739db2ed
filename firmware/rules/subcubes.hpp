// Phases 3 and 4 of the first algorithm for a partial multinode broadcast (Varvarigos and
// Bertsekas, section IV-A): from the node that holds the packet, which is its destination, to all
// that agree with it in the low m bits, by a spanning binomial tree; and within the m-cube of those
// that differ from each of these in low bits alone, by the tree of a multinode broadcast of that
// size. The packet's tree is m - 1. The source drops its own packet.
//
// The stored words: at 2^m + c the children of node c in the tree of the m-cube, m = 1 .. d.
#pragma once

#include "firmware/cube/address.hpp"
#include "firmware/rules/rule.hpp"

namespace rules {

struct Subcubes {
  static constexpr const char* kName = "subcubes";
  static constexpr Cast kCast = Cast::kAll;
  static constexpr bool kTurned = false;
  static constexpr bool kStored = true;

  static constexpr Address place(const Arrival& at) {
    const std::uint32_t nodes = std::uint32_t{2} << at.tree;
    return Address(nodes + ((at.me.number() ^ at.destination.number()) & (nodes - 1)));
  }
  template <class Network>
  static constexpr Decision route(const Network& network, const Arrival& at, Ports word) {
    const std::uint32_t nodes = std::uint32_t{2} << at.tree;
    const std::uint32_t seen = at.me.number() ^ at.destination.number();
    const bool is_copy = (seen & (nodes - 1)) == 0;
    const Ports higher = cube::zeroes_above(network.dimension(), Address(seen | (nodes - 1)));
    return {word | (is_copy ? higher : Ports()), at.me != at.source};
  }
};

}  // namespace rules
