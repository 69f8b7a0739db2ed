// SPDX-License-Identifier: Apache-2.0
// The plans in routing cycles beside the paper's formulas: equal where the formula is exact, but for
// the registers of the hops.
#include "testbench/cost/formulas.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "testbench/plans/routing_cycles.hpp"

namespace testbench {
namespace {

TEST(Formulas, ArePlannedWhereTheyAreExact) {
  std::mt19937 random(1);
  const auto number = [&](unsigned least, unsigned most) {
    return std::uniform_int_distribution<unsigned>(least, most)(random);
  };
  for (const CycleRow& row : cycle_rows()) {
    const Formula* const formula = find_formula(row);
    if (formula == nullptr) continue;
    unsigned tried = 0;
    for (unsigned trial = 0; trial < 600; ++trial) {
      const unsigned n = number(2, 6);
      CostPoint at{n, number(1, 8) * (trial % 2 == 0 ? n : 1), number(1, 20), 0, 0};
      if (trial % 4 == 3) at.m *= at.b;
      const unsigned tau = number(0, 40);
      const unsigned packet = number(1, 9);
      at.start_up = tau;
      at.packet = packet;
      if (!formula->is_exact(at) || at.m > 300) continue;
      const FrameCosts costs{static_cast<std::uint32_t>(at.b), tau, packet, 3, true};
      const RoutingCycles plan(row, network::Cube(n), static_cast<std::uint32_t>(at.m),
                               Address(number(0, (1u << n) - 1)), costs);
      const double planned = static_cast<double>(plan.cycles()->value - plan.registers());
      EXPECT_NEAR(planned, formula->cycles(at), 0.001)
          << fmt::format("{} {} {} n {} M {} B {} tau {} t_c {}", name_of(row.collective), row.algorithm,
                         name_of(row.ports), n, at.m, at.b, tau, packet);
      ++tried;
    }
    EXPECT_TRUE(tried > 10 || formula->exact == Exact::kNever) << row.algorithm;
  }
}

}  // namespace
}  // namespace testbench
