// The spanning binomial tree, to all (Johnsson and Ho 1986, section 3.2): d - 1 more cycles than
// packets.
#pragma once

#include "firmware/rules/tree_rule.hpp"
#include "firmware/trees/sbt.hpp"

namespace rules {

struct Sbt : TreeRule<trees::Sbt> {
  static constexpr const char* kName = "sbt";
};

}  // namespace rules
