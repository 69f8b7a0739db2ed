// SPDX-License-Identifier: Apache-2.0
// Broadcast: the root's M packets to every other node (Johnsson and Ho 1986, section 4).
//
//   sbt    packet after packet down one SBT. One-port: the ports rotate, packet m crosses dimension k
//          in cycle m d + k + 1, so that M packets take d M cycles (section 4.1.2, largest subtree
//          first). With r cycles a hop each port has a window of r cycles, so that a packet that comes
//          in one window can leave in the next: r packets go together
//   nrsbt  packet m down SBT m mod d. In cycle i of a round port k sends the packet of tree k - i mod d
//          (section 4.1.4)
//   nesbt  packet m down ERSBT m mod d, entered through port m mod d. The trees are edge-disjoint, so
//          that the root sends d new packets a cycle; one-port, rotating ports are the labels of
//          theorem 4.1 (modulo d)
//   tcbt   packet after packet down one two-rooted complete binary tree (section 4.1.3), a table
//   gray   packet after packet along the BRG path (section 4.1.1)
#pragma once

#include "firmware/collectives/whole_trees.hpp"

namespace collectives {

// One-port, every port has a window as long as a hop.
inline void add_windows(const Operation& operation, node::Driver& driver) {
  if (!needs_gate(operation)) return;
  for (unsigned port = 0; port < operation.d(); ++port) driver.add_window(port, operation.hop_cycles);
}
inline void begin_broadcast(const Operation& operation, Address me, node::Driver& driver) {
  begin(operation, me, operation.d(), driver);
  add_windows(operation, driver);
}

inline void load_broadcast_sbt(const Operation& operation, Address me, node::Driver& driver) {
  begin_broadcast(operation, me, driver);
  if (sends(operation, me)) load_one_tree(operation, trees::Sbt::children(operation.d(), Address()), driver);
}

// Port k sends the trees in the order k, k-1, ..., over and over. The last round may be cut: the
// trees that it lacks come last in every round, so that every port leaves out the same packets.
inline void load_broadcast_nrsbt(const Operation& operation, Address me, node::Driver& driver) {
  begin_broadcast(operation, me, driver);
  if (!sends(operation, me)) return;
  const unsigned d = operation.d();
  const std::uint32_t in_last_round = operation.packets % d;
  for (unsigned port = 0; port < d; ++port) {
    for (const bool last_round : {true, false}) {
      for (unsigned i = 0; i < d; ++i) {
        const unsigned tree = (port + d - i) % d;
        if ((tree < in_last_round) == last_round) driver.add(port, {Address(), tree, tree, 1});
      }
    }
    driver.send(port, operation.packets);
  }
}

inline void load_broadcast_nesbt(const Operation& operation, Address me, node::Driver& driver) {
  const WholeTrees whole(operation, operation.root);
  begin(operation, me, whole.count(), driver);
  if (operation.redundant) driver.set_dropping_copies();
  add_windows(operation, driver);
  if (sends(operation, me)) load_edge_disjoint_trees(operation, whole, driver);
}

inline void load_broadcast_tcbt(const Operation& operation, Address me, node::Driver& driver) {
  begin_broadcast(operation, me, driver);
  const unsigned d = operation.d();
  set_words(operation, driver, [&](Address c) { return trees::Tcbt::children(d, c); });
  if (sends(operation, me)) load_one_tree(operation, trees::Tcbt::children(d, Address()), driver);
}

inline void load_broadcast_gray(const Operation& operation, Address me, node::Driver& driver) {
  begin_broadcast(operation, me, driver);
  if (sends(operation, me)) load_one_tree(operation, trees::BrgPath::children(operation.d(), Address()), driver);
}

// The last packet leaves the root in cycle M and has d - 1 more hops to make.
constexpr ClosedForm broadcast_sbt_all_port(unsigned d, std::uint64_t packets, Hop r) {
  return {packets + r * (d - 1), "Johnsson and Ho 1986, table 5 (SBT)"};
}
// A round of d windows, r cycles each, moves r packets: packet m crosses dimension k in cycle m mod
// r of window k of round floor(m / r).
constexpr ClosedForm broadcast_sbt_one_port(unsigned d, std::uint64_t packets, Hop r) {
  return {(packets - 1) / r * r * d + r * (d - 1) + (packets - 1) % r + 1, "Johnsson and Ho 1986, table 4 (SBT)"};
}
// All packets that a link carries have come through the same port of the root and by the same path,
// whatever their trees: none ever waits. The last round has s packets, 1 to d; the one of them that
// port k sends last is on tree k, for some k, and has d - 1 more hops to make; packets before it
// have fewer by as many as they are earlier.
constexpr ClosedForm broadcast_nrsbt(unsigned d, std::uint64_t packets, Hop r) {
  return {d * (divide_up(packets, d) - 1) + 1 + r * (d - 1), "Johnsson and Ho 1986, table 5 (nRSBT)"};
}
// d = 1: the only other node is at level 1; the leaves at level |c| + 2, which cost the last cycle,
// do not exist.
constexpr ClosedForm broadcast_nesbt_all_port(unsigned d, std::uint64_t packets, Hop r) {
  if (d == 1) return {packets, "one link: table 5 of Johnsson and Ho 1986 presumes d > 1"};
  return {divide_up(packets, d) + r * d, "Johnsson and Ho 1986, table 5 (nESBT)"};
}
// One-port, packet m on tree m mod `trees` of edge-disjoint trees. `label`: the least of a tree.
// A tree's packets go r by r, a round of d windows for each r. The labels f of theorem 4.1 are
// windows: packet i of tree j, i = r q + s with s < r, crosses the links of label f in cycle s of
// window f of round q. The largest label of a tree, that of its leaves, is d more than the least.
template <class Label>
constexpr std::uint64_t nesbt_cycles_one_port(unsigned d, std::uint64_t packets, Hop r, unsigned trees, Label label) {
  std::uint64_t first = ~std::uint64_t{0};
  std::uint64_t last = 0;
  for (unsigned tree = 0; tree < trees && tree < packets; ++tree) {
    const std::uint64_t begin = r * std::uint64_t{label(tree)};
    const std::uint64_t i = (packets - tree - 1) / trees;
    const std::uint64_t end = i / r * r * d + begin + r * std::uint64_t{d} + i % r + 1;
    first = begin < first ? begin : first;
    last = end > last ? end : last;
  }
  return last - first;
}
constexpr ClosedForm broadcast_nesbt_one_port(unsigned d, std::uint64_t packets, Hop r) {
  if (d == 1) return {packets, "one link: table 4 of Johnsson and Ho 1986 presumes d > 1"};
  return {nesbt_cycles_one_port(d, packets, r, d, [](unsigned tree) { return tree; }),
          "Johnsson and Ho 1986, theorem 4.1 and table 4 (nESBT)"};
}
constexpr ClosedForm broadcast_tcbt(unsigned d, std::uint64_t packets, Hop r) {
  return {packets + r * (d - 1), "Johnsson and Ho 1986, table 5 (TCBT)"};
}
constexpr ClosedForm broadcast_gray(unsigned d, std::uint64_t packets, Hop r) {
  return {packets + r * (cube::nodes(d) - 2), "Johnsson and Ho 1986, section 4.1.1: one BRG path, pipelined"};
}

inline constexpr Row kBroadcastRows[] = {
    {Collective::kBroadcast, "sbt", PortModel::kAll, kRule<rules::Sbt>, Programs::kOfNodes, load_broadcast_sbt,
     broadcast_sbt_all_port, "Johnsson and Ho 1986, section 4.1.2, table 5", "optimal for one packet", false,
     TreeUse::kNone, 280},
    {Collective::kBroadcast, "sbt", PortModel::kOne, kRule<rules::Sbt>, Programs::kOfNodes, load_broadcast_sbt,
     broadcast_sbt_one_port, "Johnsson and Ho 1986, section 4.1.2, table 4", "optimal for one packet", false,
     TreeUse::kNone, 280},
    {Collective::kBroadcast, "nrsbt", PortModel::kAll, kRule<rules::Sbt>, Programs::kOfNodes, load_broadcast_nrsbt,
     broadcast_nrsbt, "Johnsson and Ho 1986, section 4.1.4, table 5", "optimal for up to d packets", false,
     TreeUse::kNone, 1230},
    {Collective::kBroadcast, "nesbt", PortModel::kAll, kRule<rules::Nesbt>, Programs::kOfNodes, load_broadcast_nesbt,
     broadcast_nesbt_all_port, "Johnsson and Ho 1986, section 4.1.5, table 5",
     "within one cycle of the bound for any number of packets", false, TreeUse::kDown, 90},
    {Collective::kBroadcast, "nesbt", PortModel::kOne, kRule<rules::Nesbt>, Programs::kOfNodes, load_broadcast_nesbt,
     broadcast_nesbt_one_port, "Johnsson and Ho 1986, theorem 4.1, table 4",
     "within one cycle of the bound for any number of packets", false, TreeUse::kDown, 90},
    {Collective::kBroadcast, "tcbt", PortModel::kAll, kRule<rules::Table>, Programs::kSameWords, load_broadcast_tcbt,
     broadcast_tcbt, "Johnsson and Ho 1986, section 4.1.3, table 5",
     "optimal for one packet, with at most three links busy at a node", false, TreeUse::kNone, 1040},
    {Collective::kBroadcast, "gray", PortModel::kAll, kRule<rules::Gray>, Programs::kOfNodes, load_broadcast_gray,
     broadcast_gray, "Johnsson and Ho 1986, section 4.1.1", "never; two links busy at a node, long messages only",
     false, TreeUse::kNone, 70},
};

}  // namespace collectives
