// A Hamiltonian cycle of the cube-connected cycles, from the cycles in the corners.
//
// Four corners that differ in dimensions i and i + 1 are a square of the cube. Where in each of
// them the link between positions i and i + 1 is taken away, and their eight nodes are linked
// across both dimensions instead, their four cycles become one, if they were four. Corners of even
// weight are gone round upwards and the others downwards: so both ends of a link across fit. The
// squares that make one cycle of all are
//
//     d even    dimensions i = 0, 2, .. and i + 1, once for each word above them, all bits below being 0
//     d odd     kFirstFive for each word above dimension 4, then i = 5, 7, .. as above
//
// With three dimensions no squares do (their number would be odd, and 7 is not made of threes);
// there it is a word of ports.
#pragma once

#include <cstdint>

#include "firmware/networks/bits.hpp"

namespace network::ccc_squares {

struct Square {
  std::uint32_t corner;  // the one with 0 in both dimensions
  unsigned dimension;    // the lower one
};

// Ten of them make two cycles of 32, and the one left makes one of these: found by search.
inline constexpr Square kFirstFive[] = {{0, 0},  {0, 3},  {4, 0},  {4, 3},  {8, 0}, {12, 0},
                                        {16, 0}, {17, 2}, {18, 2}, {19, 2}, {28, 0}};

// Is the link between positions `i` and i + 1 of this corner taken away?
constexpr bool is_opened(unsigned dimensions, std::uint32_t corner, unsigned i) {
  const std::uint32_t square = corner & ~(std::uint32_t{3} << i);
  const unsigned first_pair = dimensions % 2 == 0 ? 0 : 5;
  if (i >= first_pair) {
    return (i - first_pair) % 2 == 0 && i + 1 < dimensions && (square & ((std::uint32_t{1} << i) - 1)) == 0;
  }
  for (const Square& one : kFirstFive) {
    if (one.dimension == i && one.corner == (square & 31u)) return true;
  }
  return false;
}

// The port, of cube_connected_cycles.hpp, to the next node of the Hamiltonian cycle; four
// dimensions or more.
constexpr unsigned port_to_next(unsigned dimensions, std::uint32_t corner, unsigned position) {
  const bool up = bits::count(corner) % 2 == 0;
  const unsigned link = up ? position : (position + dimensions - 1) % dimensions;
  return is_opened(dimensions, corner, link) ? 2 : up ? 0 : 1;
}

// Ports of three dimensions' Hamiltonian cycle, from position 0 of corner 0; twice.
inline constexpr unsigned kThreeDimensions[] = {0, 0, 2, 0, 0, 2, 1, 1, 2, 1, 1, 2};

}  // namespace network::ccc_squares
