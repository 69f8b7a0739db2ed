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

#include "firmware/collectives/broadcast.hpp"
#include "firmware/collectives/subtrees.hpp"
#include "firmware/cube/gray.hpp"
#include "firmware/node/driver.hpp"
#include "firmware/trees/multinode_broadcast_tree.hpp"

namespace collectives {

constexpr node::Rule allgather_rule(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kBalanced:
      return node::Rule::kTable;
    case Algorithm::kSbnt:
      return node::Rule::kSbnt;
    case Algorithm::kNesbt:
      return node::Rule::kNesbt;
    case Algorithm::kRing:
      return node::Rule::kRing;
    default:  // SBT and its rotations
      return node::Rule::kSbt;
  }
}

// The tree of packet m.
constexpr std::uint32_t allgather_tree(Algorithm algorithm, unsigned d, std::uint32_t packet) {
  return algorithm == Algorithm::kBalanced ? balanced_rotation(d, packet) : packet % d;
}

// Every packet through every port, each on its tree.
template <class Driver>
void load_rotated_trees(const Operation& operation, Driver& driver) {
  const std::uint32_t period = tree_period(operation.algorithm, operation.d);
  for (unsigned port = 0; port < operation.d; ++port) {
    for (std::uint32_t m = 0; m < period && m < operation.packets; ++m) {
      driver.add(port, {0, allgather_tree(operation.algorithm, operation.d, m), m, 1});
    }
    driver.send(port, operation.packets);
  }
}

template <class Driver>
void load_allgather(const Operation& operation, cube::Address me, Driver& driver) {
  const unsigned d = operation.d;
  driver.begin(d, me, allgather_rule(operation.algorithm), tree_period(operation.algorithm, d));
  driver.expect(operation.packets * cube::mask(d));
  switch (operation.algorithm) {
    case Algorithm::kBalanced:
      for (cube::Address c = 0; c < cube::nodes(d); ++c) {
        driver.set_children(c, trees::MultinodeBroadcastTree::children(d, c));
      }
      return load_rotated_trees(operation, driver);
    case Algorithm::kNesbt:
      return load_nesbt(operation, driver);
    case Algorithm::kSbt:
      for (unsigned port = 0; port < d; ++port) driver.add_window(port, operation.packets << port);
      return load_one_tree(operation, cube::mask(d), driver);
    case Algorithm::kRing:
      // The packet in transit first: a node then never holds two of them, however many it has to send.
      driver.set_transit_first();
      driver.set_gate(operation.ports == PortUse::kHalf ? node::GateMode::kParity : node::GateMode::kGreedy);
      return load_one_tree(operation, cube::gray_cycle_successor(d, me), driver);
    default:
      return load_rotated_trees(operation, driver);
  }
}

}  // namespace collectives
