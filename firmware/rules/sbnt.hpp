// The spanning balanced tree, to all (Johnsson and Ho 1986, section 3.6): loads the d ports alike,
// but for cyclic addresses.
#pragma once

#include "firmware/rules/tree_rule.hpp"
#include "firmware/trees/sbnt.hpp"

namespace rules {

struct Sbnt : TreeRule<trees::Sbnt> {
  static constexpr const char* kName = "sbnt";
};

}  // namespace rules
