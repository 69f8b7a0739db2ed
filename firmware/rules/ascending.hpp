// Ascending, to one node: corrects the lowest differing bit first; the way down an SBT, as e-cube
// is the way up.
#pragma once

#include "firmware/cube/address.hpp"
#include "firmware/rules/rule.hpp"

namespace rules {

struct Ascending {
  static constexpr const char* kName = "ascending";
  static constexpr Cast kCast = Cast::kOne;
  static constexpr bool kTurned = true;
  static constexpr bool kStored = false;

  template <class Network>
  static constexpr Decision route(const Network&, const Arrival& at) {
    return {cube::ones(at.to_go).lowest(), at.to_go == Address(0)};
  }
};

}  // namespace rules
