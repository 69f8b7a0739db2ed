// The same node on a network that is no cube: a ring of five nodes, whose ports are not their own way back, whose nodes
// are no power of two, with rules of its own. The parts of the router belong to no network.
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "hls/router/test_mesh.hpp"

namespace router::test {
namespace {

// Port 0 leads to the next node, port 1 to the one before.
struct RingOfFive {
  static constexpr std::uint32_t kNodes = 5;
  static constexpr unsigned kPorts = 2;
  static constexpr unsigned kAddressWidth = 3;
  static constexpr unsigned kTrees = 1;

  static constexpr Address plus(Address a, std::uint32_t steps) { return Address((a.number() + steps) % kNodes); }

  constexpr Address neighbour(Address node, unsigned port) const { return plus(node, port == 0 ? 1 : kNodes - 1); }
  constexpr unsigned arrival_port(Address, unsigned port) const { return 1 - port; }
  constexpr Address relative(Address node, Address origin) const { return plus(node, kNodes - origin.number()); }
  constexpr Address absolute(Address seen, Address origin) const { return plus(seen, origin.number()); }
  constexpr Address to_tree_0(Address seen, unsigned) const { return seen; }
  constexpr Ports from_tree_0(Ports ports, unsigned) const { return ports; }
  constexpr bool is_odd(Address node) const { return (node.number() & 1u) != 0; }
  constexpr Ports first_port(Address seen) const { return Ports::one(seen.number() <= kNodes / 2 ? 0 : 1); }
  constexpr Address behind_first(Address seen) const {
    return seen == Address(0) ? seen : plus(seen, first_port(seen).contains(0) ? kNodes - 1 : 1);
  }
};

// To one node, the shorter way round.
struct Shorter {
  static constexpr rules::Cast kCast = rules::Cast::kOne;
  static constexpr bool kTurned = false;
  static constexpr bool kStored = false;
  template <class Network>
  static constexpr rules::Decision route(const Network& network, const rules::Arrival& at) {
    const bool here = at.to_go == Address(0);
    return {here ? Ports() : network.first_port(at.to_go), here};
  }
};

// To all nodes, both ways round until they meet.
struct BothWays {
  static constexpr rules::Cast kCast = rules::Cast::kAll;
  static constexpr bool kTurned = false;
  static constexpr bool kStored = false;
  template <class Network>
  static constexpr rules::Decision route(const Network&, const rules::Arrival& at) {
    switch (at.relative.number()) {
      case 1:
        return {Ports::one(0), true};
      case 4:
        return {Ports::one(1), true};
      default:
        return {Ports(), true};
    }
  }
};

struct RingConfig : DefaultConfig<RingOfFive, rules::RuleList<Shorter, BothWays>> {
  static constexpr unsigned kPayloadWidth = 32;
  static constexpr std::size_t kQueueDepth = 16;
  static constexpr PortModel kPortModel = PortModel::kGated;
};
constexpr std::uint32_t kNodes = RingOfFive::kNodes;
constexpr std::uint32_t kPackets = 3;

static_assert(RingConfig::Rules::is_to_all(RingConfig::Rules::number_of<BothWays>()));
static_assert(!RingConfig::Rules::is_to_all(RingConfig::Rules::number_of<Shorter>()));

using Delivered = std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, unsigned>;

// Clocks until nothing more comes; how often node, source and sequence were delivered.
Delivered run(TestMesh<RingConfig>& mesh) {
  mesh.clock(true);
  while (mesh.cycle() < 200) mesh.clock(false);
  Delivered delivered;
  for (const auto& delivery : mesh.deliveries()) {
    const Header<RingConfig>& header = delivery.packet.header;
    const Address source = header.source;
    ++delivered[{delivery.node.number(), source.number(), header.sequence}];
    EXPECT_EQ(delivery.packet.payload, payload_of(source, header.destination, header.sequence));
  }
  for (const Address me : network::addresses(kNodes)) {
    node::Driver driver(mesh.bus(me));
    EXPECT_TRUE(driver.done());
    EXPECT_EQ(driver.received(), kPackets * (kNodes - 1));
  }
  return delivered;
}

Delivered everything_once() {
  Delivered expected;
  for (std::uint32_t node = 0; node < kNodes; ++node) {
    for (std::uint32_t source = 0; source < kNodes; ++source) {
      for (std::uint32_t m = 0; m < kPackets && source != node; ++m) expected[{node, source, m}] = 1;
    }
  }
  return expected;
}

class OtherNetwork : public testing::TestWithParam<node::GateMode> {};
INSTANTIATE_TEST_SUITE_P(Gates, OtherNetwork, testing::Values(node::GateMode::kOpen, node::GateMode::kCounting));

TEST_P(OtherNetwork, EveryNodeSendsToEveryOther) {
  TestMesh<RingConfig> mesh;
  for (const Address me : network::addresses(kNodes)) {
    node::Driver driver(mesh.bus(me));
    driver.begin(RingOfFive::kPorts, me, RingConfig::Rules::number_of<Shorter>(), 0);
    driver.expect(kPackets * (kNodes - 1));
    driver.set_gate(GetParam());
    for (unsigned port = 0; port < RingOfFive::kPorts; ++port) {
      for (const Address seen : network::other_addresses(kNodes)) {
        if (RingOfFive().first_port(seen).contains(port)) driver.add(port, {seen, 0, 0, kPackets});
      }
      driver.send(port, kPackets * (kNodes / 2));
    }
  }
  EXPECT_EQ(run(mesh), everything_once());
}

TEST_P(OtherNetwork, EveryNodeSendsToAll) {
  TestMesh<RingConfig> mesh;
  for (const Address me : network::addresses(kNodes)) {
    node::Driver driver(mesh.bus(me));
    driver.begin(RingOfFive::kPorts, me, RingConfig::Rules::number_of<BothWays>(), 0);
    driver.expect(kPackets * (kNodes - 1));
    driver.set_gate(GetParam());
    for (unsigned port = 0; port < RingOfFive::kPorts; ++port) {
      driver.add(port, {Address(0), 0, 0, kPackets});
      driver.send(port, kPackets);
    }
  }
  EXPECT_EQ(run(mesh), everything_once());
}

}  // namespace
}  // namespace router::test
