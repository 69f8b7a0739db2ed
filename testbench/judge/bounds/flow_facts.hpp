// SPDX-License-Identifier: Apache-2.0
// Flows and cuts of a network that do not depend on the number of packets. All functions keep their last
// answer, because a sweep asks for the same network again and again. Networks above some thousand nodes have
// fewer flows, or none, so that a bound never takes more than a second; counting bounds them.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/judge/bounds/flows.hpp"

namespace testbench {

struct RootedFlows {
  struct ToNodes {
    FewestLinks fewest;
    std::uint64_t nodes;
  };
  std::vector<FewestLinks> to_node;  // each that differs; of large networks those of some nodes, of symmetric ones none
  std::vector<ToNodes> to_nodes;     // k or more links away, for each k; and these behind the worst cut
  Crossing worst_cut;                // of a scatter
};
const RootedFlows& rooted_flows(const EdgeTable& edges, std::uint32_t root, Way way);

struct GossipFlows {
  Crossing worst_cut;
  std::vector<FewestLinks> out_of_it;  // to the nodes behind it, each that differs
};
// Empty for networks of too many nodes.
const GossipFlows& gossip_flows(const EdgeTable& edges, Way way);

// Parts less one by links between them, one way (worst_cuts.hpp). Empty for networks of too many nodes.
Crossing worst_parts_of(const EdgeTable& edges);

}  // namespace testbench
