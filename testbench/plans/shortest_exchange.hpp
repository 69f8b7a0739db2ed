// Total exchange on any network, every port at once, on shortest paths that load the links evenly.
// The bound is M S / links, with S the sum of all distances and the links counted in each
// direction; what the busiest link carries bounds all that can be had with these paths. On Cayley
// networks every node has the same paths and order of packets as it sees the network, so that one
// node can be played for all; on others, and on small Cayley networks where such paths cannot be
// even (rings of even length), paths are chosen for each destination.
//
// Packets with the longest way leave first. Whether a port's own packets or those in transit do,
// and in which order equally long ways come, is tried on the host, and the fastest is loaded.
#pragma once

#include <memory>

#include "testbench/plans/plan.hpp"

namespace testbench {

std::unique_ptr<collectives::Plan> plan_shortest_exchange(const PlanRequest& request);

// The same on ways whose links never wait for one another in a cycle (acyclic_ways.hpp), for queues
// that can fill; packets in transit then always leave before a port's own, which would keep the
// queues full.
std::unique_ptr<collectives::Plan> plan_acyclic_exchange(const PlanRequest& request);

}  // namespace testbench
