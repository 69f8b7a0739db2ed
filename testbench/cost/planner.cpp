// SPDX-License-Identifier: Apache-2.0
#include "testbench/cost/planner.hpp"

#include <set>

namespace testbench {
namespace {

// The largest cubes for which plans are made to compare them.
constexpr unsigned kMostComparedDim = 8;

// The best B by the formula, for M packets as they are, for as many as the dimension divides, and
// among those B that divide M.
std::set<std::uint32_t> best_frames(const Formula& formula, CostPoint at) {
  const std::uint64_t most = at.b;
  const std::uint64_t packets = at.m;
  const std::uint64_t rounded = collectives::divide_up(packets, at.n) * at.n;
  std::set<std::uint32_t> best;
  const auto add_best = [&](std::uint64_t m, bool divides) {
    at.m = m;
    std::uint64_t best_b = 1;
    double least = 0;
    for (at.b = 1; at.b <= most; ++at.b) {
      if (divides && m % at.b != 0) continue;
      const double cycles = formula.cycles(at);
      if (at.b != 1 && cycles >= least) continue;
      least = cycles;
      best_b = at.b;
    }
    best.insert(static_cast<std::uint32_t>(best_b));
  };
  add_best(packets, false);
  add_best(rounded, false);
  add_best(packets, true);
  return best;
}

}  // namespace

std::optional<CostChoice> plan_cost(collectives::Collective collective, collectives::PortModel ports, CostPoint at,
                                    std::uint64_t registers) {
  FrameCosts costs{1, static_cast<std::uint64_t>(at.start_up), static_cast<std::uint64_t>(at.packet), registers, true};
  at.start_up += static_cast<double>(registers);
  std::optional<CostChoice> best;
  for (const CycleRow& row : cycle_rows()) {
    const Formula* const formula = find_formula(row);
    if (row.collective != collective || row.ports != ports || formula == nullptr || row.mixes()) continue;
    for (const std::uint32_t b : best_frames(*formula, at)) {
      CostPoint here = at;
      here.b = costs.frame_packets = b;
      double cycles = formula->cycles(here);
      if (at.n <= kMostComparedDim) {
        const RoutingCycles plan(row, network::Cube(at.n), static_cast<std::uint32_t>(at.m), network::Address(0),
                                 costs);
        cycles = static_cast<double>(plan.cycles()->value);
      }
      if (!best || cycles < best->cycles) best = CostChoice{&row, b, cycles};
    }
  }
  return best;
}

}  // namespace testbench
