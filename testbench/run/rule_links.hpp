// The links that a rule couples, whoever sends: packets of every source, to every destination where
// the rule goes to one node, on the trees 0 to `trees` - 1, each from its source on as the rule
// says.
#pragma once

#include "firmware/networks/cube.hpp"
#include "firmware/node/registers.hpp"
#include "testbench/run/link_graph.hpp"

namespace testbench {

// Link node * ports + port leaves the node through the port. Not for stored rules, whose ways stand
// in the programs.
LinkGraph rule_links(const network::Cube& network, node::Rule rule, std::uint32_t trees);

}  // namespace testbench
