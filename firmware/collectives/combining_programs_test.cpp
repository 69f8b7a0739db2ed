// SPDX-License-Identifier: Apache-2.0
// The programs of the reductions: every node sends every item once, with one packet of each child
// in its tree.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <thread>

#include "firmware/collectives/player.hpp"
#include "firmware/collectives/reversed_multicast.hpp"

namespace collectives::test {
namespace {

std::vector<std::uint32_t> some_packet_counts(unsigned d) {
  return {1, 2, 3, d, 2 * d + 1, 5 * d + 2};
}

std::multiset<std::uint32_t> every_item(std::uint32_t packets) {
  std::multiset<std::uint32_t> items;
  for (std::uint32_t m = 0; m < packets; ++m) items.insert(m);
  return items;
}

// Two threads use the static memory at once, as ranks in one process do.
TEST(ReversedMulticast, IsTheSameOnThreads) {
  const auto cycles = [](unsigned d) { return ReversedMulticast(d, d + 1, 4).cycles(); };
  const std::map<unsigned, std::uint64_t> alone{{7, cycles(7)}, {8, cycles(8)}};
  const auto repeat = [&](unsigned d) {
    for (unsigned run = 0; run < 40; ++run) EXPECT_EQ(cycles(d), alone.at(d)) << d;
  };
  std::thread other(repeat, 8);
  repeat(7);
  other.join();
}

// A node but the root sends every item once towards the root, which has the results; what one waits
// for others send.
TEST(ReducePrograms, SendEveryItemUpOnce) {
  for (const Row& row : kCatalog) {
    if (row.collective != Collective::kReduce) continue;
    for (unsigned d = 1; d <= 5; ++d) {
      for (const std::uint32_t packets : some_packet_counts(d)) {
        for (const unsigned r : {1u, 2u}) {
          SCOPED_TRACE(testing::Message() << row.algorithm << " d " << d << " M " << packets << " r " << r);
          const std::uint32_t root = cube::nodes(d) / 3;
          // By receiver, item and in-port: packets sent and waited for.
          std::map<std::tuple<std::uint32_t, std::uint32_t, unsigned>, int> open;
          for (std::uint32_t me = 0; me < cube::nodes(d); ++me) {
            const Player player(row.collective, row.algorithm, row.ports, d, packets, root, me, r);
            std::multiset<std::uint32_t> items;
            for (unsigned stream = 0; stream < 2 * d; ++stream) {
              for (const Sent& sent : player.sent(stream)) {
                items.insert(sent.sequence);
                ASSERT_EQ(stream >= d, me == root) << "results are the root's alone";
                ASSERT_EQ(sent.destination, stream < d ? me ^ root : 0);
                if (stream < d) ++open[{me ^ 1u << stream, sent.sequence, stream}];
                for (const unsigned in_port : sent.combined) --open[{me, sent.sequence, in_port}];
              }
            }
            ASSERT_EQ(items, every_item(packets)) << "node " << me;
          }
          for (const auto& [what, packets_left] : open) ASSERT_EQ(packets_left, 0);
        }
      }
    }
  }
}

// For every other node every item once; of its own as many results.
TEST(ReduceScatterPrograms, SendEveryItemForEveryNodeOnce) {
  for (const Row& row : kCatalog) {
    if (row.collective != Collective::kReduceScatter) continue;
    for (unsigned d = 1; d <= 6; ++d) {
      for (const std::uint32_t packets : some_packet_counts(d)) {
        for (const unsigned r : {1u, 2u}) {
          SCOPED_TRACE(testing::Message() << row.algorithm << " d " << d << " M " << packets << " r " << r);
          const Player player(row.collective, row.algorithm, row.ports, d, packets, 0, 1, r);
          std::map<std::uint32_t, std::multiset<std::uint32_t>> items;  // by destination
          for (unsigned stream = 0; stream < 2 * d; ++stream) {
            for (const Sent& sent : player.sent(stream)) {
              ASSERT_EQ(sent.destination == 0, stream >= d);
              items[sent.destination].insert(sent.sequence);
            }
          }
          ASSERT_EQ(items.size(), cube::nodes(d));
          for (const auto& [destination, found] : items) ASSERT_EQ(found, every_item(packets)) << destination;
        }
      }
    }
  }
}

// Every item through every port, and into one result.
TEST(ExchangePrograms, SendEveryItemThroughEveryPort) {
  for (const Row& row : kCatalog) {
    if (std::string(row.algorithm) != "exchange") continue;
    for (unsigned d = 1; d <= 6; ++d) {
      for (std::uint32_t packets : some_packet_counts(d)) {
        if (row.collective == Collective::kBarrier) packets = 1;
        const Player player(row.collective, row.algorithm, row.ports, d, packets, 0, 1);
        std::multiset<std::uint32_t> results;
        for (unsigned stream = 0; stream < 2 * d; ++stream) {
          std::multiset<std::uint32_t> items;
          for (const Sent& sent : player.sent(stream)) items.insert(sent.sequence);
          if (stream < d) ASSERT_EQ(items, every_item(packets)) << "port " << stream;
          if (stream >= d) results.merge(items);
        }
        ASSERT_EQ(results, every_item(packets)) << name_of(row.collective);
      }
    }
  }
}

TEST(ScanPrograms, TakeWhatComesFromLowerAddresses) {
  for (std::uint32_t me = 0; me < 16; ++me) {
    for (const Collective collective : {Collective::kScan, Collective::kExscan}) {
      const Player player(collective, "exchange", PortModel::kAll, 4, 3, 0, me);
      EXPECT_EQ((player.image().held(node::Control::kPolicy) & node::kExclusive) != 0,
                collective == Collective::kExscan);
      const auto results = player.sent(node::Driver::ejector(4, 0));
      EXPECT_EQ(results.size(), me == 0 && collective == Collective::kExscan ? 0u : 3u);
      for (const Sent& sent : results) EXPECT_EQ(sent.combined, Ports(me));
    }
  }
}

// Second parts: by blocks the results of every node once to all the others; from the root all of
// them.
TEST(AllreducePrograms, SendResultsInTheSecondPart) {
  for (const char* algorithm : {"balanced", "sbt", "ring", "nesbt"}) {
    const bool one_port = std::string(algorithm) == "sbt" || std::string(algorithm) == "ring";
    const bool by_blocks = std::string(algorithm) != "nesbt";
    for (unsigned d = 2; d <= 6; ++d) {
      for (const std::uint32_t packets : {1u, 5u, (1u << d) + 1, 11u << d}) {
        const std::uint32_t block = (packets + (1u << d) - 1) >> d;
        const Player player(Collective::kAllreduce, algorithm, one_port ? PortModel::kOne : PortModel::kAll, d, packets,
                            0, 0);
        std::multiset<std::uint32_t> items;
        for (unsigned port = 0; port < d; ++port) {
          const auto sent = player.sent_second(port);
          if (!sent.empty() && by_blocks) ASSERT_EQ(sent.size(), block) << algorithm << " d " << d;
          for (const Sent& packet : sent) items.insert(packet.sequence);
        }
        // Up to all ports send the same.
        const unsigned times = std::string(algorithm) == "balanced" || std::string(algorithm) == "sbt" ? d : 1;
        std::multiset<std::uint32_t> expected;
        for (unsigned i = 0; i < times; ++i) expected.merge(every_item(by_blocks ? block : packets));
        ASSERT_EQ(items, expected) << algorithm << " d " << d << " V " << packets;
      }
    }
  }
}

// Nodes have room for 64 entries and, of a d-cube, 4 d windows or more (router::Combining).
TEST(CombiningPrograms, HaveRoomInTheSmallestNodes) {
  for (const Row& row : kCatalog) {
    if (!shape_of(row.collective).combined) continue;
    for (unsigned d = 1; d <= 6; ++d) {
      for (const std::uint32_t packets : {1u, 2u, 3u, 7u, 13u, 64u, 65u, 1000u}) {
        for (const unsigned r : {1u, 2u}) {
          // With two cycles a hop the balanced trees have all packets in one round.
          if (std::string(row.algorithm) == "balanced" && r == 2) continue;
          // Round the ring with two cycles a hop an odd number takes a round of its own: 2 (2^d -
          // 1) entries.
          const std::size_t most = std::string(row.algorithm) == "ring" && r == 2 && d == 6 ? 126 : 64;
          const Player player(row.collective, row.algorithm, row.ports, d, packets, 0, 0, r);
          for (unsigned stream = 0; stream < 2 * d; ++stream) {
            ASSERT_LE(player.entries(stream), most)
                << name_of(row.collective) << ' ' << row.algorithm << " d " << d << " M " << packets << " r " << r;
          }
          ASSERT_LE(player.windows().size(), 4 * d);
        }
      }
    }
  }
}

// A broadcast backwards takes its cycles; the rest by the numbers of the table.
TEST(ReductionClosedForms, AreTheLeastThatTheAlgorithmsTake) {
  const auto value = [](Collective collective, const char* algorithm, PortModel ports, unsigned d,
                        std::uint32_t packets) {
    return find_row(collective, algorithm, ports)->cycles(d, packets, 1).value;
  };
  const auto all = PortModel::kAll;
  const auto one = PortModel::kOne;
  EXPECT_EQ(value(Collective::kReduce, "nesbt", all, 4, 10), 7u);
  EXPECT_EQ(value(Collective::kReduce, "sbt", one, 4, 10), 40u);
  EXPECT_EQ(value(Collective::kReduce, "gray", all, 4, 10), 24u);
  for (unsigned d = 1; d <= 16u; ++d) {
    const std::uint64_t others = (std::uint64_t{1} << d) - 1;
    for (const std::uint32_t m : {1u, 2u, 3u, d, 2 * d + 1, 40u}) {
      EXPECT_EQ(value(Collective::kReduceScatter, "balanced", all, d, m), (m * others + d - 1) / d);
      EXPECT_EQ(value(Collective::kReduceScatter, "sbt", one, d, m), m * others);
      EXPECT_EQ(value(Collective::kReduceScatter, "ring", one, d, m), m * others);
      EXPECT_EQ(value(Collective::kReduceScatter, "ring", PortModel::kHalf, d, m), 2 * m * others);
      EXPECT_EQ(value(Collective::kAllreduce, "exchange", all, d, m), d * ((std::uint64_t{m} + d - 1) / d));
      EXPECT_EQ(value(Collective::kAllreduce, "exchange", one, d, m), std::uint64_t{d} * m);
      EXPECT_EQ(value(Collective::kAllreduce, "balanced", all, d, m << d), 2 * ((m * others + d - 1) / d) + 2);
      EXPECT_EQ(value(Collective::kAllreduce, "sbt", one, d, m << d), 2 * m * others + 2);
      if (d > 1) EXPECT_EQ(value(Collective::kAllreduce, "ring", one, d, m << d), 2 * m * others);
      EXPECT_EQ(value(Collective::kScan, "exchange", all, d, m), m + d - 1);
      EXPECT_EQ(value(Collective::kScan, "exchange", one, d, m), std::uint64_t{d} * m);
    }
    EXPECT_EQ(value(Collective::kBarrier, "exchange", all, d, 1), d);
    EXPECT_EQ(value(Collective::kBarrier, "exchange", one, d, 1), d);
  }
}

}  // namespace
}  // namespace collectives::test
