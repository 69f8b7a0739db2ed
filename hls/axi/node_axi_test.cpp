// SPDX-License-Identifier: Apache-2.0
// Cubes of nodes with AXI interfaces beside the same cubes of plain nodes: loaded by the same
// drivers, every packet comes a cycle later than there, with the same content, and whatever masters
// and memories do none is lost.
#include "hls/axi/node_axi.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "firmware/collectives/catalog.hpp"
#include "hls/axi/test_cube.hpp"
#include "test_support/seed.hpp"

namespace axi::test {
namespace {

using collectives::Operation;
using network::Address;

template <unsigned Dimension>
struct Gated : router::CubeConfig<Dimension> {
  static constexpr unsigned kPayloadWidth = 32;
  static constexpr router::PortModel kPortModel = router::PortModel::kGated;
};

struct Starting : Gated<2> {
  static constexpr bool kEpochs = true;
};

// When, where, from and to where, number, content.
using Event = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

template <class Cube>
std::vector<Event> events_of(const Cube& cube, std::uint64_t later) {
  std::vector<Event> events;
  for (const auto& [cycle, node, packet] : cube.deliveries()) {
    events.push_back({cycle + later, node.number(), Address(packet.header.source).number(),
                      Address(packet.header.destination).number(), packet.header.sequence, packet.payload});
  }
  std::sort(events.begin(), events.end());
  return events;
}
std::vector<Event> without_times(std::vector<Event> events) {
  for (Event& event : events) std::get<0>(event) = 0;
  std::sort(events.begin(), events.end());
  return events;
}

template <class Cube>
void load(Cube& cube, const Operation& operation) {
  for (const Address node : network::addresses(Cube::kNodes)) {
    node::Driver driver(cube.bus(node));
    operation.row->load(operation, node, driver);
  }
}

// Runs until every node has said done; returns the cycle in which the last one did.
template <class Cube>
std::uint64_t run(Cube& cube) {
  const auto all_done = [&cube] {
    bool done = true;
    for (const Address node : network::addresses(Cube::kNodes)) done = done && cube.out(node).done;
    return done;
  };
  for (cube.clock(true); cube.cycle() < 4 || (!all_done() && cube.cycle() < 20000);) cube.clock(false);
  return cube.cycle();
}

template <unsigned Dimension>
Operation operation_of(const collectives::Row& row, std::uint32_t packets) {
  return {&row, network::Cube(Dimension), packets, Address(1)};
}

template <unsigned Dimension>
void expect_one_cycle_later(std::initializer_list<std::uint32_t> packets_of_each, Pace pace) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const collectives::Row& row : collectives::kCatalog) {
    if (collectives::shape_of(row.collective).combined) continue;
    for (const std::uint32_t packets : packets_of_each) {
      SCOPED_TRACE(testing::Message() << row.algorithm << " d " << Dimension << " M " << packets);
      router::test::TestMesh<Gated<Dimension>> plain;
      load(plain, operation_of<Dimension>(row, packets));
      const std::uint64_t cycles = run(plain);

      AxiCube<Gated<Dimension>> cube(random, pace);
      load(cube, operation_of<Dimension>(row, packets));
      EXPECT_EQ(run(cube), cycles + 1);
      EXPECT_EQ(events_of(cube, 0), events_of(plain, 1));
      EXPECT_TRUE(cube.nodes_kept_rules());
    }
  }
}

TEST(NodeAxi, WithBlockRamEveryPacketComesOneCycleLater) {
  expect_one_cycle_later<2>({1, 3}, {1, 1});
  expect_one_cycle_later<3>({2}, {1, 1});
}

TEST(NodeAxi, LosesNoPacketWhateverMastersAndMemoriesDo) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const collectives::Row& row : collectives::kCatalog) {
    if (collectives::shape_of(row.collective).combined) continue;
    for (const Pace pace : {Pace{1, 2}, Pace{3, 1}, Pace{7, 4}}) {
      SCOPED_TRACE(testing::Message() << row.algorithm << " latency " << pace.latency << " one in " << pace.one_in);
      router::test::TestMesh<Gated<2>> plain;
      load(plain, operation_of<2>(row, 5));
      run(plain);

      AxiCube<Gated<2>> cube(random, pace);
      load(cube, operation_of<2>(row, 5));
      run(cube);
      EXPECT_EQ(without_times(events_of(cube, 0)), without_times(events_of(plain, 0)));
      EXPECT_TRUE(cube.nodes_kept_rules());
    }
  }
}

// One sender and its neighbour: packets through a port in consecutive cycles, from a memory of any
// latency below that of OwnPackets, and no longer beyond.
std::uint64_t cycles_of_a_stream(unsigned latency, std::uint32_t packets) {
  std::mt19937_64 random = test_support::seeded_random();
  AxiCube<Gated<2>> cube(random, {latency, 1});
  for (const Address node : network::addresses(4)) {
    node::Driver driver(cube.bus(node));
    driver.begin(2, node, rules::CubeRules::number_of<rules::Ecube>(), packets);
    if (node != Address(0)) continue;
    driver.add(1, {Address(2), 0, 0, packets});
    driver.send(1, packets);
  }
  cube.clock(true);
  while (cube.deliveries().size() < packets && cube.cycle() < 20000) cube.clock(false);
  return cube.deliveries().back().cycle - cube.deliveries().front().cycle + 1;
}

TEST(NodeAxi, SendsAPacketInEveryCycle) {
  for (unsigned latency = 1; latency < OwnPackets<Gated<2>>::kMostAsked; ++latency) {
    EXPECT_EQ(cycles_of_a_stream(latency, 100), 100u) << latency;
  }
  EXPECT_GT(cycles_of_a_stream(OwnPackets<Gated<2>>::kMostAsked, 100), 100u);
}

// A node that sends ignores a strobe: its streams continue.
TEST(NodeAxi, DoesNotHeedAStartWhileItSends) {
  std::mt19937_64 random = test_support::seeded_random();
  const Operation operation{
      collectives::find_row(collectives::Collective::kAlltoall, "table", collectives::PortModel::kAll),
      network::Cube(2), 5, Address(0)};
  AxiCube<Gated<2>> cube(random, {2, 3});
  load(cube, operation);
  cube.clock(true);
  cube.clock(false);
  for (unsigned i = 0; i < 8; ++i) cube.clock(true);
  for (unsigned i = 0; i < 500; ++i) cube.clock(false);
  EXPECT_EQ(cube.deliveries().size(), 4u * 3 * 5);
  EXPECT_TRUE(cube.nodes_kept_rules());
}

// Nodes start an alltoall again and again when they like, none more than one ahead of another. A packet is of the
// collective that its epoch tells, comes once, and all have come when the node says done.
TEST(NodeAxi, StartsWhenItLikes) {
  constexpr std::uint32_t kPackets = 3;
  constexpr unsigned kCollectives = 12;
  std::mt19937_64 random = test_support::seeded_random();
  const Operation operation = operation_of<2>(
      *collectives::find_row(collectives::Collective::kAlltoall, "table", collectives::PortModel::kAll), kPackets);
  for (const Pace pace : {Pace{1, 1}, Pace{5, 3}}) {
    AxiCube<Starting> cube(random, pace);
    load(cube, operation);
    std::array<unsigned, 4> started{};
    std::array<unsigned, 4> done{};
    std::array<std::set<std::array<std::uint32_t, 3>>, 4> came;  // by node: collective, source, number
    unsigned early = 0;
    std::size_t seen = 0;
    for (unsigned cycle = 0; cycle < 20000 && std::ranges::min(done) != kCollectives; ++cycle) {
      const unsigned least = std::ranges::min(started);
      std::array<bool, 4> starts{};
      for (std::size_t n = 0; n < 4; ++n) {
        starts[n] = done[n] == started[n] && started[n] == least && least != kCollectives && random() % 64 == 0;
      }
      cube.clock_each([&](Address node) { return starts[node.number()]; });
      for (; seen < cube.deliveries().size(); ++seen) {
        const auto& [when, node, packet] = cube.deliveries()[seen];
        const unsigned now = started[node.number()];
        const unsigned collective = now + (now % 2 == packet.header.epoch ? 0 : 1);
        const Address source = packet.header.source;
        early += collective != now ? 1 : 0;
        EXPECT_TRUE(came[node.number()].insert({collective, source.number(), packet.header.sequence}).second);
        EXPECT_EQ(packet.payload, AxiCube<Starting>::payload_of(packet.header));
      }
      for (std::size_t n = 0; n < 4; ++n) {
        if (done[n] != started[n] && cube.out(Address(static_cast<std::uint32_t>(n))).done) {
          ++done[n];
          const auto of_it = std::ranges::count_if(came[n], [&](const auto& packet) { return packet[0] == done[n]; });
          EXPECT_EQ(of_it, 3 * kPackets) << "node " << n << " says done with " << done[n];
        }
        started[n] += starts[n] ? 1 : 0;
      }
    }
    EXPECT_EQ(std::ranges::min(done), kCollectives);
    EXPECT_NE(early, 0u) << "no packet has come before its start";
    EXPECT_TRUE(cube.nodes_kept_rules());
    const std::uint32_t status = cube.bus(Address(2)).read(node::address(node::Control::kStatus));
    EXPECT_EQ(status & node::kOddEpoch, kCollectives % 2 != 0 ? node::kOddEpoch : 0);
  }
}

TEST(NodeAxi, AnswersItsRegisters) {
  std::mt19937_64 random = test_support::seeded_random();
  AxiCube<Gated<2>> cube(random, {1, 2});
  node::Bus& bus = cube.bus(Address(3));
  EXPECT_EQ(bus.read(node::address(node::Control::kCapabilities)), 2u | node::kHasGate | 0xffu << node::kRulesShift);
  bus.write(node::address(node::Control::kAddress), 3);
  EXPECT_EQ(bus.read(node::address(node::Control::kAddress)), 3u);
  EXPECT_EQ(bus.read(node::address(node::Block::kLength, 1, 0)), 0u);
}

}  // namespace
}  // namespace axi::test
