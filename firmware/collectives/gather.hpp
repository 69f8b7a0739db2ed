// Gather: M packets of each other node for the root. The reverse of scatter on the same trees.
//
// Every node sends its own packets first and then its subtree's. A link towards the root is idle
// only when nothing of the subtree behind it is left, because every node on the way has packets of
// its own to begin with; so the time is the number of packets of the busiest port of the root, as
// in scatter. One-port, all nodes use the same dimension: the highest for M cycles, the next for 2
// M, and so on, each window as long as the subtree that it moves: M (1 + 2 + ... + 2^(d-1)) = M
// (2^d - 1).
#pragma once

#include "firmware/collectives/rooted_cycles.hpp"
#include "firmware/collectives/subtrees.hpp"

namespace collectives {

template <class Subtrees>
void load_gather(const Operation& operation, Address me, node::Driver& driver) {
  const unsigned d = operation.d();
  const std::uint32_t period = Subtrees::period(d);
  begin(operation, me, period, driver);
  if (needs_gate(operation)) {
    for (unsigned port = d; port-- > 0;) driver.add_window(port, operation.packets << (d - 1 - port));
  }
  if (me == operation.root) return;

  const Address c = operation.network.cube().relative(me, operation.root);
  for (unsigned port = 0; port < d; ++port) {
    std::uint32_t packets = 0;
    for (std::uint32_t m = 0; m < period && m < operation.packets; ++m) {
      const unsigned k = Subtrees::subtree(d, c, m);
      if (cube::first_right_of(d, cube::ones(c), k) != Ports::one(port)) continue;
      driver.add(port, {c, k, m, 1});
      packets += (operation.packets - m - 1) / period + 1;
    }
    if (packets != 0) driver.send(port, packets);
  }
}

}  // namespace collectives
