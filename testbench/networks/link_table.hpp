// SPDX-License-Identifier: Apache-2.0
// The links of a network, looked up once, with nodes as plain numbers.
//
//     const LinkTable links(network);
//     links.neighbour(node, port);
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/networks/network.hpp"

namespace testbench {

class LinkTable {
 public:
  explicit LinkTable(const Network& network);

  std::uint32_t nodes() const { return nodes_; }
  unsigned ports() const { return ports_; }
  // The node itself where there is nothing behind the port.
  std::uint32_t neighbour(std::uint32_t node, unsigned port) const { return neighbours_[at(node, port)]; }
  bool has_link(std::uint32_t node, unsigned port) const { return neighbour(node, port) != node; }
  unsigned arrival_port(std::uint32_t node, unsigned port) const { return arrivals_[at(node, port)]; }
  // All of them: neighbours()[node * ports + port].
  const std::vector<std::uint32_t>& neighbours() const { return neighbours_; }

 private:
  std::size_t at(std::uint32_t node, unsigned port) const { return std::size_t{node} * ports_ + port; }

  std::uint32_t nodes_;
  unsigned ports_;
  std::vector<std::uint32_t> neighbours_;
  std::vector<std::uint8_t> arrivals_;
};

}  // namespace testbench
