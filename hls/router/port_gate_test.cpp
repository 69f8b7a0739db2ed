// SPDX-License-Identifier: Apache-2.0
// The port gate: which ports may send in which cycle, by hand and by what each mode promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "hls/operators/operator_sets.hpp"
#include "hls/router/node.hpp"

namespace router::test {
namespace {

using Four = CubeConfig<4>;

struct TwoCycles : Four {
  static constexpr unsigned kHopCycles = 2;
};

// The ports that may send in each cycle since the start. `before`: cycles of a run before it.
template <class Config = Four>
std::vector<std::uint32_t> gate_turns(node::GateMode mode, std::uint32_t address, std::uint32_t requests,
                                      unsigned cycles, unsigned before = 0) {
  PortGate<Config> gate;
  GateControl<Config> control;
  control.mode = GateModeNumber(mode);
  control.window_count = WindowCount<Config>(3);
  const auto tick = [&](bool start) {
    return gate.tick(hls::Bit(start), control, NodeAddress<Config>(Address(address)), PortSet<Config>(Ports(requests)))
        .number();
  };
  for (std::uint32_t i = 0; i < 3; ++i) {
    control.window_write = {hls::Bits<32>(1u << i), WindowPort<Config>(i), WindowIndex<Config>(i), hls::Bit(1)};
    tick(false);
  }
  control.window_write = {};
  if (before != 0) tick(true);
  for (unsigned cycle = 0; cycle < before; ++cycle) tick(false);
  tick(true);
  std::vector<std::uint32_t> allowed;
  for (unsigned cycle = 0; cycle < cycles; ++cycle) allowed.push_back(tick(false));
  return allowed;
}

TEST(PortGate, Modes) {
  EXPECT_EQ(gate_turns(node::GateMode::kOpen, 0, 0, 2), (std::vector<std::uint32_t>{15, 15}));
  EXPECT_EQ(gate_turns(node::GateMode::kGreedy, 0, 0b1100, 2), (std::vector<std::uint32_t>{4, 4}));
  // The worked case of port_gate.hpp: 0 1 1 2 2 2 2 and again.
  EXPECT_EQ(gate_turns(node::GateMode::kWindows, 0, 0, 9), (std::vector<std::uint32_t>{1, 2, 2, 4, 4, 4, 4, 1, 2}));
  // The ports of 1, 2, 3, 4, 5, 6, 7, 8, each from the highest down.
  EXPECT_EQ(gate_turns(node::GateMode::kCounting, 0, 0, 13),
            (std::vector<std::uint32_t>{1, 2, 2, 1, 4, 4, 1, 4, 2, 4, 2, 1, 8}));
  EXPECT_EQ(gate_turns(node::GateMode::kCounting, 0, 0, 33).back(), 1u) << "d 2^(d-1) = 32 cycles a turn";
  EXPECT_EQ(gate_turns(node::GateMode::kParity, 0b0011, 0, 4), (std::vector<std::uint32_t>{15, 0, 15, 0}));
  EXPECT_EQ(gate_turns(node::GateMode::kParity, 0b0111, 0, 4), (std::vector<std::uint32_t>{0, 15, 0, 15}));
}

// A hop is an odd number of turns.
template <unsigned Stages>
struct Staged : Four {
  using Operators = operators::Integers;
  static constexpr unsigned kCombineStages = Stages;
};
TEST(PortGate, TurnsByParityAreThePowerOfTwoInAHop) {
  const auto ones_before_a_zero = [](const std::vector<std::uint32_t>& turns) {
    return std::find(turns.begin(), turns.end(), 0u) - turns.begin();
  };
  constexpr auto kParity = node::GateMode::kParity;
  EXPECT_EQ(ones_before_a_zero(gate_turns<Staged<1>>(kParity, 0b0011, 0, 20)), 2);
  EXPECT_EQ(ones_before_a_zero(gate_turns<Staged<2>>(kParity, 0b0011, 0, 20)), 1);
  EXPECT_EQ(ones_before_a_zero(gate_turns<Staged<3>>(kParity, 0b0011, 0, 20)), 4);
  EXPECT_EQ(ones_before_a_zero(gate_turns<Staged<5>>(kParity, 0b0011, 0, 20)), 2);
  EXPECT_EQ(ones_before_a_zero(gate_turns<Staged<7>>(kParity, 0b0011, 0, 20)), 8);
  EXPECT_EQ(gate_turns<Staged<3>>(kParity, 0b0111, 0, 9), (std::vector{0u, 0u, 0u, 0u, 15u, 15u, 15u, 15u, 0u}));
}

struct OfTwoPorts : LabelledConfig<6, 2, 3> {
  static constexpr std::size_t kWindowDepth = 4;
};

// Its third window names the port behind the last one.
TEST(PortGate, SomeWindowsAreClosed) {
  EXPECT_EQ(gate_turns<OfTwoPorts>(node::GateMode::kWindows, 0, 0, 9),
            (std::vector<std::uint32_t>{1, 2, 2, 0, 0, 0, 0, 1, 2}));
  EXPECT_EQ(gate_turns<OfTwoPorts>(node::GateMode::kWindows, 0, 0, 13, 5),
            gate_turns<OfTwoPorts>(node::GateMode::kWindows, 0, 0, 13));
  EXPECT_EQ(gate_turns<OfTwoPorts>(node::GateMode::kGreedy, 0, 0b10, 2), (std::vector<std::uint32_t>{2, 2}));
}

TEST(PortGate, TurnsLastAsLongAsAHop) {
  EXPECT_EQ(gate_turns<TwoCycles>(node::GateMode::kParity, 0b0011, 0, 6), (std::vector{15u, 15u, 0u, 0u, 15u, 15u}));
  EXPECT_EQ(gate_turns<TwoCycles>(node::GateMode::kParity, 0b0111, 0, 6), (std::vector{0u, 0u, 15u, 15u, 0u, 0u}));
  // By hand: the ports of 1, 2, 4, 7, 8 in one cycle, those of 3, 5, 6, 9 in the other.
  EXPECT_EQ(gate_turns<TwoCycles>(node::GateMode::kCounting, 0, 0, 14),
            (std::vector{1u, 2u, 2u, 1u, 4u, 4u, 4u, 1u, 2u, 4u, 1u, 2u, 8u, 8u}));
}

// Half of the addresses of either parity have any bit: each port has as many cycles of either, and
// none is left over.
TEST(PortGate, CountsByParityWithoutALeftOverCycle) {
  constexpr unsigned kTurn = 4 * 8;
  const auto turns = gate_turns<TwoCycles>(node::GateMode::kCounting, 0, 0, 2 * kTurn);
  for (unsigned parity = 0; parity < 2; ++parity) {
    std::multiset<std::uint32_t> served;
    for (unsigned cycle = parity; cycle < kTurn; cycle += 2) {
      EXPECT_EQ(turns[cycle], turns[cycle + kTurn]);
      served.insert(turns[cycle]);
    }
    for (const std::uint32_t port : {1u, 2u, 4u, 8u}) EXPECT_EQ(served.count(port), 4u) << port;
  }
}

// A node without packets is at rest only where nothing in it counts.
TEST(PortGate, AnOpenOneStandsStill) {
  PortGate<Four> gate;
  GateControl<Four> control;
  const auto tick = [&](node::GateMode mode, bool start) {
    control.mode = GateModeNumber(mode);
    return gate.tick(hls::Bit(start), control, NodeAddress<Four>(), PortSet<Four>()).number();
  };
  tick(node::GateMode::kCounting, true);
  // The ports are 1, 2, 2 1, 3, 3 1 ...: the first two, and after a while the third.
  EXPECT_EQ(tick(node::GateMode::kCounting, false), 1u);
  EXPECT_EQ(tick(node::GateMode::kCounting, false), 2u);
  for (unsigned cycle = 0; cycle < 5; ++cycle) EXPECT_EQ(tick(node::GateMode::kOpen, false), 15u);
  EXPECT_EQ(tick(node::GateMode::kCounting, false), 2u);
  EXPECT_EQ(tick(node::GateMode::kCounting, false), 1u);
}

TEST(PortGate, ASecondStartBeginsTheTurnsAnew) {
  for (const auto mode : {node::GateMode::kWindows, node::GateMode::kParity, node::GateMode::kCounting}) {
    for (unsigned before = 1; before <= 40; ++before) {
      EXPECT_EQ(gate_turns(mode, 0b0011, 0, 13, before), gate_turns(mode, 0b0011, 0, 13))
          << "mode " << static_cast<std::uint32_t>(mode) << " after " << before << " cycles";
    }
  }
}

}  // namespace
}  // namespace router::test
