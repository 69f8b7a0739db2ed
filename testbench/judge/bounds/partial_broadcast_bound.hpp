// SPDX-License-Identifier: Apache-2.0
// Bounds on partial multinode broadcasts on any network: some nodes have a packet for all others.
//
//     const PartialBroadcastBound bound(edges);
//     bound.cycles({true, false, true, ...});   // by node, whether it has a packet
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/judge/bounds/links.hpp"

namespace testbench {

class PartialBroadcastBound {
 public:
  // The network is connected, and to each link there is one the other way. `edges` must outlive this.
  explicit PartialBroadcastBound(const EdgeTable& edges);

  // Where every node has a packet: those of the nodes before the worst cut, by the links over it (worst_cuts.hpp).
  // In networks too large for flows the cut is around a node of the fewest links.
  const Crossing& cut() const { return cut_; }

  // Fewest cycles of any algorithm. A packet of a node k links away or more comes to a node in cycle k or
  // later, and through its links; and those from before the cut cross it. Takes a search from every node.
  std::uint64_t cycles(const std::vector<bool>& active) const;

 private:
  Links links_;
  Crossing cut_;
  std::vector<bool> before_;  // by node: on the side of the cut from which packets come
};

}  // namespace testbench
