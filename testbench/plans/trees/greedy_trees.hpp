// SPDX-License-Identifier: Apache-2.0
// For every node, or one, a tree for each of its packets, grown in a play of the routers: a link takes the next packet of its port that the
// node behind it neither has nor gets in this cycle, and that is its edge of the packet's tree. A packet that comes to a node
// waits at all ports, and falls out where another link has been earlier (link-chunk matching as in TACOS, Won et al. 2024). Ports
// take packets as routers do, own ones first and then in turn from the in-ports, so that routers that are loaded with the trees
// repeat the play cycle by cycle: no order of packets in transit has to be stored.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "testbench/plans/networks/network.hpp"

namespace testbench {

struct GreedyTrees {
  std::vector<std::uint8_t> back;               // as of weighted_trees(), with as many trees as packets
  std::vector<std::vector<std::uint32_t>> own;  // by node and port: its own trees in the order in which they leave
  std::uint64_t cycles = 0;
  // OwnOrder::kOfNode: that of each node, and where packets have come, cycle by cycle: nodes and trees.
  std::vector<std::vector<std::uint32_t>> own_of_node;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> arrivals;
};

// In which order a node sends its own packets: another one through each port, or one through all, as a play backwards needs.
enum class OwnOrder { kOfPort, kOfNode };

// The fastest of many plays, in random orders of links and own packets, until one takes `least` cycles. None where links differ, where
// there are switches, and where so many hops are not played in a moment. `root`: the only source, as of weighted_trees().
std::optional<GreedyTrees> greedy_trees(const LinkTable& links, std::uint32_t packets, OwnOrder order,
                                        std::uint64_t least, std::optional<std::uint32_t> root = {});

}  // namespace testbench
