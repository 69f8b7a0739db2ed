// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter (multinode accumulation): M packets of every node for each node, combined into M
// results there.
//
//   balanced  allgather's balanced trees, backwards (reversed_multicast.hpp): ceil(M (2^d - 1)/d)
//   sbt       recursive halving, packet by packet: the 2^(d-1) packets for the other half go through
//             port d - 1, then the packets for the other quarter through port d - 2, combined with
//             those that have come, and so on: M (2^d - 1). Allgather by sbt, backwards
//   ring      around the Gray-code Hamiltonian cycle, backwards (Dimakopoulos 1999, section 3.1): the
//             packets for a node start behind it and are combined with those of the others on their way
#pragma once

#include "firmware/collectives/allgather.hpp"
#include "firmware/collectives/reversed_multicast.hpp"

namespace collectives {

// M = in_first + k period packets: the packets of an incomplete round come first.
//
// With one cycle a hop a round has as many packets as keep every link busy in every cycle, and
// rounds follow one another without a lost cycle. With two every round begins and ends with idle
// links, so that all packets make one round, if the host has room to compute it.
struct BalancedRounds {
  std::uint32_t period;
  std::uint32_t in_first;

  constexpr BalancedRounds(unsigned d, std::uint32_t packets, unsigned hop_cycles)
      : period(BalancedAllgather::period(d)), in_first(packets % period) {
    if (hop_cycles != 1 && packets <= ReversedMulticast::most_packets(d)) in_first = packets;
  }
};

// The packets of one round: `count` of them, numbered from `first` on.
inline void add_balanced_round(const Operation& operation, std::uint32_t count, std::uint32_t first,
                               std::uint32_t* packets, node::Driver& driver) {
  const unsigned d = operation.d();
  const ReversedMulticast round(d, count, operation.hop_cycles, operation.transit_first);
  for (unsigned port = 0; port < d; ++port) {
    round.for_each(port, [&](Departure sent) {
      driver.add(port,
                 {sent.place, BalancedAllgather::tree(d, sent.packet), first + sent.packet, 1, round.onward(sent)});
      ++packets[port];
    });
  }
  // The forward run's own packets leave in ascending order.
  for (std::uint32_t m = count; m-- > 0;) {
    const unsigned tree = BalancedAllgather::tree(d, m);
    driver.add(node::Driver::ejector(d, tree), {Address(), tree, first + m, 1, round.onward({m, Address()})});
    ++packets[node::Driver::ejector(d, tree)];
  }
}

// The programs of M packets for each node. The driver has begun, with sequences that rise by the
// period.
inline void add_balanced_accumulation(const Operation& operation, std::uint32_t packets, node::Driver& driver) {
  const unsigned d = operation.d();
  const BalancedRounds rounds(d, packets, operation.hop_cycles);
  std::uint32_t once[2 * cube::kMaxDimension] = {};
  std::uint32_t repeated[2 * cube::kMaxDimension] = {};
  // These are the last packets, so that packet m is on the tree of m in one round or in many, and
  // its result has the same bits.
  const std::uint32_t others = packets - rounds.in_first;
  if (rounds.in_first != 0) add_balanced_round(operation, rounds.in_first, others, once, driver);
  const std::uint32_t whole = others / rounds.period;
  if (whole != 0) {
    for (unsigned stream = 0; stream < 2 * d; ++stream) driver.repeat_from_here(stream);
    add_balanced_round(operation, rounds.period, 0, repeated, driver);
  }
  for (unsigned stream = 0; stream < 2 * d; ++stream) driver.send(stream, once[stream] + whole * repeated[stream]);
  set_combining_words(operation, driver, [&](Address place) { return BalancedAllgather::Tree::parent(d, place); });
}

inline void load_reduce_scatter_balanced(const Operation& operation, Address me, node::Driver& driver) {
  begin(operation, me, BalancedAllgather::period(operation.d()), driver);
  add_balanced_accumulation(operation, operation.packets, driver);
}

// The window of a port in recursive halving: the packets that it sends at a time. The packets that
// port k - 1 waits for go through port k one window of port k earlier, so that a window is no
// shorter than a hop.
constexpr std::uint32_t halving_window(unsigned port, std::uint32_t packets, unsigned hop_cycles) {
  const std::uint32_t sent = packets << port;
  return port == 0 || sent >= hop_cycles ? sent : hop_cycles;
}
constexpr std::uint64_t halving_cycles(unsigned d, std::uint64_t packets, std::uint64_t r) {
  std::uint64_t cycles = packets;
  for (unsigned port = 1; port < d; ++port) cycles += packets << port < r ? r : packets << port;
  return cycles;
}
// Packets of a round: the least divisor of M with which every window is as long as a hop.
constexpr std::uint32_t halving_round(std::uint32_t packets, unsigned hop_cycles) {
  std::uint32_t round = (hop_cycles + 1) / 2;
  while (round < packets && packets % round != 0) ++round;
  return round < packets ? round : packets;
}

// Recursive halving, `rounds` times: in a round a node holds as many packets as go through port
// d - 1. The farthest of its entries for a port come first, so that the packets that the next port
// waits for come in the first half.
inline void add_halving(const Operation& operation, std::uint32_t packets, std::uint32_t rounds, node::Driver& driver) {
  const unsigned d = operation.d();
  for (unsigned port = d; port-- > 0;) {
    driver.add_window(port, halving_window(port, packets, operation.hop_cycles));
    const std::uint32_t half = std::uint32_t{1} << port;
    for (std::uint32_t c = 2 * half; c-- > half;) {
      driver.add(port, {Address(c), 0, 0, packets, cube::zeroes_above(d, Address(half))});
    }
    driver.send(port, rounds * packets << port);
  }
  driver.add(node::Driver::ejector(d, 0), {Address(), 0, 0, packets, cube::all_ports(d)});
  driver.send(node::Driver::ejector(d, 0), rounds * packets);
  set_combining_words(operation, driver, [](Address place) { return cube::ones(place).highest(); });
}

// A few packets at a time, one with one cycle a hop or two: the queues need not grow with the
// number of packets.
inline void load_reduce_scatter_sbt(const Operation& operation, Address me, node::Driver& driver) {
  const std::uint32_t round = halving_round(operation.packets, operation.hop_cycles);
  begin(operation, me, round, driver);
  add_halving(operation, round, operation.packets / round, driver);
}

// Once around the cycle for `count` packets, numbered from `first` on, from the node behind every
// root to the root.
inline void add_round_trip(const Operation& operation, Address me, std::uint32_t first, std::uint32_t packets,
                           node::Driver& driver) {
  const unsigned d = operation.d();
  const unsigned next = cube::gray_cycle_successor(d, me).port();
  const Ports before = cube::gray_cycle_predecessor(d, me);
  Address root = me;
  for (std::uint32_t i = 0; i < cube::other_nodes(d); ++i) {
    root = cube::across(root, cube::gray_cycle_predecessor(d, root));
    driver.add(next, {cube::relative(root, me), 0, first, packets, i == 0 ? Ports() : before});
  }
}
// The entry of the ejector that ends all round trips. `for_root`: ports through which the root's
// own packets are to continue.
inline void add_ring_results(const Operation& operation, Address me, std::uint32_t packets, Ports for_root,
                             node::Driver& driver) {
  const unsigned d = operation.d();
  driver.add(node::Driver::ejector(d, 0), {Address(), 0, 0, packets, cube::gray_cycle_predecessor(d, me)});
  driver.send(node::Driver::ejector(d, 0), packets);
  const Ports next = cube::gray_cycle_successor(d, me);
  set_combining_words(operation, driver, [&](Address place) { return place == Address() ? for_root : next; });
}

// r packets at a time, as many as the cycles of a hop: the first come back when the last has left,
// and none waits. The remainder of M by r goes around with the first.
inline void load_reduce_scatter_ring(const Operation& operation, Address me, node::Driver& driver) {
  const unsigned port = cube::gray_cycle_successor(operation.d(), me).port();
  const std::uint32_t r = operation.hop_cycles;
  const std::uint32_t packets = operation.packets;
  const std::uint32_t in_first = packets % r == 0 ? 0 : packets < r ? packets : r + packets % r;
  begin(operation, me, r, driver);
  driver.set_gate(operation.row->ports == PortModel::kHalf ? node::GateMode::kParity : node::GateMode::kGreedy);
  if (in_first != 0) add_round_trip(operation, me, 0, in_first, driver);
  if (packets != in_first) {
    driver.repeat_from_here(port);
    add_round_trip(operation, me, in_first, r, driver);
  }
  driver.send(port, packets * cube::other_nodes(operation.d()));
  add_ring_results(operation, me, packets, Ports(), driver);
}

// With more than two cycles a hop a few packets may take a cycle or two more than the least: as
// many as the run that is reversed, and no better order is known. Enough packets to fill every port
// for d hops, the longest way, take the least: not proved, but true in all runs with d <= 8 and r
// <= 32.
inline ClosedForm reduce_scatter_balanced(unsigned d, std::uint64_t packets, Hop r) {
  constexpr const char* kSource = "Bertsekas et al. 1991, sections 1 and 2: allgather, backwards";
  if (r <= 2 || packets >= r * d || packets > ReversedMulticast::most_packets(d))
    return {allgather_balanced(d, packets, r).value, kSource};
  return {ReversedMulticast(d, static_cast<std::uint32_t>(packets), static_cast<unsigned>(r)).cycles(), kSource};
}
constexpr ClosedForm reduce_scatter_sbt(unsigned d, std::uint64_t packets, Hop r) {
  return {halving_cycles(d, packets, r), "Johnsson and Ho 1986, table 11 (SBT), backwards"};
}
// A node's packet for one root waits for a packet for that root that came r cycles before; packets
// for one root follow one another M cycles apart.
constexpr ClosedForm reduce_scatter_ring_full_duplex(unsigned d, std::uint64_t packets, Hop r) {
  const std::uint64_t roots = cube::other_nodes(d);
  return {packets >= r ? packets * roots : r * (roots - 1) + packets, "Dimakopoulos 1999, section 3.1, backwards"};
}
// Slots of t cycles, the largest power of two that divides r, even nodes first. From M = r on no
// node waits: M (2^d - 1) packets of the even nodes, and as many of the odd ones, which begin a
// slot later. With fewer packets nodes wait for them, so that the loop below follows them cycle by
// cycle.
constexpr std::uint64_t ring_turns_cycles(unsigned d, std::uint64_t packets, std::uint64_t r) {
  const std::uint64_t turn = r & (~r + 1);
  const std::uint64_t sent = packets * cube::other_nodes(d);
  if (packets >= r) return sent + divide_up(sent, turn) * turn;
  // By parity: the next cycle to send in, and the cycles in which the packets for the root before
  // this one left.
  std::uint64_t next[2] = {0, turn};
  std::uint64_t left[2][node::kMostHopCycles] = {};
  for (std::uint32_t root = 0; root < cube::other_nodes(d); ++root) {
    std::uint64_t leaves[2][node::kMostHopCycles] = {};
    for (unsigned parity = 0; parity < 2; ++parity) {
      for (std::uint64_t i = 0; i < packets; ++i) {
        const std::uint64_t come = root == 0 ? 0 : left[1 - parity][i] + r;
        std::uint64_t cycle = come > next[parity] ? come : next[parity];
        if (cycle / turn % 2 != parity) cycle = (cycle / turn + 1) * turn;
        leaves[parity][i] = cycle;
        next[parity] = cycle + 1;
      }
    }
    for (unsigned parity = 0; parity < 2; ++parity) {
      for (std::uint64_t i = 0; i < packets; ++i) left[parity][i] = leaves[parity][i];
    }
  }
  return next[1] > next[0] ? next[1] : next[0];
}
constexpr ClosedForm reduce_scatter_ring_half_duplex(unsigned d, std::uint64_t packets, Hop r) {
  return {ring_turns_cycles(d, packets, r), "Dimakopoulos 1999, section 3.2.1, backwards"};
}

inline constexpr Row kReduceScatterRows[] = {
    {Collective::kReduceScatter, "balanced", PortModel::kAll, kRule<rules::Parents>, Programs::kSymmetric,
     load_reduce_scatter_balanced, reduce_scatter_balanced, "Bertsekas et al. 1991, sections 1 and 2", "always optimal",
     false, TreeUse::kNone, 6700},
    {Collective::kReduceScatter, "sbt", PortModel::kOne, kRule<rules::Parents>, Programs::kSymmetric,
     load_reduce_scatter_sbt, reduce_scatter_sbt, "Johnsson and Ho 1986, section 6.1, backwards", "always optimal",
     false, TreeUse::kNone, 1450},
    {Collective::kReduceScatter, "ring", PortModel::kOne, kRule<rules::Parents>, Programs::kOfNodes,
     load_reduce_scatter_ring, reduce_scatter_ring_full_duplex, "Dimakopoulos 1999, section 3.1, backwards",
     "always optimal", false, TreeUse::kNone, 940},
    {Collective::kReduceScatter, "ring", PortModel::kHalf, kRule<rules::Parents>, Programs::kOfNodes,
     load_reduce_scatter_ring, reduce_scatter_ring_half_duplex, "Dimakopoulos 1999, section 3.2.1, backwards",
     "always optimal", false, TreeUse::kNone, 940},
};

}  // namespace collectives
