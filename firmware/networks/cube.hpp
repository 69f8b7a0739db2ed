// SPDX-License-Identifier: Apache-2.0
// The cube as a network: Cube and FixedCube for the hardware and the programs of its nodes,
// Hypercube with all that network.hpp lists, and FoldedCube, a cube with one more link a node.
//
// A network in hardware offers, beside network.hpp's nodes(), ports(), neighbour() and
// arrival_port(),
//
//     address_width()                        bits of an address
//     relative(node, origin)                 `node` as `origin` sees it; a node is 0 to itself
//     absolute(seen, origin)                 the node that `origin` sees as `seen`
//     trees()                                its trees come in rotations, 0 .. trees() - 1
//     to_tree_0(seen, tree)                  tree j is tree 0 with every node moved: ask tree 0 for the
//     from_tree_0(ports, tree)               node moved back, and move the ports of the answer
//
// and for the port gate (firmware/node/registers.hpp, GateMode)
//
//     is_odd(node)                           a colour of a bipartite network: neighbours differ in it
//     first_port(seen), behind_first(seen)   the first port of one shortest path to the node seen as
//                                            `seen`, and that node as seen from behind the port
//     next_of_parity(seen)                   for two cycles a hop: the next node but 0 of the same
//                                            parity, and after the last one the first
//
//     constexpr network::Cube cube(3);
//     cube.neighbour(Address(0b101), 1) == Address(0b111)
#pragma once

#include "firmware/networks/cube_addresses.hpp"
#include "firmware/networks/network.hpp"

namespace network {

class Cube {
 public:
  constexpr explicit Cube(unsigned dimension) : d_(dimension) {}
  constexpr unsigned dimension() const { return d_; }

  constexpr std::uint32_t nodes() const { return cube::nodes(d_); }
  constexpr unsigned ports() const { return d_; }
  constexpr unsigned address_width() const { return d_; }
  constexpr Address neighbour(Address node, unsigned port) const { return cube::neighbour(node, port); }
  constexpr unsigned arrival_port(Address, unsigned port) const { return port; }

  constexpr Address relative(Address node, Address origin) const { return cube::relative(node, origin); }
  constexpr Address absolute(Address seen, Address origin) const { return cube::relative(seen, origin); }

  // The rotations of Johnsson and Ho 1986, section 2.
  constexpr unsigned trees() const { return d_; }
  constexpr Address to_tree_0(Address seen, unsigned tree) const { return cube::rotate_right(d_, seen, tree); }
  constexpr Ports from_tree_0(Ports ports, unsigned tree) const { return cube::rotate_left(d_, ports, tree); }

  constexpr bool is_odd(Address node) const { return (cube::weight(node) & 1u) != 0; }
  // By e-cube: the highest bit first.
  constexpr Ports first_port(Address seen) const { return cube::ones(seen).highest(); }
  constexpr Address behind_first(Address seen) const { return cube::across(seen, first_port(seen)); }
  // One of 2 i and 2 i + 1 is odd and the other even; 0, which is even, is left out. d > 1.
  constexpr Address next_of_parity(Address seen) const {
    const std::uint32_t odd = is_odd(seen) ? 1 : 0;
    const std::uint32_t i = seen.number() / 2 + 1;
    const std::uint32_t pair = i == nodes() / 2 ? 1 - odd : i;
    return Address(2 * pair + (is_odd(Address(pair)) ? 1 - odd : odd));
  }

 private:
  unsigned d_;
};

// A cube whose dimension is known when the hardware is built.
template <unsigned Dimension>
struct FixedCube : Cube {
  static_assert(Dimension >= 1 && Dimension <= cube::kMaxDimension, "a cube has 1 to 24 dimensions");

  static constexpr unsigned kDimension = Dimension;
  static constexpr std::uint32_t kNodes = Cube(Dimension).nodes();
  static constexpr unsigned kPorts = Cube(Dimension).ports();
  static constexpr unsigned kAddressWidth = Cube(Dimension).address_width();
  static constexpr unsigned kTrees = Cube(Dimension).trees();

  constexpr FixedCube() : Cube(Dimension) {}
};

// The cube as a Cayley graph: the group is the addresses under XOR, so that relative and absolute
// are the same function.
class Hypercube : public Cube {
 public:
  static constexpr Limits kLimits{1, 16};  // kMaxNodes

  constexpr explicit Hypercube(unsigned dimension) : Cube(dimension) {}
  // Every extent is 2, and their number is the dimension.
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

namespace groups {

// The folded cube of dimension d: a cube with a link from every node to the one that differs in all
// bits (El-Amawy and Latifi, Properties and performance of folded hypercubes, 1991). Ports 0 .. d -
// 1 are the cube's, port d the last.
class FoldedCube : public AddressElements {
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
  // The links of the cube suffice.
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
