// Rotations<Tree>: the d distinct rotations of a spanning tree, numbered 0 .. d-1.
//
// Every tree of this folder is a struct of static functions of the dimension d and a relative
// address c (the root is 0 to itself):
//
//     struct Tree {
//       // The ports that lead to the children of c.
//       static constexpr Ports children(unsigned d, Address c);
//
//       // The port towards the parent, alone; none at the root.
//       static constexpr Ports parent(unsigned d, Address c);
//
//       // Edges between the root and c.
//       static constexpr unsigned level(unsigned d, Address c);
//     };
//
// Exclusive or with the root moves a tree to any root and keeps the ports. Tree j is tree 0 with
// every address rotated left by j; so: rotate the relative address right by j, ask tree 0, rotate
// the answer left by j (Johnsson and Ho 1986, section 2 and lemma 3.22). The sum of all d of them
// is a spanning graph: nRSBT = Rotations<Sbt>, and so on.
//
//     const Ports out = Nrsbt::children(d, cube::relative(me, root), tree);
#pragma once

#include "firmware/cube/address.hpp"

namespace trees {

using cube::Address;
using cube::Ports;

// `tree` is from 0 to d - 1 everywhere.
template <class Tree>
struct Rotations {
  static constexpr Ports children(unsigned d, Address c, unsigned tree) {
    return cube::rotate_left(d, Tree::children(d, cube::rotate_right(d, c, tree)), tree);
  }
  static constexpr Ports parent(unsigned d, Address c, unsigned tree) {
    return cube::rotate_left(d, Tree::parent(d, cube::rotate_right(d, c, tree)), tree);
  }
  static constexpr unsigned level(unsigned d, Address c, unsigned tree) {
    return Tree::level(d, cube::rotate_right(d, c, tree));
  }
  // The port of the root whose subtree holds c, not the root, for trees that define it.
  static constexpr unsigned subtree(unsigned d, Address c, unsigned tree) {
    const unsigned port = Tree::subtree(d, cube::rotate_right(d, c, tree)) + tree;
    return port < d ? port : port - d;
  }
};

// For a tree whose parent function is simpler than its children: port k leads to a child iff the
// neighbour's parent is behind port k. Costs d parent functions.
template <class Tree>
constexpr Ports children_by_parent(unsigned d, Address c) {
  Ports result;
  for (unsigned port = 0; port < d; ++port) {
    result.insert(port, Tree::parent(d, cube::neighbour(c, port)) == Ports::one(port));
  }
  return result;
}

}  // namespace trees
