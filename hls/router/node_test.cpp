// SPDX-License-Identifier: Apache-2.0
// Whole nodes, as they are synthesised: queues of the least depth, memories that are slow,
// registers.
#include "hls/router/node.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>
#include <utility>

#include "firmware/collectives/catalog.hpp"
#include "hls/router/test_mesh.hpp"
#include "test_support/seed.hpp"

namespace router::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortModel;
using test_support::seeded_random;

struct Small : CubeConfig<4> {
  static constexpr unsigned kPayloadWidth = 32;
  static constexpr std::size_t kQueueDepth = 4;
  static constexpr router::PortModel kPortModel = router::PortModel::kGated;
};
struct TwoCycles : Small {
  static constexpr unsigned kHopCycles = 2;
};
using Cube = TestMesh<Small>;

Operation operation(Collective collective, const char* algorithm, PortModel ports, std::uint32_t packets,
                    std::uint32_t root = 0) {
  return {collectives::find_row(collective, algorithm, ports), network::Cube(4), packets, Address(root)};
}

template <class Config>
void load(TestMesh<Config>& cube, Operation operation) {
  operation.hop_cycles = Config::kHopCycles;
  for (const Address node : network::addresses(Config::Network::kNodes)) {
    node::Driver driver(cube.bus(node));
    operation.row->load(operation, node, driver);
  }
}

// Links that carry a packet, as (node, port).
template <class Config>
std::set<std::pair<std::uint32_t, unsigned>> busy_links(const TestMesh<Config>& cube) {
  std::set<std::pair<std::uint32_t, unsigned>> busy;
  for (const Address node : network::addresses(Config::Network::kNodes)) {
    for (unsigned port = 0; port < Config::Network::kPorts; ++port) {
      if (cube.out(node).links[port].valid) busy.insert({node.number(), port});
    }
  }
  return busy;
}

// Between two hops, and before the delivery, the links rest for all cycles of a hop but one.
template <class Config>
void expect_hops() {
  TestMesh<Config> cube;
  const Address sender(0b0010);
  node::Driver driver(cube.bus(sender));
  driver.begin(4, sender, rules::CubeRules::number_of<rules::Ecube>(), 1);
  driver.add(3, {Address(0b1111), 0, 5, 1});
  driver.send(3, 1);
  for (const Address node : network::addresses(Cube::kNodes)) {
    if (node != sender) cube.bus(node).write(node::address(node::Control::kAddress), node.number());
  }
  cube.clock(true);
  cube.clock(false);
  EXPECT_TRUE(busy_links(cube).empty());
  // E-cube from 0010 to 1101: bits 3, 2, 1, 0, a link and a cycle each.
  const std::pair<std::uint32_t, unsigned> path[] = {{0b0010, 3}, {0b1010, 2}, {0b1110, 1}, {0b1100, 0}};
  for (const auto& hop : path) {
    cube.clock(false);
    EXPECT_EQ(busy_links(cube), std::set{hop});
    for (unsigned cycle = 1; cycle < Config::kHopCycles; ++cycle) {
      cube.clock(false);
      EXPECT_TRUE(busy_links(cube).empty());
    }
  }
  EXPECT_TRUE(cube.deliveries().empty());
  cube.clock(false);
  EXPECT_TRUE(busy_links(cube).empty());
  EXPECT_TRUE(cube.out(Address(0b1101)).ejects[0].valid);
  cube.clock(false);
  ASSERT_EQ(cube.deliveries().size(), 1u);
  EXPECT_EQ(cube.deliveries()[0].node, Address(0b1101));
  EXPECT_EQ(cube.deliveries()[0].packet.payload, payload_of(sender, Address(0b1101), 5));
}

TEST(Node, OneHopCostsOneCycle) {
  expect_hops<Small>();
}

TEST(Node, OneHopCostsTwoCyclesWithArrivalRegisters) {
  expect_hops<TwoCycles>();
}

// The SBT has binomial levels: C(4, i) nodes are reached in cycle i, all of them at once.
TEST(Node, MulticastCostsNothingExtra) {
  Cube cube;
  load(cube, operation(Collective::kBroadcast, "sbt", PortModel::kAll, 1, 9));
  cube.clock(true);
  cube.clock(false);
  for (const std::size_t reached : {4u, 6u, 4u, 1u, 0u}) {
    cube.clock(false);
    EXPECT_EQ(busy_links(cube).size(), reached);
  }
}

// Rules that correct bits in one order cannot deadlock: whatever the memories do, every packet
// comes once, unaltered, those of one source in order, and nodes say done when their packets have
// come, not before.
template <class Config>
void expect_lossless(const Operation& operation, unsigned one_ready_in, std::mt19937_64& random,
                     std::uint64_t& stalls) {
  TestMesh<Config> cube;
  load(cube, operation);
  const Collective collective = operation.row->collective;
  const bool to_one =
      collective == Collective::kAlltoall || collective == Collective::kGather || collective == Collective::kScatter;
  const std::uint32_t packets = operation.packets;
  const bool root_sends = collective == Collective::kBroadcast || collective == Collective::kScatter;
  const auto due = [&](std::uint32_t node) {
    const bool is_root = Address(node) == operation.root;
    if (root_sends) return is_root ? 0u : packets;
    if (collective == Collective::kGather) return is_root ? packets * 15 : 0u;
    return packets * 15;
  };
  std::size_t in_all = 0;
  for (std::uint32_t node = 0; node < Cube::kNodes; ++node) in_all += due(node);

  cube.clock(true);
  std::vector<std::uint32_t> came(Cube::kNodes, 0);
  std::size_t seen = 0;
  while (cube.deliveries().size() < in_all && cube.cycle() < 20000) {
    cube.shuffle_nodes(random);
    cube.clock(false, [&](Address, unsigned) { return random() % one_ready_in == 0; });
    for (; seen < cube.deliveries().size(); ++seen) ++came[cube.deliveries()[seen].node.number()];
    for (std::uint32_t node = 0; node < Cube::kNodes; ++node) {
      if (cube.out(Address(node)).done) ASSERT_EQ(came[node], due(node)) << "node " << node << " is done too early";
    }
  }
  for (unsigned i = 0; i < 20; ++i) cube.clock(false);
  ASSERT_EQ(cube.deliveries().size(), in_all);

  std::map<std::pair<Address, Address>, std::uint32_t> next;  // by node and source
  for (const auto& delivery : cube.deliveries()) {
    const Header<Config>& header = delivery.packet.header;
    ASSERT_EQ(delivery.packet.payload, payload_of(header.source, header.destination, header.sequence));
    if (to_one) ASSERT_EQ(Address(header.destination), delivery.node);
    ASSERT_EQ(header.sequence, (next[{delivery.node, header.source}]++)) << "in order, none twice, none missing";
  }
  for (std::uint32_t node = 0; node < Cube::kNodes; ++node) {
    node::Driver driver(cube.bus(Address(node)));
    EXPECT_TRUE(driver.done());
    EXPECT_EQ(driver.received(), due(node));
    EXPECT_EQ(driver.stalled(), driver.stall_cycles() != 0);
    stalls += driver.stall_cycles();
  }
}

template <class Config>
void expect_lossless_with_slow_memories() {
  auto random = seeded_random();
  std::uint64_t stalls = 0;
  for (const Operation& lossless : {operation(Collective::kAlltoall, "table", PortModel::kAll, 7),
                                    operation(Collective::kAlltoall, "ecube", PortModel::kAll, 7),
                                    operation(Collective::kAlltoall, "fifo", PortModel::kOne, 5),
                                    operation(Collective::kAlltoall, "sbt", PortModel::kOne, 5),
                                    operation(Collective::kAllgather, "sbt", PortModel::kOne, 9),
                                    operation(Collective::kBroadcast, "sbt", PortModel::kAll, 40, 5),
                                    operation(Collective::kBroadcast, "sbt", PortModel::kOne, 40, 5),
                                    operation(Collective::kBroadcast, "gray", PortModel::kAll, 40, 5),
                                    operation(Collective::kScatter, "sbt", PortModel::kAll, 20, 6),
                                    operation(Collective::kGather, "sbt", PortModel::kAll, 20, 6)}) {
    for (const unsigned one_ready_in : {1u, 2u, 8u}) {
      SCOPED_TRACE(testing::Message() << name_of(lossless.row->collective) << ' ' << lossless.row->algorithm
                                      << ", memories ready once in " << one_ready_in);
      expect_lossless<Config>(lossless, one_ready_in, random, stalls);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(stalls, 1000u);
}

TEST(Node, SlowMemoriesAndShallowQueuesLoseNothing) {
  expect_lossless_with_slow_memories<Small>();
}

TEST(Node, SlowMemoriesAndShallowQueuesLoseNothingWithTwoCyclesAHop) {
  expect_lossless_with_slow_memories<TwoCycles>();
}

// The turns of the arbiters begin anew with every start: the links carry the same in the same
// cycles whatever ran before.
TEST(Node, ACollectiveTakesTheSameCyclesWhateverRanBefore) {
  const auto record = [](Cube& cube) {
    load(cube, operation(Collective::kAllgather, "balanced", PortModel::kAll, 1));
    std::vector<std::set<std::pair<std::uint32_t, unsigned>>> cycles;
    cube.clock(true);
    cube.clock(false);
    for (unsigned cycle = 0; cycle < 12; ++cycle) {
      cube.clock(false);
      cycles.push_back(busy_links(cube));
    }
    return cycles;
  };
  Cube fresh;
  const auto expected = record(fresh);
  EXPECT_FALSE(expected[3].empty());
  EXPECT_TRUE(expected[4].empty()) << "ceil(15/4) = 4 cycles (Bertsekas et al. 1991, section 2)";
  for (const std::uint32_t packets : {1u, 2u, 3u, 5u}) {
    for (const char* before : {"ecube", "table"}) {
      Cube used;
      load(used, operation(Collective::kAlltoall, before, PortModel::kAll, packets));
      used.clock(true);
      for (unsigned cycle = 0; cycle < 100; ++cycle) used.clock(false);
      EXPECT_TRUE(record(used) == expected) << before << " M " << packets;
    }
  }
}

// Everything that leaves a node is a register: the order of the nodes cannot be seen.
TEST(Node, OrderOfEvaluationCannotBeSeen) {
  auto random = seeded_random();
  Cube ordered, shuffled;
  const Operation ring = operation(Collective::kAllgather, "ring", PortModel::kHalf, 3);
  load(ordered, ring);
  load(shuffled, ring);
  ordered.clock(true);
  shuffled.clock(true);
  for (unsigned cycle = 0; cycle < 200; ++cycle) {
    shuffled.shuffle_nodes(random);
    ordered.clock(false);
    shuffled.clock(false);
    ASSERT_EQ(busy_links(ordered), busy_links(shuffled)) << "cycle " << cycle;
  }
  EXPECT_EQ(ordered.deliveries().size(), 16u * 15 * 3);
}

}  // namespace
}  // namespace router::test
