// Dimension by dimension, as exchange does it on tree 0, but into the result of a node goes only
// what comes from below: what has come through port k is the total of the 2^k addresses that differ
// from this node's in bit k, whatever the lower bits are, and these are lower ones where bit k of
// this node is set.
#pragma once

#include "firmware/rules/exchange.hpp"

namespace rules {

struct Prefix {
  static constexpr const char* kName = "prefix";
  static constexpr Cast kCast = Cast::kAll;
  static constexpr bool kTurned = false;
  static constexpr bool kStored = false;

  template <class Network>
  static constexpr Decision route(const Network& network, const Arrival& at) {
    return {Exchange::later_ports(network, at.relative), at.source.number() < at.me.number()};
  }
};

}  // namespace rules
