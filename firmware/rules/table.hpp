// Down any tree, to all: the children of every relative address stand in a memory of the node,
// which the firmware loads. Costs a word of as many bits as there are ports for every node of the
// network.
#pragma once

#include "firmware/rules/rule.hpp"

namespace rules {

struct Table {
  static constexpr const char* kName = "table";
  static constexpr Cast kCast = Cast::kAll;
  static constexpr bool kTurned = true;
  static constexpr bool kStored = true;

  static constexpr Address place(const Arrival& at) { return at.relative; }
  template <class Network>
  static constexpr Decision route(const Network&, const Arrival&, Ports children) {
    return {children, true};
  }
};

}  // namespace rules
