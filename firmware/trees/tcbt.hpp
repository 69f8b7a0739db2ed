// TCBT, the two-rooted complete binary tree: a complete binary tree whose root is split into two
// adjacent nodes R1 and R2, which makes it a spanning tree of the cube, of height d (Johnsson and
// Ho 1986, section 3.3). Its root is R1; levels hold 1, 2, 3, 6, 12, .., N/4 nodes.
//
// The paper gives no embedding; this is the one used here. Let y be the address relative to R2, so
// that R1 is 2^(k-1) and the child b of R2 is 1 in T_k. T_k is made of two copies of T_(k-1) with
// roots r1, r2 and the child b of r2:
//
//   copy 0 (bit k-1 of y is 1): T_(k-1) as it is. Its r2 becomes the new R1; r1 becomes a child of R1; b hangs on
//   copy 1. copy 1 (bit k-1 of y is 0): T_(k-1) with dimensions k-2 and 0 exchanged, which exchanges r1 and b. Its r2
//   becomes
//                               the new R2; r1, now at 1, becomes the child of R2; b, now at 2^(k-2), hangs on copy 0.
//
// In both copies the edge r1 -> r2 is reversed, and b leaves r2 for the neighbour that is r1 of the
// other copy: so the complete binary trees below R1 and R2 are rooted at the r1 of their copy, and
// each keeps one half of its own copy and takes one half of the other.
#pragma once

#include "firmware/trees/rotation.hpp"

namespace trees {

struct Tcbt {
  static constexpr Ports parent(unsigned d, Address c) {
    // R1, the root, is 2^(d-1) seen from R2.
    std::uint32_t y = cube::neighbour(c, d - 1).number();
    Ports low = Ports::one(0);      // the dimension that is dimension 0 in the coordinates of T_k
    Ports top = Ports::one(d - 1);  // the one that is dimension k-1
    for (unsigned k = d; k > 1; --k) {
      const std::uint32_t half = std::uint32_t{1} << (k - 1);
      const std::uint32_t r1 = half >> 1;
      const Ports r1_dimension = k == 2 ? low : Ports(r1);
      const bool second_copy = (y & half) == 0;
      y &= half - 1;
      if (y == 0) return second_copy ? top : Ports();
      if (second_copy) {
        if (y == 1) return low;
        if (y == r1) return top;
        // Exchange dimensions 0 and k-2, in y and in what they mean. Here k > 2: T_2 has no other
        // nodes.
        const std::uint32_t differ = (y ^ (y >> (k - 2))) & 1u;
        y ^= differ | (differ << (k - 2));
        top = low;
        low = r1_dimension;
      } else {
        if (y == r1) return r1_dimension;
        if (y == 1) return top;
        top = r1_dimension;
      }
    }
    return y == 0 ? top : Ports();  // d = 1: R2 is the child of R1
  }
  static constexpr Ports children(unsigned d, Address c) { return children_by_parent<Tcbt>(d, c); }
  static constexpr unsigned level(unsigned d, Address c) {
    unsigned result = 0;
    for (unsigned step = 0; step < d; ++step) {
      const Ports up = parent(d, c);
      c = cube::across(c, up);
      result += up.size();
    }
    return result;
  }
};

static_assert(Tcbt::parent(1, Address(1)) == Ports(1) && Tcbt::parent(2, Address(0b11)) == Ports(0b01) &&
              Tcbt::level(4, Address(0)) == 0);

}  // namespace trees
