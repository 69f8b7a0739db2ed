// To the root of a tree that all nodes share, which is the destination and sends the packet down
// its tree (rules::SharedTrees): what the ejector there holds is for the node's relay, not for its
// memory.
#pragma once

#include "firmware/rules/ascending.hpp"

namespace rules {

struct ToRoot : Ascending {
  static constexpr const char* kName = "to_root";
};

}  // namespace rules
