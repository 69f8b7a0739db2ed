// Allgather down the trees of Bertsekas et al. 1991, section 2: which tree each of a node's packets takes, and in which
// order each of its ports sends them.
//
// Packet m takes the tree rotated by m r + 4 mod d, r = (2^d - 1) mod d, which spreads the larger link types evenly. Every
// port sends every packet, and begins with the one that goes the longest way from there: whose tree has node 1..1 behind
// this port. With two cycles a hop it could not be there in time if all ports began with the same packet. Example, d = 3,
// M = 2, r = 2: in 5 cycles node 111 has to have both packets, each after three hops without a pause, so that both must
// leave in cycle 1, through two ports.
//
// The 4 makes packet 0 meet the arbiters, which serve the lowest in-port first, at the right moment; found by search, for
// M = 1 and two cycles a hop. allgather_cycles_test.cpp shows what comes of it.
#pragma once

#include "firmware/collectives/operation.hpp"
#include "firmware/collectives/subtrees.hpp"
#include "firmware/trees/multinode_broadcast_tree.hpp"

namespace collectives {

struct BalancedAllgather {
  using Tree = trees::MultinodeBroadcastTree;

  // Packets after which the trees repeat.
  static constexpr std::uint32_t period(unsigned d) { return SpreadingRotations::period(d); }
  // By how much the tree of packet m is rotated.
  static constexpr unsigned tree(unsigned d, std::uint32_t packet) {
    return (SpreadingRotations::tree(d, packet) + 4) % d;
  }

  // Calls visit(packet) for the packets that a port sends in a round, of so many packets in all: the first 0, 1, .. of them, in
  // the port's order. The packets of the last round, which may be shorter, come first in every round: so each is sent once.
  template <class Visit>
  static constexpr void for_each_of_round(unsigned d, unsigned port, std::uint32_t packets, Visit visit) {
    const std::uint32_t in_round = packets < period(d) ? packets : period(d);
    const std::uint32_t in_last_round = packets % period(d);
    visit_in_turn(d, port, 0, in_last_round, visit);
    visit_in_turn(d, port, in_last_round, in_round, visit);
  }

  static void load(const Operation& operation, Address me, node::Driver& driver) {
    const unsigned d = operation.d();
    begin(operation, me, period(d), driver);
    for (unsigned port = 0; port < d; ++port) {
      add_round(d, port, operation.packets, driver);
      driver.send(port, operation.packets);
    }
    load_words(operation, driver);
  }

  static void add_round(unsigned d, unsigned port, std::uint32_t packets, node::Driver& driver) {
    for_each_of_round(d, port, packets, [&](std::uint32_t m) { driver.add(port, {Address(), tree(d, m), m, 1}); });
  }
  static void load_words(const Operation& operation, node::Driver& driver) {
    set_words(operation, driver, [&](Address c) { return Tree::children(operation.d(), c); });
  }

 private:
  // Packets `first` to `end` - 1 of a round: those whose tree has 1..1 behind `port`, then behind the next port, ..
  template <class Visit>
  static constexpr void visit_in_turn(unsigned d, unsigned port, std::uint32_t first, std::uint32_t end, Visit& visit) {
    const unsigned way_to_last = Tree::subtree(d, cube::last_address(d));
    for (unsigned turn = 0; turn < d; ++turn) {
      for (std::uint32_t m = first; m < end; ++m) {
        if ((way_to_last + tree(d, m)) % d == (port + turn) % d) visit(m);
      }
    }
  }
};

}  // namespace collectives
