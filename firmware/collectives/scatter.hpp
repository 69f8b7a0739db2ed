// Scatter: M packets of the root for each other node.
//
// Each port sends to the nodes of its subtree, furthest first (Bertsekas et al. 1991, section 3):
// the packet for a node k links away is followed by at least k - 1 nearer ones, so that all have
// arrived when the root has sent the last. The time is the number of packets of the busiest port:
// ceil(M (2^d - 1)/d) on the balanced tree. One-port, the root serves the lowest port that has
// packets, largest subtree first: M (2^d - 1).
#pragma once

#include "firmware/collectives/rooted_cycles.hpp"
#include "firmware/collectives/subtrees.hpp"

namespace collectives {

// Calls visit(c) for every node (as the root sees it) that `packet` takes through `port`, furthest
// first.
template <class Subtrees, class Visit>
void for_subtree_furthest_first(unsigned d, unsigned port, std::uint32_t packet, Visit visit) {
  for (unsigned level = d; level >= 1; --level) {
    for (std::uint32_t c = cube::last_address(level).number(); c < cube::nodes(d); c = bits::next_of_same_count(c)) {
      if (Subtrees::subtree(d, Address(c), packet) == port) visit(Address(c));
    }
  }
}

template <class Subtrees>
void load_scatter(const Operation& operation, Address me, node::Driver& driver) {
  const unsigned d = operation.d();
  const std::uint32_t period = Subtrees::period(d);
  begin(operation, me, period, driver);
  if (needs_gate(operation)) driver.set_gate(node::GateMode::kGreedy);
  if (!sends(operation, me)) return;

  const std::uint32_t whole_rounds = operation.packets / period;
  const std::uint32_t in_last_round = operation.packets % period;
  for (unsigned port = 0; port < d; ++port) {
    std::uint32_t length = 0;
    std::uint32_t last_round = 0;
    for (std::uint32_t m = 0; m < period && m < operation.packets; ++m) {
      for_subtree_furthest_first<Subtrees>(d, port, m, [&](Address c) {
        driver.add(port, {c, port, m, 1});
        ++length;
        if (m < in_last_round) ++last_round;
      });
    }
    driver.send(port, whole_rounds * length + last_round);
  }
}

}  // namespace collectives
