// The cube-connected cycles of dimension d (Preparata and Vuillemin 1981): a cube with a cycle of d
// nodes in every corner. Node (x, i), address x d + i, is node i of the cycle in corner x.
//
// Port 0 leads to the next node of the cycle, port 1 to the one before, port 2 across dimension i
// of the cube.
#pragma once

#include "firmware/networks/cayley.hpp"
#include "firmware/networks/ccc_squares.hpp"
#include "firmware/networks/rotated_words.hpp"

namespace network {
namespace groups {

class CubeConnectedCycles : public RotatedWords {
 public:
  static constexpr Limits kLimits{3, 12};  // a cycle has three nodes at least; 12 x 2^12 nodes

  constexpr explicit CubeConnectedCycles(unsigned dimension) : RotatedWords(dimension, 2) {}

  static constexpr unsigned ports() { return 3; }
  constexpr Address generator(unsigned port) const {
    if (port == 2) return element(1, 0);
    return element(0, port == 0 ? 1 : digits() - 1);
  }
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    Address node(0);
    for (std::uint32_t i = 0; i < nodes(); ++i) {
      visit(node);
      const unsigned port =
          digits() == 3 ? ccc_squares::kThreeDimensions[i % 12]
                        : ccc_squares::port_to_next(digits(), node.number() / digits(), node.number() % digits());
      node = product(node, generator(port));
    }
  }
  // That of its cube (Bornstein et al., On the bisection width and expansion of butterfly networks,
  // 2001).
  constexpr std::uint32_t bisection() const { return std::uint32_t{1} << (digits() - 1); }
};

}  // namespace groups

using CubeConnectedCycles = CayleyNetwork<groups::CubeConnectedCycles>;

}  // namespace network
