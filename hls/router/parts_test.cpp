// SPDX-License-Identifier: Apache-2.0
// The parts of the router, each against a plain model of what it does.
#include <gtest/gtest.h>

#include <array>
#include <deque>

#include "hls/router/node.hpp"
#include "test_support/seed.hpp"

namespace router::test {
namespace {

using test_support::seeded_random;

struct Small : CubeConfig<4> {
  static constexpr unsigned kPayloadWidth = 32;
  static constexpr std::size_t kQueueDepth = 8;
};

Packet<Small> packet(std::uint32_t number) {
  Packet<Small> made;
  made.payload = hls::Bits<32>(number);
  return made;
}

TEST(RoundRobin, GrantsTheNextRequestAboveTheLast) {
  for (std::uint32_t requests = 0; requests < 32; ++requests) {
    for (unsigned last = 0; last < 5; ++last) {
      std::uint32_t expected = 0;
      for (unsigned step = 1; step <= 5 && expected == 0; ++step) expected = requests & 1u << (last + step) % 5;
      EXPECT_EQ(round_robin_grant(requests, 1u << last), expected) << requests << " after " << last;
    }
    EXPECT_EQ(round_robin_grant(requests, 0), requests & (~requests + 1)) << "before any grant: the lowest";
  }
}

// A queue of `depth` packets with random pauses at both ends.
template <class Queue>
void expect_fifo(Queue& queue, std::size_t depth, std::uint32_t cycles) {
  auto random = seeded_random();
  std::deque<std::uint32_t> model;
  for (std::uint32_t cycle = 0; cycle < cycles; ++cycle) {
    ASSERT_EQ(queue.count(), model.size());
    ASSERT_EQ(queue.filling(), model.size() > depth - 3) << "room for two packets more after the one that sets it";
    if (!model.empty()) ASSERT_EQ(queue.head().payload, model.front());
    const bool pop = !model.empty() && random() % 3 == 0;
    const bool push = model.size() < depth && random() % 2 == 0;
    const bool waits = queue.waits_after(push);
    const bool fills = queue.fills_after(queue.filling(), pop, push);
    queue.tick(pop, push, packet(cycle));
    if (pop) model.pop_front();
    if (push) model.push_back(cycle);
    if (!pop && !push) continue;
    ASSERT_EQ(waits, !model.empty());
    ASSERT_EQ(fills, model.size() > depth - 3);
  }
}

TEST(CrosspointQueue, IsAFifoAndSaysStopInTime) {
  CrosspointQueue<Small> queue;
  expect_fifo(queue, 8, 100000);
}

template <std::size_t Depth>
struct OfDepth : CubeConfig<4> {
  static constexpr std::size_t kQueueDepth = Depth;
};

TEST(Config, QueuesArePowersOfTwoWithRoomForTheStop) {
  EXPECT_FALSE(has_right_queues<OfDepth<1>>());
  EXPECT_FALSE(has_right_queues<OfDepth<2>>());
  EXPECT_FALSE(has_right_queues<OfDepth<3>>());
  EXPECT_TRUE(has_right_queues<OfDepth<4>>());
  EXPECT_FALSE(has_right_queues<OfDepth<6>>());
  EXPECT_TRUE(has_right_queues<OfDepth<8>>());
  EXPECT_FALSE(has_right_queues<OfDepth<12>>());
  EXPECT_TRUE(has_right_queues<OfDepth<hls::kRuntimeDepth>>());
}

struct PortBench {
  OutputPort<Small> port;
  std::array<Link<Small>, 4> links;
  Fetch<Small> own;
  Flit<Small> link;

  // Port 1 of a 4-cube; crosspoints 0, 1, 2 are in-ports 0, 2, 3, whose packets are numbered 10 *
  // cycle + in-port.
  bool tick(std::uint32_t cycle, std::uint32_t crosspoints, bool may_send, bool own_offered, bool transit_first) {
    for (std::uint32_t i = 0; i < 4; ++i) links[i].packet = packet(10 * cycle + i);
    own.valid = hls::Bit(own_offered);
    return port.tick(PortNumber<Small>(1), hls::Bit(0), OutputPort<Small>::Crosspoints(crosspoints), links,
                     hls::Bit(may_send), own, Payload<Small>(999), hls::Bit(transit_first), {}, {}, link);
  }
};

TEST(OutputPort, CrosspointsLeaveOutThePortItself) {
  EXPECT_EQ(OutputPort<Small>::to_crosspoints(Ports(0b1101), 1), 0b111u);
  EXPECT_EQ(OutputPort<Small>::to_crosspoints(Ports(0b1010), 2), 0b110u);
  for (unsigned self = 0; self < 4; ++self) {
    for (std::uint32_t crosspoints = 0; crosspoints < 8; ++crosspoints) {
      const Ports in_ports = OutputPort<Small>::to_in_ports(crosspoints, self);
      EXPECT_FALSE(in_ports.contains(self));
      EXPECT_EQ(OutputPort<Small>::to_crosspoints(in_ports, self), crosspoints);
    }
  }
}

TEST(OutputPort, AFreePathCostsOneCycle) {
  PortBench bench;
  bench.tick(7, 0b010, true, false, false);
  EXPECT_TRUE(bench.link.valid);
  EXPECT_EQ(bench.link.packet.payload, 72u) << "crosspoint 1 is in-port 2";
  EXPECT_EQ(bench.port.waiting(), 0u) << "it did not pass through the queue";
  bench.tick(8, 0, true, false, false);
  EXPECT_FALSE(bench.link.valid);
}

TEST(OutputPort, OwnPacketsGoFirstOrLast) {
  PortBench own_first;
  EXPECT_TRUE(own_first.tick(1, 0b001, true, true, false));
  EXPECT_EQ(own_first.link.packet.payload, 999u);
  EXPECT_EQ(own_first.port.waiting(), 0b001u);
  EXPECT_FALSE(own_first.tick(2, 0, true, false, false));
  EXPECT_EQ(own_first.link.packet.payload, 10u);

  PortBench transit_first;
  EXPECT_FALSE(transit_first.tick(1, 0b001, true, true, true));
  EXPECT_EQ(transit_first.link.packet.payload, 10u);
  EXPECT_TRUE(transit_first.tick(2, 0, true, true, true));
}

TEST(OutputPort, WaitsAndLosesNothingWhileItMayNotSend) {
  PortBench bench;
  for (std::uint32_t cycle = 1; cycle <= 4; ++cycle) {
    EXPECT_FALSE(bench.tick(cycle, 0b101, false, true, false));
    EXPECT_FALSE(bench.link.valid);
  }
  EXPECT_EQ(bench.port.filling(), 0u);
  bench.tick(5, 0, false, false, false);
  bench.tick(6, 0b101, false, false, false);
  bench.tick(7, 0b101, false, false, false);
  EXPECT_EQ(bench.port.filling(), 0b101u) << "six of eight packets: stop";
  std::vector<std::uint32_t> sent;
  for (std::uint32_t cycle = 8; bench.port.waiting() != 0; ++cycle) {
    bench.tick(cycle, 0, true, false, false);
    ASSERT_TRUE(bench.link.valid);
    sent.push_back(bench.link.packet.payload);
  }
  // In turn from the two in-ports, each in order.
  EXPECT_EQ(sent, (std::vector<std::uint32_t>{10, 13, 20, 23, 30, 33, 40, 43, 60, 63, 70, 73}));
}

TEST(OutputPort, RoundRobinIsFair) {
  PortBench bench;
  std::uint32_t sent[4] = {};
  for (std::uint32_t cycle = 0; cycle < 9; ++cycle) {
    bench.tick(cycle, cycle < 4 ? 0b111 : 0, true, false, false);
    ++sent[bench.link.packet.payload % 10];
  }
  EXPECT_EQ(sent[0], 3u);
  EXPECT_EQ(sent[2], 3u);
  EXPECT_EQ(sent[3], 3u);
}

TEST(Ejector, KeepsOrderAndLosesNothingWhenTheMemoryIsSlow) {
  auto random = seeded_random();
  Ejector<Small> ejector;
  Flit<Small> eject;
  std::deque<std::uint32_t> due;
  // A queue that fills in cycle t shows in the go register after t + 1, stops the neighbour in t +
  // 2, and no packet comes from t + 3 on.
  bool go[2] = {true, true};
  for (std::uint32_t cycle = 0; cycle < 100000; ++cycle) {
    const bool ready = random() % 3 == 0;
    if (eject.valid && ready) {
      ASSERT_FALSE(due.empty());
      ASSERT_EQ(eject.packet.payload, due.front());
      due.pop_front();
    }
    const bool arriving = go[1] && random() % 4 != 0;
    if (arriving) due.push_back(cycle);
    go[1] = go[0];
    go[0] = !ejector.filling();
    ejector.tick(hls::Bit(arriving), packet(cycle), hls::Bit(ready), eject);
  }
  EXPECT_LE(due.size(), 5u);
}

TEST(EjectRegister, IsAnEjectorWhoseMemoryIsAlwaysReady) {
  auto random = seeded_random();
  Ejector<Small> ejector;
  EjectRegister<Small> reg;
  Flit<Small> eject;
  Flit<Small> eject_of_register;
  for (std::uint32_t cycle = 0; cycle < 1000; ++cycle) {
    const hls::Bit arriving(random() % 2);
    ejector.tick(arriving, packet(cycle), hls::Bit(1), eject);
    reg.tick(arriving, packet(cycle), hls::Bit(1), eject_of_register);
    ASSERT_TRUE(network::equal(eject, eject_of_register)) << "cycle " << cycle;
  }
}

}  // namespace
}  // namespace router::test
