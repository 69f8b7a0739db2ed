// The wrapped butterfly of dimension d: d levels of 2^d nodes, the last joined with the first; the
// cyclic-cube with two ranks. Node (x, i), address x d + i, is node x of level i.
//
// Port 0 leads straight to the next level, port 1 across it (bit i of x changes), ports 2 and 3
// back by the same ways.
#pragma once

#include "firmware/networks/cayley.hpp"
#include "firmware/networks/cyclic_cube.hpp"

namespace network {
namespace groups {

class Butterfly : public CyclicCube {
 public:
  static constexpr Limits kLimits{3, 12};  // 12 x 2^12 nodes

  constexpr explicit Butterfly(unsigned dimension) : CyclicCube(dimension, 2) {}

  // Bornstein et al., On the bisection width and expansion of butterfly networks, 2001.
  constexpr std::uint32_t bisection() const { return std::uint32_t{1} << digits(); }
};

}  // namespace groups

using Butterfly = CayleyNetwork<groups::Butterfly>;

}  // namespace network
