// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/wire_checker.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace testbench::test {
namespace {

using Kind = WireEventKind;

LinkEvent packet(std::uint64_t cycle, std::uint32_t sequence) {
  return {cycle, 3, 1, 3, 5, 0, sequence};
}

// Packet 0 comes damaged in frame 1, so that packet 1, in frame 2, comes too early. Frame 4 repeats both.
const std::vector<LinkEvent> kSent{packet(1, 0), packet(3, 1)};
const std::vector<WireEvent> kWires{
    {Kind::kCarried, 2, 5, 1, packet(5, 0)},     {Kind::kDamaged, 2, 6, 1, packet(6, 0)},
    {Kind::kCarried, 8, 11, 2, packet(11, 1)},   {Kind::kTimeOut, 20, 20, 0, packet(20, 0)},
    {Kind::kAnswer, 22, 24, 3, packet(24, 0)},   {Kind::kRepeated, 30, 33, 4, packet(33, 0)},
    {Kind::kRepeated, 34, 37, 4, packet(37, 1)}, {Kind::kArrived, 38, 38, 4, packet(38, 0)},
    {Kind::kArrived, 38, 38, 4, packet(38, 1)}};

std::optional<std::string> fault_of(const std::vector<LinkEvent>& sent, const std::vector<WireEvent>& wires) {
  WireChecker checker(2);
  checker.observe(sent, wires);
  return checker.finish(true);
}

TEST(WireChecker, FindsEveryWrongEvent) {
  EXPECT_EQ(fault_of(kSent, kWires), std::nullopt);
  for (std::size_t i = 0; i < kWires.size(); ++i) {
    SCOPED_TRACE(i);
    std::vector<WireEvent> wires = kWires;
    wires.erase(wires.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_EQ(fault_of(kSent, wires).has_value(), kWires[i].kind != Kind::kAnswer) << "it is missing";
    if (!has_packet(kWires[i].kind)) continue;
    wires = kWires;
    wires[i].packet.sequence ^= 1;
    EXPECT_NE(fault_of(kSent, wires), std::nullopt) << "another packet";
    wires = kWires;
    wires.insert(wires.begin() + static_cast<std::ptrdiff_t>(i), kWires[i]);
    EXPECT_NE(fault_of(kSent, wires), std::nullopt) << "twice";
  }
  EXPECT_NE(fault_of({kSent[0]}, kWires), std::nullopt) << "never handed over";
  EXPECT_NE(fault_of({packet(2, 0), kSent[1]}, kWires), std::nullopt) << "handed over too late";
}

TEST(WireChecker, OnlyADeadLinkDropsPackets) {
  std::vector<WireEvent> wires{{Kind::kTimeOut, 9, 9, 0, packet(9, 0)}, {Kind::kDropped, 9, 9, 0, packet(9, 2)}};
  EXPECT_EQ(fault_of(kSent, wires),
            "link 3:1: 2 of 2 packets that it was handed have not arrived, and it has dropped 2");
  wires.push_back({Kind::kDead, 9, 9, 0, packet(9, 0)});
  EXPECT_EQ(fault_of(kSent, wires), std::nullopt);
}

}  // namespace
}  // namespace testbench::test
