// Allgather (multinode broadcast): every node's M packets to every other node.
//
//   balanced  the tree of Bertsekas et al. 1991, section 2, as a table, each packet on the rotation that spreads the
//             larger link types evenly: ceil(M (2^d - 1)/d), the least possible (balanced_allgather.hpp)
//   sbnt, nrsbt, nesbt  packet m on tree m mod d (Johnsson and Ho 1986, section 6)
//   sbt       one-port dimension exchange: all that a node holds, M 2^k packets, through port k = 0, 1, ..., d-1
//             (Johnsson and Ho 1986, section 6.1): M (2^d - 1)
//   ring      round the Gray-code Hamiltonian cycle (Dimakopoulos 1999, section 3.1), one packet in transit at a node;
//             half-duplex, even and odd nodes take turns (section 3.2.1)
#pragma once

#include "firmware/collectives/balanced_allgather.hpp"
#include "firmware/collectives/one_tree.hpp"
#include "firmware/collectives/rounding.hpp"
#include "firmware/cube/gray.hpp"

namespace collectives {

// Every packet through every port, packet m on tree m mod d.
inline void load_allgather_rotated(const Operation& operation, Address me, node::Driver& driver) {
  const unsigned d = operation.d();
  begin(operation, me, d, driver);
  for (unsigned port = 0; port < d; ++port) {
    for (std::uint32_t m = 0; m < d && m < operation.packets; ++m) {
      driver.add(port, {Address(), m, m, 1});
    }
    driver.send(port, operation.packets);
  }
}

inline void load_allgather_nesbt(const Operation& operation, Address me, node::Driver& driver) {
  begin(operation, me, operation.d(), driver);
  load_edge_disjoint_trees(operation, driver);
}

inline void load_allgather_sbt(const Operation& operation, Address me, node::Driver& driver) {
  begin(operation, me, operation.d(), driver);
  for (unsigned port = 0; port < operation.d(); ++port) driver.add_window(port, operation.packets << port);
  load_one_tree(operation, cube::all_ports(operation.d()), driver);
}

// The packet in transit first: a node then never holds two of them, however many it has to send.
inline void load_allgather_ring(const Operation& operation, Address me, node::Driver& driver) {
  begin(operation, me, operation.d(), driver);
  driver.set_transit_first();
  driver.set_gate(operation.row->ports == PortModel::kHalf ? node::GateMode::kParity : node::GateMode::kGreedy);
  load_one_tree(operation, cube::gray_cycle_successor(operation.d(), me), driver);
}

// The cycles that no algorithm beats: what comes from k or more links away comes in cycle 1 + r (k
// - 1) or later, on d ports. With r = 1 all that comes decides, k = 1.
constexpr std::uint64_t least_allgather_cycles(unsigned d, std::uint64_t packets, std::uint64_t r) {
  std::uint64_t least = 0;
  std::uint64_t at_level = 1;  // nodes k links away, C(d, k)
  std::uint64_t from_here = 0;
  for (unsigned level = d; level >= 1; --level) {
    from_here += packets * at_level;
    const std::uint64_t end = r * (level - 1) + divide_up(from_here, d);
    least = end > least ? end : least;
    at_level = at_level * level / (d - level + 1);
  }
  return least;
}
constexpr ClosedForm allgather_balanced(unsigned d, std::uint64_t packets, Hop r) {
  return {least_allgather_cycles(d, packets, r),
          "Bertsekas et al. 1991, section 2 and table 1; for M packets rotated trees"};
}
// What has come in the last cycle of a window can leave r cycles later, behind a packet of the
// node's own.
constexpr ClosedForm allgather_sbt(unsigned d, std::uint64_t packets, Hop) {
  return {packets * cube::other_nodes(d), "Johnsson and Ho 1986, table 11 (SBT)"};
}
// r packets of every node are on their way at a time, one behind the other, and take r (N - 1)
// cycles together.
constexpr ClosedForm allgather_ring_full_duplex(unsigned d, std::uint64_t packets, Hop r) {
  return {(packets - 1) / r * r * cube::other_nodes(d) + r * (cube::nodes(d) - 2) + (packets - 1) % r + 1,
          "Dimakopoulos 1999, section 3.1"};
}
// Turns of r cycles: r packets of the even nodes make a hop a turn, then r of the odd nodes. Where
// r = 2 and M is odd the even nodes have one packet less for the last time; in its place goes, one
// turn later, the first of the odd nodes.
constexpr ClosedForm allgather_ring_half_duplex(unsigned d, std::uint64_t packets, Hop r) {
  const std::uint64_t late = packets % r == 0 ? 0 : d == 1 ? 1 : 2;
  return {2 * packets * cube::other_nodes(d) + late, "Dimakopoulos 1999, section 3.2.1"};
}

}  // namespace collectives
