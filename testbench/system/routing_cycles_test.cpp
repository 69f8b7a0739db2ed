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

RunReport run_in_cycles(const CycleRow& row, unsigned d, std::uint32_t packets, Address root,
                        const EngineChoice& engine, std::uint64_t* planned) {
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

// A packet of t_c = 1 can come one cycle late to a frame, where packets of several in-ports go to
// one port. In an allgather by nRBRG packets of two routing cycles meet in a queue. Both can cost
// one frame more.
bool may_be_late(const CycleRow& row, std::uint64_t packet_cycles) {
  const bool all_send = row.programs == collectives::Programs::kAlike;
  return all_send && row.ports == collectives::PortModel::kAll &&
         (packet_cycles == 1 || std::string(row.algorithm) == "nrbrg");
}

TEST(RoutingCycles, EveryRowTakesTheCyclesOfItsPlan) {
  std::mt19937 random(1);
  const auto number = [&](unsigned least, unsigned most) {
    return std::uniform_int_distribution<unsigned>(least, most)(random);
  };
  for (const CycleRow& row : cycle_rows()) {
    for (unsigned d = 1; d <= 4; ++d) {
      for (unsigned trial = 0; trial < 4; ++trial) {
        EngineChoice engine;
        LinkSetting& links =
            engine.simulation.links.emplace(plain_links(trial % 2 == 0 ? 160 : 16, number(1, 12), number(0, 20)));
        const std::uint32_t packets = number(1, 20);
        std::uint64_t planned = 0;
        const RunReport report = run_in_cycles(row, d, packets, Address(number(0, (1u << d) - 1)), engine, &planned);
        const LinkTotals& found = report.link_layer.value();
        const std::string what =
            fmt::format("{} {} {} d {} M {} B {} gap {} t_c {}", name_of(row.collective), row.algorithm,
                        name_of(row.ports), d, packets, links.frame_packets, links.gap, found.packet_cycles);
        EXPECT_EQ(report.fault.value_or(""), "") << what;
        if (may_be_late(row, found.packet_cycles)) {
          EXPECT_LE(report.cycles, planned + found.tau + links.frame_packets * found.packet_cycles) << what;
        } else {
          EXPECT_EQ(report.cycles, planned) << what;
        }
      }
    }
  }
}

// Frames that are handed on when they have ended, and such with a checksum.
TEST(RoutingCycles, EveryRowRunsOverOtherLinks) {
  for (const CycleRow& row : cycle_rows()) {
    for (const hls::LinkCheck check : {hls::LinkCheck::kNone, hls::LinkCheck::kCrc16}) {
      EngineChoice engine;
      LinkSetting& links = engine.simulation.links.emplace(plain_links(16, 4, 5));
      links.cut_through = false;
      links.check = check;
      std::uint64_t planned = 0;
      const RunReport report = run_in_cycles(row, 3, 6, Address(5), engine, &planned);
      const std::string what =
          fmt::format("{} {} {} {}", name_of(row.collective), row.algorithm, name_of(row.ports), name_of(check));
      EXPECT_EQ(report.fault.value_or(""), "") << what;
      // An acknowledgement can delay a frame.
      if (check == hls::LinkCheck::kNone) EXPECT_LE(report.cycles, planned) << what;
    }
  }
}

}  // namespace
}  // namespace testbench::test
