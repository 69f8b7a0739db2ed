// The distances between all pairs of nodes, for networks whose nodes are not alike.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/networks/link_table.hpp"

namespace testbench {

class AllDistances {
 public:
  // Throws PlanError where there are too many nodes.
  explicit AllDistances(const LinkTable& links);

  // The memory and the time of all pairs.
  static constexpr std::uint32_t kMostNodes = 8192;
  // The number itself. Throws PlanError where it is too large.
  static std::uint32_t require_few(std::uint32_t nodes);

  // To every node, by node.
  const std::uint16_t* row(std::uint32_t node) const { return distances_.data() + std::size_t{node} * nodes_; }

 private:
  std::uint32_t nodes_;
  std::vector<std::uint16_t> distances_;
};

}  // namespace testbench
