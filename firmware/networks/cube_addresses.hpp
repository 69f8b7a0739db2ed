// SPDX-License-Identifier: Apache-2.0
// Addresses of the nodes of a hypercube of dimension d (1 .. kMaxDimension): bits, rotations, the
// Gray code, and subcubes.
//
// A node is a d-bit number; port k leads to the neighbour whose address differs in bit k. So the
// ports between two nodes are the bits in which their addresses differ, and crossing a set of ports
// complements the bits of the set:
//
//     for (const unsigned port : zeroes_above(d, c)) visit(neighbour(c, port));
//     across(a, difference(a, b)) == b
//
// Freestanding C++17, usable in constant expressions and in hardware: no heap, no tables, loops
// bounded by d. Every function expects addresses below 2^d and ports below d. Rotation R, period
// and base are those of Johnsson and Ho 1986, sections 2 and 3.6.
#pragma once

#include "firmware/networks/address.hpp"

namespace cube {

using network::Address;
using network::Ports;

// Firmware for small cubes needs less memory with fewer.
#ifndef CUBECAST_MAX_DIMENSION
#define CUBECAST_MAX_DIMENSION 24
#endif
constexpr unsigned kMaxDimension = CUBECAST_MAX_DIMENSION;
// The largest cube all of whose nodes are simulated. In larger ones a node stands for all.
constexpr unsigned kMaxWholeDimension = kMaxDimension < 20 ? kMaxDimension : 20;

// Number of nodes, N = 2^d.
constexpr std::uint32_t nodes(unsigned d) {
  return std::uint32_t{1} << d;
}
// Number of nodes but one, N - 1.
constexpr std::uint32_t other_nodes(unsigned d) {
  return nodes(d) - 1;
}
// The address 11..1.
constexpr Address last_address(unsigned d) {
  return Address(nodes(d) - 1);
}
constexpr Ports all_ports(unsigned d) {
  return Ports::first(d);
}

// The bits that are 1: the ports on a shortest path between the node and node 0.
constexpr Ports ones(Address a) {
  return Ports(a.number());
}
// The address whose 1s are the set: the node across it from node 0.
constexpr Address address_of(Ports ones) {
  return Address(ones.mask());
}
constexpr bool has_bit(Address a, unsigned port) {
  return ones(a).contains(port);
}

// Node `a` as node `origin` sees it, which is 0 to itself; its own inverse, so that
// relative(relative(a, o), o) is a.
constexpr Address relative(Address a, Address origin) {
  return Address(a.number() ^ origin.number());
}
// The ports on a shortest path from one node to the other.
constexpr Ports difference(Address a, Address b) {
  return ones(relative(a, b));
}
// The node that is reached from `a` through every port of the set.
constexpr Address across(Address a, Ports set) {
  return relative(a, address_of(set));
}
constexpr Address neighbour(Address a, unsigned port) {
  return across(a, Ports::one(port));
}

// |a|, the number of bits that are 1.
constexpr unsigned weight(Address a) {
  return ones(a).size();
}
// Length of a shortest path between two nodes.
constexpr unsigned hamming_distance(Address a, Address b) {
  return difference(a, b).size();
}

// R^j: bit k moves to bit k - j mod d; j from 0 to d - 1. One shifter over the word twice: half the
// logic of two shifters of opposite directions, which cubes have whose word does not fit twice.
constexpr unsigned kMaxDoubled = 16;
constexpr std::uint32_t rotate_right(unsigned d, std::uint32_t x, unsigned j) {
  if (d > kMaxDoubled) return (x >> j | x << (d - j)) & all_ports(d).mask();
  return ((x | x << d) >> j) & all_ports(d).mask();
}
constexpr Address rotate_right(unsigned d, Address a, unsigned j) {
  return Address(rotate_right(d, a.number(), j));
}
constexpr Ports rotate_right(unsigned d, Ports set, unsigned j) {
  return Ports(rotate_right(d, set.mask(), j));
}
// The inverse of rotate_right: bit k moves to bit k + j mod d; j from 0 to d - 1.
constexpr std::uint32_t rotate_left(unsigned d, std::uint32_t x, unsigned j) {
  if (d > kMaxDoubled) return (x << j | x >> (d - j)) & all_ports(d).mask();
  return ((x | x << d) << j >> d) & all_ports(d).mask();
}
constexpr Address rotate_left(unsigned d, Address a, unsigned j) {
  return Address(rotate_left(d, a.number(), j));
}
constexpr Ports rotate_left(unsigned d, Ports set, unsigned j) {
  return Ports(rotate_left(d, set.mask(), j));
}

// The leading zeroes of an address: the bits above its highest 1; all d bits for 0.
constexpr Ports zeroes_above(unsigned d, Address a) {
  return all_ports(d) - Ports(bits::up_to_highest(a.number()));
}

// The first port of the set in the order port, port+1, .., d-1, 0, .., port-1; empty for the empty
// set. Trees that complement bits in ascending cyclic order from bit j route by it: from a node on
// the path to a destination, the next port is first_from(d, difference(node, destination), j). The
// SBT has j = 0, the nRSBT j = tree, the SBnT and the balanced tree j = subtree(destination).
constexpr Ports first_from(unsigned d, Ports set, unsigned port) {
  return rotate_left(d, rotate_right(d, set, port).lowest(), port);
}

// The first port of the set in the order port-1, .., 0, d-1, .., port+1, port; empty for the empty
// set. It is the bit k of Johnsson and Ho 1986, sections 3.5 and 3.6.
constexpr Ports first_right_of(unsigned d, Ports set, unsigned port) {
  return rotate_left(d, rotate_right(d, set, port).highest(), port);
}

// P(a): the least j > 0 with R^j(a) = a. Divides d.
constexpr unsigned period(unsigned d, Address a) {
  unsigned result = d;
  for (unsigned j = d - 1; j > 0; --j) {
    if (rotate_right(d, a, j) == a) result = j;
  }
  return result;
}

// A cyclic address has a period below d.
constexpr bool is_cyclic(unsigned d, Address a) {
  return period(d, a) < d;
}

// The least number of right rotations that minimises the value of a.
constexpr unsigned base(unsigned d, Address a) {
  unsigned result = 0;
  Address least = a;
  for (unsigned j = 1; j < d; ++j) {
    const Address rotated = rotate_right(d, a, j);
    if (rotated < least) {
      least = rotated;
      result = j;
    }
  }
  return result;
}

// The minimal rotation of a; it names the rotation class (necklace) of a.
constexpr Address canonical(unsigned d, Address a) {
  return rotate_right(d, a, base(d, a));
}

// The binary-reflected Gray code: a Hamiltonian path of the cube, and a Hamiltonian cycle once its
// last node is joined to its first (Johnsson and Ho 1986, section 3.1).
//
// The path visits gray(0) = 0, gray(1) = 1, gray(2) = 3, gray(3) = 2, gray(4) = 6, ..; from rank l
// it leaves through the port of the rightmost 0 of l.

// The node at `rank` on the path.
constexpr Address gray(std::uint32_t rank) {
  return Address(rank ^ (rank >> 1));
}

// The inverse of gray: bit k of the rank is the exclusive or of the bits k, k+1, .. of the address.
// Logarithmic depth.
constexpr std::uint32_t gray_rank(Address a) {
  std::uint32_t rank = a.number();
  rank ^= rank >> 1;
  rank ^= rank >> 2;
  rank ^= rank >> 4;
  rank ^= rank >> 8;
  rank ^= rank >> 16;
  return rank;
}

// The port from rank to rank + 1; none at the end of the path.
constexpr Ports gray_transition(unsigned d, std::uint32_t rank) {
  return Ports(~rank & (rank + 1)) & all_ports(d);
}

// The port from a node to the next one on the cycle; the last node returns to 0 through port d-1.
constexpr Ports gray_cycle_successor(unsigned d, Address a) {
  const Ports next = gray_transition(d, gray_rank(a));
  return next.empty() ? Ports::one(d - 1) : next;
}

// The port from a node to the one before it on the cycle.
constexpr Ports gray_cycle_predecessor(unsigned d, Address a) {
  const std::uint32_t rank = gray_rank(a);
  return rank != 0 ? gray_transition(d, rank - 1) : Ports::one(d - 1);
}

static_assert(gray(4) == Address(0b110) && gray_rank(Address(0b110)) == 4 && gray_transition(3, 3) == Ports::one(2));

// Subcubes: the 2^k nodes that share the bits outside a set of k free dimensions.
//
//     Subcube face{/*free=*/Ports(0b011), /*fixed=*/Address(0b100)};   // nodes 100, 101, 110, 111
//     face.node(2) == Address(0b110)
struct Subcube {
  Ports free;     // the dimensions in which its nodes differ
  Address fixed;  // the value of the other bits; bits in free dimensions are ignored

  constexpr unsigned dimension() const { return free.size(); }
  constexpr std::uint32_t size() const { return nodes(dimension()); }
  constexpr bool contains(Address a) const { return (difference(a, fixed) - free).empty(); }

  // The k-th node in ascending order of address, k from 0 to size() - 1: the bits of k spread over
  // the free dimensions.
  constexpr Address node(std::uint32_t k) const {
    Ports set = ones(fixed) - free;
    unsigned taken = 0;
    for (const unsigned port : free) set.insert(port, (k >> taken++ & 1u) != 0);
    return address_of(set);
  }

  // The inverse of node(): the free bits of a, packed.
  constexpr std::uint32_t index(Address a) const {
    std::uint32_t result = 0;
    unsigned taken = 0;
    for (const unsigned port : free) result |= (has_bit(a, port) ? 1u : 0u) << taken++;
    return result;
  }

  // The half in which bit `port`, one of the free dimensions, has the value `bit`.
  constexpr Subcube half(unsigned port, unsigned bit) const {
    Ports set = ones(fixed) - Ports::one(port);
    set.insert(port, bit != 0);
    return {free - Ports::one(port), address_of(set)};
  }
};

// The whole cube.
constexpr Subcube whole_cube(unsigned d) {
  return {all_ports(d), Address(0)};
}

static_assert(Subcube{Ports(0b011), Address(0b100)}.node(2) == Address(0b110));

}  // namespace cube
