// Around the Gray-code Hamiltonian cycle, to all (Dimakopoulos 1999, section 3): the same cycle for
// every source.
#pragma once

#include "firmware/cube/gray.hpp"
#include "firmware/rules/rule.hpp"

namespace rules {

struct Ring {
  static constexpr const char* kName = "ring";
  static constexpr Cast kCast = Cast::kAll;
  static constexpr bool kTurned = false;
  static constexpr bool kStored = false;

  // On along the cycle, unless the next node is the source.
  template <class Network>
  static constexpr Decision route(const Network& network, const Arrival& at) {
    const Ports next = cube::gray_cycle_successor(network.dimension(), at.me);
    return {cube::across(at.me, next) == at.source ? Ports() : next, true};
  }
};

}  // namespace rules
