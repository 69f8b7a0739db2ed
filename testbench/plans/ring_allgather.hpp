// One-port allgather round a Hamiltonian cycle of any network that has one (Dimakopoulos 1999,
// section 3): each node sends all that it has to the next node of the cycle. No algorithm is
// faster.
//
//     full duplex               M (n - 1) cycles
//     half duplex, n even       2 M (n - 1)
//     half duplex, n odd        2 M n
//
// ring_turns.hpp has the turns. In the first two packets in transit go first, so that a node never
// holds two.
//
// With an odd number, half duplex, a node's own packets go first, as in the appendix: with M of
// them every queue begins with M, and has M again after every n cycles, in which each node sends
// and receives (n - 1)/2 in turn, so that no turn is lost. Packets in transit first would bring
// some all the way round before others have left, and turns without packets behind them: of 5 nodes
// with M = 1 in 12 cycles instead of 10. A node holds M + 1 at most.
#pragma once

#include <memory>

#include "testbench/plans/plan.hpp"

namespace testbench {

// Throw PlanError where no Hamiltonian cycle is known. Two nodes are a cycle for them.
std::unique_ptr<collectives::Plan> plan_full_duplex_ring_allgather(const PlanRequest& request);
// Its windows: two a node where n is even, and else n - 1 or n.
std::unique_ptr<collectives::Plan> plan_half_duplex_ring_allgather(const PlanRequest& request);

}  // namespace testbench
