// SPDX-License-Identifier: Apache-2.0
// One node whose neighbours the test plays: what it does when they say stop, and what a second
// start resets.
#include <gtest/gtest.h>

#include "firmware/node/driver.hpp"
#include "hls/router/node.hpp"

namespace router::test {
namespace {

struct Counting : CubeConfig<2> {
  static constexpr unsigned kPayloadWidth = 32;
  static constexpr std::size_t kQueueDepth = 8;
  static constexpr PortModel kPortModel = PortModel::kGated;
  static constexpr bool kStatistics = true;
};
constexpr node::Rule kEcube = Counting::Rules::number_of<rules::Ecube>();

class OneNode final : public node::Bus {
 public:
  OneNode() : driver(*this) {
    driver.begin(2, Address(0), kEcube, 1);
    driver.expect(0);
  }

  void write(std::uint32_t address, std::uint32_t value) override {
    step(In<Counting>::quiet({hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)}));
  }
  std::uint32_t read(std::uint32_t address) override {
    step(In<Counting>::quiet({hls::Bits<32>(address), hls::Bits<32>(0), hls::Bit(0), hls::Bit(1)}));
    return out_.answer;
  }

  // One cycle. `going`: the ports whose neighbours take packets. `arriving`: the ports through
  // which a packet comes, with its destination.
  void clock(Ports going, std::initializer_list<std::pair<unsigned, std::uint32_t>> arriving = {}) {
    In<Counting> in = In<Counting>::quiet();
    for (unsigned port = 0; port < 2; ++port) in.links[port].go = hls::Bit(going.contains(port));
    for (const auto& [port, destination] : arriving) {
      Header<Counting>& header = in.links[port].packet.header;
      header.source = NodeAddress<Counting>(Address(3));
      header.destination = NodeAddress<Counting>(Address(destination));
      header.rule = RuleNumber<Counting>(kEcube);
      in.links[port].valid = hls::Bit(1);
    }
    step(in);
  }
  // The strobe, and the cycle behind it in which everything begins.
  void start() {
    strobe();
    clock(Ports::first(2));
  }
  void strobe() {
    In<Counting> in = In<Counting>::quiet();
    in.start = hls::Bit(1);
    step(in);
  }

  // Ports whose links carry a packet.
  Ports sending() const {
    Ports ports;
    for (unsigned port = 0; port < 2; ++port) ports.insert(port, out_.links[port].valid);
    return ports;
  }
  Address source_on(unsigned port) const { return out_.links[port].packet.header.source; }
  bool done() const { return out_.done != 0; }

  // Own packets for the neighbours of these ports.
  void offer(Ports ports, std::uint32_t packets) {
    for (const unsigned port : ports) {
      driver.add(port, {Address(1u << port), 0, 0, packets});
      driver.send(port, packets);
    }
  }

  node::Driver driver;

 private:
  void step(const In<Counting>& in) { Node<Counting>::step(state_, in, out_); }

  State<Counting> state_;
  Out<Counting> out_;
};

constexpr Ports kNone;
constexpr Ports kBoth(0b11);

// The lowest port that has a packet and may send it: not port 0, whose neighbour says stop.
TEST(OneNode, TheGreedyGatePassesAPortByWhoseNeighbourSaysStop) {
  OneNode node;
  node.driver.set_gate(node::GateMode::kGreedy);
  node.offer(kBoth, 4);
  node.start();
  node.clock(kBoth);
  EXPECT_EQ(node.sending(), Ports::one(0));
  node.clock(Ports::one(1));
  EXPECT_EQ(node.sending(), Ports::one(1));
  node.clock(kNone);
  EXPECT_EQ(node.sending(), kNone);
}

// A stop is a stall only where there is a packet to stop: one of the node's own, one that waits,
// one that arrives.
TEST(OneNode, CountsAStopOnlyOfAPacket) {
  OneNode node;
  node.start();
  for (unsigned cycle = 0; cycle < 5; ++cycle) node.clock(kNone);
  EXPECT_EQ(node.driver.stall_cycles(), 0u);
  EXPECT_FALSE(node.driver.stalled());
  node.clock(Ports::one(1), {{1, 1}});  // arrives through port 1 for the node behind port 0
  node.clock(kBoth);                    // and leaves, while the cycle before is counted
  EXPECT_EQ(node.driver.stall_cycles(), 1u);
  EXPECT_TRUE(node.driver.stalled());

  node.offer(Ports::one(1), 1);
  node.start();
  for (unsigned cycle = 0; cycle < 3; ++cycle) node.clock(Ports::one(0));
  node.clock(kBoth);
  EXPECT_EQ(node.sending(), Ports::one(1));
  node.clock(kNone);
  EXPECT_EQ(node.driver.stall_cycles(), 3u);
}

TEST(OneNode, ASecondStartForgetsStallsAndTheDeepestQueue) {
  OneNode node;
  node.start();
  for (unsigned packet = 0; packet < 3; ++packet) node.clock(kNone, {{1, 1}});
  for (unsigned cycle = 0; cycle < 5; ++cycle) node.clock(kBoth);
  EXPECT_EQ(node.driver.deepest_queue(), 3u);
  EXPECT_EQ(node.driver.stall_cycles(), 3u);
  EXPECT_TRUE(node.driver.stalled());
  node.start();
  EXPECT_EQ(node.driver.deepest_queue(), 0u);
  EXPECT_EQ(node.driver.stall_cycles(), 0u);
  EXPECT_FALSE(node.driver.stalled());
  node.clock(kNone, {{1, 1}});
  EXPECT_EQ(node.driver.deepest_queue(), 1u);
}

// Done says that what was expected has come, and nothing else.
TEST(OneNode, IsDoneWithWhatItExpectsAndNoMore) {
  OneNode node;
  node.driver.expect(3);
  node.start();
  for (std::uint32_t came = 1; came <= 5; ++came) {
    node.clock(kBoth, {{0, 0}});  // into the ejection register
    node.clock(kBoth);            // to the memory
    EXPECT_EQ(node.done(), came == 4) << came << ": the register still says what was before";
    node.clock(kBoth);
    EXPECT_EQ(node.done(), came == 3) << came;
  }
  EXPECT_EQ(node.driver.received(), 5u);
}

// From the strobe on the register no longer shows the run before.
TEST(OneNode, IsNotDoneInTheCyclesOfTheStart) {
  OneNode node;
  EXPECT_FALSE(node.done());
  for (unsigned run = 0; run < 2; ++run) {
    node.strobe();
    EXPECT_FALSE(node.done()) << run;
    node.clock(kBoth);
    EXPECT_FALSE(node.done()) << run;
    node.clock(kBoth);
    EXPECT_TRUE(node.done()) << run << ": it expects nothing";
  }
}

// Nor does a node that has packets to send say so before it shows them.
TEST(OneNode, IsNotDoneBeforeItHasSentItsOwn) {
  OneNode node;
  node.offer(Ports::one(0), 2);
  node.strobe();
  for (unsigned cycle = 0; cycle < 3; ++cycle) {
    node.clock(kBoth);
    EXPECT_FALSE(node.done()) << cycle;
  }
  node.clock(kBoth);
  node.clock(kBoth);
  EXPECT_TRUE(node.done());
}

TEST(OneNode, ThePolicySaysWhetherTransitGoesFirst) {
  for (const bool transit_first : {false, true}) {
    OneNode node;
    if (transit_first) node.driver.set_transit_first();
    node.offer(Ports::one(0), 1);
    node.start();
    node.clock(kBoth, {{1, 1}});
    EXPECT_EQ(node.source_on(0), Address(transit_first ? 3 : 0));
    node.clock(kBoth);
    EXPECT_EQ(node.sending(), Ports::one(0));
    EXPECT_EQ(node.source_on(0), Address(transit_first ? 0 : 3));
    node.driver.begin(2, Address(0), kEcube, 1);
    node.offer(Ports::one(0), 1);
    node.start();
    node.clock(kBoth, {{1, 1}});
    EXPECT_EQ(node.source_on(0), Address(0)) << "a new load: own packets first";
  }
}

}  // namespace
}  // namespace router::test
