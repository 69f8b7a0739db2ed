// SPDX-License-Identifier: Apache-2.0
// The node on rings instead of cubes. A port of a ring is not its own way back, the number of nodes
// need not be a power of two, and the rules are the example's. The parts of the router belong to no
// network.
#include "examples/ring_node/ring.hpp"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "hls/router/test_mesh.hpp"

namespace ring_node {
namespace {

constexpr std::uint32_t kPackets = 3;

template <std::uint32_t N>
struct Gated : RingConfig<N> {
  static constexpr unsigned kPayloadWidth = 32;
  // Deep enough for every packet that passes. A ring is a cycle of queues, and full queues would
  // deadlock.
  static constexpr std::size_t kQueueDepth = 128;
  static constexpr router::PortModel kPortModel = router::PortModel::kGated;
};

using Delivered = std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, unsigned>;

// Clocks 400 cycles, enough for every packet. Returns how often each node, source and sequence was
// delivered.
template <std::uint32_t N>
Delivered run(router::test::TestMesh<Gated<N>>& mesh) {
  mesh.clock(true);
  while (mesh.cycle() < 400) mesh.clock(false);
  Delivered delivered;
  for (const auto& delivery : mesh.deliveries()) {
    const router::Header<Gated<N>>& header = delivery.packet.header;
    const Address source = header.source;
    ++delivered[{delivery.node.number(), source.number(), header.sequence}];
    EXPECT_EQ(delivery.packet.payload, router::test::payload_of(source, header.destination, header.sequence));
  }
  for (const Address me : network::addresses(N)) {
    node::Driver driver(mesh.bus(me));
    EXPECT_TRUE(driver.done());
    EXPECT_EQ(driver.received(), kPackets * (N - 1));
  }
  return delivered;
}

Delivered everything_once(std::uint32_t nodes) {
  Delivered expected;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (std::uint32_t source = 0; source < nodes; ++source) {
      for (std::uint32_t m = 0; m < kPackets && source != node; ++m) expected[{node, source, m}] = 1;
    }
  }
  return expected;
}

template <class Nodes>
class RingOf : public testing::Test {
 protected:
  static constexpr std::uint32_t kNodes = Nodes::value;
  using Config = Gated<kNodes>;

  // Sends what `program` lists for each port, with the gate open and with turns.
  template <class Rule, class Program>
  void expect_everything_once(Program program) {
    for (const auto gate : {node::GateMode::kOpen, node::GateMode::kCounting}) {
      router::test::TestMesh<Config> mesh;
      for (const Address me : network::addresses(kNodes)) {
        node::Driver driver(mesh.bus(me));
        driver.begin(Config::Network::kPorts, me, Config::Rules::template number_of<Rule>(), 0);
        driver.expect(kPackets * (kNodes - 1));
        driver.set_gate(gate);
        for (unsigned port = 0; port < Config::Network::kPorts; ++port) program(driver, port);
      }
      EXPECT_EQ(run<kNodes>(mesh), everything_once(kNodes));
    }
  }
};
template <std::uint32_t N>
using Nodes = std::integral_constant<std::uint32_t, N>;
using Sizes = testing::Types<Nodes<4>, Nodes<5>, Nodes<12>>;
TYPED_TEST_SUITE(RingOf, Sizes);

TYPED_TEST(RingOf, EveryNodeSendsToEveryOther) {
  constexpr std::uint32_t kNodes = TypeParam::value;
  this->template expect_everything_once<Shorter>([](node::Driver& driver, unsigned port) {
    std::uint32_t destinations = 0;
    for (const Address seen : network::other_addresses(kNodes)) {
      if (!Ring<kNodes>().first_port(seen).contains(port)) continue;
      driver.add(port, {seen, 0, 0, kPackets});
      ++destinations;
    }
    driver.send(port, kPackets * destinations);
  });
}

TYPED_TEST(RingOf, EveryNodeSendsToAll) {
  this->template expect_everything_once<BothWays>([](node::Driver& driver, unsigned port) {
    driver.add(port, {Address(0), 0, 0, kPackets});
    driver.send(port, kPackets);
  });
}

}  // namespace
}  // namespace ring_node
