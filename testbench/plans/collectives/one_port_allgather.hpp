// SPDX-License-Identifier: Apache-2.0
// One-port allgather on any network, round a Hamiltonian cycle or along a Hamiltonian path.
//
// **Ring** (Dimakopoulos 1999, section 3): each node sends all that it has to the next node of the
// cycle. No algorithm is faster.
//
//     full duplex               M (n - 1) cycles
//     half duplex, n even       2 M (n - 1)
//     half duplex, n odd        2 M n
//
// In the first two packets in transit go first, so that a node never holds two. With an odd number,
// half duplex, a node's own packets go first, as in the appendix: every queue begins with M
// packets, and has M again after every n cycles, in which each node sends and receives (n - 1)/2.
// So no slot is lost. Packets in transit first would bring some all the way round before others
// have left, and slots without packets behind them: 5 nodes with M = 1 would take 12 cycles instead
// of 10. A node holds M + 1 at most.
//
// **Path**: for networks without a Hamiltonian cycle, which are paths and meshes of odd extents.
// Every packet goes to both ends of the path.
//
//     full duplex       M (n + 1) + floor((n - 3)/2) cycles
//     half duplex       2 n M     + floor((n - 3)/2) cycles
//
// tdm_slots.hpp has the slots of both, and why no algorithm on a path is faster.
#pragma once

#include <memory>
#include <vector>

#include "testbench/plans/collectives/plan.hpp"

namespace testbench {

// Both throw PlanError where no Hamiltonian cycle is known. Two nodes are a cycle for them.
std::unique_ptr<collectives::Plan> plan_full_duplex_ring_allgather(const PlanRequest& request);
// Windows: two a node where n is even, else n - 1 or n.
std::unique_ptr<collectives::Plan> plan_half_duplex_ring_allgather(const PlanRequest& request);

// A Hamiltonian path. Throws PlanError where none has been found, and for two nodes.
std::vector<Address> path_of(const Network& network);
// Both throw PlanError where no Hamiltonian path has been found, and for two nodes, which are as
// good as a cycle. Windows: n + 1 a node at most.
std::unique_ptr<collectives::Plan> plan_full_duplex_path_allgather(const PlanRequest& request);
// Windows: 2 n a node at most.
std::unique_ptr<collectives::Plan> plan_half_duplex_path_allgather(const PlanRequest& request);

}  // namespace testbench
