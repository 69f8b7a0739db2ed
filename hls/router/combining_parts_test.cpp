// SPDX-License-Identifier: Apache-2.0
// The parts that only nodes that combine packets have: the combiner, its registers, the second
// words of the rule table.
#include <gtest/gtest.h>

#include "hls/router/control_registers.hpp"
#include "hls/router/rule_unit.hpp"
#include "hls/router/test_reduction.hpp"

namespace router::test {
namespace {

struct Plain4 : CubeConfig<4> {};
using Combining4 = Combining<Plain4, TestOperators>;

RegisterAccess write_to(std::uint32_t address, std::uint32_t value) {
  return {hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)};
}
RegisterAccess read_of(node::Control control) {
  return {hls::Bits<32>(node::address(control)), hls::Bits<32>(0), hls::Bit(0), hls::Bit(1)};
}

// Own, then from operand `first` on in cyclic order, those that are present.
TEST(Combiner, TakesOperandsInCyclicOrderBehindTheOwn) {
  const auto combine = [](bool has_own, std::uint32_t present, unsigned first) {
    const std::array<Payload<Combining4>, 4> operands = {Payload<Combining4>(10), Payload<Combining4>(11),
                                                         Payload<Combining4>(12), Payload<Combining4>(13)};
    return std::uint64_t{Combiner<Combining4, 4>::combine(hls::Bits<8>(TestOperators::kOrdered), hls::Bit(has_own),
                                                          Payload<Combining4>(5), operands, present, first)};
  };
  const auto in_order = [](std::initializer_list<std::uint64_t> values) {
    std::uint64_t value = *values.begin();
    for (const auto* next = values.begin() + 1; next != values.end(); ++next) {
      value = TestOperators::ordered(value, *next);
    }
    return value;
  };
  EXPECT_EQ(combine(true, 0b0000, 2), 5u);
  EXPECT_EQ(combine(true, 0b1111, 0), in_order({5, 10, 11, 12, 13}));
  EXPECT_EQ(combine(true, 0b1111, 2), in_order({5, 12, 13, 10, 11}));
  EXPECT_EQ(combine(true, 0b1011, 3), in_order({5, 13, 10, 11}));
  EXPECT_EQ(combine(false, 0b1011, 2), in_order({13, 10, 11}));
  EXPECT_EQ(combine(false, 0b0100, 3), 12u);
}

TEST(Combiner, DoesWhatTheOperationSays) {
  const std::array<Payload<Combining4>, 1> operands = {Payload<Combining4>(7)};
  EXPECT_EQ((Combiner<Combining4, 1>::combine(hls::Bits<8>(TestOperators::kSum), hls::Bit(1), Payload<Combining4>(5),
                                              operands, 1, 0)),
            12u);
}

TEST(CombineRegisters, SayWhatWasWritten) {
  CombineRegisters<Combining4> registers;
  EXPECT_EQ(registers.control().operation, 0u);
  EXPECT_FALSE(registers.control().exclusive);
  EXPECT_TRUE(registers.control().second_part) << "no results are waited for";
  registers.write(write_to(node::address(node::Control::kOperation), 0x95));
  registers.write(write_to(node::address(node::Control::kPolicy), node::kExclusive));
  registers.write(write_to(node::address(node::Control::kSecondRule), 4));
  EXPECT_EQ(registers.control().operation, 0x95u);
  EXPECT_TRUE(registers.control().exclusive);
  InjectionSetting<Combining4> setting;
  registers.add_to(setting);
  EXPECT_EQ(setting.second_rule.number(), 4u);
  registers.write(write_to(node::address(node::Control::kPolicy), node::kTransitFirst));
  EXPECT_FALSE(registers.control().exclusive);
}

TEST(CombineRegisters, CountResultsFromTheStartOn) {
  CombineRegisters<Combining4> registers;
  registers.write(write_to(node::address(node::Control::kResultsFirst), 3));
  const auto count = [&](bool start, std::uint32_t delivered) {
    registers.count(hls::Bit(start), {PortSet<Combining4>(), PortSet<Combining4>(Ports(delivered))});
    return registers.control().second_part != 0;
  };
  EXPECT_FALSE(count(true, 0b1111)) << "of what was before the start";
  EXPECT_FALSE(count(false, 0b0101));
  EXPECT_FALSE(count(false, 0));
  EXPECT_TRUE(count(false, 0b1000));
  EXPECT_TRUE(count(false, 0b1000));
  EXPECT_FALSE(count(true, 0));
}

TEST(CombineRegisters, HoldTheInPortsOfEntriesUntilTheNextLoad) {
  CombineRegisters<Combining4> registers;
  const auto ports_of_entry = [&](const RegisterAccess& access) {
    ProgramWrite<Combining4> write;
    registers.add_to(write, access);
    return Ports(write.entry.combined);
  };
  const RegisterAccess entry = write_to(node::address(node::Block::kProgram, 1, 0), 0);
  EXPECT_TRUE(ports_of_entry(entry).empty());
  registers.write(write_to(node::address(node::Control::kEntryPorts), 0b1010));
  EXPECT_EQ(ports_of_entry(entry), Ports(0b1010));
  EXPECT_EQ(ports_of_entry(entry), Ports(0b1010));
  registers.write(write_to(node::address(node::Control::kRule), 8));
  EXPECT_TRUE(ports_of_entry(entry).empty());
}

TEST(CombineRegisters, TellTheInjectorsWhichWriteItIs) {
  const CombineRegisters<Combining4> registers;
  const auto made = [&](const RegisterAccess& access) {
    ProgramWrite<Combining4> write;
    registers.add_to(write, access);
    return std::array<bool, 4>{write.repeat_valid != 0, write.second_length_valid != 0, write.second_packets_valid != 0,
                               write.begins != 0};
  };
  using Made = std::array<bool, 4>;
  EXPECT_EQ(made(write_to(node::address(node::Block::kRepeat, 2, 0), 1)), (Made{true, false, false, false}));
  EXPECT_EQ(made(write_to(node::address(node::Block::kSecondLength, 2, 0), 1)), (Made{false, true, false, false}));
  EXPECT_EQ(made(write_to(node::address(node::Block::kSecondPackets, 2, 0), 1)), (Made{false, false, true, false}));
  EXPECT_EQ(made(write_to(node::address(node::Control::kRule), 1)), (Made{false, false, false, true}));
  EXPECT_EQ(made(read_of(node::Control::kRule)), (Made{false, false, false, false}));
  EXPECT_EQ(made(write_to(node::address(node::Control::kPolicy), 1)), (Made{false, false, false, false}));
}

// Bit t of kTypes: the operators know sums of type t (TestOperators have operations 0 and 1 alone:
// type 0).
TEST(CombineRegisters, SayWhichTypesTheHardwareKnows) {
  const CombineRegisters<Combining4> registers;
  EXPECT_EQ(registers.read(read_of(node::Control::kTypes), Observed{}), 1u);
  EXPECT_EQ(registers.read(read_of(node::Control::kOperation), Observed{}), 0u) << "write only";
}

// Two banks: port 0 of block table for the rules of the other nodes, port 1 for those that combine.
TEST(RuleTable, HasWordsOfTheirOwnForPacketsThatAreCombined) {
  RuleTable<Combining4> table;
  table.write(RuleTable<Combining4>::decode(write_to(node::address(node::Block::kTable, 0, 0b0011), 0b1100)));
  table.write(RuleTable<Combining4>::decode(write_to(node::address(node::Block::kTable, 1, 0b0110), 0b0010)));
  const auto word = [&](node::Rule rule, std::uint32_t source, std::uint32_t destination) {
    Header<Combining4> header{};
    header.source = NodeAddress<Combining4>(Address(source));
    header.destination = NodeAddress<Combining4>(Address(destination));
    header.rule = RuleNumber<Combining4>(rule);
    return Ports(table.read(NodeAddress<Combining4>(Address(0b0001)), header));
  };
  constexpr node::Rule kTable = rules::CombiningCubeRules::number_of<rules::Table>();
  constexpr node::Rule kParents = rules::CombiningCubeRules::number_of<rules::Parents>();
  EXPECT_EQ(word(kTable, 0b0010, 0), Ports(0b1100)) << "by the relative address of the node";
  EXPECT_EQ(word(kTable, 0b0111, 0), Ports());
  EXPECT_EQ(word(kParents, 0b1111, 0b0111), Ports(0b0010)) << "by that of the destination";
  EXPECT_EQ(word(kParents, 0b1111, 0b0010), Ports());
  EXPECT_EQ(word(rules::CombiningCubeRules::number_of<rules::Ecube>(), 0b0010, 0b0111), Ports());
}

}  // namespace
}  // namespace router::test
