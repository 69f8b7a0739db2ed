// SPDX-License-Identifier: Apache-2.0
// Allreduce: the packets of all nodes, V each, combined into V results for every one of them.
// Barrier: the same with one packet without data.
//
//   exchange  dimension by dimension, each packet over all dimensions. Packet t of d takes them in the
//             order t, t + 1, .. (mod d), so that all ports are busy: d ceil(V/d). One-port, over one
//             dimension at a time: d V. The least for V <= d
//   balanced  the vector dealt out in blocks, one a node: reduce-scatter, then allgather, both on
//             balanced trees
//   ring, sbt one-port, the same with ring and sbt
//   nesbt     reduce to the root, then broadcast, both on the nESBT
#pragma once

#include "firmware/collectives/reduce.hpp"
#include "firmware/collectives/reduce_scatter.hpp"
#include "firmware/collectives/scan.hpp"

namespace collectives {

// r packets of a tree go one after the other, as many as the cycles of a hop. With transit first all nodes send tree after tree, so
// that no packet waits for one behind it.
inline void load_allreduce_exchange(const Operation& operation, Address me, node::Driver& driver) {
  const unsigned d = operation.d();
  const std::uint32_t r = operation.hop_cycles;
  begin(operation, me, r * d, driver);
  if (needs_gate(operation)) {
    add_ascending_exchange(operation, driver);
    driver.add(node::Driver::ejector(d, 0), {Address(), 0, 0, operation.packets, cube::all_ports(d)});
    driver.send(node::Driver::ejector(d, 0), operation.packets);
    return;
  }
  const std::uint32_t round = r * d;
  const std::uint32_t in_first = operation.packets % round;  // packets of a shorter first round
  const std::uint32_t whole = operation.packets / round;
  // Packet m is on tree m mod d, counted from the first d that are all there. It does not depend on
  // r, and so the bits of a result do not.
  const std::uint32_t few = operation.packets % d;
  const auto add = [&](unsigned stream, unsigned tree, std::uint32_t first, std::uint32_t end, Ports combined) {
    std::uint32_t count = 0;
    for (std::uint32_t m = first; m < end; ++m) {
      if ((m < few ? m : (m - few) % d) != tree) continue;
      driver.add(stream, {Address(), tree, m, 1, combined});
      ++count;
    }
    return count;
  };
  const auto add_round = [&](unsigned port, std::uint32_t first, std::uint32_t end) {
    for (unsigned i = 0; i < d; ++i) {
      const unsigned tree = operation.transit_first ? i : (port + d - i) % d;
      add(port, tree, first, end, cube::rotate_left(d, Ports::first((port + d - tree) % d), tree));
    }
    return add(node::Driver::ejector(d, port), port, first, end, cube::all_ports(d));
  };
  std::uint32_t results[cube::kMaxDimension] = {};  // of the first round
  for (unsigned port = 0; port < d; ++port) results[port] = add_round(port, 0, in_first);
  for (unsigned port = 0; port < d && whole != 0; ++port) {
    driver.repeat_from_here(port);
    driver.repeat_from_here(node::Driver::ejector(d, port));
    add_round(port, in_first, in_first + round);
  }
  for (unsigned port = 0; port < d; ++port) {
    driver.send(port, operation.packets);
    results[port] += whole * r;
    if (results[port] != 0) driver.send(node::Driver::ejector(d, port), results[port]);
  }
}

// From the last cycle in which a result is combined to the first in which it leaves for others: the
// cycles of the router through which its last packet comes, the stages of the ejector, a cycle in
// which the memory takes it, and the stages of the port through which it leaves as the node's own.
constexpr std::uint32_t turn_around_cycles(Hop r) {
  return static_cast<std::uint32_t>(r.cycles + r.stages) + 1;
}

// The results of a node go to all the others.
inline void load_allreduce_balanced(const Operation& operation, Address me, node::Driver& driver) {
  const unsigned d = operation.d();
  const std::uint32_t packets = block_of(operation);
  begin(operation, me, BalancedAllgather::period(d), driver);
  driver.set_second_part(kRule<rules::Table>, packets);
  add_balanced_accumulation(operation, packets, driver);
  for (unsigned port = 0; port < d; ++port) {
    BalancedAllgather::add_round(operation, port, packets, driver);
    driver.send_second(port, packets);
  }
  BalancedAllgather::load_words(operation, driver);
}

inline void load_allreduce_sbt(const Operation& operation, Address me, node::Driver& driver) {
  const unsigned d = operation.d();
  const std::uint32_t packets = block_of(operation);
  begin(operation, me, 1, driver);
  driver.set_second_part(kRule<rules::Sbt>, packets);
  add_halving(operation, packets, 1, driver);
  // A packet that comes in the last cycle of a window can leave within the next, which is at least
  // a hop long.
  driver.add_window(d - 1, turn_around_cycles(operation.hop()));
  for (unsigned port = 0; port < d; ++port) {
    driver.add(port, {Address(), 0, 0, packets});
    driver.send_second(port, packets);
    driver.add_window(port, halving_window(port, packets, operation.hop_cycles));
  }
}

// A packet that has gone around the cycle comes to its node and goes around a second time at once,
// so that no cycle is lost in between. A 1-cube has no port for it but the one through which it
// comes.
inline void load_allreduce_ring(const Operation& operation, Address me, node::Driver& driver) {
  const unsigned d = operation.d();
  const std::uint32_t packets = block_of(operation);
  const Ports next = cube::gray_cycle_successor(d, me);
  const Ports before = cube::gray_cycle_predecessor(d, me);
  begin(operation, me, 1, driver);
  driver.set_gate(node::GateMode::kGreedy);
  driver.set_second_part(kRule<rules::Ring>, d == 1 ? packets : 0);
  add_round_trip(operation, me, 0, packets, driver);
  driver.send(next.port(), packets * cube::other_nodes(d));
  driver.add(next.port(), {Address(), 0, 0, packets, d == 1 ? Ports() : before});
  driver.send_second(next.port(), packets);
  add_ring_results(operation, me, packets, d == 1 ? Ports() : next, driver);
}

inline void load_allreduce_nesbt(const Operation& operation, Address me, node::Driver& driver) {
  const WholeTrees whole(operation, operation.root);
  begin_reduce(operation, me, whole.count(), driver);
  load_reduce_on<trees::Nesbt>(operation, me, whole, driver);
  if (me != operation.root) return;
  driver.set_second_part(kRule<rules::Nesbt>, operation.packets);
  for (unsigned slot = 0; slot < whole.count() && slot < operation.packets; ++slot) {
    const unsigned port = whole.tree(slot);
    driver.send(port, 0);
    driver.add(port, {Address(), port, slot, 1});
    driver.send_second(port, (operation.packets - slot - 1) / whole.count() + 1);
  }
}

constexpr ClosedForm allreduce_exchange_all_port(unsigned d, std::uint64_t packets, Hop r) {
  const std::uint64_t rest = packets % (r * d);
  const std::uint64_t last = rest == 0 ? 0 : r * (d - 1) + divide_up(rest, d);
  return {packets / (r * d) * r * d + last, "d exchanges of every packet, d packets at a time"};
}
constexpr ClosedForm allreduce_exchange_one_port(unsigned d, std::uint64_t packets, Hop r) {
  return scan_one_port(d, packets, r);
}
inline ClosedForm allreduce_balanced(unsigned d, std::uint64_t packets, Hop r) {
  const std::uint64_t block = divide_up(packets, cube::nodes(d));
  return {2 * reduce_scatter_balanced(d, block, r).value + turn_around_cycles(r),
          "Bertsekas et al. 1991, sections 1 and 2, backwards and forwards"};
}
constexpr ClosedForm allreduce_sbt(unsigned d, std::uint64_t packets, Hop r) {
  return {2 * halving_cycles(d, divide_up(packets, cube::nodes(d)), r) + turn_around_cycles(r),
          "Johnsson and Ho 1986, table 11 (SBT), backwards and forwards"};
}
constexpr ClosedForm allreduce_ring(unsigned d, std::uint64_t packets, Hop r) {
  const std::uint64_t block = divide_up(packets, cube::nodes(d));
  const std::uint64_t hops = 2 * std::uint64_t{cube::other_nodes(d)};
  if (d == 1) return {2 * block + turn_around_cycles(r), "one link, backwards and forwards"};
  return {block >= r ? block * hops : r * (hops - 1) + block, "Dimakopoulos 1999, section 3.1, backwards and forwards"};
}
constexpr ClosedForm allreduce_nesbt(unsigned d, std::uint64_t packets, Hop r) {
  return {2 * broadcast_nesbt_all_port(d, packets, r).value + turn_around_cycles(r),
          "Johnsson and Ho 1986, table 5 (nESBT), backwards and forwards"};
}

inline constexpr Row kAllreduceRows[] = {
    {Collective::kAllreduce, "exchange", PortModel::kAll, kRule<rules::Exchange>, Programs::kSymmetric,
     load_allreduce_exchange, allreduce_exchange_all_port,
     "Johnsson and Ho 1986, section 6.1, with sums in place of blocks", "optimal for up to d packets", false,
     TreeUse::kNone, 1000},
    {Collective::kAllreduce, "exchange", PortModel::kOne, kRule<rules::Exchange>, Programs::kSymmetric,
     load_allreduce_exchange, allreduce_exchange_one_port,
     "Johnsson and Ho 1986, section 6.1, with sums in place of blocks", "optimal for one packet", false, TreeUse::kNone,
     1000},
    {Collective::kAllreduce, "balanced", PortModel::kAll, kRule<rules::Parents>, Programs::kSymmetric,
     load_allreduce_balanced, allreduce_balanced, "Bertsekas et al. 1991, sections 1 and 2",
     "within a few cycles of the bound for long vectors", true, TreeUse::kNone, 10000},
    {Collective::kAllreduce, "nesbt", PortModel::kAll, kRule<rules::Parents>, Programs::kSameWords,
     load_allreduce_nesbt, allreduce_nesbt, "Johnsson and Ho 1986, section 4.1.5, both ways",
     "for vectors that are neither short nor long", false, TreeUse::kBoth, 1640},
    {Collective::kAllreduce, "ring", PortModel::kOne, kRule<rules::Parents>, Programs::kOfNodes, load_allreduce_ring,
     allreduce_ring, "Dimakopoulos 1999, section 3.1, both ways", "optimal where the nodes divide the packets", true,
     TreeUse::kNone, 1050},
    {Collective::kAllreduce, "sbt", PortModel::kOne, kRule<rules::Parents>, Programs::kSymmetric, load_allreduce_sbt,
     allreduce_sbt, "Johnsson and Ho 1986, section 6.1, both ways", "within a few cycles of the bound for long vectors",
     true, TreeUse::kNone, 1970},
};

inline constexpr Row kBarrierRows[] = {
    {Collective::kBarrier, "exchange", PortModel::kAll, kRule<rules::Exchange>, Programs::kSymmetric,
     load_allreduce_exchange, allreduce_exchange_all_port, "an allreduce of one packet", "always optimal"},
    {Collective::kBarrier, "exchange", PortModel::kOne, kRule<rules::Exchange>, Programs::kSymmetric,
     load_allreduce_exchange, allreduce_exchange_one_port, "an allreduce of one packet", "always optimal"},
};

}  // namespace collectives
