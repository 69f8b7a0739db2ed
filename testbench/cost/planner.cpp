// SPDX-License-Identifier: Apache-2.0
#include "testbench/cost/planner.hpp"

namespace testbench {

std::optional<CostChoice> plan_cost(collectives::Collective collective, collectives::PortModel ports, CostPoint at,
                                    std::uint64_t registers) {
  const std::uint64_t most = at.b;
  at.start_up += static_cast<double>(registers);
  std::optional<CostChoice> best;
  // Shares of d trees are equal where the dimension divides M. Else the busiest tree decides, as if
  // all had as many.
  const std::uint64_t packets = at.m;
  const std::uint64_t rounded = collectives::divide_up(packets, at.n) * at.n;
  for (const CycleRow& row : cycle_rows()) {
    const Formula* const formula = find_formula(row);
    if (row.collective != collective || row.ports != ports || formula == nullptr || row.mixes()) continue;
    at.m = formula->exact == Exact::kEvenShares ? rounded : packets;
    for (at.b = 1; at.b <= most; ++at.b) {
      if (!formula->is_exact(at)) continue;
      const double cycles = formula->cycles(at);
      // Of equals the later row: SBnT balances what the shares of nRSBT do not (section 5.1.5).
      const bool is_better = !best || cycles < best->cycles || (cycles == best->cycles && best->row != &row);
      if (is_better) best = CostChoice{&row, static_cast<std::uint32_t>(at.b), cycles};
    }
  }
  return best;
}

}  // namespace testbench
