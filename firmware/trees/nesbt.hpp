// nESBT: n edge-disjoint spanning trees, the ERSBTs (Johnsson and Ho 1986, section 3.5), and the
// labels that schedule them when a node has one port at a time (theorem 4.1).
//
// ERSBT j is an SBT whose root is the neighbour of the source behind port j, with the edge to the
// source reversed. Nodes with bit j = 1 are internal; all others but the source are leaves.
// Together the trees use every directed link exactly once, except those into the source. Example, d
// = 3, j = 0: 000 -> 001 -> {011, 101}, 011 -> {111, 010}.
#pragma once

#include "firmware/trees/rotation.hpp"

namespace trees {

// ERSBT 0.
struct Ersbt {
  static constexpr Ports children(unsigned d, Address c) {
    if (c == Address(0)) return Ports::one(0);
    if (!cube::has_bit(c, 0)) return Ports();
    return cube::zeroes_above(d, c) | (c != Address(1) ? Ports::one(0) : Ports());
  }
  static constexpr Ports parent(unsigned /*d*/, Address c) {
    if (c == Address(0)) return Ports();
    return cube::has_bit(c, 0) ? cube::ones(c).highest() : Ports::one(0);
  }
  static constexpr unsigned level(unsigned /*d*/, Address c) {
    return cube::weight(c) + (c != Address(0) && !cube::has_bit(c, 0) ? 2u : 0u);
  }
};

struct Nesbt : Rotations<Ersbt> {
  // f(c, tree), 0 .. 2d-1, for c not the source: with one-port communication, packet p of the tree
  // enters node c in cycle f + p d (cycles from 0). In the paper's words: d + j where c_j = 0, else
  // k, plus d where k < j; k is the first 1 to the right of bit j.
  static constexpr unsigned label(unsigned d, Address c, unsigned tree) {
    const Address turned = cube::rotate_right(d, c, tree);
    return tree + (cube::has_bit(turned, 0) ? cube::ones(turned).highest().port() : d);
  }
};

static_assert(Nesbt::children(3, Address(0b011), 0) == Ports(0b101) &&
              Nesbt::parent(3, Address(0b010), 0) == Ports(0b001));

}  // namespace trees
