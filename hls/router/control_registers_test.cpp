// The registers of a node, through its bus, against the words of firmware/node/registers.hpp.
#include "hls/router/control_registers.hpp"

#include <gtest/gtest.h>

#include "firmware/node/driver.hpp"
#include "hls/router/test_cube.hpp"

namespace router::test {
namespace {

using node::Control;
using node::Rule;

using Gated = Config<2, 32, 4, PortModel::kGated>;
constexpr unsigned kFewRules = rule_bit(Rule::kEcube) | rule_bit(Rule::kNesbt);
using Bare = Config<3, 32, 4, PortModel::kAllPort, kFewRules>;

TEST(ControlRegisters, SayWhatTheHardwareIs) {
  TestCube<Gated> gated;
  EXPECT_EQ(gated.bus(0).read(node::address(Control::kCapabilities)), 2u | node::kHasGate | 0xffu << 16);
  TestCube<Bare> bare;
  EXPECT_EQ(bare.bus(0).read(node::address(Control::kCapabilities)), 3u | 0b1001u << 16);
  auto bus = bare.bus(5);
  node::Driver driver(bus);
  EXPECT_TRUE(driver.supports(3, Rule::kNesbt, false));
  EXPECT_FALSE(driver.supports(3, Rule::kNesbt, true));
  EXPECT_FALSE(driver.supports(3, Rule::kTable, false));
}

TEST(ControlRegisters, AddressReadsBackCutToTheDimension) {
  TestCube<Gated> cube;
  auto bus = cube.bus(1);
  bus.write(node::address(Control::kAddress), 2);
  EXPECT_EQ(bus.read(node::address(Control::kAddress)), 2u);
  bus.write(node::address(Control::kAddress), 7);
  EXPECT_EQ(bus.read(node::address(Control::kAddress)), 3u);
}

TEST(ControlRegisters, ReadOnlyAndUnknownRegistersTakeNoWrite) {
  TestCube<Gated> cube;
  auto bus = cube.bus(0);
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

// Node 0 sends three packets to its neighbour; both count, and the next start counts anew.
TEST(ControlRegisters, CountFromTheStart) {
  TestCube<Gated> cube;
  for (std::uint32_t me = 0; me < 4; ++me) {
    auto bus = cube.bus(me);
    node::Driver driver(bus);
    driver.begin(2, me, Rule::kEcube, 1);
    driver.expect(me == 1 ? 3 : 0);
    if (me == 0) {
      driver.add(0, {1, 0, 0, 3});
      driver.send(0, 3);
    }
    EXPECT_FALSE(driver.done()) << "nothing is done before the start";
  }
  for (unsigned round = 0; round < 2; ++round) {
    cube.clock(true);
    for (unsigned cycle = 0; cycle < 3; ++cycle) cube.clock(false);
    EXPECT_FALSE(cube.out(1).done);
    for (unsigned cycle = 0; cycle < 7; ++cycle) cube.clock(false);
    for (std::uint32_t me = 0; me < 4; ++me) {
      auto bus = cube.bus(me);
      node::Driver driver(bus);
      EXPECT_TRUE(driver.done()) << me;
      EXPECT_EQ(driver.received(), me == 1 ? 3u : 0u);
      EXPECT_EQ(driver.stall_cycles(), 0u);
      EXPECT_FALSE(driver.stalled());
    }
  }
  EXPECT_EQ(cube.deliveries().size(), 6u);
}

// The memory of node 1 takes nothing: ejector and link fill, node 0 waits and says so, and goes on later.
TEST(ControlRegisters, CountTheCyclesOfAStop) {
  TestCube<Gated> cube;
  auto bus = cube.bus(0);
  node::Driver driver(bus);
  driver.begin(2, 0, Rule::kEcube, 1);
  driver.add(0, {1, 0, 0, 20});
  driver.send(0, 20);
  cube.bus(1).write(node::address(Control::kAddress), 1);
  cube.clock(true);
  const auto never = [](std::uint32_t, unsigned) { return false; };
  for (unsigned cycle = 0; cycle < 100; ++cycle) cube.clock(false, never);
  EXPECT_TRUE(cube.deliveries().empty());
  EXPECT_FALSE(cube.out(0).done) << "it expects nothing, but has packets to send";
  // 100 cycles, less those in which a packet left: one in the ejection register and a full ejector of four.
  for (unsigned cycle = 0; cycle < 100; ++cycle) cube.clock(false);
  EXPECT_EQ(cube.deliveries().size(), 20u);
  EXPECT_TRUE(cube.out(0).done);
  EXPECT_TRUE(driver.stalled());
  EXPECT_GE(driver.stall_cycles(), 100u - 5 - 1);
  EXPECT_LE(driver.stall_cycles(), 100u);
}

}  // namespace
}  // namespace router::test
