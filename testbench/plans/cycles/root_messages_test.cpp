// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/cycles/root_messages.hpp"

#include <gtest/gtest.h>

#include <map>

namespace testbench {
namespace {

// The ports of the root in the order of the discipline, for scatter by SBT on the 3-cube with messages of
// one packet.
std::vector<unsigned> ports_of(SchedulingDiscipline discipline) {
  CycleRow row = *find_cycle_row(collectives::Collective::kScatter, "sbt", collectives::PortModel::kOne);
  row.discipline = discipline;
  std::vector<unsigned> ports;
  for (const PortSchedule::Message& message : RootMessages(row, 3, 1).in_order({1})) ports.push_back(message.port);
  return ports;
}

TEST(RootMessages, AreInTheOrderOfTheDiscipline) {
  using enum SchedulingDiscipline;
  using Ports = std::vector<unsigned>;
  EXPECT_EQ(ports_of(kPortOriented), (Ports{0, 0, 0, 0, 1, 1, 2}));
  EXPECT_EQ(ports_of(kCyclic), (Ports{0, 1, 2, 0, 1, 0, 0}));
  // Section 5.1: the transitions of the binary-reflected Gray code.
  EXPECT_EQ(ports_of(kPostorder), (Ports{0, 1, 0, 2, 0, 1, 0}));
  EXPECT_EQ(ports_of(kReverseBreadthFirst), (Ports{0, 0, 1, 0, 0, 1, 2}));
}

// In every discipline each node gets all its packets, by the way that the tree has.
TEST(RootMessages, HaveEveryPacketOnce) {
  for (const CycleRow& row : discipline_rows()) {
    if (row.collective != collectives::Collective::kScatter || !row.is_scheduled) continue;
    const std::vector<std::uint32_t> shares =
        row.rotated ? std::vector<std::uint32_t>{3, 3, 2, 2} : std::vector<std::uint32_t>{10};
    std::map<std::uint32_t, std::uint32_t> packets;
    for (const PortSchedule::Message& message : RootMessages(row, 4, 4).in_order(shares)) {
      std::uint32_t count = 0;
      for (const PortSchedule::Packets& some : message.packets) {
        EXPECT_EQ(some.way.front(), cube::neighbour(Address(0), message.port));
        packets[some.way.back().number()] += some.count;
        count += some.count;
      }
      EXPECT_LE(count, 4u) << row.algorithm;
    }
    for (std::uint32_t node = 1; node < 16; ++node) EXPECT_EQ(packets[node], 10u) << row.algorithm << ' ' << node;
  }
}

}  // namespace
}  // namespace testbench
