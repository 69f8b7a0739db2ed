// SPDX-License-Identifier: Apache-2.0
#include "testbench/cost/planner.hpp"

namespace testbench {
namespace {

// The largest cubes for which plans are made to compare them.
constexpr unsigned kMostComparedDim = 8;

// The best B by the formula.
std::uint32_t best_frame(const Formula& formula, CostPoint at) {
  const std::uint64_t most = at.b;
  std::uint64_t best = at.b = 1;
  double least = formula.cycles(at);
  for (at.b = 2; at.b <= most; ++at.b) {
    const double cycles = formula.cycles(at);
    if (cycles >= least) continue;
    least = cycles;
    best = at.b;
  }
  return static_cast<std::uint32_t>(best);
}

}  // namespace

std::optional<CostChoice> plan_cost(collectives::Collective collective, collectives::PortModel ports, CostPoint at,
                                    std::uint64_t registers) {
  FrameCosts costs{1, static_cast<std::uint64_t>(at.start_up), static_cast<std::uint64_t>(at.packet), registers, true};
  at.start_up += static_cast<double>(registers);
  std::optional<CostChoice> best;
  // B is best for M packets as they are, or for as many as the dimension divides: the busiest of d
  // trees has as many as then all have.
  for (const CycleRow& row : cycle_rows()) {
    const Formula* const formula = find_formula(row);
    if (row.collective != collective || row.ports != ports || formula == nullptr || row.mixes()) continue;
    for (const std::uint64_t m : {at.m, collectives::divide_up(at.m, at.n) * at.n}) {
      CostPoint here = at;
      here.m = m;
      here.b = costs.frame_packets = best_frame(*formula, here);
      double cycles = formula->cycles(here);
      if (at.n <= kMostComparedDim) {
        const RoutingCycles plan(row, network::Cube(at.n), static_cast<std::uint32_t>(at.m), Address(0), costs);
        cycles = static_cast<double>(plan.cycles()->value);
      }
      if (!best || cycles < best->cycles) best = CostChoice{&row, costs.frame_packets, cycles};
    }
  }
  return best;
}

}  // namespace testbench
