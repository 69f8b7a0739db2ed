// SPDX-License-Identifier: Apache-2.0
// Scatter and gather on any network, every port at once, by flows.
//
// Scatter goes over paths of a least-cost flow: M packets from the root to each node, and as few over the busiest link
// as can be. The worst cut says how few: ceil(packets for the nodes behind it / its
// links). A link far from the root carries fewer, because its first packet comes late. The flow is taken apart into paths,
// those to the farthest node first, and packets with the longest way leave first.
//
// A tree's paths to the nodes behind one neighbour of the root all cross one link. Paths that cross elsewhere let the
// links of a bottleneck carry alike: 7 M cycles in place of 8 M on a dragonfly of 36 nodes. The packets of a node can
// leave the root through several ports. Every other node has one word for each destination, so that paths to one node
// that have met go on together: they part at the root alone. Example, the 5-cube with M = 16: six nodes behind each
// port of the root, and the packets of the last one through all five; 100 cycles for 31 x 16 packets.
//
// Gather goes up a tree whose links carry alike. The nodes have one word for the root, so that what passes a node goes
// up its tree. But a node's own packets leave through any ports, to neighbours in other parts of the tree: a flow deals
// them so that the busiest link has as few as can be. Example, the 5-cube with M = 16: the tree has 7 nodes behind one
// port of the root and 6 behind each other, and takes 112 cycles. The node farthest from the root has a neighbour in
// each part, and sends 3 or 4 packets to each: 100. Where these links are too few, the tree is of other paths.
#pragma once

#include <memory>
#include <vector>

#include "testbench/plans/collectives/plan.hpp"

namespace testbench {

struct FlowPath {
  std::vector<std::uint8_t> ports;
  std::uint32_t packets = 0;
};

// The packets that a flow lets links carry.
struct FlowShare {
  std::uint64_t more = 0;    // packets beyond a link's share, where quick links may carry more than slow ones
  bool counts_late = false;  // a link carries fewer by the cycles before its first packet; where links are alike
};

// By node: paths from the root to it, for so many packets in all, none for the root. The network is connected.
std::vector<std::vector<FlowPath>> flow_paths(const LinkTable& links, std::uint32_t root, std::uint32_t packets,
                                              FlowShare share = {});

// The shares to try. Either way of counting can lead to the better paths.
std::vector<FlowShare> flow_shares(const LinkTable& links, std::uint32_t packets);

// By node: the cycles before a packet can come to it from the root. A packet to the root needs as many on the turned links,
// which comes to the same. They are 0 where the flow does not count them.
std::vector<std::uint32_t> first_cycles(const LinkTable& links, std::uint32_t root, FlowShare share);

// Throws PlanError where the network is too large for flows.
void require_flow(const PlanRequest& request);

std::unique_ptr<collectives::Plan> plan_flow_scatter(const PlanRequest& request);
std::unique_ptr<collectives::Plan> plan_flow_gather(const PlanRequest& request);

}  // namespace testbench
