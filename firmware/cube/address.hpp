// Addresses of the nodes of a hypercube of dimension d (1 .. kMaxDimension), and sets of ports.
//
// A node is a d-bit number; port k leads to the neighbour whose address differs in bit k (ports count from
// 0). A set of ports is a mask with bit k set for port k, so that a set of ports is also what a node address
// is XORed with:
//
//     for (Ports set = bits_above(d, c); set != 0; set &= set - 1) visit(c ^ lowest_set_bit(set));
//
// Freestanding C++17, usable in constant expressions and in hardware: no heap, no tables, loops bounded by d,
// searches for a bit in logarithmic depth. Every function expects an address below 2^d and clears no bits
// above it by itself. Rotation R, period and base are those of Johnsson and Ho 1986, sections 2 and 3.6.
#pragma once

#include <cstdint>

namespace cube {

using Address = std::uint32_t;
using Ports = std::uint32_t;

constexpr unsigned kMaxDimension = 16;

// Number of nodes, N = 2^d.
constexpr std::uint32_t nodes(unsigned d) {
  return std::uint32_t{1} << d;
}

// All d bits: the address 11..1, and the set of all ports.
constexpr std::uint32_t mask(unsigned d) {
  return nodes(d) - 1;
}

// The set that holds `port` alone.
constexpr Ports one_hot(unsigned port) {
  return Ports{1} << port;
}

// |x|, the number of bits that are 1.
constexpr unsigned weight(std::uint32_t x) {
  x -= (x >> 1) & 0x55555555u;
  x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  x = (x + (x >> 4)) & 0x0F0F0F0Fu;
  x += x >> 8;
  x += x >> 16;
  return x & 0x3Fu;
}

// Length of a shortest path between two nodes.
constexpr unsigned hamming_distance(Address a, Address b) {
  return weight(a ^ b);
}

// R^j: bit k moves to bit k - j mod d; j from 0 to d - 1. One shifter over the address twice: half the logic of two
// shifters of opposite directions.
constexpr std::uint32_t rotate_right(unsigned d, std::uint32_t x, unsigned j) {
  return ((x | x << d) >> j) & mask(d);
}
// The inverse of rotate_right: bit k moves to bit k + j mod d; j from 0 to d - 1.
constexpr std::uint32_t rotate_left(unsigned d, std::uint32_t x, unsigned j) {
  return ((x | x << d) << j >> d) & mask(d);
}

// One-hot; 0 for 0.
constexpr std::uint32_t lowest_set_bit(std::uint32_t x) {
  return x & (~x + 1u);
}

// Every position at and below the highest set bit; 0 for 0.
constexpr std::uint32_t up_to_highest_set_bit(std::uint32_t x) {
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  return x;
}

// One-hot; 0 for 0.
constexpr std::uint32_t highest_set_bit(std::uint32_t x) {
  const std::uint32_t filled = up_to_highest_set_bit(x);
  return filled ^ (filled >> 1);
}

// Positions 0 .. d-1 above the highest set bit: the leading zeroes of x. All of them for x = 0.
constexpr Ports bits_above(unsigned d, std::uint32_t x) {
  return mask(d) & ~up_to_highest_set_bit(x);
}

// Position of the bit of a one-hot value; 0 for 0.
constexpr unsigned bit_index(std::uint32_t one_hot_value) {
  return ((one_hot_value & 0xAAAAAAAAu) != 0 ? 1u : 0u) | ((one_hot_value & 0xCCCCCCCCu) != 0 ? 2u : 0u) |
         ((one_hot_value & 0xF0F0F0F0u) != 0 ? 4u : 0u) | ((one_hot_value & 0xFF00FF00u) != 0 ? 8u : 0u) |
         ((one_hot_value & 0xFFFF0000u) != 0 ? 16u : 0u);
}

// The first set bit of x at `port` or cyclically to the left of it: port, port+1, .., d-1, 0, .., port-1.
// One-hot; 0 for 0. On the trees that complement bits in ascending cyclic order from bit j (the SBT with j =
// 0, the nRSBT with j = tree, the SBnT and the balanced tree with j = subtree(destination)) it is the next
// port from a node on the path to a destination, x being their exclusive or.
constexpr Ports first_set_bit_from(unsigned d, std::uint32_t x, unsigned port) {
  return rotate_left(d, lowest_set_bit(rotate_right(d, x, port)), port);
}

// The first set bit of x cyclically to the right of `port`: port-1, .., 0, d-1, .., port+1, port itself last.
// One-hot; 0 for 0. The bit k of Johnsson and Ho 1986, sections 3.5 and 3.6.
constexpr Ports first_set_bit_right_of(unsigned d, std::uint32_t x, unsigned port) {
  return rotate_left(d, highest_set_bit(rotate_right(d, x, port)), port);
}

// P(a): the least j > 0 with R^j(a) = a. Divides d.
constexpr unsigned period(unsigned d, Address a) {
  unsigned result = d;
  for (unsigned j = d - 1; j > 0; --j)
    if (rotate_right(d, a, j) == a) result = j;
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
