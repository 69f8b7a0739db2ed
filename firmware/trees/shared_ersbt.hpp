// The d trees that all nodes of a cube share: the ERSBTs of the nESBT from node 0 (nesbt.hpp), tree
// j with its root at node 2^j, and the link from there to node 0 left out. Node 0 is reached last,
// over port j + 1, and sends to the root what the root itself has sent: so a packet comes to every
// node once, the root among them, and together the trees use every directed link of the cube
// exactly once.
//
// Example, d = 3, tree 0: 001 -> {011, 101}, 011 -> {111, 010}, 111 -> 110, 101 -> 100, 010 -> 000
// -> 001.
#pragma once

#include "firmware/trees/nesbt.hpp"

namespace trees {

// Tree 0.
struct SharedErsbt {
  // Where what has come to node c goes on to, and where the root sends what it sends to all.
  static constexpr Ports children(unsigned d, Address c) {
    if (c == Address(1) || d == 1) return Ports();
    return c == Address(2) ? Ports::one(1) : Ersbt::children(d, c);
  }
  // In a cube of one dimension each node sends to the other.
  static constexpr Ports children_of_root(unsigned d) {
    return d == 1 ? Ports::one(0) : Ports::first(d) - Ports::one(0);
  }
};

}  // namespace trees
