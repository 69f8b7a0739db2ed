// The links of a network, looked up once, with nodes as plain numbers; and how far the nodes are from one of them.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/networks/network.hpp"

namespace testbench {

class Wiring {
 public:
  explicit Wiring(const Network& network);

  std::uint32_t nodes() const { return nodes_; }
  unsigned ports() const { return ports_; }
  // The node itself where there is nothing behind the port.
  std::uint32_t neighbour(std::uint32_t node, unsigned port) const { return neighbours_[at(node, port)]; }
  bool has_link(std::uint32_t node, unsigned port) const { return neighbour(node, port) != node; }
  unsigned arrival_port(std::uint32_t node, unsigned port) const { return arrivals_[at(node, port)]; }

 private:
  std::size_t at(std::uint32_t node, unsigned port) const { return std::size_t{node} * ports_ + port; }

  std::uint32_t nodes_;
  unsigned ports_;
  std::vector<std::uint32_t> neighbours_;
  std::vector<std::uint8_t> arrivals_;
};

// Breadth-first from one node of a connected network.
struct Levels {
  std::vector<std::uint32_t> distance;  // by node
  std::vector<std::uint32_t> order;     // all nodes, nearest first

  std::uint32_t eccentricity() const { return distance[order.back()]; }
};
Levels levels_from(const Wiring& wiring, std::uint32_t node);

// The ports of a node behind which the node that the levels begin with is nearer. None of that node itself.
network::Ports nearer_ports(const Wiring& wiring, const Levels& levels, std::uint32_t node);

}  // namespace testbench
