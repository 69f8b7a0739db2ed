// SPDX-License-Identifier: Apache-2.0
// The plans in routing cycles beside the paper's formulas: equal where the formula is exact, but for
// the registers of the hops.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "testbench/plans/cost/planner.hpp"

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
      collectives::Operation operation;
      operation.network = network::Cube(n);
      operation.packets = static_cast<std::uint32_t>(at.m);
      operation.root = Address(number(0, (1u << n) - 1));
      const auto plan = plan_in_cycles(row, operation, costs);
      const double planned = static_cast<double>(plan->cycles()->value - plan->registers());
      EXPECT_NEAR(planned, formula->cycles(at), 0.001)
          << fmt::format("{} {} {} n {} M {} B {} tau {} t_c {}", name_of(row.collective), row.algorithm,
                         name_of(row.ports), n, at.m, at.b, tau, packet);
      ++tried;
    }
    EXPECT_TRUE(tried > 10 || formula->exact == Exact::kNever) << row.algorithm;
  }
}

// Broadcast by SBT on all ports: every group is M, or one packet, where the square root says more or
// less.
TEST(Formulas, SayWhereTheirSquareRootIsNoFrame) {
  const CycleRow& row = *find_cycle_row(collectives::Collective::kBroadcast, "sbt", collectives::PortModel::kAll);
  const Formula& formula = *find_formula(row);
  EXPECT_TRUE(formula.least_holds({4, 100, 4, 12, 2}));  // sqrt(200) packets
  EXPECT_FALSE(formula.least_holds({4, 2, 2, 100, 2}));  // sqrt(33) of 2 packets
  EXPECT_FALSE(formula.least_holds({4, 2, 2, 0.1, 9}));  // a tenth of a packet
  for (const CycleRow& each : cycle_rows()) {
    const Formula* const some = find_formula(each);
    if (some == nullptr || some->both_ways || some->exact == Exact::kNever) continue;
    for (unsigned n = 2; n <= 6; ++n) {
      for (const unsigned m : {1u, 2u, 5u, 24u, 120u}) {
        const CostPoint at{n, n * m, 4, 20, 6};
        if (!some->least_holds(at)) continue;
        double least = some->cycles(at);
        for (CostPoint point = at; ++point.b <= (at.m << n);) least = std::min(least, some->cycles(point));
        EXPECT_LE(some->least(at), least * 1.0001) << name_of(each.collective) << ' ' << each.algorithm;
      }
    }
  }
}

// The planner's choice beside every row with every B, at points where the dimension does not divide M
// and M has few divisors too.
TEST(Planner, ChoosesWhatIsNearlyTheFastest) {
  std::mt19937 random(2);
  const auto number = [&](unsigned least, unsigned most) {
    return std::uniform_int_distribution<unsigned>(least, most)(random);
  };
  for (unsigned trial = 0; trial < 300; ++trial) {
    const CycleRow& some = cycle_rows()[number(0, static_cast<unsigned>(cycle_rows().size()) - 1)];
    const unsigned n = number(1, 5);
    const std::uint32_t packets = number(1, 60);
    const std::uint32_t most = number(1, 40);
    const unsigned tau = number(1, 60);
    const unsigned packet = number(1, 9);
    const CostPoint at{n, packets, most, static_cast<double>(tau), static_cast<double>(packet)};
    const auto cycles = [&](const CycleRow& row, std::uint32_t b) {
      collectives::Operation operation;
      operation.network = network::Cube(n);
      operation.packets = packets;
      return plan_in_cycles(row, operation, {b, tau, packet, 3, true})->cycles()->value;
    };
    const auto choice = plan_cost(some.collective, some.ports, at, 3);
    ASSERT_TRUE(choice);
    const std::uint64_t chosen = cycles(*choice->row, choice->frame_packets);
    for (const CycleRow& row : cycle_rows()) {
      if (row.collective != some.collective || row.ports != some.ports || row.mixes()) continue;
      for (std::uint32_t b = 1; b <= most; ++b) {
        EXPECT_LE(static_cast<double>(chosen), 1.1 * static_cast<double>(cycles(row, b)))
            << fmt::format("{} {} n {} M {} B {} tau {} t_c {}: {} with B {}, but {} with B {}",
                           name_of(some.collective), name_of(some.ports), n, packets, most, tau, packet,
                           choice->row->algorithm, choice->frame_packets, row.algorithm, b);
      }
    }
  }
}

}  // namespace
}  // namespace testbench
