// SBnT, the spanning balanced n-tree, and SBnTc, its n rotations, which give cyclic nodes several
// paths (Johnsson and Ho 1986, section 3.6). Greedy; the subtrees of the root differ only by the
// cyclic nodes.
//
// A node c belongs to the subtree of port base(c), the least number of right rotations that
// minimise c; its parent complements the first 1 to the right of bit base(c), which keeps the base.
// A node is therefore reached by complementing its bits in ascending cyclic order from bit base(c).
// Example, d = 5: 11010 has base 3 (R^3 = 01011) and is reached by 01000, 11000, 11010.
//
// SbntC tree t is the paper's SBnT r with r = -t mod d: where R^j(c) is minimal for several j, it
// takes the j with the least (j - t) mod d.
#pragma once

#include "firmware/trees/rotation.hpp"

namespace trees {

struct Sbnt {
  // The port of the root whose subtree holds c, not the root.
  static constexpr unsigned subtree(unsigned d, Address c) { return cube::base(d, c); }

  static constexpr Ports children(unsigned d, Address c) {
    if (c == Address(0)) return cube::all_ports(d);
    const unsigned port = subtree(d, c);
    // The zeroes to the right of bit `port`, up to the next 1.
    const Ports zeroes = cube::rotate_left(d, cube::zeroes_above(d, cube::rotate_right(d, c, port)), port);
    Ports result;
    for (unsigned m = 0; m < d; ++m) {
      result.insert(m, zeroes.contains(m) && subtree(d, cube::neighbour(c, m)) == port);
    }
    return result;
  }
  static constexpr Ports parent(unsigned d, Address c) { return cube::first_right_of(d, cube::ones(c), subtree(d, c)); }
  static constexpr unsigned level(unsigned /*d*/, Address c) { return cube::weight(c); }
};

using SbntC = Rotations<Sbnt>;

static_assert(Sbnt::subtree(5, Address(0b11010)) == 3 && Sbnt::parent(5, Address(0b11010)) == Ports(0b00010));

}  // namespace trees
