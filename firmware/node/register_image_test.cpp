// SPDX-License-Identifier: Apache-2.0
#include "firmware/node/register_image.hpp"

#include <gtest/gtest.h>

namespace node::test {
namespace {

using network::Address;
using network::Ports;

TEST(RegisterImage, UnderstandsWhatTheDriverWrites) {
  RegisterImage image;
  Driver driver(image);
  driver.begin(3, Address(5), Rule{3}, 4);
  driver.expect(9);
  driver.add(1, {Address(6), 2, 7, 1});
  driver.add(1, {Address(2), 2, 8, 3});
  driver.send(1, 10);
  driver.set_word(Address(4), Ports(0b011));
  driver.add_window(2, 16);

  EXPECT_EQ(image.rule(), Rule{3});
  EXPECT_EQ(image.held(Control::kAddress), 5u);
  EXPECT_EQ(image.held(Control::kSequenceStep), 4u);
  EXPECT_EQ(image.held(Control::kExpected), 9u);
  EXPECT_EQ(image.word(Address(4)), Ports(0b011));
  EXPECT_TRUE(image.word(Address(3)).empty());
  ASSERT_EQ(image.windows().size(), 1u);
  EXPECT_EQ(image.windows()[0].port, 2u);
  EXPECT_EQ(image.windows()[0].cycles, 16u);
  EXPECT_TRUE(image.program(0).entries.empty());
  const Program& program = image.program(1);
  ASSERT_EQ(program.length, 2u);
  EXPECT_EQ(program.packets, 10u);
  EXPECT_EQ(program.entries[1].relative_destination, Address(2));
  EXPECT_EQ(program.entries[1].tree, 2u);
  EXPECT_EQ(program.entries[1].sequence, 8u);
  EXPECT_EQ(program.entries[1].count, 3u);
}

// The registers one by one: each write is kept, and changes what it names and nothing else.
TEST(RegisterImage, KeepsEveryWriteAndNothingElse) {
  RegisterImage image;
  EXPECT_EQ(image.held(Control::kExpected), 0u);
  EXPECT_EQ(image.read(address(Control::kExpected)), 0u);
  EXPECT_EQ(image.program(2).length, 0u);
  EXPECT_EQ(image.program(2).packets, 0u);
  EXPECT_TRUE(image.words().empty());
  const RegisterWrite writes[] = {{address(Block::kProgram, 2, 0), 7}, {address(Block::kLength, 2, 0), 3},
                                  {address(Block::kPackets, 2, 0), 9}, {address(Block::kTable, 0, 4), 6},
                                  {address(Block::kWindow, 0, 1), 2},  {address(Control::kWindowCycles), 8}};
  for (const RegisterWrite& write : writes) {
    image.write(write.address, write.value);
    const Program& program = image.program(2);
    const std::size_t done = image.writes().size();
    EXPECT_EQ(program.entries.size(), 1u);
    EXPECT_EQ(program.length, done > 1 ? 3u : 0u);
    EXPECT_EQ(program.packets, done > 2 ? 9u : 0u);
    EXPECT_EQ(image.words().size(), done > 3 ? 5u : 0u);
    EXPECT_EQ(image.windows().size(), done > 4 ? 2u : 0u);
    EXPECT_EQ(image.held(Control::kWindowCycles), done > 5 ? 8u : 0u);
    EXPECT_EQ(image.writes().back().address, write.address);
    EXPECT_EQ(image.writes().back().value, write.value);
  }
  EXPECT_EQ(image.writes().size(), std::size(writes));
}

TEST(RegisterImage, UnderstandsProgramsOfNodesThatCombine) {
  RegisterImage image;
  Driver driver(image);
  driver.begin(3, Address(5), Rule{8}, 4);
  driver.add(4, {Address(6), 2, 7, 1, Ports(0b101)});
  driver.repeat_from_here(4);
  driver.add(4, {Address(2), 2, 8, 3});
  driver.send(4, 10);
  driver.add(4, {Address(0), 1, 0, 1});
  driver.send_second(4, 6);
  driver.set_combining_word(Address(4), Ports(0b011));
  const Program& program = image.program(4);
  ASSERT_EQ(program.entries.size(), 3u);
  EXPECT_EQ(program.entries[0].combined, Ports(0b101));
  EXPECT_TRUE(program.entries[1].combined.empty());
  EXPECT_EQ(program.length, 2u);
  EXPECT_EQ(program.repeat_from, 1u);
  EXPECT_EQ(program.packets, 10u);
  EXPECT_EQ(program.second_length, 3u);
  EXPECT_EQ(program.second_packets, 6u);
  EXPECT_EQ(image.combining_word(Address(4)), Ports(0b011));
  EXPECT_TRUE(image.combining_word(Address(5)).empty());
  EXPECT_TRUE(image.word(Address(4)).empty());

  // As the hardware does it: a new rule silences second parts, a new length starts over at the
  // first entry.
  driver.begin(3, Address(5), Rule{8}, 4);
  EXPECT_EQ(program.second_packets, 0u);
  EXPECT_EQ(image.held(Control::kEntryPorts), 0u);
  driver.add(4, {Address(6), 0, 0, 1});
  driver.send(4, 1);
  EXPECT_EQ(program.repeat_from, 0u);
  EXPECT_TRUE(program.entries[0].combined.empty());
}

// 1 packet once, then 3 and 2 in turn until 13 are sent; behind them 1 and 1 in turn until 5 are.
TEST(RegisterImage, CountsWhatIsPlayedOnceAndTheSecondPart) {
  Program program;
  program.entries = {{Address(1), 0, 0, 1},
                     {Address(2), 0, 0, 3},
                     {Address(3), 0, 0, 2},
                     {Address(4), 0, 0, 1},
                     {Address(5), 0, 0, 1}};
  program.length = 3;
  program.repeat_from = 1;
  program.packets = 13;
  program.second_length = 5;
  program.second_packets = 5;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> sent;
  const auto note = [&](const Entry& entry, std::uint64_t packets) {
    sent.emplace_back(entry.relative_destination.number(), packets);
  };
  program.for_each_sending(note);
  EXPECT_EQ(sent, (std::vector<std::pair<std::uint32_t, std::uint64_t>>{{1, 1}, {2, 8}, {3, 4}}));
  program.for_each_second_sending(note);
  EXPECT_EQ(sent, (std::vector<std::pair<std::uint32_t, std::uint64_t>>{{1, 1}, {2, 8}, {3, 4}, {4, 3}, {5, 2}}));
}

// Ten packets of entries that send one and three: two whole rounds, one of the first, one of the
// second.
TEST(RegisterImage, CountsWhatEveryEntrySends) {
  Program program;
  program.entries = {{Address(1), 0, 0, 1}, {Address(2), 0, 0, 3}, {Address(3), 0, 0, 5}};
  program.length = 2;
  program.packets = 10;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> sent;
  const auto note = [&](const Entry& entry, std::uint64_t packets) {
    sent.emplace_back(entry.relative_destination.number(), packets);
  };
  program.for_each_sending(note);
  EXPECT_EQ(sent, (std::vector<std::pair<std::uint32_t, std::uint64_t>>{{1, 3}, {2, 7}}));
  sent.clear();
  program.packets = 1;
  program.for_each_sending(note);
  EXPECT_EQ(sent, (std::vector<std::pair<std::uint32_t, std::uint64_t>>{{1, 1}}));
}

}  // namespace
}  // namespace node::test
