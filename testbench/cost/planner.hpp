// SPDX-License-Identifier: Apache-2.0
// The planner: which algorithm, with which B, finishes first, by the paper's formulas.
#pragma once

#include <optional>

#include "testbench/cost/formulas.hpp"
#include "testbench/plans/routing_cycles.hpp"

namespace testbench {

struct CostChoice {
  const CycleRow* row = nullptr;
  std::uint32_t frame_packets = 1;
  double cycles = 0;  // by the formula
};

// The choice for that collective and port model; `at.b` is the largest B. A start-up counts with the
// registers of a hop. Formulas count where they are exact. Nothing if the paper has none for them.
std::optional<CostChoice> plan_cost(collectives::Collective collective, collectives::PortModel ports, CostPoint at,
                                    std::uint64_t registers);

}  // namespace testbench
