// The binary-reflected Gray code: a Hamiltonian path of the cube, and a Hamiltonian cycle once its last node
// is joined to its first (Johnsson and Ho 1986, section 3.1).
//
// The path visits gray(0) = 0, gray(1) = 1, gray(2) = 3, gray(3) = 2, gray(4) = 6, ..; from rank l it leaves
// through the port of the rightmost 0 of l. Everything is in logarithmic depth.
#pragma once

#include "firmware/cube/address.hpp"

namespace cube {

// The node at `rank` on the path.
constexpr Address gray(std::uint32_t rank) {
  return rank ^ (rank >> 1);
}

// The inverse of gray: bit k of the rank is the exclusive or of the bits k, k+1, .. of the address.
constexpr std::uint32_t gray_rank(Address a) {
  a ^= a >> 1;
  a ^= a >> 2;
  a ^= a >> 4;
  a ^= a >> 8;
  a ^= a >> 16;
  return a;
}

// The port from rank to rank + 1, one-hot; none at the end of the path.
constexpr Ports gray_transition(unsigned d, std::uint32_t rank) {
  return ~rank & (rank + 1) & mask(d);
}

// The port from a node to the next one on the cycle, one-hot; the last node returns to 0 through port d-1.
constexpr Ports gray_cycle_successor(unsigned d, Address a) {
  const Ports next = gray_transition(d, gray_rank(a));
  return next != 0 ? next : one_hot(d - 1);
}

// The port from a node to the one before it on the cycle, one-hot.
constexpr Ports gray_cycle_predecessor(unsigned d, Address a) {
  const std::uint32_t rank = gray_rank(a);
  return rank != 0 ? gray_transition(d, rank - 1) : one_hot(d - 1);
}

static_assert(gray(4) == 0b110 && gray_rank(0b110) == 4 && gray_transition(3, 3) == 0b100);

}  // namespace cube
