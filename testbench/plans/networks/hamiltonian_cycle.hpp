// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/network.hpp"

namespace testbench {

// Hamiltonian cycles and paths: by the construction of the network's own where it has one
// (firmware/networks/network.hpp), else by search. The reason tells a network that is known to have
// none from one in which none was found.
//
//     const FoundCycle found = hamiltonian_cycle(network);
//     if (found.nodes.empty()) throw PlanError(found.reason);

struct FoundCycle {
  std::vector<Address> nodes;  // from node 0, each once, each linked with the one before and the last with the first
  std::string reason;          // where there are none: "has no Hamiltonian cycle: node 3 has one link"
};

// The network is connected.
FoundCycle hamiltonian_cycle(const Network& network);

// A path through all nodes of a connected network, each linked with the one before, by its own
// construction or by search; empty where none has been found.
std::vector<Address> hamiltonian_path(const Network& network);

// The certificates, which every answer passes.
bool is_hamiltonian_path(const Adjacency& adjacency, const std::vector<Address>& nodes);
bool is_hamiltonian_cycle(const Adjacency& adjacency, const std::vector<Address>& nodes);

// Why a connected network has no Hamiltonian cycle, where that is easy to see:
//
//     fewer than three nodes
//     a node of one link                 "node 6 has one link"
//     two colours, unequally many        "every link joins one of 13 nodes with one of 14 others"
//     a node without which the rest falls apart
//                                        "without node 2 the others are not connected"
//
// Nothing where none of them holds; there need not be a cycle then.
std::optional<std::string> cycle_obstacle(const Adjacency& adjacency);

}  // namespace testbench
