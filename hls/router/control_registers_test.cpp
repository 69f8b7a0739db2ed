// SPDX-License-Identifier: Apache-2.0
// The registers of a node, through its bus, against the words of firmware/node/registers.hpp.
#include "hls/router/control_registers.hpp"

#include <gtest/gtest.h>

#include "firmware/node/driver.hpp"
#include "hls/router/test_mesh.hpp"

namespace router::test {
namespace {

using node::Control;
using rules::CubeRules;

struct Gated : CubeConfig<2> {
  static constexpr unsigned kPayloadWidth = 32;
  static constexpr std::size_t kQueueDepth = 4;
  static constexpr PortModel kPortModel = PortModel::kGated;
};
struct Bare : CubeConfig<3> {
  static constexpr unsigned kPayloadWidth = 32;
  static constexpr std::size_t kQueueDepth = 4;
  static constexpr std::uint32_t kRules = CubeRules::mask_of<rules::Ecube, rules::Nesbt>();
};
constexpr node::Rule kEcube = CubeRules::number_of<rules::Ecube>();
constexpr node::Rule kNesbt = CubeRules::number_of<rules::Nesbt>();
constexpr node::Rule kTable = CubeRules::number_of<rules::Table>();

TEST(ControlRegisters, SayWhatTheHardwareIs) {
  TestMesh<Gated> gated;
  EXPECT_EQ(gated.bus(Address(0)).read(node::address(Control::kCapabilities)),
            2u | node::kHasGate | rules::CubeRules::kAll << node::kRulesShift);
  TestMesh<Bare> bare;
  EXPECT_EQ(bare.bus(Address(0)).read(node::address(Control::kCapabilities)), 3u | 0b1001u << 16);
  node::Driver driver(bare.bus(Address(5)));
  EXPECT_TRUE(driver.supports(3, kNesbt, false, 1));
  EXPECT_FALSE(driver.supports(3, kNesbt, true, 1));
  EXPECT_FALSE(driver.supports(3, kTable, false, 1));
}

TEST(ControlRegisters, AddressReadsBackCutToTheDimension) {
  TestMesh<Gated> cube;
  node::Bus& bus = cube.bus(Address(1));
  bus.write(node::address(Control::kAddress), 2);
  EXPECT_EQ(bus.read(node::address(Control::kAddress)), 2u);
  bus.write(node::address(Control::kAddress), 7);
  EXPECT_EQ(bus.read(node::address(Control::kAddress)), 3u);
}

TEST(ControlRegisters, ReadOnlyAndUnknownRegistersTakeNoWrite) {
  TestMesh<Gated> cube;
  node::Bus& bus = cube.bus(Address(0));
  bus.write(node::address(Control::kAddress), 3);
  for (std::uint32_t index = 0; index < 64; ++index) {
    if (index == static_cast<std::uint32_t>(Control::kAddress)) continue;
    const bool answers = index == static_cast<std::uint32_t>(Control::kCapabilities);
    bus.write(node::address(node::Block::kControl, 0, index), 0);
    const std::uint32_t before = bus.read(node::address(node::Block::kControl, 0, index));
    EXPECT_EQ(before != 0, answers) << index;
    if (index > 10) bus.write(node::address(node::Block::kControl, 0, index), 0xffffffff);
    EXPECT_EQ(bus.read(node::address(node::Block::kControl, 0, index)), before) << index;
  }
  EXPECT_EQ(bus.read(node::address(Control::kAddress)), 3u) << "no other write has touched it";
}

// Write-only registers read as 0, in every block.
TEST(ControlRegisters, WriteOnlyBlocksReadAsZero) {
  TestMesh<Gated> cube;
  node::Bus& bus = cube.bus(Address(3));
  bus.write(node::address(Control::kAddress), 3);
  for (std::uint32_t block = 1; block < 16; ++block) {
    for (std::uint32_t index = 0; index < 32; ++index) {
      const std::uint32_t address = node::address(static_cast<node::Block>(block), index % 2, index);
      if (block < 6) bus.write(address, 1);
      ASSERT_EQ(bus.read(address), 0u) << "block " << block << " index " << index;
    }
  }
  EXPECT_EQ(bus.read(node::address(Control::kAddress)), 3u);
}

// Node 0 sends three packets to its neighbour; both count, and the next start counts anew.
TEST(ControlRegisters, CountFromTheStart) {
  TestMesh<Gated> cube;
  for (const Address me : network::addresses(4)) {
    node::Driver driver(cube.bus(me));
    driver.begin(2, me, kEcube, 1);
    driver.expect(me == Address(1) ? 3 : 0);
    if (me == Address(0)) {
      driver.add(0, {Address(1), 0, 0, 3});
      driver.send(0, 3);
    }
    EXPECT_FALSE(driver.done()) << "nothing is done before the start";
  }
  for (unsigned round = 0; round < 2; ++round) {
    cube.clock(true);
    for (unsigned cycle = 0; cycle < 3; ++cycle) cube.clock(false);
    EXPECT_FALSE(cube.out(Address(1)).done);
    for (unsigned cycle = 0; cycle < 7; ++cycle) cube.clock(false);
    for (const Address me : network::addresses(4)) {
      node::Driver driver(cube.bus(me));
      EXPECT_TRUE(driver.done()) << me.number();
      EXPECT_EQ(driver.received(), me == Address(1) ? 3u : 0u);
      EXPECT_EQ(driver.stall_cycles(), 0u);
      EXPECT_FALSE(driver.stalled());
    }
  }
  EXPECT_EQ(cube.deliveries().size(), 6u);
}

// The memory of node 1 takes nothing: ejector and link fill, node 0 waits and says so, and continues
// later.
TEST(ControlRegisters, CountTheCyclesOfAStop) {
  TestMesh<Gated> cube;
  node::Driver driver(cube.bus(Address(0)));
  driver.begin(2, Address(0), kEcube, 1);
  driver.add(0, {Address(1), 0, 0, 20});
  driver.send(0, 20);
  cube.bus(Address(1)).write(node::address(Control::kAddress), 1);
  cube.clock(true);
  const auto never = [](Address, unsigned) { return false; };
  for (unsigned cycle = 0; cycle < 100; ++cycle) cube.clock(false, never);
  EXPECT_TRUE(cube.deliveries().empty());
  EXPECT_FALSE(cube.out(Address(0)).done) << "it expects nothing, but has packets to send";
  // 100 cycles, less those in which a packet left: one in the ejection register and a full ejector
  // of four.
  for (unsigned cycle = 0; cycle < 100; ++cycle) cube.clock(false);
  EXPECT_EQ(cube.deliveries().size(), 20u);
  EXPECT_TRUE(cube.out(Address(0)).done);
  EXPECT_TRUE(driver.stalled());
  EXPECT_GE(driver.stall_cycles(), 100u - 5 - 1);
  EXPECT_LE(driver.stall_cycles(), 100u);
}

}  // namespace
}  // namespace router::test
