// Up any tree, to one node, which is its root: the port to the parent of every relative address
// stands in a memory of the node, which the firmware loads. What packets go by that are combined on
// their way: every node sends on what its children have sent, and its own (Bertsekas et al. 1991,
// section 1: a broadcast, backwards).
#pragma once

#include "firmware/rules/rule.hpp"

namespace rules {

struct Parents {
  static constexpr const char* kName = "parents";
  static constexpr Cast kCast = Cast::kOne;
  static constexpr bool kTurned = true;
  static constexpr bool kStored = true;

  static constexpr Address place(const Arrival& at) { return at.to_go; }
  // The word of the root itself: ports that send on what has come to it.
  template <class Network>
  static constexpr Decision route(const Network&, const Arrival& at, Ports parent) {
    return {parent, at.to_go == Address(0)};
  }
};

}  // namespace rules
