// The perfectly balanced spanning tree of Bertsekas et al. 1991, section 3, for single node scatter
// in the least possible time: each subtree of the root has floor or ceil of (2^d - 1)/d nodes, the
// ceil behind the first (2^d - 1) mod d ports. Greedy.
//
// Node c belongs to the subtree of port m(c) (firmware/cube/necklace.hpp). Its parent clears the
// first 1 to the right of bit m(c): the 1 to the right of a longest run of zeroes, the paper's own
// way to a compatible class, which keeps m because the parent is non-cyclic and has the same base.
// A node is therefore reached by complementing its bits in ascending cyclic order from bit m(c), as
// in the SBnT; the two differ in the cyclic nodes alone, which this tree deals out to consecutive
// ports. Example, d = 4: the cyclic 0101 and 1010 go to ports 0 and 1, and 1111 to port 2.
#pragma once

#include "firmware/cube/necklace.hpp"
#include "firmware/trees/rotation.hpp"

namespace trees {

struct BalancedTree {
  // The port of the root whose subtree holds c, not the root.
  static constexpr unsigned subtree(unsigned d, Address c) { return cube::link_type(d, c); }

  static constexpr Ports parent(unsigned d, Address c) {
    return c != Address(0) ? cube::first_right_of(d, cube::ones(c), subtree(d, c)) : Ports();
  }
  static constexpr Ports children(unsigned d, Address c) { return children_by_parent<BalancedTree>(d, c); }
  static constexpr unsigned level(unsigned /*d*/, Address c) { return cube::weight(c); }
};

using BalancedTrees = Rotations<BalancedTree>;

static_assert(BalancedTree::subtree(4, Address(0b1111)) == 2 &&
              BalancedTree::parent(4, Address(0b1111)) == Ports(0b0010));

}  // namespace trees
