// Allgather (multinode broadcast): every node's M packets to every other node.
//
//   balanced  the tree of Bertsekas et al. 1991, section 2, as a table, each packet on the rotation that spreads the
//             larger link types evenly: ceil(M (2^d - 1)/d), the least possible
//   sbnt, nrsbt, nesbt  packet m on tree m mod d (Johnsson and Ho 1986, section 6)
//   sbt       one-port dimension exchange: all that a node holds, M 2^k packets, through port k = 0, 1, ..., d-1
//             (Johnsson and Ho 1986, section 6.1): M (2^d - 1)
//   ring      round the Gray-code Hamiltonian cycle (Dimakopoulos 1999, section 3.1), one packet in transit at a node;
//             half-duplex, even and odd nodes take turns (section 3.2.1)
#pragma once

#include "firmware/collectives/one_tree.hpp"
#include "firmware/collectives/rounding.hpp"
#include "firmware/collectives/subtrees.hpp"
#include "firmware/cube/gray.hpp"
#include "firmware/trees/multinode_broadcast_tree.hpp"

namespace collectives {

// Every packet through every port, each on its tree.
template <class Turns>
void load_allgather_rotated(const Operation& operation, Address me, node::Driver& driver) {
  const unsigned d = operation.d();
  const std::uint32_t period = Turns::period(d);
  begin(operation, me, period, driver);
  for (unsigned port = 0; port < d; ++port) {
    for (std::uint32_t m = 0; m < period && m < operation.packets; ++m) {
      driver.add(port, {Address(), Turns::tree(d, m), m, 1});
    }
    driver.send(port, operation.packets);
  }
}

inline void load_allgather_balanced(const Operation& operation, Address me, node::Driver& driver) {
  load_allgather_rotated<SpreadingRotations>(operation, me, driver);
  for (const Address c : network::addresses(operation.network.nodes())) {
    driver.set_children(c, trees::MultinodeBroadcastTree::children(operation.d(), c));
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
  driver.set_gate(operation.row->ports == PortUse::kHalf ? node::GateMode::kParity : node::GateMode::kGreedy);
  load_one_tree(operation, cube::gray_cycle_successor(operation.d(), me), driver);
}

// For d = 6 the trees of some M > 1 leave a packet waiting for one cycle.
constexpr ClosedForm allgather_balanced(unsigned d, std::uint64_t packets) {
  return {divide_up(packets * cube::other_nodes(d), d),
          "Bertsekas et al. 1991, section 2 and table 1; for M packets rotated trees", false,
          d == 6 && packets > 1 ? 1u : 0u};
}
constexpr ClosedForm allgather_sbt(unsigned d, std::uint64_t packets) {
  return {packets * cube::other_nodes(d), "Johnsson and Ho 1986, table 11 (SBT)"};
}
constexpr ClosedForm allgather_ring_full_duplex(unsigned d, std::uint64_t packets) {
  return {packets * cube::other_nodes(d), "Dimakopoulos 1999, section 3.1"};
}
constexpr ClosedForm allgather_ring_half_duplex(unsigned d, std::uint64_t packets) {
  return {2 * packets * cube::other_nodes(d), "Dimakopoulos 1999, section 3.2.1"};
}

}  // namespace collectives
