// nESBT: n edge-disjoint spanning trees, the ERSBTs (Johnsson and Ho 1986, section 3.5), and the labels that
// schedule them when a node has one port at a time (theorem 4.1).
//
// ERSBT j is an SBT whose root is the neighbour of the source behind port j, with the edge to the source
// reversed. Nodes with bit j = 1 are internal; all others but the source are leaves. Together the trees use
// every directed link exactly once, except those into the source. Example, d = 3, j = 0: 000 -> 001 -> {011,
// 101}, 011 -> {111, 010}.
#pragma once

#include "firmware/trees/rotation.hpp"

namespace trees {

// ERSBT 0.
struct Ersbt {
  static constexpr Ports children(unsigned d, Address c) {
    if (c == 0) return 1;
    if ((c & 1u) == 0) return 0;
    return cube::bits_above(d, c) | (c != 1 ? 1u : 0u);
  }
  static constexpr Ports parent(unsigned /*d*/, Address c) {
    if (c == 0) return 0;
    return (c & 1u) != 0 ? cube::highest_set_bit(c) : 1;
  }
  static constexpr unsigned level(unsigned /*d*/, Address c) {
    return cube::weight(c) + (c != 0 && (c & 1u) == 0 ? 2u : 0u);
  }
};

struct Nesbt : Rotations<Ersbt> {
  // f(c, tree), 0 .. 2d-1, for c != 0: with one-port communication, packet p of the tree enters node c in
  // cycle f + p d (cycles from 0). In the paper's words: d + j where c_j = 0, else k, plus d where k < j; k
  // is the first 1 to the right of bit j.
  static constexpr unsigned label(unsigned d, Address c, unsigned tree) {
    const Address turned = cube::rotate_right(d, c, tree);
    return tree + ((turned & 1u) != 0 ? cube::bit_index(cube::highest_set_bit(turned)) : d);
  }
};

static_assert(Nesbt::children(3, 0b011, 0) == 0b101 && Nesbt::parent(3, 0b010, 0) == 0b001);

}  // namespace trees
