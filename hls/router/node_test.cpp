// Whole nodes, as they are synthesised: queues of the least depth, memories that are slow, registers.
#include "hls/router/node.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>
#include <utility>

#include "firmware/collectives/catalog.hpp"
#include "hls/router/test_cube.hpp"
#include "testbench/test_seed.hpp"

namespace router::test {
namespace {

using collectives::Algorithm;
using collectives::Collective;
using collectives::Operation;
using collectives::PortUse;
using testbench::test::seeded_random;

using Small = Config<4, 32, 4, PortModel::kGated>;
using Cube = TestCube<Small>;

void load(Cube& cube, const Operation& operation) {
  for (std::uint32_t node = 0; node < Cube::kNodes; ++node) {
    auto bus = cube.bus(node);
    node::Driver driver(bus);
    collectives::load(operation, node, driver);
  }
}

// Links that carry a packet, as (node, port).
std::set<std::pair<std::uint32_t, unsigned>> busy_links(const Cube& cube) {
  std::set<std::pair<std::uint32_t, unsigned>> busy;
  for (std::uint32_t node = 0; node < Cube::kNodes; ++node) {
    for (unsigned port = 0; port < Cube::d; ++port) {
      if (cube.out(node).links[port].valid) busy.insert({node, port});
    }
  }
  return busy;
}

TEST(Node, OneHopCostsOneCycle) {
  Cube cube;
  auto bus = cube.bus(0b0010);
  node::Driver driver(bus);
  driver.begin(4, 0b0010, node::Rule::kEcube, 1);
  driver.add(3, {0b1111, 0, 5, 1});
  driver.send(3, 1);
  for (std::uint32_t node = 0; node < Cube::kNodes; ++node) {
    if (node != 0b0010) cube.bus(node).write(node::address(node::Control::kAddress), node);
  }
  cube.clock(true);
  EXPECT_TRUE(busy_links(cube).empty());
  // E-cube from 0010 to 1101: bits 3, 2, 1, 0, a link and a cycle each.
  const std::pair<std::uint32_t, unsigned> path[] = {{0b0010, 3}, {0b1010, 2}, {0b1110, 1}, {0b1100, 0}};
  for (const auto& hop : path) {
    cube.clock(false);
    EXPECT_EQ(busy_links(cube), std::set{hop});
  }
  EXPECT_TRUE(cube.deliveries().empty());
  cube.clock(false);
  EXPECT_TRUE(busy_links(cube).empty());
  EXPECT_TRUE(cube.out(0b1101).ejects[0].valid);
  cube.clock(false);
  ASSERT_EQ(cube.deliveries().size(), 1u);
  EXPECT_EQ(cube.deliveries()[0].node, 0b1101u);
  EXPECT_EQ(cube.deliveries()[0].packet.payload, payload_of(0b0010, 0b1101, 5));
}

// The SBT has binomial levels: C(4, i) nodes are reached in cycle i, all of them at once.
TEST(Node, MulticastCostsNothingExtra) {
  Cube cube;
  load(cube, {Collective::kBroadcast, Algorithm::kSbt, PortUse::kAll, 4, 1, 9});
  cube.clock(true);
  for (const std::size_t reached : {4u, 6u, 4u, 1u, 0u}) {
    cube.clock(false);
    EXPECT_EQ(busy_links(cube).size(), reached);
  }
}

// Rules that correct bits in one order cannot deadlock: whatever the memories do, every packet comes once, unaltered,
// those of one source in order, and nodes say done when their packets have come, not before.
void expect_lossless(const Operation& operation, unsigned one_ready_in, std::mt19937_64& random,
                     std::uint64_t& stalls) {
  Cube cube;
  load(cube, operation);
  const bool to_one = operation.collective == Collective::kAlltoall || operation.collective == Collective::kGather ||
                      operation.collective == Collective::kScatter;
  const std::uint32_t packets = operation.packets;
  const bool root_sends =
      operation.collective == Collective::kBroadcast || operation.collective == Collective::kScatter;
  const auto due = [&](std::uint32_t node) {
    if (root_sends) return node == operation.root ? 0u : packets;
    if (operation.collective == Collective::kGather) return node == operation.root ? packets * 15 : 0u;
    return packets * 15;
  };
  std::size_t in_all = 0;
  for (std::uint32_t node = 0; node < Cube::kNodes; ++node) in_all += due(node);

  cube.clock(true);
  std::vector<std::uint32_t> came(Cube::kNodes, 0);
  std::size_t seen = 0;
  while (cube.deliveries().size() < in_all && cube.cycle() < 20000) {
    cube.shuffle_nodes(random);
    cube.clock(false, [&](std::uint32_t, unsigned) { return random() % one_ready_in == 0; });
    for (; seen < cube.deliveries().size(); ++seen) ++came[cube.deliveries()[seen].node];
    for (std::uint32_t node = 0; node < Cube::kNodes; ++node) {
      if (cube.out(node).done) ASSERT_EQ(came[node], due(node)) << "node " << node << " is done too early";
    }
  }
  for (unsigned i = 0; i < 20; ++i) cube.clock(false);
  ASSERT_EQ(cube.deliveries().size(), in_all);

  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> next;  // by node and source
  for (const auto& delivery : cube.deliveries()) {
    const Header<Small>& header = delivery.packet.header;
    ASSERT_EQ(delivery.packet.payload, payload_of(header.source, header.destination, header.sequence));
    if (to_one) ASSERT_EQ(header.destination, delivery.node);
    ASSERT_EQ(header.sequence, (next[{delivery.node, header.source}]++)) << "in order, none twice, none missing";
  }
  for (std::uint32_t node = 0; node < Cube::kNodes; ++node) {
    auto bus = cube.bus(node);
    node::Driver driver(bus);
    EXPECT_TRUE(driver.done());
    EXPECT_EQ(driver.received(), due(node));
    EXPECT_EQ(driver.stalled(), driver.stall_cycles() != 0);
    stalls += driver.stall_cycles();
  }
}

TEST(Node, SlowMemoriesAndShallowQueuesLoseNothing) {
  auto random = seeded_random();
  std::uint64_t stalls = 0;
  for (const Operation& operation : {Operation{Collective::kAlltoall, Algorithm::kTable, PortUse::kAll, 4, 7, 0},
                                     Operation{Collective::kAlltoall, Algorithm::kEcube, PortUse::kAll, 4, 7, 0},
                                     Operation{Collective::kAlltoall, Algorithm::kFifo, PortUse::kOne, 4, 5, 0},
                                     Operation{Collective::kAlltoall, Algorithm::kSbt, PortUse::kOne, 4, 5, 0},
                                     Operation{Collective::kAllgather, Algorithm::kSbt, PortUse::kOne, 4, 9, 0},
                                     Operation{Collective::kBroadcast, Algorithm::kSbt, PortUse::kAll, 4, 40, 5},
                                     Operation{Collective::kBroadcast, Algorithm::kSbt, PortUse::kOne, 4, 40, 5},
                                     Operation{Collective::kBroadcast, Algorithm::kGray, PortUse::kAll, 4, 40, 5},
                                     Operation{Collective::kScatter, Algorithm::kSbt, PortUse::kAll, 4, 20, 6},
                                     Operation{Collective::kGather, Algorithm::kSbt, PortUse::kAll, 4, 20, 6}}) {
    for (const unsigned one_ready_in : {1u, 2u, 8u}) {
      SCOPED_TRACE(testing::Message() << name_of(operation.collective) << ' ' << name_of(operation.algorithm)
                                      << ", memories ready once in " << one_ready_in);
      expect_lossless(operation, one_ready_in, random, stalls);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(stalls, 1000u);
}

// The turns of the arbiters begin anew with every start: the links carry the same in the same cycles whatever ran
// before.
TEST(Node, ACollectiveTakesTheSameCyclesWhateverRanBefore) {
  const auto record = [](Cube& cube) {
    load(cube, {Collective::kAllgather, Algorithm::kBalanced, PortUse::kAll, 4, 1, 0});
    std::vector<std::set<std::pair<std::uint32_t, unsigned>>> cycles;
    cube.clock(true);
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
    for (const Algorithm before : {Algorithm::kEcube, Algorithm::kTable}) {
      Cube used;
      load(used, {Collective::kAlltoall, before, PortUse::kAll, 4, packets, 0});
      used.clock(true);
      for (unsigned cycle = 0; cycle < 100; ++cycle) used.clock(false);
      EXPECT_TRUE(record(used) == expected) << name_of(before) << " M " << packets;
    }
  }
}

// Everything that leaves a node is a register: the order of the nodes cannot be seen.
TEST(Node, OrderOfEvaluationCannotBeSeen) {
  auto random = seeded_random();
  Cube ordered, shuffled;
  const Operation operation{Collective::kAllgather, Algorithm::kRing, PortUse::kHalf, 4, 3, 0};
  load(ordered, operation);
  load(shuffled, operation);
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
