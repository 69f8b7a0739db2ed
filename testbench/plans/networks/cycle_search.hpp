// SPDX-License-Identifier: Apache-2.0
// Searches for Hamiltonian cycles and paths in a network from its links alone.
#pragma once

#include <vector>

#include "testbench/plans/networks/distances.hpp"

namespace testbench {

inline constexpr std::uint32_t kMaxExhausted = 20;

// Held and Karp 1962: the nodes that a path from node 0 through a set of nodes can end with, for
// all sets. Empty where there is no cycle. The network has kMaxExhausted nodes at most.
std::vector<Address> exhaustive_cycle(const Adjacency& adjacency);

// Empty where none has been found after seconds of search. Its random choices are the same every
// time.
//
// Posa 1976 (Hamiltonian circuits in random graphs): a path is made longer at its ends, with the
// neighbour that has the fewest free neighbours. Where neither end can grow, the path is rotated:
// the last node has a link to another one of the path, and the part behind that is reversed, which
// gives another last node. A cycle of some of the nodes is opened beside another node.
std::vector<Address> searched_cycle(const Adjacency& adjacency);
// The same for a Hamiltonian path.
std::vector<Address> searched_path(const Adjacency& adjacency);

}  // namespace testbench
