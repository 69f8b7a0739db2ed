// One-port allgather along a Hamiltonian path, for networks without a Hamiltonian cycle: paths, meshes of odd extents.
//
// The node at place p of the path, p = 1 .. n, has to send p packets of each M to the right, its own and those from its left,
// and n + 1 - p to the left: n + 1 for all but the ends. So no algorithm on a path takes less than M (n + 1) cycles, and
// floor((n - 3)/2) more, for what the middle node sends last has as far to go: 7 cycles for n = 5, M = 1.
//
// Here all nodes go by a turn of n + 1 cycles. Of these p lead to the right at place p: the first of the turn, up to k =
// floor((n - 1)/2) of them, and those that are left the last of the turn; the others lead to the left. What leads to the
// right at a place does so two places further, too: no node is sent two packets in a cycle. n = 5, k = 2, places down:
//
//     R . . . . .        "." an end that does not send
//     R R L L L L
//     R R L L L R
//     R R L L R R
//     . . L . . .
//
// Found by trial: of all turns in which the cycles to the right are nested so, those of 5 to 8 nodes were tried with M = 1,
// and none is faster. (Of many nodes turns that go to and fro in every cycle are, 1.75 n, but take n windows a node.)
// The cycles are
//
//     (M - 1)(n + 1) + max(floor(3 n/2), 2 n - 3 or, where n is even, 2 n - 4)
//
// Half duplex every cycle of the turn is two: one for the nodes at p = 1, 3, .. and one for the others. That takes not more
// than twice as long, 2 (n + 1) cycles for every packet behind the first; none on a path takes less than 2 n.
#pragma once

#include <memory>

#include "testbench/plans/plan.hpp"

namespace testbench {

// Throw PlanError where no Hamiltonian path has been found. Not for networks of two nodes, which are as good as a cycle.
// Three windows a node at most.
std::unique_ptr<collectives::Plan> plan_full_duplex_path_allgather(const PlanRequest& request);
// 2 n + 2 windows a node at most. No closed form.
std::unique_ptr<collectives::Plan> plan_half_duplex_path_allgather(const PlanRequest& request);

}  // namespace testbench
