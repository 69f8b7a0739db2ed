// The spanning tree of Bertsekas et al. 1991, section 2: translated to every root, it carries out a
// multinode broadcast in the least possible time, q = ceil((2^d - 1) / d), with every link busy.
//
// The non-zero addresses are numbered n(t) = 1, 2, .. (firmware/cube/necklace.hpp). Slot i holds
// the d addresses with (i-1) d < n(t) <= i d; the link into t is of type m(t) = (n(t) - 1) mod d,
// so the links of one slot are all of different types and never collide under translation; the
// parent of t is t with bit m(t) cleared, always in an earlier slot. Greedy. Example, d = 3, slot
// by slot: 001 010 100 | 011 110 101 | 111.
//
// Slots are not what the router goes by: it has packets that wait for a link take turns. What it
// takes with one cycle a hop and with two is the least (firmware/collectives/allgather.hpp), by two
// choices that the paper leaves open, found by search:
//   - m(t) is the lowest 1 of the minimal rotation. For d >= 7 it is the highest in the rotations of 11, 111, 1111 and 11111,
//     so that these hang on one another from the other end;
//   - the links of a slot may be of any types, all different, that lead from earlier slots. For d = 6 those into 011110 and
//     110011 have each other's, and those into 101111 and 110110.
#pragma once

#include "firmware/cube/necklace.hpp"
#include "firmware/trees/rotation.hpp"

namespace trees {

struct MultinodeBroadcastTree {
  static constexpr Ports parent(unsigned d, Address c) {
    return c != Address(0) ? Ports::one(listed_type(d, in_place_of(d, c))) : Ports();
  }
  static constexpr Ports children(unsigned d, Address c) { return children_by_parent<MultinodeBroadcastTree>(d, c); }
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
  // m(c), by its number.
  static constexpr unsigned listed_type(unsigned d, Address c) {
    const unsigned lowest = cube::link_type(d, c);
    const unsigned ones = cube::weight(c);
    const bool hangs_by_highest = d >= 7 && ones <= 5 && cube::canonical(d, c) == cube::last_address(ones);
    return hangs_by_highest ? (lowest + ones - 1) % d : lowest;
  }

  // The address whose link type c has.
  static constexpr Address in_place_of(unsigned d, Address c) {
    if (d != 6) return c;
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

static_assert(MultinodeBroadcastTree::parent(3, Address(0b111)) == Ports(0b001) &&
              MultinodeBroadcastTree::slot(3, Address(0b111)) == 3);

}  // namespace trees
