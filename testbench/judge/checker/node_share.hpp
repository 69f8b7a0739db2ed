// SPDX-License-Identifier: Apache-2.0
// The nodes of one of several ranks, which have a network together (testbench/engines/mesh/division.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace testbench {

class NodeShare {
 public:
  // `rank_of`: by address. Every rank has a node.
  NodeShare(std::vector<std::uint16_t> rank_of, unsigned rank) : rank_of_(std::move(rank_of)), rank_(rank) {
    places_.resize(rank_of_.size());
    for (std::uint32_t node = 0; node < rank_of_.size(); ++node) {
      places_[node] = static_cast<std::uint32_t>(nodes_.size());
      if (has(node)) nodes_.push_back(node);
    }
  }

  unsigned rank() const { return rank_; }
  bool has(std::uint32_t node) const { return rank_of_[node] == rank_; }
  unsigned rank_of(std::uint32_t node) const { return rank_of_[node]; }
  // The nodes of this rank, in the order of addresses, and the place of one of them among these.
  std::span<const std::uint32_t> nodes() const { return nodes_; }
  std::uint32_t place(std::uint32_t node) const { return places_[node]; }

 private:
  std::vector<std::uint16_t> rank_of_;
  unsigned rank_;
  std::vector<std::uint32_t> nodes_;
  std::vector<std::uint32_t> places_;
};

// For what has a record of the nodes of a share, or of all, where it is null.
inline bool is_here(const NodeShare* share, std::uint32_t node) {
  return share == nullptr || share->has(node);
}
inline std::uint64_t place_of(const NodeShare* share, std::uint32_t node) {
  return share == nullptr ? node : share->place(node);
}
inline std::uint64_t nodes_here(const NodeShare* share, std::uint64_t all) {
  return share == nullptr ? all : share->nodes().size();
}

// Equal parts in the order of addresses: by the upper bits, if the ranks are a power of two.
inline std::vector<std::uint16_t> ranks_by_address(std::uint32_t nodes, unsigned ranks) {
  std::vector<std::uint16_t> rank_of(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    rank_of[node] = static_cast<std::uint16_t>(std::uint64_t{node} * ranks / nodes);
  }
  return rank_of;
}

}  // namespace testbench
