// SPDX-License-Identifier: Apache-2.0
// Links whose wires take cycles, or have register slices: nodes as they are synthesised lose nothing, count what they
// lose on more slices than they are made for, and a queue of twice the stop latency has the full rate.
#include <gtest/gtest.h>

#include <map>
#include <tuple>
#include <utility>

#include "firmware/collectives/catalog.hpp"
#include "hls/router/test_mesh.hpp"
#include "test_support/seed.hpp"

namespace router::test {
namespace {

template <unsigned Dimension, unsigned Latency, std::size_t Depth, unsigned HopCycles = 1, bool Epochs = false>
struct Delayed : CubeConfig<Dimension> {
  static constexpr unsigned kPayloadWidth = 32;
  static constexpr unsigned kLinkLatency = Latency;
  static constexpr std::size_t kQueueDepth = Depth;
  static constexpr unsigned kHopCycles = HopCycles;
  static constexpr bool kEpochs = Epochs;
};

constexpr std::uint32_t kPackets = 37;
template <class Config>
constexpr std::size_t kDue = std::size_t{TestMesh<Config>::kNodes} * (TestMesh<Config>::kNodes - 1) * kPackets;

// Loads an alltoall, whose packets wait in every crosspoint queue, and runs it with slow memories until all packets have
// come or nothing comes any more.
template <class Config>
void run_alltoall(TestMesh<Config>& mesh, unsigned slices, unsigned one_ready_in, std::mt19937_64& random) {
  using Mesh = TestMesh<Config>;
  collectives::Operation operation{
      collectives::find_row(collectives::Collective::kAlltoall, "table", collectives::PortModel::kAll),
      network::Cube(Config::Network::kPorts), kPackets, Address()};
  operation.hop_cycles = Config::kHopCycles + slices;
  for (const Address node : network::addresses(Mesh::kNodes)) {
    node::Driver driver(mesh.bus(node));
    operation.row->load(operation, node, driver);
  }
  mesh.clock(true);
  unsigned idle = 0;
  while (mesh.deliveries().size() < kDue<Config> && idle < 1000) {
    const std::size_t before = mesh.deliveries().size();
    mesh.clock(false, [&](Address, unsigned) { return random() % one_ready_in == 0; });
    idle = mesh.deliveries().size() == before ? idle + 1 : 0;
  }
  for (unsigned cycle = 0; cycle < 200; ++cycle) mesh.clock(false);
}

// Packets that the nodes have counted as lost.
template <class Config>
std::uint32_t lost(TestMesh<Config>& mesh) {
  std::uint32_t packets = 0;
  for (const Address node : network::addresses(mesh.kNodes)) {
    node::Driver driver(mesh.bus(node));
    packets += driver.lost();
    EXPECT_EQ(driver.has_lost(), driver.lost() != 0);
  }
  return packets;
}

// Counts packets that are lost, doubled, altered, or out of order among those of one source.
template <class Config>
void expect_lossless(unsigned slices, unsigned one_ready_in, std::mt19937_64& random) {
  SCOPED_TRACE(testing::Message() << "L " << Config::kLinkLatency << ", slices " << slices << ", depth "
                                  << Config::kQueueDepth << ", ready one cycle in " << one_ready_in);
  TestMesh<Config> mesh(slices);
  run_alltoall(mesh, slices, one_ready_in, random);
  EXPECT_EQ(mesh.deliveries().size(), kDue<Config>);
  EXPECT_EQ(lost(mesh), 0u);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> next;  // sequence, by source and destination
  unsigned wrong = 0;
  for (const auto& delivery : mesh.deliveries()) {
    const Header<Config>& header = delivery.packet.header;
    const Address source = header.source;
    const bool is_right = Address(header.destination) == delivery.node &&
                          header.sequence == next[{source.number(), delivery.node.number()}]++ &&
                          delivery.packet.payload == payload_of(source, delivery.node, header.sequence);
    wrong += is_right ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0u);
}

template <class Config>
void expect_lossless_on_fewer_slices(std::mt19937_64& random) {
  for (const unsigned slices : {0u, (Config::kLinkLatency + 1) / 2, Config::kLinkLatency}) {
    for (const unsigned one_ready_in : {4u, 2u}) expect_lossless<Config>(slices, one_ready_in, random);
  }
}

TEST(DelayedLinks, LoseNothingInQueuesOfTheLeastDepthAndOfMore) {
  std::mt19937_64 random = test_support::seeded_random();
  expect_lossless_on_fewer_slices<Delayed<2, 1, 8>>(random);
  expect_lossless_on_fewer_slices<Delayed<3, 2, 8>>(random);
  expect_lossless_on_fewer_slices<Delayed<2, 2, 8, 2>>(random);  // depth = reserve
  expect_lossless_on_fewer_slices<Delayed<2, 3, 16, 2>>(random);
  expect_lossless_on_fewer_slices<Delayed<3, 5, 16>>(random);
  expect_lossless_on_fewer_slices<Delayed<2, 6, 64>>(random);
  expect_lossless_on_fewer_slices<Delayed<2, 14, 32>>(random);
  expect_lossless_on_fewer_slices<Delayed<2, 29, 64>>(random);
  expect_lossless_on_fewer_slices<Delayed<1, 61, 128>>(random);
}

// A packet of an alltoall goes to one queue, so that it is delivered or counted, and a start clears the counts.
template <class Config>
void expect_counted(unsigned slices, std::mt19937_64& random) {
  SCOPED_TRACE(testing::Message() << "L " << Config::kLinkLatency << ", slices " << slices);
  TestMesh<Config> mesh(slices);
  run_alltoall(mesh, slices, 4, random);
  const std::uint32_t packets = lost(mesh);
  EXPECT_GT(packets, 0u);
  EXPECT_EQ(mesh.deliveries().size() + packets, kDue<Config>);
  mesh.clock(true);
  mesh.clock(false);
  EXPECT_EQ(lost(mesh), 0u);
}

TEST(DelayedLinks, CountWhatTheyLoseOnMoreSlicesThanTheyAreMadeFor) {
  std::mt19937_64 random = test_support::seeded_random();
  expect_counted<Delayed<3, 1, 8>>(4, random);
  expect_counted<Delayed<3, 2, 8, 2>>(4, random);
  expect_counted<Delayed<3, 6, 16>>(9, random);
  // Nodes with epochs count on wires of no cycles too.
  expect_counted<Delayed<3, 0, 4, 1, true>>(2, random);
  static_assert(!kCountsOverflow<Delayed<2, 0, 4>>, "costs nothing elsewhere");
}

static_assert(has_right_queues<Delayed<2, 6, 16>>());
static_assert(!has_right_queues<Delayed<2, 7, 16>>(), "17 packets can follow a stop");

// Cycles for a stream of packets over one queue, whose reader pauses. The queue alone has the link's wires on both
// sides: its stop reaches the writer L cycles after the link register, and the packets come L cycles later.
template <unsigned Latency, std::size_t Depth>
double rate(unsigned on, unsigned off) {
  using Config = Delayed<1, Latency, Depth>;
  PacketQueue<Config, Depth> queue;
  constexpr unsigned kThere = 1 + Latency;  // link register and wires
  constexpr unsigned kBack = 1 + Latency;   // go register and wires
  std::deque<bool> packets(kThere);
  std::deque<bool> stops(kBack);
  unsigned taken = 0;
  unsigned possible = 0;
  const unsigned begin = (400 / (on + off) + 1) * (on + off);
  for (unsigned cycle = 0; cycle < begin + 40 * (on + off); ++cycle) {
    const bool is_open = cycle % (on + off) < on;
    const bool pop = is_open && queue.count() != 0;
    if (cycle >= begin) {
      possible += is_open ? 1 : 0;
      taken += pop ? 1 : 0;
    }
    stops.push_back(queue.filling());
    packets.push_back(!stops.front());
    stops.pop_front();
    queue.tick(pop, packets.front(), {});  // asserts that there is room
    packets.pop_front();
  }
  return static_cast<double>(taken) / possible;
}

// A pause of the reader costs the cycles in which the queue is empty, 4 L + 6 less its depth.
template <unsigned Latency, std::size_t Depth>
void expect_rate() {
  const double full = network::full_rate_depth(1, Latency);
  for (const auto& [on, off] : {std::pair(1u, 1u), std::pair(1u, 3u), std::pair(7u, 2u), std::pair(unsigned(full), 90u),
                                std::pair(64u, 64u), std::pair(501u, 64u)}) {
    SCOPED_TRACE(testing::Message() << "L " << Latency << ", depth " << Depth << ", " << on << " cycles on, " << off
                                    << " off");
    const double found = rate<Latency, Depth>(on, off);
    EXPECT_GE(found, std::min(1.0, Depth / full) - 1e-9);
    if (Depth >= full) {
      EXPECT_EQ(found, 1);
    }
  }
}

TEST(DelayedLinks, HaveTheFullRateInQueuesOfTwiceTheStopLatency) {
  expect_rate<0, 4>();
  expect_rate<0, 8>();
  expect_rate<1, 8>();
  expect_rate<1, 16>();
  expect_rate<4, 16>();
  expect_rate<4, 32>();
  expect_rate<6, 16>();
  expect_rate<13, 32>();
  expect_rate<13, 64>();
  expect_rate<40, 128>();
  expect_rate<40, 256>();
}

}  // namespace
}  // namespace router::test
