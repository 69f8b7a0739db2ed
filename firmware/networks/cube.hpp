// The hypercube as a network.
//
// What every network of this folder says of itself:
//
//     nodes(), ports(), address_width()       its size: addresses are 0 .. nodes() - 1, ports 0 .. ports() - 1
//     neighbour(node, port)                   the node behind a port
//     arrival_port(node, port)                the port through which one arrives there; the way back
//
// and, so that every node's programs can be said relative to itself (a node is 0 to itself),
//
//     relative(node, origin)                  `node` as `origin` sees it
//     absolute(seen, origin)                  the node that `origin` sees as `seen`
//
// Its trees come in rotations, 0 .. trees() - 1: tree j is tree 0 with every node moved, so that
// one asks tree 0 for the node moved back and moves the ports of the answer.
//
//     to_tree_0(seen, tree), from_tree_0(ports, tree)
//
// and what the port gate needs (firmware/node/registers.hpp, GateMode):
//
//     is_odd(node)                            neighbours differ in it, where the network is bipartite
//     first_port(seen), behind_first(seen)    one shortest way to the node seen as `seen`: its first port, and the
//                                             node as seen from behind that port
//     next_of_parity(seen)                    where two cycles make a hop: the next node but 0 of that parity, and
//                                             behind the last one the first
//
//     constexpr network::Cube cube(3);
//     cube.neighbour(Address(0b101), 1) == Address(0b111)
#pragma once

#include "firmware/cube/address.hpp"

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
  // Of 2 i and 2 i + 1 one is odd and one is even; 0, which is even, is left out. d > 1.
  constexpr Address next_of_parity(Address seen) const {
    const std::uint32_t odd = is_odd(seen) ? 1 : 0;
    const std::uint32_t i = seen.number() / 2 + 1;
    const std::uint32_t pair = i == nodes() / 2 ? 1 - odd : i;
    return Address(2 * pair + (is_odd(Address(pair)) ? 1 - odd : odd));
  }

 private:
  unsigned d_;
};

// The cube of a dimension that is known when the hardware is built.
template <unsigned Dimension>
struct FixedCube : Cube {
  static_assert(Dimension >= 1 && Dimension <= cube::kMaxDimension, "a cube has 1 to 16 dimensions");

  static constexpr unsigned kDimension = Dimension;
  static constexpr std::uint32_t kNodes = Cube(Dimension).nodes();
  static constexpr unsigned kPorts = Cube(Dimension).ports();
  static constexpr unsigned kAddressWidth = Cube(Dimension).address_width();
  static constexpr unsigned kTrees = Cube(Dimension).trees();

  constexpr FixedCube() : Cube(Dimension) {}
};

}  // namespace network
