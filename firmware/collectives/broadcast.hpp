// Broadcast: the root's M packets to every other node (Johnsson and Ho 1986, section 4).
//
//   sbt    packet after packet down one SBT. One-port: the ports rotate, packet m crosses dimension k in cycle
//          m d + k + 1, so that M packets take d M cycles (section 4.1.2, largest subtree first)
//   nrsbt  packet m down SBT m mod d. In cycle i of a round port k sends the packet of tree k - i mod d (section 4.1.4)
//   nesbt  packet m down ERSBT m mod d, entered through port m mod d. The trees are edge-disjoint, so that the root
//          sends d new packets a cycle; one-port, rotating ports are the labels of theorem 4.1 (modulo d)
//   tcbt   packet after packet down one two-rooted complete binary tree (section 4.1.3), a table
//   gray   packet after packet along the BRG path (section 4.1.1)
#pragma once

#include "firmware/collectives/collective.hpp"
#include "firmware/node/driver.hpp"
#include "firmware/trees/brg_path.hpp"
#include "firmware/trees/sbt.hpp"
#include "firmware/trees/tcbt.hpp"

namespace collectives {

constexpr node::Rule broadcast_rule(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kNesbt:
      return node::Rule::kNesbt;
    case Algorithm::kTcbt:
      return node::Rule::kTable;
    case Algorithm::kGray:
      return node::Rule::kGray;
    default:  // SBT and its rotations
      return node::Rule::kSbt;
  }
}

// Every port that leads to a child of the root sends every packet on tree 0.
template <class Driver>
void load_one_tree(const Operation& operation, cube::Ports root_children, Driver& driver) {
  for (unsigned port = 0; port < operation.d; ++port) {
    if ((root_children >> port & 1u) == 0) continue;
    driver.add(port, {0, 0, 0, operation.packets});
    driver.send(port, operation.packets);
  }
}

// Port j sends the packets of tree j alone: j, j + d, j + 2 d, ...
template <class Driver>
void load_nesbt(const Operation& operation, Driver& driver) {
  for (unsigned port = 0; port < operation.d && port < operation.packets; ++port) {
    driver.add(port, {0, port, port, 1});
    driver.send(port, (operation.packets - port - 1) / operation.d + 1);
  }
}

// Port k sends the trees in the order k, k-1, ..., over and over. The last round may be cut: the trees that it lacks
// come last in every round, so that every port leaves out the same packets.
template <class Driver>
void load_nrsbt_rounds(const Operation& operation, Driver& driver) {
  const unsigned d = operation.d;
  const std::uint32_t in_last_round = operation.packets % d;
  for (unsigned port = 0; port < d; ++port) {
    for (const bool last_round : {true, false}) {
      for (unsigned i = 0; i < d; ++i) {
        const unsigned tree = (port + d - i) % d;
        if ((tree < in_last_round) == last_round) driver.add(port, {0, tree, tree, 1});
      }
    }
    driver.send(port, operation.packets);
  }
}

template <class Driver>
void load_broadcast(const Operation& operation, cube::Address me, Driver& driver) {
  const unsigned d = operation.d;
  driver.begin(d, me, broadcast_rule(operation.algorithm), d);
  if (operation.algorithm == Algorithm::kTcbt) {
    for (cube::Address c = 0; c < cube::nodes(d); ++c) driver.set_children(c, trees::Tcbt::children(d, c));
  }
  if (operation.ports == PortUse::kOne) {
    for (unsigned port = 0; port < d; ++port) driver.add_window(port, 1);
  }
  driver.expect(me == operation.root ? 0 : operation.packets);
  if (me != operation.root) return;

  switch (operation.algorithm) {
    case Algorithm::kNesbt:
      return load_nesbt(operation, driver);
    case Algorithm::kNrsbt:
      return load_nrsbt_rounds(operation, driver);
    case Algorithm::kTcbt:
      return load_one_tree(operation, trees::Tcbt::children(d, 0), driver);
    case Algorithm::kGray:
      return load_one_tree(operation, trees::BrgPath::children(d, 0), driver);
    default:
      return load_one_tree(operation, trees::Sbt::children(d, 0), driver);
  }
}

}  // namespace collectives
