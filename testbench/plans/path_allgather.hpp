// One-port allgather along a Hamiltonian path, for networks without a Hamiltonian cycle: paths,
// meshes of odd extents. Every packet goes to both ends of the path; which node sends which way in
// which cycle, and why no algorithm on a path is faster, stands in path_turns.hpp:
//
//     full duplex       M (n + 1) + floor((n - 3)/2) cycles
//     half duplex       2 n M     + floor((n - 3)/2) cycles
#pragma once

#include <memory>

#include "testbench/plans/plan.hpp"

namespace testbench {

// Throw PlanError where no Hamiltonian path has been found. Not for networks of two nodes, which
// are as good as a cycle. n + 1 windows a node at most.
std::unique_ptr<collectives::Plan> plan_full_duplex_path_allgather(const PlanRequest& request);
// 2 n windows a node at most.
std::unique_ptr<collectives::Plan> plan_half_duplex_path_allgather(const PlanRequest& request);

}  // namespace testbench
