// SPDX-License-Identifier: Apache-2.0
// Total exchange on any network, every port at once, on short paths that load the links evenly.
// The bound is M S / links, with S the sum of all distances and the links counted in each
// direction; the packets of the busiest link bound all that can be had with these paths. On Cayley
// networks every node has the same paths and order of packets as it sees the network, so that the
// host plays one representative node. On others, and on small Cayley networks where such paths
// cannot be even (rings of even length), paths are chosen for each destination. Where links still carry unlike, packets
// of a pair leave by several ports (dealt_ports.hpp); the fastest plan in a play of the nodes is taken.
//
// Packets with the longest way leave first. The host tries whether a port's own packets or those in
// transit go first, and several orders of equally long ways, and loads the fastest.
#pragma once

#include <memory>

#include "testbench/plans/collectives/plan.hpp"

namespace testbench {

std::unique_ptr<collectives::Plan> plan_shortest_exchange(const PlanRequest& request);

// The same on paths without cyclic channel dependencies (acyclic_paths.hpp), for queues that can
// fill. Packets in transit always leave before a port's own, which would keep the queues full.
std::unique_ptr<collectives::Plan> plan_acyclic_exchange(const PlanRequest& request);

}  // namespace testbench
