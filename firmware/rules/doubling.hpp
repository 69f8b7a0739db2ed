// The broadcast phase of a partial multinode broadcast (Varvarigos and Bertsekas, section IV-B):
// from the node that holds the packet, which is its destination, dimension by dimension from the
// highest of the packet's class down; a node that has it through one dimension sends it over all
// lower ones. Of class c they follow one another as c - 1, c - 2, .. c (mod d). The source has had
// its own packet before and drops it.
#pragma once

#include "firmware/cube/address.hpp"
#include "firmware/rules/rule.hpp"

namespace rules {

struct Doubling {
  static constexpr const char* kName = "doubling";
  static constexpr Cast kCast = Cast::kAll;
  static constexpr bool kTurned = true;
  static constexpr bool kStored = false;

  template <class Network>
  static constexpr Decision route(const Network&, const Arrival& at) {
    // Below the lowest 1; nothing is below that of 0.
    const std::uint32_t lowest = cube::ones(at.to_go).lowest().mask();
    return {Ports(lowest == 0 ? 0 : lowest - 1), at.me != at.source};
  }
};

}  // namespace rules
