// Down one of the trees that all nodes share (firmware/trees/shared_ersbt.hpp), to all; the
// destination is node 0, as which the trees see every node. The source drops its own packet.
#pragma once

#include "firmware/rules/rule.hpp"
#include "firmware/trees/shared_ersbt.hpp"

namespace rules {

struct SharedTrees {
  static constexpr const char* kName = "shared_trees";
  static constexpr Cast kCast = Cast::kAll;
  static constexpr bool kTurned = true;
  static constexpr bool kStored = false;

  template <class Network>
  static constexpr Decision route(const Network& network, const Arrival& at) {
    return {trees::SharedErsbt::children(network.dimension(), at.to_go), at.me != at.source};
  }
};

}  // namespace rules
