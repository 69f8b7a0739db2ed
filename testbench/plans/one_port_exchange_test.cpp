// Theorem 1 of Dimakopoulos and Dimopoulos on nodes that are played here: M s(v) cycles, no node
// ever idle.
#include "testbench/plans/one_port_exchange.hpp"

#include <gtest/gtest.h>

#include "test_support/seed.hpp"
#include "testbench/networks/distances.hpp"
#include "testbench/networks/spec.hpp"
#include "testbench/plans/test_networks.hpp"
#include "testbench/plans/test_simulator.hpp"

namespace testbench::test {
namespace {

constexpr Discipline kDisciplines[] = {Discipline::kFifo, Discipline::kFurthest, Discipline::kClosest};

// Exactly so many cycles, in each of which every node sends.
void expect_busy(const Network& network, const OnePortExchange& plan, std::uint64_t cycles,
                 const Simulator::Expected& expected) {
  ASSERT_NE(plan.cycles(), nullptr);
  EXPECT_EQ(plan.cycles()->value, cycles);
  Simulator simulator(network, plan, collectives::PortModel::kOne, expected);
  EXPECT_EQ(simulator.run(cycles), cycles);
  EXPECT_EQ(simulator.idle(), 0u);
}

void expect_total_exchange(const Network& network, std::uint32_t packets) {
  const std::uint64_t status = distances_of(Adjacency(network), true)->least_status;
  for (const Discipline discipline : kDisciplines) {
    SCOPED_TRACE(static_cast<int>(discipline));
    const OnePortExchange plan(network, std::vector<std::uint32_t>(network.nodes(), 1), packets, discipline);
    expect_busy(network, plan, packets * status, [&](std::uint32_t, std::uint32_t) { return packets; });
  }
}

TEST(OnePortExchange, TakesTheStatusOnEveryCayleyNetwork) {
  for (const char* spec : {"cube:1",
                           "cube:4",
                           "ring:3",
                           "ring:8",
                           "ring:15",
                           "circulant:13:2,3",
                           "circulant:12:3,4",
                           "complete:2",
                           "complete:6",
                           "torus:4x6",
                           "torus:2x3",
                           "hamming:3x4",
                           "ccc:3",
                           "butterfly:3",
                           "star:4",
                           "pancake:4",
                           "bubblesort:4",
                           "folded:4",
                           "cyclic:3,3",
                           "macrostar:2,2",
                           "product:ccc:3*ring:3",
                           "mesh:2x2x2",
                           "path:2"}) {
    SCOPED_TRACE(spec);
    const Network network = network_of(spec);
    expect_total_exchange(network, 1);
    if (network.nodes() <= 24) expect_total_exchange(network, 2);
    expect_total_exchange(network, 3);
    if (HasFailure()) return;
  }
}

TEST(OnePortExchange, TakesTheStatusOnRandomCayleyNetworks) {
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned i = 0; i < 20; ++i) {
    const Network network = random_cayley(random, 72);
    SCOPED_TRACE(i);
    expect_total_exchange(network, 1 + i % 3);
    if (HasFailure()) return;
  }
}

// Section 7: any k_c.
TEST(OnePortExchange, TakesTheSumOfDistancesForIsotropicTasks) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const char* spec : {"ring:7", "torus:3x4", "star:4", "complete:5", "ccc:3"}) {
    const Network network = network_of(spec);
    const Adjacency adjacency(network);
    for (const std::uint32_t most : {1u, 3u}) {
      for (const Discipline discipline : kDisciplines) {
        SCOPED_TRACE(std::string(spec) + ", " + std::to_string(static_cast<int>(discipline)));
        std::vector<std::uint32_t> packets(network.nodes());
        for (std::uint32_t& count : packets) count = static_cast<std::uint32_t>(random() % (most + 1));
        packets[1] = most;
        constexpr std::uint32_t kRounds = 2;
        // One step of distance at a time: all nodes within so many links of node 0.
        std::uint64_t cycles = 0;
        std::vector<bool> reached(network.nodes(), false);
        reached[0] = true;
        for (std::uint64_t distance = 1; distance <= network.nodes(); ++distance) {
          const std::vector<bool> before = reached;
          for (std::uint32_t node = 0; node < network.nodes(); ++node) {
            if (!before[node]) continue;
            for (const std::uint32_t* there = adjacency.begin(node); there != adjacency.end(node); ++there) {
              if (reached[*there]) continue;
              reached[*there] = true;
              cycles += kRounds * packets[*there] * distance;
            }
          }
        }
        const OnePortExchange plan(network, packets, kRounds, discipline);
        expect_busy(network, plan, cycles, [&](std::uint32_t source, std::uint32_t receiver) {
          return kRounds * packets[network.relative(Address(receiver), Address(source)).number()];
        });
      }
    }
  }
}

// What a packet's way is does not depend on the round, so neither do the windows.
TEST(OnePortExchange, PlaysTheSameWindowsHoweverManyPackets) {
  const Network network = network_of("star:4");
  for (const Discipline discipline : kDisciplines) {
    const std::vector<std::uint32_t> one_each(network.nodes(), 1);
    EXPECT_EQ(OnePortExchange(network, one_each, 7, discipline).windows().cycles(),
              62u);  // 24 (4 + 2/4 + 25/12 - 4), Akers, Harel and Krishnamurthy 1987
  }
}

TEST(OnePortExchange, SaysWhereThereIsNone) {
  for (const char* spec : {"mesh:3x5", "path:3", "debruijn:3"}) {
    const Network network = network_of(spec);
    try {
      plan_exchange_fifo({network, 1, Address(0)});
      FAIL() << spec;
    } catch (const PlanError& error) {
      EXPECT_EQ(std::string(error.what()).substr(0, 35), "is not known to be a Cayley graph: ") << spec;
    }
  }
}

}  // namespace
}  // namespace testbench::test
