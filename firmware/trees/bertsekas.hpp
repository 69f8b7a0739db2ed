// SPDX-License-Identifier: Apache-2.0
// The two spanning trees of Bertsekas et al. 1991: of section 2 for the multinode broadcast, and of
// section 3 for single node scatter. Both follow the paper's numbering of addresses
// (necklaces.hpp). They have the form of the trees of johnsson_ho.hpp.
#pragma once

#include "firmware/networks/necklaces.hpp"
#include "firmware/trees/johnsson_ho.hpp"

namespace trees {

// The tree of section 2: translated to every root, it carries out a multinode broadcast in the
// least possible time, q = ceil((2^d - 1) / d), with every link busy.
//
// The non-zero addresses are numbered n(t) = 1, 2, .. (cube::number). Slot i holds
// the d addresses with (i-1) d < n(t) <= i d; the link into t is of type m(t) = (n(t) - 1) mod d,
// so the links of one slot are all of different types and never collide under translation; the
// parent of t is t with bit m(t) cleared, always in an earlier slot. Greedy. Example, d = 3, slot
// by slot: 001 010 100 | 011 110 101 | 111.
//
// The router knows no slots: packets that wait for a link take turns. Its cycles are still the
// fewest, with one cycle a hop and with two (firmware/collectives/allgather.hpp), by two choices
// that the paper leaves open. Both were found by search:
//   - m(t) is the lowest 1 of the minimal rotation. For d >= 7 it is the highest in the rotations of
//     11, 111, 1111 and 11111, so that these hang on one another from the other end;
//   - the links of a slot may be of any types, all different, that lead from earlier slots. For d = 6
//     the links into 011110 and 110011 exchange their types, and those into 101111 and 110110.
// With more than two cycles a hop and 5 to 8 dimensions other choices take fewer cycles (`Distant`): m(t) is the highest
// in the rotations of 111 and 1111 (d = 8: of 1111 and 11111), and no links exchange their types.
template <bool Distant>
struct BroadcastTree {
  // Whether it is another tree than that for one or two cycles a hop.
  static constexpr bool differs(unsigned d) { return Distant && d >= 5 && d <= 8; }

  static constexpr Ports parent(unsigned d, Address c) {
    return c != Address(0) ? Ports::one(listed_type(d, in_place_of(d, c))) : Ports();
  }
  static constexpr Ports children(unsigned d, Address c) { return children_by_parent<BroadcastTree>(d, c); }
  static constexpr unsigned level(unsigned /*d*/, Address c) { return cube::weight(c); }

  // The port of the root whose subtree holds c, not the root.
  static constexpr unsigned subtree(unsigned d, Address c) {
    unsigned port = 0;
    while (c != Address(0)) {
      port = parent(d, c).port();
      c = cube::neighbour(c, port);
    }
    return port;
  }

  // The slot of c, not the root, from 1: the step in which a packet of this tree crosses the link
  // into c. O(d 2^d).
  static constexpr unsigned slot(unsigned d, Address c) {
    const std::uint32_t before = cube::numbered_before(d, c);
    return (before + (listed_type(d, c) + d - before % d) % d) / d + 1;
  }

 private:
  // m(c), as n(c) gives it.
  static constexpr unsigned listed_type(unsigned d, Address c) {
    const unsigned lowest = cube::link_type(d, c);
    const unsigned ones = cube::weight(c);
    const unsigned first = differs(d) ? d / 8 + 3 : 1;
    const unsigned last = differs(d) ? first + 1 : d >= 7 ? 5 : 0;
    const bool hangs_by_highest = ones >= first && ones <= last && cube::canonical(d, c) == cube::last_address(ones);
    return hangs_by_highest ? (lowest + ones - 1) % d : lowest;
  }

  // The address whose link type c has.
  static constexpr Address in_place_of(unsigned d, Address c) {
    if (d != 6 || Distant) return c;
    switch (c.number()) {
      case 0b011110:
        return Address(0b110011);
      case 0b110011:
        return Address(0b011110);
      case 0b101111:
        return Address(0b110110);
      case 0b110110:
        return Address(0b101111);
      default:
        return c;
    }
  }
};
using MultinodeBroadcastTree = BroadcastTree<false>;
using DistantBroadcastTree = BroadcastTree<true>;

static_assert(MultinodeBroadcastTree::parent(3, Address(0b111)) == Ports(0b001) &&
              MultinodeBroadcastTree::slot(3, Address(0b111)) == 3);

// The perfectly balanced spanning tree of section 3, for single node scatter in the least possible
// time: each subtree of the root has floor or ceil of (2^d - 1)/d nodes, the ceil behind the first
// (2^d - 1) mod d ports. Greedy.
//
// Node c belongs to the subtree of port m(c) (cube::link_type). Its parent clears the
// first 1 to the right of bit m(c): the 1 to the right of a longest run of zeroes, the paper's own
// way to a compatible class, which keeps m because the parent is non-cyclic and has the same base.
// A node is therefore reached by complementing its bits in ascending cyclic order from bit m(c), as
// in the SBnT; the two differ in the cyclic nodes alone, which this tree deals out to consecutive
// ports. Example, d = 4: the cyclic 0101 and 1010 go to ports 0 and 1, and 1111 to port 2.
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
