// The BRG path: the Hamiltonian path of the binary-reflected Gray code, as a spanning tree of
// height N - 1, and its n rotations, nRBRG (Johnsson and Ho 1986, section 3.1).
//
// Example, d = 3: 000 -> 001 -> 011 -> 010 -> 110 -> 111 -> 101 -> 100.
#pragma once

#include "firmware/cube/gray.hpp"
#include "firmware/trees/rotation.hpp"

namespace trees {

struct BrgPath {
  static constexpr Ports children(unsigned d, Address c) { return cube::gray_transition(d, cube::gray_rank(c)); }
  static constexpr Ports parent(unsigned d, Address c) {
    return c != Address(0) ? cube::gray_transition(d, cube::gray_rank(c) - 1) : Ports();
  }
  static constexpr unsigned level(unsigned /*d*/, Address c) { return cube::gray_rank(c); }
};

using NrBrgPath = Rotations<BrgPath>;

static_assert(BrgPath::children(3, Address(0b010)) == Ports(0b100) &&
              BrgPath::parent(3, Address(0b110)) == Ports(0b100));

}  // namespace trees
