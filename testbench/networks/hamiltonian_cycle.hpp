// Hamiltonian cycles and paths: by the construction of the network's own where it has one
// (firmware/networks/network.hpp), else by search. Networks of which it is known that they have
// none are told from those in which none was found.
//
//     const FoundCycle found = hamiltonian_cycle(network);
//     if (found.nodes.empty()) throw PlanError(found.reason);
#pragma once

#include <string>
#include <vector>

#include "testbench/networks/distances.hpp"
#include "testbench/networks/network.hpp"

namespace testbench {

struct FoundCycle {
  std::vector<Address> nodes;  // from node 0, each once, each linked with the one before and the last with the first
  std::string reason;          // where there are none: "has no Hamiltonian cycle: node 3 has one link"
};

// Of a connected network.
FoundCycle hamiltonian_cycle(const Network& network);

// A path through all nodes of a connected network, each linked with the one before, by its own
// construction or by search; empty where none has been found.
std::vector<Address> hamiltonian_path(const Network& network);

// The certificates, which every answer passes.
bool is_hamiltonian_path(const Adjacency& adjacency, const std::vector<Address>& nodes);
bool is_hamiltonian_cycle(const Adjacency& adjacency, const std::vector<Address>& nodes);

}  // namespace testbench
