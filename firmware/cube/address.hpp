// Addresses of the nodes of a hypercube of dimension d (1 .. kMaxDimension).
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
#include "firmware/networks/ports.hpp"

namespace cube {

using network::Address;
using network::Ports;

constexpr unsigned kMaxDimension = 16;

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
// logic of two shifters of opposite directions.
constexpr std::uint32_t rotate_right(unsigned d, std::uint32_t x, unsigned j) {
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
  return ((x | x << d) << j >> d) & all_ports(d).mask();
}
constexpr Address rotate_left(unsigned d, Address a, unsigned j) {
  return Address(rotate_left(d, a.number(), j));
}
constexpr Ports rotate_left(unsigned d, Ports set, unsigned j) {
  return Ports(rotate_left(d, set.mask(), j));
}

// The leading zeroes of an address: bits d-1 .. 0 above its highest 1. All of them for 0.
constexpr Ports zeroes_above(unsigned d, Address a) {
  return all_ports(d) - Ports(bits::up_to_highest(a.number()));
}

// The first port of the set at `port` or cyclically to the left of it: port, port+1, .., d-1, 0,
// .., port-1. Empty for the empty set. On the trees that complement bits in ascending cyclic order
// from bit j (the SBT with j = 0, the nRSBT with j = tree, the SBnT and the balanced tree with j =
// subtree(destination)) it is the next port from a node on the path to a destination, the set being
// their difference.
constexpr Ports first_from(unsigned d, Ports set, unsigned port) {
  return rotate_left(d, rotate_right(d, set, port).lowest(), port);
}

// The first port of the set cyclically to the right of `port`: port-1, .., 0, d-1, .., port+1,
// `port` itself last. Empty for the empty set. The bit k of Johnsson and Ho 1986, sections 3.5 and
// 3.6.
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

}  // namespace cube
