// The d edge-disjoint trees, to all (Johnsson and Ho 1986, section 3.5): every link in use, one
// cycle longer than the SBT.
#pragma once

#include "firmware/rules/tree_rule.hpp"
#include "firmware/trees/nesbt.hpp"

namespace rules {

struct Nesbt : TreeRule<trees::Ersbt> {
  static constexpr const char* kName = "nesbt";
};

}  // namespace rules
