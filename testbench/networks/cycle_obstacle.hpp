// Why a network has no Hamiltonian cycle, where that is easy to see.
#pragma once

#include <optional>
#include <string>

#include "testbench/networks/distances.hpp"

namespace testbench {

// Of a connected network, one of
//
//     fewer than three nodes
//     a node of one link                 "node 6 has one link"
//     two colours, unequally many        "every link joins one of 13 nodes with one of 14 others"
//     a node without which the rest falls apart
//                                        "without node 2 the others are not connected"
//
// Nothing where there is none of them; there need not be a cycle then.
std::optional<std::string> cycle_obstacle(const Adjacency& adjacency);

}  // namespace testbench
