// Allgather down the trees of Bertsekas et al. 1991, section 2: which tree each of a node's packets
// takes, and in which order each of its ports sends them.
//
// Packet m takes the tree rotated by m r + 4 mod d, r = (2^d - 1) mod d, which spreads the larger
// link types evenly. Every port sends every packet, and begins with the one that goes the longest
// way from there: whose tree has node 1..1 behind this port. With two cycles a hop it could not be
// there in time if all ports began with the same packet. Example, d = 3, M = 2, r = 2: in 5 cycles
// node 111 has to have both packets, each after three hops without a pause, so that both must leave
// in cycle 1, through two ports.
//
// The 4 makes packet 0 meet the arbiters, which serve the lowest in-port first, at the right
// moment; found by search, for M = 1 and two cycles a hop. allgather_cycles_test.cpp shows what
// comes of it.
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

  // Packets of a round. With more than two cycles a hop all packets make one, where the host has
  // room for the programs: what goes the longest way is then sent before everything else.
  static constexpr std::uint32_t round(unsigned d, std::uint32_t packets, unsigned hop_cycles) {
    return packets < period(d) || (hop_cycles > 2 && packets <= kRoom >> d) ? packets : period(d);
  }
  // Packets and nodes of the largest round.
  static constexpr std::size_t kRoom = std::size_t{cube::kMaxDimension} << cube::kMaxDimension;

  // The packets that a port sends in a round, of so many packets in all: the first 0, 1, .. of
  // them, in the port's order: those whose tree has 1..1 behind the port, then behind the next
  // port, .. The packets of the last round, which may be shorter, come first in every round: so
  // each is sent once.
  class Order {
   public:
    constexpr Order() = default;
    constexpr Order(unsigned d, unsigned port, std::uint32_t packets, std::uint32_t in_round)
        : d_(d),
          first_turn_((port + d - Tree::subtree(d, cube::last_address(d))) % d),
          in_round_(in_round),
          in_last_round_(packets % in_round == 0 ? in_round : packets % in_round),
          end_(in_last_round_) {}

    // The next one; behind the last comes the first.
    constexpr std::uint32_t next() {
      while (true) {
        for (; m_ < end_; ++m_) {
          if (tree(d_, m_) == (first_turn_ + turn_) % d_) return m_++;
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

}  // namespace collectives
