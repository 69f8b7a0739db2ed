// The distances between all pairs of nodes, for networks whose nodes are not alike.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/plans/wiring.hpp"

namespace testbench {

class AllDistances {
 public:
  // The memory grows with the square of the nodes. Throws PlanError where that is too much.
  explicit AllDistances(const Wiring& wiring);

  static constexpr std::uint32_t kMostNodes = 8192;

  // To every node, by node.
  const std::uint16_t* row(std::uint32_t node) const { return distances_.data() + std::size_t{node} * nodes_; }

 private:
  std::uint32_t nodes_;
  std::vector<std::uint16_t> distances_;
};

}  // namespace testbench
