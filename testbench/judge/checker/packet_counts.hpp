// SPDX-License-Identifier: Apache-2.0
// The numbers of packets between each two nodes of an isotropic task, in which every node has k_c
// for the node that it sees as c.
//
// The judge knows no group. The node that s sees as c is the one to which those ports lead from s
// that lead from node 0 to c. On a Cayley network whose port k is the same generator everywhere
// that is one node whatever ports are taken: a walk is a product of generators. Here they are found
// from the table of links by breadth-first search.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/judge/checker/edge_table.hpp"

namespace testbench {

class PacketCounts {
 public:
  PacketCounts() = default;
  /// \param seen    k_c by relative address; that of 0 is not used.
  /// \param rounds  how often all of it is sent. Throws std::invalid_argument where two nodes are
  /// seen as one, since the ports of this network do not look the same from everywhere.
  PacketCounts(const EdgeTable& edges, const std::vector<std::uint32_t>& seen, std::uint32_t rounds);

  std::uint32_t between(std::uint64_t source, std::uint64_t destination) const {
    return counts_[source * nodes_ + destination];
  }
  // The largest number for one node.
  std::uint32_t most() const { return most_; }
  // Packets of each node.
  std::uint64_t of_a_node() const { return of_a_node_; }
  // Packets in the whole network.
  std::uint64_t total() const { return nodes_ * of_a_node_; }

  friend bool operator==(const PacketCounts&, const PacketCounts&) = default;

  // Bytes that it takes.
  static std::uint64_t memory_bytes(std::uint64_t nodes) { return nodes * nodes * sizeof(std::uint32_t); }

 private:
  std::uint64_t nodes_ = 0;
  std::uint32_t most_ = 0;
  std::uint64_t of_a_node_ = 0;
  std::vector<std::uint32_t> counts_;  // by source, then by destination
};

}  // namespace testbench
