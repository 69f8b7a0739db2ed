// The binary-reflected Gray code: a Hamiltonian path of the cube, and a Hamiltonian cycle once its
// last node is joined to its first (Johnsson and Ho 1986, section 3.1).
//
// The path visits gray(0) = 0, gray(1) = 1, gray(2) = 3, gray(3) = 2, gray(4) = 6, ..; from rank l
// it leaves through the port of the rightmost 0 of l. Everything is in logarithmic depth.
#pragma once

#include "firmware/cube/address.hpp"

namespace cube {

// The node at `rank` on the path.
constexpr Address gray(std::uint32_t rank) {
  return Address(rank ^ (rank >> 1));
}

// The inverse of gray: bit k of the rank is the exclusive or of the bits k, k+1, .. of the address.
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

}  // namespace cube
