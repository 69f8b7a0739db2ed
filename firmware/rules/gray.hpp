// The path of the binary-reflected Gray code, to all (Johnsson and Ho 1986, section 3.1): one port
// a node, 2^d - 1 hops.
#pragma once

#include "firmware/rules/tree_rule.hpp"
#include "firmware/trees/brg_path.hpp"

namespace rules {

struct Gray : TreeRule<trees::BrgPath> {
  static constexpr const char* kName = "gray";
};

}  // namespace rules
