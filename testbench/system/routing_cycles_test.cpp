// SPDX-License-Identifier: Apache-2.0
// Collectives in routing cycles: every row takes the cycles that its plan says, which the tables of
// Johnsson and Ho say too (testbench/cost/formulas_test.cpp).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "testbench/run/link_layer.hpp"
#include "testbench/run/runner.hpp"

namespace testbench::test {
namespace {

RunReport run_in_cycles(const CycleRow& row, unsigned d, std::uint32_t packets, Address root, const EngineChoice& engine,
                        std::uint64_t* planned) {
  const auto operation = std::make_shared<const CycleOperation>(row, network::Cube(d), packets, root, engine);
  *planned = operation->plan().cycles()->value;
  return testbench::Run(Experiment(operation)).execute({});
}

LinkSetting plain_links(unsigned wires, unsigned frame_packets, unsigned gap) {
  LinkSetting links;
  links.wires = wires;
  links.frame_packets = frame_packets;
  links.frame_room = 64;
  links.gap = gap;
  links.cut_through = true;
  return links;
}

TEST(RoutingCycles, EveryRowTakesTheCyclesOfItsPlan) {
  std::mt19937 random(1);
  const auto number = [&](unsigned least, unsigned most) {
    return std::uniform_int_distribution<unsigned>(least, most)(random);
  };
  for (const CycleRow& row : cycle_rows()) {
    for (unsigned d = 1; d <= 4; ++d) {
      for (unsigned trial = 0; trial < 16; ++trial) {
        EngineChoice engine;
        engine.simulation.links = plain_links(trial % 2 == 0 ? 160 : 16, number(1, 12), number(0, 20));
        const std::uint32_t packets = number(1, 20);
        std::uint64_t planned = 0;
        const RunReport report =
            run_in_cycles(row, d, packets, Address(number(0, (1u << d) - 1)), engine, &planned);
        const std::string what = fmt::format("{} {} {} d {} M {} B {} gap {} t_c {}", name_of(row.collective), row.algorithm, name_of(row.ports), d, packets,
                                             engine.simulation.links->frame_packets, engine.simulation.links->gap, report.link_layer->packet_cycles);
        EXPECT_EQ(report.fault.value_or(""), "") << what;
        EXPECT_EQ(report.cycles, planned) << what;
      }
    }
  }
}

}  // namespace
}  // namespace testbench::test
