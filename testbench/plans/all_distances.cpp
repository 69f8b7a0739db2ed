#include "testbench/plans/all_distances.hpp"

#include <fmt/format.h>

#include "testbench/plans/levels.hpp"
#include "testbench/plans/plan.hpp"

namespace testbench {

std::uint32_t AllDistances::require_few(std::uint32_t nodes) {
  if (nodes <= kMostNodes) return nodes;
  throw PlanError(
      fmt::format("has {} nodes: the ways between all of them are worked out for {} at most", nodes, kMostNodes));
}

AllDistances::AllDistances(const LinkTable& links) : nodes_(require_few(links.nodes())) {
  distances_.reserve(std::size_t{nodes_} * nodes_);
  for (std::uint32_t node = 0; node < nodes_; ++node) {
    for (const std::uint32_t distance : levels_from(links, node).distance) {
      distances_.push_back(static_cast<std::uint16_t>(distance));
    }
  }
}

}  // namespace testbench
