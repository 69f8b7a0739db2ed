// The spanning tree of Bertsekas et al. 1991, section 2: translated to every root, it carries out a multinode broadcast
// in the least possible time, q = ceil((2^d - 1) / d), with every link busy.
//
// The non-zero addresses are numbered n(t) = 1, 2, .. (firmware/cube/necklace.hpp). Slot i holds the d addresses with
// (i-1) d < n(t) <= i d; the link into t is of type m(t) = (n(t) - 1) mod d, so the links of one slot are all of
// different types and never collide under translation; the parent of t is t with bit m(t) cleared, always in an earlier
// slot. Greedy. Example, d = 3, slot by slot: 001 010 100 | 011 110 101 | 111.
//
// Slots are not what the router goes by. For d = 6 and 12, where no link may idle in any cycle if M is a multiple of 2 or 4, a
// packet came too late by a cycle. The links of a slot may be of any types, all different, that lead from earlier slots:
// there those into the last two addresses, 1..10 and 1..1, have each other's, and no packet is late.
#pragma once

#include "firmware/cube/necklace.hpp"
#include "firmware/trees/rotation.hpp"

namespace trees {

struct MultinodeBroadcastTree {
  static constexpr Ports parent(unsigned d, Address c) {
    return c != Address(0) ? Ports::one(cube::link_type(d, in_place_of(d, c))) : Ports();
  }
  static constexpr Ports children(unsigned d, Address c) { return children_by_parent<MultinodeBroadcastTree>(d, c); }
  static constexpr unsigned level(unsigned /*d*/, Address c) { return cube::weight(c); }

  // The slot of c, not the root, from 1: the step in which a packet of this tree crosses the link into c. O(d 2^d).
  static constexpr unsigned slot(unsigned d, Address c) { return (cube::number(d, c) - 1) / d + 1; }

 private:
  // The address whose link type c has.
  static constexpr Address in_place_of(unsigned d, Address c) {
    const bool is_exchanged = d % 6 == 0 && c.number() >= cube::nodes(d) - 2;
    return is_exchanged ? Address(c.number() ^ 1u) : c;
  }
};

static_assert(MultinodeBroadcastTree::parent(3, Address(0b111)) == Ports(0b001) &&
              MultinodeBroadcastTree::slot(3, Address(0b111)) == 3);

}  // namespace trees
