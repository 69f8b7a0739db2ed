// SPDX-License-Identifier: Apache-2.0
// The packets that an injector sends by the firmware's programs: each once, on the right port, in
// the order that the proofs need. The expected values come from the definitions of collectives and
// trees.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <vector>

#include "firmware/collectives/player.hpp"

namespace collectives::test {
namespace {

std::uint32_t weight(std::uint32_t x) {
  return static_cast<std::uint32_t>(__builtin_popcount(x));
}

std::vector<std::uint32_t> packet_counts(unsigned d) {
  return {1, 2, 3, d, 2 * d + 1};
}

// The port of the source by which allgather's tree reaches node 1..1, found by going back from
// there.
unsigned way_to_last(unsigned d, unsigned tree) {
  unsigned port = 0;
  for (Address c = cube::last_address(d); c != Address(0); c = cube::neighbour(c, port)) {
    port = trees::Rotations<trees::MultinodeBroadcastTree>::parent(d, c, tree).port();
  }
  return port;
}

TEST(Programs, ScatterSendsEveryPacketOnceAndFurtherOnesBefore) {
  for (const char* algorithm : {"balanced", "sbnt", "sbt"}) {
    for (unsigned d = 1; d <= 8; ++d) {
      const std::uint32_t others = (1u << d) - 1;
      for (const std::uint32_t packets : packet_counts(d)) {
        const std::uint32_t root = others / 2;
        const Player player(Collective::kScatter, algorithm, PortModel::kAll, d, packets, root, root);
        std::set<std::pair<std::uint32_t, std::uint32_t>> all;
        for (unsigned port = 0; port < d; ++port) {
          const std::vector<Sent> sent = player.sent(port);
          ASSERT_LE(player.entries(port), sent.size()) << "an entry that is never played takes memory";
          for (std::size_t i = 0; i < sent.size(); ++i) {
            ASSERT_TRUE(all.insert({sent[i].destination, sent[i].sequence}).second);
            ASSERT_LT(sent[i].sequence, packets);
            // It arrives when the last packet of its port is sent: as many slots are left as it has
            // links to go.
            ASSERT_LE(weight(sent[i].destination), sent.size() - i);
            // Its first link is this port's: the subtree is the first bit that is complemented.
            ASSERT_EQ(sent[i].tree, port);
            ASSERT_NE(sent[i].destination & 1u << port, 0u);
          }
          if (std::string(algorithm) == "sbt") {
            ASSERT_EQ(player.entries(port), 1u << (d - 1 - port)) << "one for each node of the subtree";
          }
          if (std::string(algorithm) == "balanced") {
            const std::uint32_t whole = packets * others;
            ASSERT_TRUE(sent.size() == whole / d || sent.size() == (whole + d - 1) / d)
                << "d " << d << " M " << packets;
          }
        }
        ASSERT_EQ(all.size(), std::size_t{packets} * others);
      }
    }
  }
}

TEST(Programs, GatherSendsEveryPacketTowardsTheRoot) {
  for (const char* algorithm : {"balanced", "sbnt", "sbt"}) {
    for (unsigned d = 1; d <= 7; ++d) {
      for (const std::uint32_t packets : packet_counts(d)) {
        for (std::uint32_t me = 0; me < 1u << d; ++me) {
          const Player player(Collective::kGather, algorithm, PortModel::kAll, d, packets, 0, me);
          std::set<std::uint32_t> sequences;
          for (unsigned port = 0; port < d; ++port) {
            for (const Sent& sent : player.sent(port)) {
              ASSERT_TRUE(sequences.insert(sent.sequence).second);
              ASSERT_EQ(sent.destination, me) << "the root, as the node sees it";
              ASSERT_NE(me & 1u << port, 0u);
            }
          }
          ASSERT_EQ(sequences.size(), me == 0 ? 0 : packets);
          ASSERT_EQ(player.expected(), me == 0 ? packets * ((1u << d) - 1) : 0);
        }
      }
    }
  }
}

TEST(Programs, NrsbtSendsEveryPacketThroughEveryPortAndPacketMOnTreeM) {
  for (unsigned d = 1; d <= 9; ++d) {
    for (const std::uint32_t packets : packet_counts(d)) {
      const Player player(Collective::kBroadcast, "nrsbt", PortModel::kAll, d, packets, 0, 0);
      for (unsigned port = 0; port < d; ++port) {
        std::set<std::uint32_t> sequences;
        for (const Sent& sent : player.sent(port)) {
          ASSERT_TRUE(sequences.insert(sent.sequence).second);
          ASSERT_LT(sent.sequence, packets);
          ASSERT_EQ(sent.tree, sent.sequence % d);
        }
        ASSERT_EQ(sequences.size(), packets);
      }
    }
  }
}

// One tree for each packet, through every port. Where a round has all d trees, each port begins
// with the packet whose tree reaches the last node, 1..1, by this port.
TEST(Programs, BalancedAllgatherSendsEveryPacketThroughEveryPort) {
  for (unsigned d = 1; d <= 9; ++d) {
    for (const std::uint32_t packets : packet_counts(d)) {
      const Player player(Collective::kAllgather, "balanced", PortModel::kAll, d, packets, 0, 5 % (1u << d), 2);
      std::vector<unsigned> trees(packets, d);
      std::uint32_t begins_with_farthest = 0;
      for (unsigned port = 0; port < d; ++port) {
        const std::vector<Sent> sent = player.sent(port);
        std::set<std::uint32_t> sequences;
        for (const Sent& packet : sent) {
          ASSERT_TRUE(sequences.insert(packet.sequence).second);
          ASSERT_LT(packet.sequence, packets);
          unsigned& tree = trees[packet.sequence];
          ASSERT_TRUE(tree == d || tree == packet.tree) << "one packet on two trees";
          tree = packet.tree;
        }
        ASSERT_EQ(sequences.size(), packets);
        if (packets % d == 0 && std::gcd(d, (1u << d) - 1) == 1) {
          begins_with_farthest += way_to_last(d, sent[0].tree) == port ? 1u : 0u;
        }
      }
      if (packets % d == 0 && std::gcd(d, (1u << d) - 1) == 1) EXPECT_EQ(begins_with_farthest, d) << "M " << packets;
    }
  }
}

TEST(Programs, NrsbtOrderIsThatOfSection414) {
  // "Data for the j-th SBT is sent across dimension (j + i) mod n during cycle i."
  const unsigned d = 5;
  const Player player(Collective::kBroadcast, "nrsbt", PortModel::kAll, d, d, 0, 0);
  for (unsigned port = 0; port < d; ++port) {
    const std::vector<Sent> sent = player.sent(port);
    for (unsigned cycle = 0; cycle < d; ++cycle) EXPECT_EQ((sent[cycle].tree + cycle) % d, port);
  }
}

TEST(Programs, NesbtSendsPacketMOnTreeMThroughPortM) {
  for (unsigned d = 1; d <= 9; ++d) {
    for (const std::uint32_t packets : packet_counts(d)) {
      const Player player(Collective::kBroadcast, "nesbt", PortModel::kOne, d, packets, 0, 0);
      std::uint32_t in_all = 0;
      for (unsigned port = 0; port < d; ++port) {
        std::uint32_t expected = port;
        for (const Sent& sent : player.sent(port)) {
          ASSERT_EQ(sent.sequence, expected);
          ASSERT_EQ(sent.tree, port);
          expected += d;
          ++in_all;
        }
      }
      ASSERT_EQ(in_all, packets);
    }
  }
}

TEST(Programs, AlltoallSendsEveryPacketThroughTheHighestBitOfItsDestination) {
  for (const Row& row : kCatalog) {
    if (row.collective != Collective::kAlltoall) continue;
    for (unsigned d = 1; d <= 8; ++d) {
      const Player player(Collective::kAlltoall, row.algorithm, row.ports, d, 3, 0, 1);
      std::set<std::pair<std::uint32_t, std::uint32_t>> all;
      for (unsigned port = 0; port < d; ++port) {
        for (const Sent& sent : player.sent(port)) {
          ASSERT_EQ(sent.destination >> port, 1u);
          ASSERT_TRUE(all.insert({sent.destination, sent.sequence}).second);
        }
      }
      ASSERT_EQ(all.size(), std::size_t{3} * ((1u << d) - 1));
    }
  }
}

// Packet m + 1 has its larger subtrees where those of packet m end: over any number of packets the
// ports differ by one.
TEST(Programs, SpreadingRotationsSpreadTheLargerSubtrees) {
  for (unsigned d = 1; d <= 16; ++d) {
    const unsigned larger = ((1u << d) - 1) % d;
    std::vector<std::uint32_t> extra(d, 0);
    for (std::uint32_t m = 0; m < 3 * d; ++m) {
      for (unsigned i = 0; i < larger; ++i) ++extra[(i + SpreadingRotations::tree(d, m)) % d];
      const auto [least, most] = std::minmax_element(extra.begin(), extra.end());
      ASSERT_LE(*most - *least, 1u) << "d " << d << " after packet " << m;
      ASSERT_EQ(SpreadingRotations::tree(d, m), SpreadingRotations::tree(d, m + SpreadingRotations::period(d)));
    }
  }
}

TEST(Catalog, HasNoRowTwiceAndEveryRowNamesItsSource) {
  std::set<std::tuple<Collective, std::string, PortModel>> rows;
  for (const Row& row : kCatalog) {
    EXPECT_TRUE(rows.insert({row.collective, row.algorithm, row.ports}).second);
    EXPECT_EQ(find_row(row.collective, row.algorithm, row.ports), &row);
    EXPECT_NE(std::string(row.source), "");
    EXPECT_NE(std::string(row.merit), "");
    EXPECT_NE(row.load, nullptr);
  }
  EXPECT_EQ(find_row(Collective::kAlltoall, "tab", PortModel::kAll), nullptr);
  EXPECT_EQ(find_row(Collective::kAlltoall, "table1", PortModel::kAll), nullptr);
  EXPECT_EQ(find_row(Collective::kAlltoall, "table", PortModel::kHalf), nullptr);
}

// Images that are written to every node alike differ in nothing but the address.
TEST(Catalog, SymmetricProgramsDifferInTheAddressAlone) {
  unsigned symmetric = 0;
  for (const Row& row : kCatalog) {
    if (row.programs != Programs::kSymmetric) continue;
    ++symmetric;
    for (unsigned d = 1; d <= 5; ++d) {
      for (const std::uint32_t packets : packet_counts(d)) {
        const Operation operation{&row, network::Cube(d), packets, Address()};
        const auto image = [&](Address me) {
          node::RegisterImage image;
          node::Driver driver(image);
          operation.row->load(operation, me, driver);
          return image.writes();
        };
        const auto first = image(Address());
        for (const Address me : network::other_addresses(operation.network.nodes())) {
          const auto other = image(me);
          ASSERT_EQ(other.size(), first.size());
          for (std::size_t i = 0; i < other.size(); ++i) {
            ASSERT_EQ(other[i].address, first[i].address);
            const bool is_address = other[i].address == node::address(node::Control::kAddress);
            ASSERT_EQ(other[i].value, is_address ? me.number() : first[i].value);
          }
        }
      }
    }
  }
  EXPECT_GT(symmetric, 0u);
}

TEST(Collective, HasARootWhereOneNodeSendsOrReceivesAlone) {
  for (const Collective collective : kCollectives) {
    const std::string name = name_of(collective);
    EXPECT_EQ(has_root(collective), name == "broadcast" || name == "scatter" || name == "gather" || name == "reduce")
        << name;
  }
}

// The packets that a node is to receive, by the definitions of the collectives.
TEST(Operation, NodesExpectWhatTheCollectiveOwesThem) {
  const std::uint32_t packets = 5;
  for (unsigned d = 1; d <= 6; ++d) {
    const std::uint32_t others = (1u << d) - 1;
    const Address root(others / 3);
    for (const Row& row : kCatalog) {
      const Operation operation{&row, network::Cube(d), packets, root};
      for (const Address node : network::addresses(1u << d)) {
        const std::string name = name_of(row.collective);
        // By blocks as many packets for each node, the last ones of which may be padding.
        const std::uint32_t padded = row.by_blocks ? (packets + others) / (others + 1) * (others + 1) : packets;
        const bool has_lower = node != Address(0);
        const std::uint32_t expected = name == "broadcast" || name == "scatter" ? (node == root ? 0 : packets)
                                       : name == "gather"                       ? (node == root ? packets * others : 0)
                                       : name == "reduce"                       ? (node == root ? packets : 0)
                                       : name == "exscan"                       ? (has_lower ? packets : 0)
                                       : operation.shape().combined             ? padded
                                                                                : packets * others;
        ASSERT_EQ(expected_packets(operation, node), expected) << name << " d " << d << " node " << node.number();
      }
    }
  }
}

}  // namespace
}  // namespace collectives::test
