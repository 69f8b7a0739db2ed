// SPDX-License-Identifier: Apache-2.0
// In which order the firmware's programs send, and who may send when: the tables and windows of the
// papers, and the total exchange table itself.
#include <gtest/gtest.h>

#include <vector>

#include "firmware/collectives/alltoall.hpp"
#include "firmware/collectives/player.hpp"

namespace collectives {
namespace test {
namespace {

// The table of section 4 in the order of fig. 6, as often as there are packets for a pair.
TEST(Programs, AlltoallByTheTableFollowsFigureSix) {
  const std::vector<std::uint32_t> figure[] = {{0b0001},
                                               {0b0011, 0b0010},
                                               {0b0101, 0b0111, 0b0110, 0b0100},
                                               {0b1001, 0b1011, 0b1101, 0b1010, 0b1111, 0b1110, 0b1100, 0b1000}};
  const Player player(Collective::kAlltoall, "table", PortModel::kAll, 4, 3, 0, 5);
  for (unsigned port = 0; port < 4; ++port) {
    const std::vector<Sent> sent = player.sent(port);
    ASSERT_EQ(sent.size(), 3 * figure[port].size());
    for (std::size_t i = 0; i < sent.size(); ++i) {
      EXPECT_EQ(sent[i].destination, figure[port][i % figure[port].size()]) << "port " << port << " packet " << i;
      EXPECT_EQ(sent[i].sequence, i / figure[port].size());
    }
  }
}

// One-port schedules: each window as long as the data that it moves. All nodes halve what they hold
// and give half away in alltoall, gather half as many nodes' packets in the window before as in the
// next, and know twice as many in allgather, dimension by dimension.
TEST(Programs, WindowsFollowTheDataThroughTheDimensions) {
  using Windows = std::vector<std::pair<unsigned, std::uint32_t>>;
  const auto turn = [](Collective collective, const char* algorithm, unsigned d) {
    return Player(collective, algorithm, PortModel::kOne, d, 3, 0, 1).windows();
  };
  EXPECT_EQ(turn(Collective::kGather, "sbt", 4), (Windows{{3, 3}, {2, 6}, {1, 12}, {0, 24}}));
  EXPECT_EQ(turn(Collective::kAllgather, "sbt", 4), (Windows{{0, 3}, {1, 6}, {2, 12}, {3, 24}}));
  EXPECT_EQ(turn(Collective::kAlltoall, "sbt", 4), (Windows{{3, 24}, {2, 24}, {1, 24}, {0, 24}}));
  EXPECT_EQ(turn(Collective::kBroadcast, "nesbt", 4), (Windows{{0, 1}, {1, 1}, {2, 1}, {3, 1}}));
  EXPECT_EQ(turn(Collective::kBroadcast, "sbt", 4), (Windows{{0, 1}, {1, 1}, {2, 1}, {3, 1}}));
}

// With two cycles a hop, turns of single cycles would be too short for what comes in one to leave
// in the next. Windows of whole dimensions need not change.
TEST(Programs, TurnsLastAsLongAsAHop) {
  using Windows = std::vector<std::pair<unsigned, std::uint32_t>>;
  const auto turn = [](Collective collective, const char* algorithm) {
    return Player(collective, algorithm, PortModel::kOne, 3, 3, 0, 1, 2).windows();
  };
  EXPECT_EQ(turn(Collective::kBroadcast, "nesbt"), (Windows{{0, 2}, {1, 2}, {2, 2}}));
  EXPECT_EQ(turn(Collective::kBroadcast, "sbt"), (Windows{{0, 2}, {1, 2}, {2, 2}}));
  EXPECT_EQ(turn(Collective::kGather, "sbt"), (Windows{{2, 3}, {1, 6}, {0, 12}}));
}

// The ports' cycles by hand, 3-cube: odd addresses 1, 2, 4, 7 and even ones 3, 5, 6 in turn, port 2
// first for 4 in cycle 4, 5 in cycle 5, 7 in cycle 6, 6 in cycle 9.
TEST(Programs, AlltoallByParitySendsInTheOrderOfTheGate) {
  const Player player(Collective::kAlltoall, "fifo", PortModel::kOne, 3, 2, 0, 5, 2);
  const std::vector<std::uint32_t> order[] = {{1, 1}, {3, 2, 3, 2}, {4, 5, 7, 6, 4, 5, 7, 6}};
  for (unsigned port = 0; port < 3; ++port) {
    std::vector<std::uint32_t> destinations;
    for (const Sent& sent : player.sent(port)) destinations.push_back(sent.destination);
    EXPECT_EQ(destinations, order[port]) << port;
  }
}

// A turn is as long as the lower bound.
TEST(Programs, WindowsAddUpToTheBound) {
  const auto turn = [](Collective collective, const char* algorithm, unsigned d) {
    std::uint64_t cycles = 0;
    for (const auto& window : Player(collective, algorithm, PortModel::kOne, d, 3, 0, 1).windows())
      cycles += window.second;
    return cycles;
  };
  for (unsigned d = 1; d <= 10; ++d) {
    const std::uint64_t nodes = 1u << d;
    EXPECT_EQ(turn(Collective::kGather, "sbt", d), 3 * (nodes - 1));
    EXPECT_EQ(turn(Collective::kAllgather, "sbt", d), 3 * (nodes - 1));
    EXPECT_EQ(turn(Collective::kAlltoall, "sbt", d), 3 * d * nodes / 2);
    EXPECT_EQ(turn(Collective::kBroadcast, "nesbt", d), d);
  }
}

// Gates and policies by the words of the papers: all-port nodes have no gate; half-duplex
// neighbours alternate; only the root of a scatter has a choice; Dimakopoulos' nodes never hold two
// packets in transit.
TEST(Programs, GatesAndPoliciesAreThoseOfTheSchedules) {
  for (const Row& row : kCatalog) {
    const Player player(row.collective, row.algorithm, row.ports, 3, 2, 0, 1);
    const std::string name = row.algorithm;
    SCOPED_TRACE(std::string(name_of(row.collective)) + " " + name + " " + name_of(row.ports));
    // Round the ring backwards what comes is taken along, and what is the node's own waits for it.
    const bool combines = shape_of(row.collective).combined;
    EXPECT_EQ(player.transit_first(), !combines && (name == "ring" || name == "fifo"));
    const node::GateMode expected = row.ports == PortModel::kAll                               ? node::GateMode::kOpen
                                    : row.ports == PortModel::kHalf                            ? node::GateMode::kParity
                                    : name == "ring" || row.collective == Collective::kScatter ? node::GateMode::kGreedy
                                    : name == "fifo" ? node::GateMode::kCounting
                                                     : node::GateMode::kWindows;
    EXPECT_EQ(player.gate(), expected);
    EXPECT_EQ(player.windows().empty(), expected != node::GateMode::kWindows);
  }
}

using Column = std::vector<std::uint32_t>;

// Bertsekas et al. 1991, section 4, by its words: the last column of table k consists of the
// entries of table k-1 with bit k set, row by row and from left to right in a row, and of 2^k.
std::vector<Column> literal_table(unsigned d) {
  std::vector<Column> table;
  for (unsigned k = 0; k < d; ++k) {
    Column last;
    const std::size_t rows = table.empty() ? 0 : table.back().size();
    for (std::size_t row = 0; row < rows; ++row) {
      for (const Column& column : table) {
        if (row < column.size()) last.push_back(column[row] + (1u << k));
      }
    }
    last.push_back(1u << k);
    table.push_back(last);
  }
  return table;
}

TEST(TotalExchangeTable, IsThatOfFigureSix) {
  const std::vector<Column> figure = {{0b0001},
                                      {0b0011, 0b0010},
                                      {0b0101, 0b0111, 0b0110, 0b0100},
                                      {0b1001, 0b1011, 0b1101, 0b1010, 0b1111, 0b1110, 0b1100, 0b1000}};
  for (unsigned k = 0; k < 4; ++k) {
    for (std::uint32_t row = 0; row < figure[k].size(); ++row)
      EXPECT_EQ(total_exchange_entry(k, row).number(), figure[k][row]);
  }
}

TEST(TotalExchangeTable, IsTheRecursiveConstruction) {
  const std::vector<Column> table = literal_table(14);
  for (unsigned k = 0; k < 14; ++k) {
    ASSERT_EQ(table[k].size(), std::size_t{1} << k);
    for (std::uint32_t row = 0; row < table[k].size(); ++row) {
      ASSERT_EQ(total_exchange_entry(k, row).number(), table[k][row]) << "column " << k << " row " << row;
    }
  }
}

static_assert(total_exchange_entry(3, 4) == cube::Address(0b1111));

}  // namespace
}  // namespace test
}  // namespace collectives
