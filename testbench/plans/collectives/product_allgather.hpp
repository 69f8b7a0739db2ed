// SPDX-License-Identifier: Apache-2.0
// One-port allgather on a cartesian product (Dimakopoulos 1999, section 4), dimension by dimension.
// First all copies of one dimension gather within themselves, at the same time. Then the copies of
// the next one do, where every node has n_2 times as many packets to send: the gathered ones and
// its own. And so on. With T(M) of a dimension's own algorithm, for M packets of each node, two
// dimensions take
//
//     T_B(M) + T_A(n_2 M)
//
// cycles. Round a Hamiltonian cycle T is M T(1), so that this is theorem 2, T_B + n_2 T_A, for M
// packets each; along a path n_2 allgathers in one are (n_2 - 1) floor((n_1 - 3)/2) cycles faster
// than one after another.
//
//     theorem 3   full duplex, cycles                                  M (n - 1)              optimal
//     theorem 4   half duplex, cycles of even dimensions               2 M (n - 1)            optimal
//     theorem 5   half duplex, cycles of two dimensions, one even      2 M n                  2 M more than the bound
//     theorem 2   half duplex, cycles of two odd dimensions            2 M n_2 (n_1 + 1)      2 M n_2 more than the bound
//
// The fastest order of the dimensions is taken, and of those that are as fast the paper's, the last
// dimension first. So A is the even dimension in theorem 5, and the larger of two odd ones.
//
// **Packets wait for their dimension.** A packet travels the dimensions in their order: a node that
// gets it over one of them passes it on in this dimension and into all later ones. There it waits
// in the queues, and the gate keeps their ports shut until the first slot of the dimension. All
// packets are there by then, the same number at every node of a copy.
//
// **The order in a queue does not matter.** Along a path all that goes up past a node goes to the
// end, whichever is first, so that only the number of packets counts. Round a cycle a node sends
// its own packets first, and then serves its in-ports by round robin. All nodes of a copy have the
// same in-ports of earlier dimensions, with as many packets behind each, and one in-port of the
// cycle, which has the same neighbours in the round robin. So the s-th packet that a node sends is
// of the same kind everywhere: own, gathered, or from the cycle. Where the round robin comes to the
// cycle, the node before has sent a packet that is not from the cycle as its packet s - 1; it is
// there, and continues if there are three nodes or more (of two, nothing does). Where only the cycle
// is left, the node has as many packets as have not yet come to their end, as all others have. No
// node ever waits, and every one sends M n_2 (n_1 - 1).
#pragma once

#include <memory>

#include "testbench/plans/collectives/plan.hpp"

namespace testbench {

// Both throw PlanError where the network is not a product, or a dimension has no Hamiltonian path.
// Windows: one a dimension that has a Hamiltonian cycle, n_i + 1 for each other at most.
std::unique_ptr<collectives::Plan> plan_full_duplex_product_allgather(const PlanRequest& request);
// Windows: as many as cycles, at most; throws PlanError where these are more than a gate has.
std::unique_ptr<collectives::Plan> plan_half_duplex_product_allgather(const PlanRequest& request);

}  // namespace testbench
