// How far the nodes of a connected network are from one of them, by a breadth-first search.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/networks/link_table.hpp"

namespace testbench {

struct Levels {
  std::vector<std::uint32_t> distance;  // by node
  std::vector<std::uint32_t> order;     // all nodes, nearest first

  std::uint32_t eccentricity() const { return distance[order.back()]; }
};
Levels levels_from(const LinkTable& links, std::uint32_t node);

// The ports of a node behind which the node that the levels begin with is nearer. None of that node
// itself.
network::Ports nearer_ports(const LinkTable& links, const Levels& levels, std::uint32_t node);

}  // namespace testbench
