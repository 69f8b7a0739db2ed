// SBT, the spanning binomial tree: the children of a node complement its leading zeroes, the parent
// complements its highest 1 (Johnsson and Ho 1986, section 3.2). Greedy; the subtree behind port k
// of the root has 2^(d-1-k) nodes.
//
// A node is reached by complementing its bits in ascending order. Example, d = 4: 0101 has child
// 1101 and parent 0001.
#pragma once

#include "firmware/trees/rotation.hpp"

namespace trees {

struct Sbt {
  static constexpr Ports children(unsigned d, Address c) { return cube::zeroes_above(d, c); }
  static constexpr Ports parent(unsigned /*d*/, Address c) { return cube::ones(c).highest(); }
  static constexpr unsigned level(unsigned /*d*/, Address c) { return cube::weight(c); }
  // The port of the root whose subtree holds c, not the root.
  static constexpr unsigned subtree(unsigned /*d*/, Address c) { return cube::ones(c).lowest().port(); }
};

static_assert(Sbt::children(4, Address(0b0101)) == Ports(0b1000) && Sbt::parent(4, Address(0b0101)) == Ports(0b0100));

}  // namespace trees
