// SPDX-License-Identifier: Apache-2.0
// The spanning trees of Johnsson and Ho 1986, and their rotations, which are the paper's spanning
// graphs: BRG path, SBT, nRSBT, TCBT, nESBT, SBnT; and the d trees that all nodes can share.
//
// A tree is a struct of static functions of the dimension d and a relative address c (the root is 0
// to itself):
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
// Exclusive or with the root moves a tree to any root and keeps the ports.
//
//     const Ports out = Nrsbt::children(d, cube::relative(me, root), tree);
#pragma once

#include "firmware/networks/cube_addresses.hpp"

namespace trees {

using cube::Address;
using cube::Ports;

// The d distinct rotations of a spanning tree, `tree` = 0 .. d - 1. Tree j is tree 0 with every
// address rotated left by j: rotate the relative address right by j, ask tree 0, rotate the answer
// left by j (section 2 and lemma 3.22). All d of them together are a spanning graph.
// \tparam Tree  tree 0, with the functions above
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

// The children where the parent function is simpler: port k leads to a child iff the neighbour's
// parent is behind port k. Costs d parent functions.
template <class Tree>
constexpr Ports children_by_parent(unsigned d, Address c) {
  Ports result;
  for (unsigned port = 0; port < d; ++port) {
    result.insert(port, Tree::parent(d, cube::neighbour(c, port)) == Ports::one(port));
  }
  return result;
}

// The BRG path (section 3.1): the Hamiltonian path of the binary-reflected Gray code, as a spanning
// tree of height N - 1. NrBrgPath is the paper's nRBRG.
//
// Example, d = 3: 000 -> 001 -> 011 -> 010 -> 110 -> 111 -> 101 -> 100.
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

// SBT, the spanning binomial tree (section 3.2): the children of a node complement its leading
// zeroes, the parent complements its highest 1. Greedy: every path is a shortest one. The subtree
// behind port k of the root has 2^(d-1-k) nodes.
//
// A node is reached by complementing its bits in ascending order. Example, d = 4: 0101 has child
// 1101 and parent 0001.
struct Sbt {
  static constexpr Ports children(unsigned d, Address c) { return cube::zeroes_above(d, c); }
  static constexpr Ports parent(unsigned /*d*/, Address c) { return cube::ones(c).highest(); }
  static constexpr unsigned level(unsigned /*d*/, Address c) { return cube::weight(c); }
  // The port of the root whose subtree holds c, not the root.
  static constexpr unsigned subtree(unsigned /*d*/, Address c) { return cube::ones(c).lowest().port(); }
};

static_assert(Sbt::children(4, Address(0b0101)) == Ports(0b1000) && Sbt::parent(4, Address(0b0101)) == Ports(0b0100));

// nRSBT (section 3.4). Tree j complements bits in the order j, j+1, .., d-1, 0, .., j-1; its
// largest subtree is behind port j. Together they use every link that leads away from the root.
using Nrsbt = Rotations<Sbt>;

static_assert(Nrsbt::children(4, Address(0b0010), 1) == Ports(0b1101) &&
              Nrsbt::parent(4, Address(0b0110), 2) == Ports(0b0010));

// TCBT, the two-rooted complete binary tree (section 3.3): a complete binary tree whose root is
// split into two adjacent nodes R1 and R2, which makes it a spanning tree of the cube, of height d.
// Its root is R1; levels hold 1, 2, 3, 6, 12, .., N/4 nodes.
//
// The paper gives no embedding; this one is built by recursion. Let y be the address relative to
// R2, so that R1 is 2^(k-1) and the child b of R2 is 1 in T_k. T_k is made of two copies of T_(k-1)
// with roots r1, r2 and the child b of r2:
//
//   copy 0 (bit k-1 of y is 1): T_(k-1) as it is. Its r2 becomes the new R1; r1 becomes a child of
//                               R1; b hangs on copy 1.
//   copy 1 (bit k-1 of y is 0): T_(k-1) with dimensions k-2 and 0 exchanged, which exchanges r1 and
//                               b. Its r2 becomes the new R2; r1, now at 1, becomes the child of R2;
//                               b, now at 2^(k-2), hangs on copy 0.
//
// In both copies the edge r1 -> r2 is reversed, and b leaves r2 for the neighbour that is r1 of the
// other copy: so the complete binary trees below R1 and R2 are rooted at the r1 of their copy, and
// each keeps one half of its own copy and takes one half of the other.
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

// ERSBT 0. nESBT (section 3.5) is d edge-disjoint spanning trees, the ERSBTs. ERSBT j is an SBT
// whose root is the neighbour of the source behind port j, with the edge to the source reversed.
// Nodes with bit j = 1 are internal; all others but the source are leaves. Together the trees use
// every directed link exactly once, except those into the source. Example, d = 3, j = 0: 000 -> 001
// -> {011, 101}, 011 -> {111, 010}.
struct Ersbt {
  static constexpr Ports children(unsigned d, Address c) {
    if (c == Address(0)) return Ports::one(0);
    if (!cube::has_bit(c, 0)) return Ports();
    return cube::zeroes_above(d, c) | (c != Address(1) ? Ports::one(0) : Ports());
  }
  static constexpr Ports parent(unsigned /*d*/, Address c) {
    if (c == Address(0)) return Ports();
    return cube::has_bit(c, 0) ? cube::ones(c).highest() : Ports::one(0);
  }
  static constexpr unsigned level(unsigned /*d*/, Address c) {
    return cube::weight(c) + (c != Address(0) && !cube::has_bit(c, 0) ? 2u : 0u);
  }
};

struct Nesbt : Rotations<Ersbt> {
  // f(c, tree), 0 .. 2d-1, for c not the source (theorem 4.1): with one-port communication, packet
  // p of the tree enters node c in cycle f + p d (cycles from 0). The paper has d + j where c_j =
  // 0, else k, plus d where k < j; k is the first 1 to the right of bit j.
  static constexpr unsigned label(unsigned d, Address c, unsigned tree) {
    const Address turned = cube::rotate_right(d, c, tree);
    return tree + (cube::has_bit(turned, 0) ? cube::ones(turned).highest().port() : d);
  }
  // The tree that has the directed link out of node c through the port; d for a link into the
  // source, which no tree has. Into node i = c with bit k complemented it is tree k if i_k = 0, and
  // else the tree of the first 1 of i cyclically to the left of bit k, for which k is the first 1 to
  // the right.
  static constexpr unsigned tree_over(unsigned d, Address c, unsigned port) {
    const Address child = cube::neighbour(c, port);
    if (child == Address(0)) return d;
    if (!cube::has_bit(child, port)) return port;
    unsigned left = port;
    do {
      left = left + 1 == d ? 0 : left + 1;
    } while (!cube::has_bit(child, left));
    return left;
  }
};

static_assert(Nesbt::children(3, Address(0b011), 0) == Ports(0b101) &&
              Nesbt::parent(3, Address(0b010), 0) == Ports(0b001));

// The d trees that all nodes of a cube share: the ERSBTs of node 0, tree j with its root at node
// 2^j and without the link from there to node 0. Node 0 is reached last, over port j + 1, and sends
// the packet back to the root. So a packet comes to every node once, the root among them, and
// together the trees use every directed link of the cube exactly once.
//
// Example, d = 3, tree 0: 001 -> {011, 101}, 011 -> {111, 010}, 111 -> 110, 101 -> 100, 010 -> 000
// -> 001.
struct SharedErsbt {
  // The ports through which a packet leaves node c, and those through which the root begins.
  static constexpr Ports children(unsigned d, Address c) {
    if (c == Address(1) || d == 1) return Ports();
    return c == Address(2) ? Ports::one(1) : Ersbt::children(d, c);
  }
  // In a cube of one dimension each node sends to the other.
  static constexpr Ports children_of_root(unsigned d) {
    return d == 1 ? Ports::one(0) : Ports::first(d) - Ports::one(0);
  }
};

// SBnT, the spanning balanced n-tree (section 3.6). Greedy; the subtrees of the root differ only by
// the cyclic nodes. SBnTc, its rotations, give cyclic nodes several paths.
//
// A node c belongs to the subtree of port base(c), the least number of right rotations that
// minimise c; its parent complements the first 1 to the right of bit base(c), which keeps the base.
// A node is therefore reached by complementing its bits in ascending cyclic order from bit base(c).
// Example, d = 5: 11010 has base 3 (R^3 = 01011) and is reached by 01000, 11000, 11010.
//
// SbntC tree t is the paper's SBnT r with r = -t mod d: where R^j(c) is minimal for several j, it
// takes the j with the least (j - t) mod d.
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
