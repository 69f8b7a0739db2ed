// SPDX-License-Identifier: Apache-2.0
// The planner: which algorithm, with which B, finishes first, by the paper's formulas.
#pragma once

#include <optional>

#include "testbench/plans/cost/formulas.hpp"
#include "testbench/plans/cycles/routing_cycles.hpp"

namespace testbench {

struct CostChoice {
  const CycleRow* row = nullptr;
  std::uint32_t frame_packets = 1;
  double cycles = 0;  // with the registers
};

// The choice for that collective and port model; `at.b` is the largest B. The formulas say the best B
// of each row. Up to d = 8 the rows are then compared by the loads of their links (theorems 6.2, 7.3
// and 7.4), which hold for every M; above by the formulas. Nothing if the paper has no formula.
std::optional<CostChoice> plan_cost(collectives::Collective collective, collectives::PortModel ports, CostPoint at,
                                    std::uint64_t registers);

}  // namespace testbench
