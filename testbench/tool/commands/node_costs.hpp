// SPDX-License-Identifier: Apache-2.0
// The cost of a network's node, where docs/guides/fpga.md has it: nodes of cubes, with payloads of
// 32 bits and a cycle a hop.
#pragma once

#include <iterator>
#include <optional>
#include <string_view>

#include "testbench/plans/networks/spec.hpp"

namespace testbench {

struct NodeCost {
  unsigned luts;  // Xilinx 7, with LUT RAM
  double mhz;     // ECP5
};

// By dimension, from 2 on.
inline constexpr NodeCost kNodeCosts[] = {{1033, 84.6}, {1988, 55.1}, {3407, 46.0}, {6146, 41.0}, {8248, 26.0}};

inline constexpr const char* kNodeCostsNote =
    "LUTs (Xilinx 7, LUT RAM too) and MHz (ECP5) are of a cube's node of 32 bits, from docs/guides/fpga.md; it has no "
    "other networks\n";

inline std::optional<NodeCost> cost_of_node(std::string_view spec) {
  constexpr std::string_view kCube = "cube:";
  if (!spec.starts_with(kCube)) return std::nullopt;
  const auto dim = number_in(spec.substr(kCube.size()), {2, 1 + static_cast<std::uint32_t>(std::size(kNodeCosts))});
  return dim ? std::optional(kNodeCosts[*dim - 2]) : std::nullopt;
}

}  // namespace testbench
