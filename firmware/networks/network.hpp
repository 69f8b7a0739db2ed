// What every network of this folder says of itself, all of it constexpr (the router asks more of
// its own: cube.hpp):
//
//     nodes(), ports()                        its size: addresses are 0 .. nodes() - 1, ports 0 .. ports() - 1
//     neighbour(node, port)                   the node behind a port
//     arrival_port(node, port)                the port through which one arrives there; the way back
//     symbols(node)                           the numbers that the node's name is made of (coordinates, a permutation)
//     bisection()                             where it is known: the links between two halves of the nodes, at least;
//                                             0 where the parameters are not those of the theorem
//     hamiltonian_path(visit)                 where one is known: calls visit(node) for every node once, from node 0 on,
//                                             each a neighbour of the one before; where a Hamiltonian cycle is known the
//                                             last is a neighbour of the first, too (networks of three nodes or more)
//     extents()                               of a cartesian product of networks of its own kind, of one extent each (the
//                                             constructor takes extents): their nodes. The address has the last of them
//                                             running fastest
//     is_cayley()                             whether the nodes are a group, and the ports generators of it (cayley.hpp)
//
// Between two nodes there is one link at most, and none leads from a node to itself: a port with
// nothing behind it (the border of a mesh) has its own node as its neighbour, and itself as its
// arrival port.
//
// Its constructor expects parameters within its limits, which whoever reads them has to check.
#pragma once

#include "firmware/networks/address.hpp"
#include "firmware/networks/ports.hpp"

namespace network {

// The most nodes that a network can have, which is those of the largest cube.
inline constexpr std::uint32_t kMaxNodes = 65536;

// The least and the greatest value of a network's parameter.
struct Limits {
  std::uint32_t least;
  std::uint32_t most;
};

// A few small numbers: extents, coordinates, a permutation.
class Symbols {
 public:
  static constexpr unsigned kMost = 16;  // 2^16 nodes have that many coordinates

  constexpr unsigned size() const { return size_; }
  constexpr void add(std::uint32_t value) { values_[size_++] = value; }
  constexpr std::uint32_t& operator[](unsigned i) { return values_[i]; }
  constexpr std::uint32_t operator[](unsigned i) const { return values_[i]; }
  constexpr const std::uint32_t* begin() const { return values_; }
  constexpr const std::uint32_t* end() const { return values_ + size_; }

 private:
  std::uint32_t values_[kMost] = {};
  unsigned size_ = 0;
};

}  // namespace network
