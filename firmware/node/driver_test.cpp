// SPDX-License-Identifier: Apache-2.0
#include "firmware/node/driver.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace node::test {
namespace {

struct FakeBus final : Bus {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> writes;
  std::uint32_t answer = 0;
  std::uint32_t asked = 0;
  void write(std::uint32_t address, std::uint32_t value) override { writes.emplace_back(address, value); }
  std::uint32_t read(std::uint32_t address) override {
    asked = address;
    return answer;
  }
};

using Writes = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
using network::Address;

constexpr Rule kRule{3};

TEST(Driver, BeginSilencesEveryPortAndOpensTheGate) {
  FakeBus bus;
  Driver driver(bus);
  driver.begin(2, Address(3), kRule, 2);
  const Writes expected = {{address(Control::kAddress), 3},      {address(Control::kRule), 3},
                           {address(Control::kSequenceStep), 2}, {address(Control::kPolicy), 0},
                           {address(Control::kGate), 0},         {address(Block::kPackets, 0, 0), 0},
                           {address(Block::kPackets, 1, 0), 0}};
  EXPECT_EQ(bus.writes, expected);
}

TEST(Driver, WritesOnlyWhatChangesBetweenEntries) {
  FakeBus bus;
  Driver driver(bus);
  driver.begin(2, Address(0), kRule, 1);
  bus.writes.clear();
  driver.add(1, {Address(2), 0, 0, 1});
  driver.add(1, {Address(3), 0, 0, 1});
  driver.add(1, {Address(3), 1, 0, 1});
  driver.send(1, 9);
  const Writes expected = {
      {address(Control::kEntryTree), 0},   {address(Control::kEntrySequence), 0}, {address(Control::kEntryCount), 1},
      {address(Block::kProgram, 1, 0), 2}, {address(Block::kProgram, 1, 1), 3},   {address(Control::kEntryTree), 1},
      {address(Block::kProgram, 1, 2), 3}, {address(Block::kLength, 1, 0), 3},    {address(Block::kPackets, 1, 0), 9}};
  EXPECT_EQ(bus.writes, expected);
}

// Each of the three alone.
TEST(Driver, WritesATreeASequenceOrACountThatChanges) {
  FakeBus bus;
  Driver driver(bus);
  driver.begin(2, Address(0), kRule, 1);
  driver.add(0, {Address(1), 1, 2, 3});
  bus.writes.clear();
  driver.add(0, {Address(1), 1, 2, 4});
  driver.add(0, {Address(1), 1, 5, 4});
  driver.add(0, {Address(1), 0, 5, 4});
  driver.add(1, {Address(1), 0, 5, 4});
  const Writes expected = {{address(Control::kEntryCount), 4},    {address(Block::kProgram, 0, 1), 1},
                           {address(Control::kEntrySequence), 5}, {address(Block::kProgram, 0, 2), 1},
                           {address(Control::kEntryTree), 0},     {address(Block::kProgram, 0, 3), 1},
                           {address(Block::kProgram, 1, 0), 1}};
  EXPECT_EQ(bus.writes, expected);
}

// The driver's knowledge of the registers ends with the load, because another driver may load the
// node in between.
TEST(Driver, ANewLoadBeginsWithNothing) {
  FakeBus bus;
  Driver driver(bus);
  driver.begin(2, Address(0), kRule, 1);
  driver.add(1, {Address(1), 0, 0, 1});
  driver.add_window(1, 7);
  driver.add_window(0, 7);
  driver.begin(2, Address(0), kRule, 1);
  bus.writes.clear();
  driver.add(1, {Address(1), 0, 0, 1});
  driver.send(1, 1);
  driver.add_window(0, 9);
  const Writes expected = {{address(Control::kEntryTree), 0},    {address(Control::kEntrySequence), 0},
                           {address(Control::kEntryCount), 1},   {address(Block::kProgram, 1, 0), 1},
                           {address(Block::kLength, 1, 0), 1},   {address(Block::kPackets, 1, 0), 1},
                           {address(Control::kWindowCycles), 9}, {address(Block::kWindow, 0, 0), 0},
                           {address(Control::kWindowCount), 1},  {address(Control::kGate), 2}};
  EXPECT_EQ(bus.writes, expected);
}

TEST(Driver, WritesWhatHasARegisterOfItsOwn) {
  FakeBus bus;
  Driver driver(bus);
  driver.set_word(Address(5), network::Ports(0b110));
  driver.set_transit_first();
  driver.set_gate(GateMode::kCounting);
  driver.expect(9);
  const Writes expected = {{address(Block::kTable, 0, 5), 0b110},
                           {address(Control::kPolicy), 1},
                           {address(Control::kGate), 4},
                           {address(Control::kExpected), 9}};
  EXPECT_EQ(bus.writes, expected);
}

TEST(Driver, AsksTheStatusRegisters) {
  FakeBus bus;
  Driver driver(bus);
  for (std::uint32_t status = 0; status < 4; ++status) {
    bus.answer = status;
    EXPECT_EQ(driver.done(), status % 2 == 1);
    EXPECT_EQ(driver.stalled(), status / 2 == 1);
    EXPECT_EQ(bus.asked, address(Control::kStatus));
  }
  bus.answer = 77;
  EXPECT_EQ(driver.received(), 77u);
  EXPECT_EQ(bus.asked, address(Control::kReceived));
  EXPECT_EQ(driver.stall_cycles(), 77u);
  EXPECT_EQ(bus.asked, address(Control::kStallCycles));
  EXPECT_EQ(driver.deepest_queue(), 77u);
  EXPECT_EQ(bus.asked, address(Control::kDeepestQueue));
}

TEST(Driver, WindowsTurnTheGateOn) {
  FakeBus bus;
  Driver driver(bus);
  driver.add_window(2, 7);
  driver.add_window(1, 8);
  EXPECT_EQ(bus.writes[1], std::pair(address(Block::kWindow, 0, 0), 2u));
  EXPECT_EQ(bus.writes[5], std::pair(address(Block::kWindow, 0, 1), 1u));
  EXPECT_EQ(bus.writes[6], std::pair(address(Control::kWindowCount), 2u));
  EXPECT_EQ(bus.writes[7], std::pair(address(Control::kGate), static_cast<std::uint32_t>(GateMode::kWindows)));
}

TEST(Driver, SupportsWhatTheHardwareSays) {
  FakeBus bus;
  Driver driver(bus);
  bus.answer = 4 | rule_bit(kRule) << kRulesShift;
  EXPECT_TRUE(driver.supports(4, kRule, false, 1));
  EXPECT_EQ(bus.asked, address(Control::kCapabilities));
  EXPECT_FALSE(driver.supports(4, kRule, true, 1));
  EXPECT_FALSE(driver.supports(4, Rule{6}, false, 1));
  EXPECT_FALSE(driver.supports(5, kRule, false, 1));
  EXPECT_FALSE(driver.supports(3, kRule, false, 1)) << "a node of a larger cube has links that nobody drives";
  bus.answer |= kHasGate;
  EXPECT_TRUE(driver.supports(4, kRule, true, 1));
  EXPECT_FALSE(driver.supports(4, kRule, true, 2)) << "its turns would be too long";
  bus.answer |= kHasTwoCycleHops;
  EXPECT_FALSE(driver.supports(4, kRule, true, 1)) << "its turns would be too short";
  EXPECT_TRUE(driver.supports(4, kRule, true, 2));
  EXPECT_FALSE(driver.supports(4, kRule, true, 4, 2)) << "it has no stages";
  bus.answer |= 2u << kStagesShift;
  EXPECT_TRUE(driver.supports(4, kRule, true, 4, 2));
  EXPECT_FALSE(driver.supports(4, kRule, true, 3, 2)) << "two cycles of the router, and two stages";
  EXPECT_FALSE(driver.supports(4, kRule, true, 2)) << "its hops are longer";
  bus.answer |= kAnyStages << kStagesShift;
  EXPECT_TRUE(driver.supports(4, kRule, true, 2));
  EXPECT_TRUE(driver.supports(4, kRule, true, 9, 7));
}

// In-ports are written where they change; a load begins with none of them, and the hardware knows.
TEST(Driver, WritesTheInPortsOfEntries) {
  FakeBus bus;
  Driver driver(bus);
  driver.begin(2, Address(0), kRule, 1);
  bus.writes.clear();
  const unsigned ejector = Driver::ejector(2, 1);
  EXPECT_EQ(ejector, 3u);
  driver.add(0, {Address(1), 0, 0, 1});
  driver.add(0, {Address(1), 0, 0, 1, network::Ports(0b10)});
  driver.add(ejector, {Address(1), 0, 0, 1, network::Ports(0b10)});
  driver.send(ejector, 4);
  const Writes expected = {
      {address(Control::kEntryTree), 0},   {address(Control::kEntrySequence), 0}, {address(Control::kEntryCount), 1},
      {address(Block::kProgram, 0, 0), 1}, {address(Control::kEntryPorts), 2},    {address(Block::kProgram, 0, 1), 1},
      {address(Block::kProgram, 3, 0), 1}, {address(Block::kLength, 3, 0), 1},    {address(Block::kPackets, 3, 0), 4}};
  EXPECT_EQ(bus.writes, expected);
  driver.begin(2, Address(0), kRule, 1);
  bus.writes.clear();
  driver.add(0, {Address(1), 0, 0, 1});
  for (const auto& write : bus.writes) EXPECT_NE(write.first, address(Control::kEntryPorts)) << "kRule has set it to 0";
}

// The sequences of a part that is repeated have risen by a step when it is played for the first
// time.
TEST(Driver, RepeatsFromAnEntryOfItsOwnAndAddsASecondPart) {
  FakeBus bus;
  Driver driver(bus);
  driver.begin(2, Address(0), kRule, 10);
  driver.add(1, {Address(1), 0, 3, 1});
  driver.repeat_from_here(1);
  bus.writes.clear();
  driver.add(1, {Address(1), 0, 25, 1});
  driver.send(1, 7);
  driver.add(1, {Address(0), 0, 4, 1});
  driver.send_second(1, 2);
  const Writes expected = {{address(Control::kEntrySequence), 15},   {address(Block::kProgram, 1, 1), 1},
                           {address(Block::kLength, 1, 0), 2},       {address(Block::kRepeat, 1, 0), 1},
                           {address(Block::kPackets, 1, 0), 7},      {address(Control::kEntrySequence), 4},
                           {address(Block::kProgram, 1, 2), 0},      {address(Block::kSecondLength, 1, 0), 3},
                           {address(Block::kSecondPackets, 1, 0), 2}};
  EXPECT_EQ(bus.writes, expected);
  // Neither is there in the next load.
  driver.begin(2, Address(0), kRule, 10);
  bus.writes.clear();
  driver.add(1, {Address(1), 0, 25, 1});
  driver.send(1, 7);
  EXPECT_EQ(bus.writes[1], std::pair(address(Control::kEntrySequence), 25u));
  EXPECT_EQ(bus.writes.back(), std::pair(address(Block::kPackets, 1, 0), 7u));
  for (const auto& write : bus.writes) EXPECT_NE(block(write.first), Block::kRepeat);
}

TEST(Driver, WritesWhatOnlyNodesThatCombineHave) {
  FakeBus bus;
  Driver driver(bus);
  driver.set_operation(0x83);
  driver.set_second_part(Rule{5}, 12);
  driver.set_exclusive();
  driver.set_combining_word(Address(6), network::Ports(0b100));
  const Writes expected = {{address(Control::kOperation), 0x83},
                           {address(Control::kSecondRule), 5},
                           {address(Control::kResultsFirst), 12},
                           {address(Control::kPolicy), kExclusive},
                           {address(Block::kTable, 1, 6), 0b100}};
  EXPECT_EQ(bus.writes, expected);
  bus.answer = 0b1000000100;
  EXPECT_TRUE(driver.combines(2));
  EXPECT_TRUE(driver.combines(9));
  EXPECT_FALSE(driver.combines(3));
  EXPECT_EQ(bus.asked, address(Control::kTypes));
}

TEST(Entry, IsAPacketOnTreeZeroUnlessToldOtherwise) {
  FakeBus bus;
  Driver driver(bus);
  driver.add(0, {});
  const Writes expected = {{address(Control::kEntryTree), 0},
                           {address(Control::kEntrySequence), 0},
                           {address(Control::kEntryCount), 1},
                           {address(Block::kProgram, 0, 0), 0}};
  EXPECT_EQ(bus.writes, expected);
}

TEST(Registers, AddressesComeApartAgain) {
  const std::uint32_t program = address(Block::kProgram, 11, 0xabcde);
  EXPECT_EQ(block(program), Block::kProgram);
  EXPECT_EQ(port(program), 11u);
  EXPECT_EQ(index(program), 0xabcdeu);
  EXPECT_EQ(program, 0x2 << 28 | 11 << 20 | 0xabcdeu);
  EXPECT_EQ(address(Control::kStatus), 16u) << "docs/reference/registers.md";
}

}  // namespace
}  // namespace node::test
