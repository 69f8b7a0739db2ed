// SPDX-License-Identifier: Apache-2.0
// A scan on a spanning tree whose nodes may have any numbers. A link of the tree parts the nodes: to the results of the nodes
// behind it, what is before it adds the sum of its own nodes with lower numbers. These sums are few where both parts are runs
// of numbers, and one packet has that of all results of a run. A packet is made of one from each other link of its router:
// the sum there for the same results. It goes into one packet of every port, so that a link has as many packets of a
// sum as any port behind it needs. Worked case, node 1 between 0 and 2, and 3 beside 1:
//
//     0 to 1   its own      one packet: for 1, and on to 2 and to 3
//     1 to 2   those of 0 and 1
//     2 to 1   its own      for 3
//     1 to 3   those of 0, 1 and 2
//
// An allreduce is the same with sums of all nodes: then a link has one packet each way.
//
// Each port sends in the order of these sums, item by item. Packets enter and leave every queue in that order, and none
// waits for a later one at any timing: what it is made of came over links whose packets do not depend on its own.
#pragma once

#include "testbench/plans/trees/scan_packets.hpp"

namespace testbench {

class PrefixTree : public ScanPackets {
 public:
  enum class Sums { kOfLowerNodes, kOfAllNodes };
  // `tree`: the links of a spanning tree, in both directions.
  explicit PrefixTree(const LinkTable& tree, Sums of = Sums::kOfLowerNodes);
};

}  // namespace testbench
