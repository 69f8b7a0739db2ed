#pragma once

#include "testbench/networks/network.hpp"

namespace testbench {

// The port of a node that leads to a neighbour.
inline unsigned port_to(const Network& network, Address node, Address neighbour) {
  unsigned port = 0;
  while (network.neighbour(node, port) != neighbour) ++port;
  return port;
}

}  // namespace testbench
