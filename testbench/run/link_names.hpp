// Links as text, and the dependency cycles that an operation's packets make of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "testbench/run/link_graph.hpp"

namespace testbench {

// Each as node-port>neighbour. Link node * ports + port leaves the node through the port.
std::vector<std::string> names_of_links(const network::SomeNetwork& network, const std::vector<std::uint32_t>& links);

// The dependency cycle of the operation's graph (coupled_links.hpp), as links of nodes also where a
// link of it stands for those of all nodes: gone round from node 0 until it is back there. Empty if
// there is none.
std::vector<std::uint32_t> dependency_cycle_of(const collectives::Operation& operation, const LinkGraph& graph);

}  // namespace testbench
