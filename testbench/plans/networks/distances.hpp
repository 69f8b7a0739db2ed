// SPDX-License-Identifier: Apache-2.0
// How far the nodes of a network are from one another.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbench/ground/host/breadth_first.hpp"
#include "testbench/plans/networks/network.hpp"

namespace testbench {

// The nodes behind all ports, looked up once.
class Adjacency {
 public:
  explicit Adjacency(const Network& network);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(first_.size()) - 1; }
  // The first nodes, which send and receive; the others are switches.
  std::uint32_t ends() const { return ends_; }
  // The nodes with a link to this one: degree(node) numbers.
  const std::uint32_t* begin(std::uint32_t node) const { return links_.data() + first_[node]; }
  const std::uint32_t* end(std::uint32_t node) const { return links_.data() + first_[node + 1]; }
  std::uint32_t degree(std::uint32_t node) const { return first_[node + 1] - first_[node]; }

 private:
  std::vector<std::uint32_t> first_;  // by node: its first link
  std::vector<std::uint32_t> links_;
  std::uint32_t ends_;
};

BreadthFirst breadth_first(const Adjacency& adjacency, std::uint32_t node);

// The network is connected.
struct DistancesOfNode {
  // Switches do not count.
  std::uint32_t eccentricity = 0;  // links to the farthest of them
  std::uint64_t sum = 0;           // of the distances to all of them; Dimakopoulos calls it status
};
DistancesOfNode distances_from(const Adjacency& adjacency, std::uint32_t node);

// The first node that cannot be reached from node 0; nothing where the network is connected.
std::optional<std::uint32_t> first_unreached(const Adjacency& adjacency);

struct Distances {
  std::uint32_t diameter = 0;
  std::uint64_t least_sum = 0;  // DistancesOfNode::sum of the node with the least
  std::uint64_t most_sum = 0;
};

// Without `is_symmetric` a search starts at every node, and there may be so many.
inline constexpr std::uint32_t kMaxAskedNodes = 8192;

// The network is connected. `is_symmetric`: node 0 stands for all. Nothing where there are too many
// nodes to search from each.
std::optional<Distances> distances_of(const Adjacency& adjacency, bool is_symmetric);

}  // namespace testbench
