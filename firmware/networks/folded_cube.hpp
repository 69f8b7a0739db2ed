// The folded cube of dimension d: a cube with a link from every node to the one that differs in all
// bits (El-Amawy and Latifi, Properties and performance of folded hypercubes, 1991). Ports 0 .. d -
// 1 are the cube's, port d the last.
#pragma once

#include "firmware/cube/gray.hpp"
#include "firmware/networks/cayley.hpp"

namespace network {
namespace groups {

class FoldedCube {
 public:
  static constexpr Limits kLimits{2, 16};

  constexpr explicit FoldedCube(unsigned dimension) : d_(dimension) {}

  constexpr std::uint32_t nodes() const { return std::uint32_t{1} << d_; }
  constexpr unsigned ports() const { return d_ + 1; }
  static constexpr Address product(Address a, Address b) { return Address(a.number() ^ b.number()); }
  static constexpr Address inverse(Address a) { return a; }
  constexpr Address generator(unsigned port) const {
    return Address(port == d_ ? nodes() - 1 : std::uint32_t{1} << port);
  }
  constexpr Symbols symbols(Address node) const {
    Symbols bits;
    for (unsigned bit = d_; bit > 0; --bit) bits.add(node.number() >> (bit - 1) & 1u);
    return bits;
  }
  // The cube's.
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    for (const Address rank : addresses(nodes())) visit(cube::gray(rank.number()));
  }
  // A cut across one dimension of the cube cuts all links of the last port too (El-Amawy and Latifi
  // 1991).
  constexpr std::uint32_t bisection() const { return nodes(); }

 private:
  unsigned d_;
};

}  // namespace groups

using FoldedCube = CayleyNetwork<groups::FoldedCube>;

}  // namespace network
