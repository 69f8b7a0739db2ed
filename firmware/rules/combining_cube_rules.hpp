// The rules of the cube's nodes that combine packets: those of the others, with their numbers, and
// behind them those of packets that are combined on their way.
#pragma once

#include "firmware/rules/cube_rules.hpp"
#include "firmware/rules/exchange.hpp"
#include "firmware/rules/parents.hpp"
#include "firmware/rules/prefix.hpp"

namespace rules {

struct CombiningCubeRules : CubeRules::With<Parents, Exchange, Prefix> {
  static constexpr std::uint32_t kCombining = mask_of<Parents, Exchange, Prefix>();
};

}  // namespace rules
