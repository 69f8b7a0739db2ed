// The cube (cube.hpp), with what networks say of themselves beside what its hardware asks: the
// group is the addresses under XOR, so that a b is absolute(b, a), and relative and absolute are
// one.
#pragma once

#include "firmware/cube/gray.hpp"
#include "firmware/networks/cube.hpp"
#include "firmware/networks/network.hpp"

namespace network {

class Hypercube : public Cube {
 public:
  static constexpr Limits kLimits{1, cube::kMaxDimension};

  constexpr explicit Hypercube(unsigned dimension) : Cube(dimension) {}
  // As many as there are extents, all of them 2.
  constexpr explicit Hypercube(const Symbols& extents) : Cube(extents.size()) {}

  static constexpr bool is_cayley() { return true; }
  // The bits of the address, the highest first.
  constexpr Symbols symbols(Address node) const {
    Symbols bits;
    for (unsigned bit = dimension(); bit > 0; --bit) bits.add(cube::has_bit(node, bit - 1) ? 1 : 0);
    return bits;
  }
  constexpr Symbols extents() const {
    Symbols twos;
    for (unsigned bit = 0; bit < dimension(); ++bit) twos.add(2);
    return twos;
  }
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    for (const Address rank : addresses(nodes())) visit(cube::gray(rank.number()));
  }
  // A cut across one dimension.
  constexpr std::uint32_t bisection() const { return nodes() / 2; }
};

}  // namespace network
