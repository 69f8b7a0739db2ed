// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/costs/cost_measurement.hpp"

#include <gtest/gtest.h>

namespace testbench {
namespace {

// Johnsson and Ho 1986, section 8.1: an external packet of 1 KiB takes 8 ms to start, an internal one 6
// ms. Two hops on the 2-cube have two start-ups of 8 ms for each message, the first one too.
TEST(CostMeasurement, CountsTheStartUpOfTheFirstMessage) {
  constexpr unsigned kMessage = 128;
  const CycleRow& row = *find_cycle_row(collectives::Collective::kBroadcast, "sbt", collectives::PortModel::kOne);
  for (const unsigned messages : {1u, 2u}) {
    const CostResult result =
        measured({&row, 2, messages * kMessage, kMessage}, {16, 6000, kMessage, {kMessage, 2000}});
    EXPECT_EQ(result.fault.value_or(""), "");
    EXPECT_EQ(result.cycles - result.registers, 2 * messages * (8000 + kMessage * 6));
  }
}

// Packets wait for one another where 24 packets go in shares of 6, and a reduce-scatter has an order.
TEST(CostMeasurement, KnowsThatAllgatherByNrbrgIsNotExact) {
  for (const auto collective : {collectives::Collective::kAllgather, collectives::Collective::kReduceScatter}) {
    const CycleRow& row = *find_cycle_row(collective, "nrbrg", collectives::PortModel::kAll);
    const CostResult result = measured({&row, 4, 24, 6}, {16, 20, 8});
    EXPECT_EQ(result.is_exact(), result.difference() == 0) << name_of(collective);
  }
}

}  // namespace
}  // namespace testbench
