// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/cost/planner.hpp"

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
  // B is best for M packets as they are, or for as many as the dimension divides in a block: the
  // busiest of d trees has as many as then all have.
  for (const CycleRow& row : cycle_rows()) {
    const Formula* const formula = find_formula(row);
    if (row.collective != collective || row.ports != ports || formula == nullptr || row.mixes()) continue;
    const std::uint64_t blocks = formula->both_ways ? std::uint64_t{1} << at.n : 1;
    for (const std::uint64_t m : {at.m, collectives::divide_up(at.m, at.n * blocks) * at.n * blocks}) {
      CostPoint here = at;
      here.m = m;
      here.b = costs.frame_packets = best_frame(*formula, here);
      double cycles = formula->cycles(here);
      if (at.n <= kMostComparedDim) {
        collectives::Operation operation;
        operation.network = network::Cube(at.n);
        operation.packets = static_cast<std::uint32_t>(at.m);
        cycles = static_cast<double>(plan_in_cycles(row, operation, costs)->cycles()->value);
      }
      if (!best || cycles < best->cycles) best = CostChoice{&row, costs.frame_packets, cycles};
    }
  }
  return best;
}

}  // namespace testbench
