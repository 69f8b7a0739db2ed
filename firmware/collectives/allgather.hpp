// SPDX-License-Identifier: Apache-2.0
// Allgather (multinode broadcast): every node's M packets to every other node.
//
//   balanced  the tree of Bertsekas et al. 1991, section 2, as a table, each packet on the rotation
//             that spreads the larger link types evenly (BalancedAllgather): ceil(M (2^d - 1)/d), the
//             least possible
//   sbnt, nrsbt, nesbt  packet m on tree m mod d (Johnsson and Ho 1986, section 6)
//   sbt       one-port dimension exchange: all packets that a node holds, M 2^k, through port
//             k = 0, 1, ..., d-1 (Johnsson and Ho 1986, section 6.1): M (2^d - 1)
//   ring      around the Gray-code Hamiltonian cycle (Dimakopoulos 1999, section 3.1), one packet in
//             transit at a node; half-duplex, even and odd nodes alternate (section 3.2.1)
#pragma once

#include "firmware/collectives/subtrees.hpp"
#include "firmware/collectives/whole_trees.hpp"
#include "firmware/networks/cube_addresses.hpp"
#include "firmware/trees/bertsekas.hpp"

namespace collectives {

// The tree of Bertsekas et al. 1991, section 2, that each of a node's packets takes, and the order
// in which each port sends them.
//
// Packet m takes the tree rotated by (m s + 4) mod d, s = (2^d - 1) mod d, which spreads the larger
// link types evenly. Every port sends every packet, and begins with the one whose way from there is
// the longest: its tree has node 1..1 behind this port. With two cycles a hop that packet would be
// late if all ports began with the same one. Example, d = 3, M = 2: in 5 cycles node 111 has
// to have both packets, each after three hops without a pause, so that both must leave in cycle 1,
// through two ports.
//
// The 4 makes packet 0 meet the arbiters, which serve the lowest in-port first, at the right
// moment. It was found by search, for M = 1 and two cycles a hop; allgather_cycles_test.cpp shows
// the cycles. With more cycles a hop other rotations and another order of trees were found likewise: every second one
// first, which matters with d = 6 and 8 alone.
template <class BroadcastTree>
struct BalancedRotations {
  using Tree = BroadcastTree;

  // Packets after which the trees repeat.
  static constexpr std::uint32_t period(unsigned d) { return SpreadingRotations::period(d); }
  // By how much the tree of packet m is rotated.
  static constexpr unsigned tree(unsigned d, std::uint32_t packet) {
    constexpr unsigned kFirst[] = {3, 2, 3, 7};  // d = 5, 6, 7, 8
    return (SpreadingRotations::tree(d, packet) + (Tree::differs(d) ? kFirst[d - 5] : 4)) % d;
  }

  // Packets of a round. With more than two cycles a hop all packets make one round, if the host has
  // room for the programs: the packets with the longest way are then sent before all others.
  static constexpr std::uint32_t round(unsigned d, std::uint32_t packets, unsigned hop_cycles) {
    return packets < period(d) || (hop_cycles > 2 && packets <= kRoom >> d) ? packets : period(d);
  }
  // Packets and nodes of the largest round, on cubes of up to kMostInRound dimensions.
  static constexpr unsigned kMostInRound = cube::kMaxDimension < 16 ? cube::kMaxDimension : 16;
  static constexpr std::size_t kRoom = std::size_t{kMostInRound} << kMostInRound;

  // The packets that a port sends in a round of `packets` packets, in the port's order: first those
  // whose tree has 1..1 behind the port, then behind the next port, .. The packets of the last
  // round, which may be shorter, come first in every round, so that each is sent once.
  class Order {
   public:
    constexpr Order() = default;
    constexpr Order(unsigned d, unsigned port, std::uint32_t packets, std::uint32_t in_round)
        : d_(d),
          first_turn_((port + d - Tree::subtree(d, cube::last_address(d))) % d),
          in_round_(in_round),
          in_last_round_(packets % in_round == 0 ? in_round : packets % in_round),
          end_(in_last_round_) {}

    // The next packet; the first follows the last.
    constexpr std::uint32_t next() {
      while (true) {
        for (; m_ < end_; ++m_) {
          if (tree(d_, m_) == (first_turn_ + later()) % d_) return m_++;
        }
        if (++turn_ == d_) {
          turn_ = 0;
          first_ = end_ == in_round_ ? 0 : end_;
          end_ = end_ == in_round_ ? in_last_round_ : in_round_;
        }
        m_ = first_;
      }
    }

   private:
    // By how much the tree whose turn it is is rotated beyond the first.
    constexpr unsigned later() const {
      const unsigned even = (d_ + 1) / 2;
      return !Tree::differs(d_) ? turn_ : turn_ < even ? 2 * turn_ : 2 * (turn_ - even) + 1;
    }

    unsigned d_ = 1;
    unsigned first_turn_ = 0;  // the tree that has 1..1 behind the port
    std::uint32_t in_round_ = 1;
    std::uint32_t in_last_round_ = 1;
    std::uint32_t end_ = 1;
    std::uint32_t first_ = 0;
    std::uint32_t m_ = 0;
    unsigned turn_ = 0;
  };

  // Calls visit(packet) for all of a round.
  template <class Visit>
  static constexpr void for_each_of_round(unsigned d, unsigned port, std::uint32_t packets, Visit visit,
                                          unsigned hop_cycles = 1) {
    const std::uint32_t in_round = round(d, packets, hop_cycles);
    Order order(d, port, packets, in_round);
    for (std::uint32_t i = 0; i < in_round; ++i) visit(order.next());
  }

  static void load(const Operation& operation, Address me, node::Driver& driver) {
    const unsigned d = operation.d();
    begin(operation, me, period(d), driver);
    for (unsigned port = 0; port < d; ++port) {
      add_round(operation, port, operation.packets, driver);
      driver.send(port, operation.packets);
    }
    load_words(operation, driver);
  }

  static void add_round(const Operation& operation, unsigned port, std::uint32_t packets, node::Driver& driver) {
    const unsigned d = operation.d();
    for_each_of_round(
        d, port, packets, [&](std::uint32_t m) { driver.add(port, {Address(), tree(d, m), m, 1}); },
        operation.hop_cycles);
  }
  static void load_words(const Operation& operation, node::Driver& driver) {
    set_words(operation, driver, [&](Address c) { return Tree::children(operation.d(), c); });
  }
};
using BalancedAllgather = BalancedRotations<trees::MultinodeBroadcastTree>;

inline void load_allgather_balanced(const Operation& operation, Address me, node::Driver& driver) {
  const auto load =
      operation.hop_cycles > 2 ? BalancedRotations<trees::DistantBroadcastTree>::load : BalancedAllgather::load;
  load(operation, me, driver);
}

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
  const WholeTrees whole(operation, me);
  begin(operation, me, whole.count(), driver);
  load_edge_disjoint_trees(operation, whole, driver);
}

inline void load_allgather_sbt(const Operation& operation, Address me, node::Driver& driver) {
  begin(operation, me, operation.d(), driver);
  driver.add_window(0, operation.packets);
  for (unsigned port = 1; port < operation.d(); ++port) {
    driver.add_window(port, next_window(operation.packets << port, operation.hop_cycles));
  }
  load_one_tree(operation, cube::all_ports(operation.d()), driver);
}

// Packets in transit go first: a node then never holds two of them, however many it has to send.
inline void load_allgather_ring(const Operation& operation, Address me, node::Driver& driver) {
  begin(operation, me, operation.d(), driver);
  driver.set_transit_first();
  driver.set_gate(operation.row->ports == PortModel::kHalf ? node::GateMode::kParity : node::GateMode::kGreedy);
  load_one_tree(operation, cube::gray_cycle_successor(operation.d(), me), driver);
}

// A lower bound: packets from k or more links away come in cycle 1 + r (k - 1) or later, on d
// ports. With r = 1 the number of all packets decides, k = 1.
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
// With more than two cycles a hop some runs of fewer than r packets on cubes of four dimensions and more take a few cycles
// more than the least, and no closed form is known. Cubes above d = 8 have the order for r <= 2.
constexpr ClosedForm allgather_balanced_if_known(unsigned d, std::uint64_t packets, Hop r) {
  const bool is_least = r <= 2 || d < 4 || packets >= (d <= 8 ? r.cycles : r * d);
  return is_least ? allgather_balanced(d, packets, r) : ClosedForm{};
}
constexpr ClosedForm allgather_sbt(unsigned d, std::uint64_t packets, Hop r) {
  return {doubling_windows(d, packets, r), "Johnsson and Ho 1986, table 11 (SBT)"};
}
// r packets of every node are on their way at a time, one behind the other, and take r (N - 1)
// cycles together.
constexpr ClosedForm allgather_ring_full_duplex(unsigned d, std::uint64_t packets, Hop r) {
  return {(packets - 1) / r * r * cube::other_nodes(d) + r * (cube::nodes(d) - 2) + (packets - 1) % r + 1,
          "Dimakopoulos 1999, section 3.1"};
}
// Packets that leave their nodes at one place of r cycles follow one another there: each takes N - 1 hops, and the next
// is one of the nodes of the other parity. So r of every node take 2 r (N - 1) cycles. This is the time of the rest:
// `packets` < r. At a place whose turn a parity has no packets for, the other parity begins a hop later.
constexpr std::uint64_t rest_of_ring_turns(unsigned d, std::uint64_t packets, std::uint64_t r) {
  const std::uint64_t turn = r & (~r + 1);
  std::uint64_t free[node::kMostHopCycles] = {};  // by place: the cycle of its next packet
  for (std::uint64_t place = 0; place < r; ++place) free[place] = place;
  std::uint64_t left[2] = {packets, packets};  // of a node, by parity
  std::uint64_t end = 0;
  while (left[0] + left[1] != 0) {
    std::uint64_t first = 0;
    for (std::uint64_t place = 1; place < r; ++place) first = free[place] < free[first] ? place : first;
    std::uint64_t& mine = left[free[first] / turn % 2];
    if (mine != 0) end = free[first] + r * (cube::other_nodes(d) - 1) + 1;
    free[first] += mine != 0 ? r * cube::other_nodes(d) : r;
    mine -= mine != 0 ? 1 : 0;
  }
  return end;
}
// Slots of r cycles: r packets of the even nodes make a hop a slot, then r of the odd nodes. If r =
// 2 and M is odd the even nodes have one packet less in their last slot; the first packet of the
// odd nodes takes its place one slot later.
constexpr ClosedForm allgather_ring_half_duplex(unsigned d, std::uint64_t packets, Hop r) {
  if (r > 2) {
    return {2 * (packets - packets % r) * cube::other_nodes(d) + rest_of_ring_turns(d, packets % r, r),
            "Dimakopoulos 1999, section 3.2.1"};
  }
  const std::uint64_t late = packets % r == 0 ? 0 : d == 1 ? 1 : 2;
  return {2 * packets * cube::other_nodes(d) + late, "Dimakopoulos 1999, section 3.2.1"};
}

inline constexpr Row kAllgatherRows[] = {
    {Collective::kAllgather, "balanced", PortModel::kAll, kRule<rules::Table>, Programs::kSymmetric,
     load_allgather_balanced, allgather_balanced_if_known, "Bertsekas et al. 1991, section 2", "always optimal", false,
     TreeUse::kNone, 3480},
    {Collective::kAllgather, "sbnt", PortModel::kAll, kRule<rules::Sbnt>, Programs::kSymmetric, load_allgather_rotated,
     nullptr, "Johnsson and Ho 1986, section 6", "near the bound for many packets"},
    {Collective::kAllgather, "nrsbt", PortModel::kAll, kRule<rules::Sbt>, Programs::kSymmetric, load_allgather_rotated,
     nullptr, "Johnsson and Ho 1986, section 6", "near the bound where d divides the packets"},
    {Collective::kAllgather, "nesbt", PortModel::kAll, kRule<rules::Nesbt>, Programs::kSymmetric, load_allgather_nesbt,
     nullptr, "Johnsson and Ho 1986, section 6", "near the bound where d divides the packets", false, TreeUse::kDown},
    {Collective::kAllgather, "ring", PortModel::kOne, kRule<rules::Ring>, Programs::kOfNodes, load_allgather_ring,
     allgather_ring_full_duplex, "Dimakopoulos 1999, section 3.1", "always optimal, with queues of one packet", false,
     TreeUse::kNone, 70},
    {Collective::kAllgather, "ring", PortModel::kHalf, kRule<rules::Ring>, Programs::kOfNodes, load_allgather_ring,
     allgather_ring_half_duplex, "Dimakopoulos 1999, section 3.2.1", "always optimal", false, TreeUse::kNone, 70},
    {Collective::kAllgather, "sbt", PortModel::kOne, kRule<rules::Sbt>, Programs::kSymmetric, load_allgather_sbt,
     allgather_sbt, "Johnsson and Ho 1986, section 6.1", "always optimal", false, TreeUse::kNone, 590},
};

}  // namespace collectives
