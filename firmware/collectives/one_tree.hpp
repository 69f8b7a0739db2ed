// Injection programs for trees that are entered through the same ports by every packet.
#pragma once

#include "firmware/collectives/operation.hpp"

namespace collectives {

// Every port that leads to a child of the root sends every packet on tree 0.
inline void load_one_tree(const Operation& operation, Ports root_children, node::Driver& driver) {
  for (const unsigned port : root_children) {
    driver.add(port, {Address(), 0, 0, operation.packets});
    driver.send(port, operation.packets);
  }
}

// Of the d ERSBTs, port j sends the packets of tree j alone: j, j + d, j + 2 d, ...
inline void load_edge_disjoint_trees(const Operation& operation, node::Driver& driver) {
  for (unsigned port = 0; port < operation.d() && port < operation.packets; ++port) {
    driver.add(port, {Address(), port, port, 1});
    driver.send(port, (operation.packets - port - 1) / operation.d() + 1);
  }
}

}  // namespace collectives
