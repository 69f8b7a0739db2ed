// E-cube, to one node: corrects the highest differing bit first. The order of the dimensions keeps
// links from waiting for one another in a cycle: finite queues cannot deadlock.
#pragma once

#include "firmware/cube/address.hpp"
#include "firmware/rules/rule.hpp"

namespace rules {

struct Ecube {
  static constexpr const char* kName = "ecube";
  static constexpr Cast kCast = Cast::kOne;
  static constexpr bool kTurned = true;
  static constexpr bool kStored = false;

  template <class Network>
  static constexpr Decision route(const Network&, const Arrival& at) {
    return {cube::ones(at.to_go).highest(), at.to_go == Address(0)};
  }
};

}  // namespace rules
