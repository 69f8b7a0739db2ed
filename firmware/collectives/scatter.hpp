// Scatter: M packets of the root for each other node.
//
// Each port sends to the nodes of its subtree, furthest first (Bertsekas et al. 1991, section 3): the packet for a node
// k links away is followed by at least k - 1 nearer ones, so that all have arrived when the root has sent the last. The
// time is the number of packets of the busiest port: ceil(M (2^d - 1)/d) on the balanced tree. One-port, the root
// serves the lowest port that has packets, largest subtree first: M (2^d - 1).
#pragma once

#include "firmware/collectives/subtrees.hpp"
#include "firmware/node/driver.hpp"

namespace collectives {

// The next address with as many 1s, or one beyond the cube (Gosper; HAKMEM 175).
constexpr std::uint32_t next_of_same_weight(std::uint32_t x) {
  const std::uint32_t lowest = cube::lowest_set_bit(x);
  const std::uint32_t ripple = x + lowest;
  return ripple | ((x ^ ripple) / lowest >> 2);
}

// Calls visit(c) for every relative address that `packet` takes through `port`, furthest first.
template <class Visit>
void for_subtree_furthest_first(const Operation& operation, unsigned port, std::uint32_t packet, Visit visit) {
  const unsigned d = operation.d;
  for (unsigned level = d; level >= 1; --level) {
    for (std::uint32_t c = cube::mask(level); c < cube::nodes(d); c = next_of_same_weight(c)) {
      if (subtree(operation.algorithm, d, c, packet) == port) visit(c);
    }
  }
}

template <class Driver>
void load_scatter(const Operation& operation, cube::Address me, Driver& driver) {
  const std::uint32_t period = tree_period(operation.algorithm, operation.d);
  driver.begin(operation.d, me, node::Rule::kAscending, period);
  if (operation.ports == PortUse::kOne) driver.set_gate(node::GateMode::kGreedy);
  driver.expect(me == operation.root ? 0 : operation.packets);
  if (me != operation.root) return;

  const std::uint32_t whole_rounds = operation.packets / period;
  const std::uint32_t in_last_round = operation.packets % period;
  for (unsigned port = 0; port < operation.d; ++port) {
    std::uint32_t length = 0;
    std::uint32_t last_round = 0;
    for (std::uint32_t m = 0; m < period && m < operation.packets; ++m) {
      for_subtree_furthest_first(operation, port, m, [&](cube::Address c) {
        driver.add(port, {c, port, m, 1});
        ++length;
        if (m < in_last_round) ++last_round;
      });
    }
    driver.send(port, whole_rounds * length + last_round);
  }
}

}  // namespace collectives
