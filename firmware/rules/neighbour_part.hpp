// To the neighbour behind the port, for another part of it than its router, and no further: what
// nodes tell one another over the links between the phases of a partial multinode broadcast.
#pragma once

#include "firmware/rules/rule.hpp"

namespace rules {

struct NeighbourPart {
  static constexpr const char* kName = "aside";
  static constexpr Cast kCast = Cast::kOne;
  static constexpr bool kTurned = false;
  static constexpr bool kStored = false;

  template <class Network>
  static constexpr Decision route(const Network&, const Arrival&) {
    return {};
  }
};

}  // namespace rules
