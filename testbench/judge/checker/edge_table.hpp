// SPDX-License-Identifier: Apache-2.0
// The network as the judge knows it: a table of its directed links.
//
//     const EdgeTable edges = cube_edges(3);
//     edges.receiver(0b101, 1) == 0b111
//
// The first nodes are ends, which send and receive; those behind them are switches, which only pass packets on.
//
// A node with fewer links than others has ports with nothing behind them; their receiver is the
// node itself. A link arrives at the receiver's port of the same number, or at that of a table.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "testbench/ground/host/node_table.hpp"

namespace testbench {

class EdgeTable {
 public:
  EdgeTable() = default;
  // receivers[node * ports + port]: the node behind the port.
  EdgeTable(unsigned ports, std::vector<std::uint32_t> receivers, std::uint64_t ends = 0)
      : EdgeTable(NodeTable(ports, std::move(receivers)), false, {}, ends) {}
  // `symmetric`: the links of every node are those of node 0 as it sees the network, port by port.
  // `arrivals`: by link, or by port where all nodes have the same. `ends`: 0 where all nodes are.
  explicit EdgeTable(NodeTable receivers, bool symmetric = false, std::vector<std::uint8_t> arrivals = {},
                     std::uint64_t ends = 0)
      : table_(std::move(receivers)),
        arrivals_(std::move(arrivals)),
        is_symmetric_(symmetric),
        ends_(ends == 0 ? table_.nodes() : ends) {}

  std::uint64_t nodes() const { return table_.nodes(); }
  std::uint64_t ends() const { return ends_; }
  bool has_switches() const { return ends_ != nodes(); }
  unsigned ports() const { return table_.ports(); }
  bool has_symmetric_nodes() const { return is_symmetric_; }
  std::uint64_t links() const { return nodes() * ports(); }
  // The number of a directed link, 0 .. links() - 1.
  std::uint64_t link(std::uint32_t node, std::uint32_t port) const { return std::uint64_t{node} * ports() + port; }
  // By number of the link; null for a network so large that they are worked out.
  const std::uint32_t* receivers() const { return table_.words(); }
  std::uint32_t receiver(std::uint32_t node, std::uint32_t port) const { return table_.at(node, port); }
  // The receiver's port at which the link arrives.
  unsigned arrival_port(std::uint32_t node, std::uint32_t port) const {
    return arrivals_.empty() ? port : arrivals_[arrivals_.size() == ports() ? port : link(node, port)];
  }
  // By port.
  NodeTable::Row receivers_of(std::uint32_t node) const { return table_.row(node); }
  friend bool operator==(const EdgeTable&, const EdgeTable&) = default;
  bool has_link(std::uint32_t node, std::uint32_t port) const { return receiver(node, port) != node; }

 private:
  NodeTable table_;
  std::vector<std::uint8_t> arrivals_;
  bool is_symmetric_ = false;
  std::uint64_t ends_ = 0;
};

// The cube of dimension `dim`: port k leads where the address differs in bit k.
inline EdgeTable cube_edges(unsigned dim) {
  std::vector<std::uint32_t> receivers;
  receivers.reserve(std::size_t{dim} << dim);
  for (std::uint32_t node = 0; node < std::uint32_t{1} << dim; ++node) {
    for (unsigned port = 0; port < dim; ++port) receivers.push_back(node ^ std::uint32_t{1} << port);
  }
  return {dim, std::move(receivers)};
}

}  // namespace testbench
