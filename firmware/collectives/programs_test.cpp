// What the programs that the firmware loads make an injector send, in order: each packet once, on the right port, in
// the order that the proofs need. Expected values from the definitions of the collectives and trees.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "firmware/collectives/catalog.hpp"

namespace collectives::test {
namespace {

struct Sent {
  cube::Address relative_destination;
  std::uint32_t tree;
  std::uint32_t sequence;
};

// Stands in for node::Driver and plays the programs by the words of the register map.
class Player {
 public:
  void begin(unsigned, cube::Address, node::Rule rule, std::uint32_t step) {
    rule_ = rule;
    step_ = step;
  }
  void add(unsigned port, const node::Entry& entry) { programs_[port].push_back(entry); }
  void send(unsigned port, std::uint32_t packets) { packets_[port] = packets; }
  void set_children(cube::Address, cube::Ports) {}
  void set_transit_first() {}
  void set_gate(node::GateMode) {}
  void add_window(unsigned port, std::uint32_t cycles) { windows_.emplace_back(port, cycles); }
  void expect(std::uint32_t packets) { expected_ = packets; }

  std::vector<Sent> sent(unsigned port) {
    std::vector<Sent> packets;
    for (std::uint32_t base = 0; packets.size() < packets_[port]; base += step_) {
      for (const node::Entry& entry : programs_[port]) {
        for (std::uint32_t i = 0; i < entry.count && packets.size() < packets_[port]; ++i) {
          packets.push_back({entry.relative_destination, entry.tree, base + entry.sequence + i});
        }
      }
    }
    return packets;
  }
  std::uint32_t expected() const { return expected_; }
  const std::vector<std::pair<unsigned, std::uint32_t>>& windows() const { return windows_; }

 private:
  node::Rule rule_{};
  std::uint32_t step_ = 0;
  std::uint32_t expected_ = 0;
  std::map<unsigned, std::vector<node::Entry>> programs_;
  std::map<unsigned, std::uint32_t> packets_;
  std::vector<std::pair<unsigned, std::uint32_t>> windows_;
};

Player play(const Operation& operation, cube::Address me) {
  Player player;
  load(operation, me, player);
  return player;
}

std::vector<std::uint32_t> packet_counts(unsigned d) {
  return {1, 2, 3, d, 2 * d + 1};
}

TEST(Programs, ScatterSendsEveryPacketOnceAndFurtherOnesBefore) {
  for (const Algorithm algorithm : {Algorithm::kBalanced, Algorithm::kSbnt, Algorithm::kSbt}) {
    for (unsigned d = 1; d <= 8; ++d) {
      for (const std::uint32_t packets : packet_counts(d)) {
        const cube::Address root = cube::mask(d) / 2;
        Player player = play({Collective::kScatter, algorithm, PortUse::kAll, d, packets, root}, root);
        std::set<std::pair<cube::Address, std::uint32_t>> all;
        for (unsigned port = 0; port < d; ++port) {
          const std::vector<Sent> sent = player.sent(port);
          for (std::size_t i = 0; i < sent.size(); ++i) {
            ASSERT_TRUE(all.insert({sent[i].relative_destination, sent[i].sequence}).second);
            ASSERT_LT(sent[i].sequence, packets);
            // It arrives when the last packet of its port is sent: as many slots are left as it has links to go.
            ASSERT_LE(cube::weight(sent[i].relative_destination), sent.size() - i);
            // Its first link is this port's: the subtree is the first bit that is complemented.
            ASSERT_EQ(sent[i].tree, port);
            ASSERT_NE(sent[i].relative_destination & cube::one_hot(port), 0u);
          }
          if (algorithm == Algorithm::kBalanced) {
            const std::uint32_t whole = packets * cube::mask(d);
            ASSERT_TRUE(sent.size() == whole / d || sent.size() == (whole + d - 1) / d)
                << "d " << d << " M " << packets;
          }
        }
        ASSERT_EQ(all.size(), std::size_t{packets} * cube::mask(d));
      }
    }
  }
}

TEST(Programs, GatherSendsEveryPacketTowardsTheRoot) {
  for (const Algorithm algorithm : {Algorithm::kBalanced, Algorithm::kSbnt, Algorithm::kSbt}) {
    for (unsigned d = 1; d <= 7; ++d) {
      for (const std::uint32_t packets : packet_counts(d)) {
        for (cube::Address me = 0; me < cube::nodes(d); ++me) {
          Player player = play({Collective::kGather, algorithm, PortUse::kAll, d, packets, 0}, me);
          std::set<std::uint32_t> sequences;
          for (unsigned port = 0; port < d; ++port) {
            for (const Sent& sent : player.sent(port)) {
              ASSERT_TRUE(sequences.insert(sent.sequence).second);
              ASSERT_EQ(sent.relative_destination, me);
              ASSERT_NE(me & cube::one_hot(port), 0u);
            }
          }
          ASSERT_EQ(sequences.size(), me == 0 ? 0 : packets);
          ASSERT_EQ(player.expected(), me == 0 ? packets * cube::mask(d) : 0);
        }
      }
    }
  }
}

TEST(Programs, NrsbtSendsEveryPacketThroughEveryPortAndPacketMOnTreeM) {
  for (unsigned d = 1; d <= 9; ++d) {
    for (const std::uint32_t packets : packet_counts(d)) {
      Player player = play({Collective::kBroadcast, Algorithm::kNrsbt, PortUse::kAll, d, packets, 0}, 0);
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

TEST(Programs, NrsbtOrderIsThatOfSection414) {
  // "Data for the j-th SBT is sent across dimension (j + i) mod n during cycle i."
  const unsigned d = 5;
  Player player = play({Collective::kBroadcast, Algorithm::kNrsbt, PortUse::kAll, d, d, 0}, 0);
  for (unsigned port = 0; port < d; ++port) {
    const std::vector<Sent> sent = player.sent(port);
    for (unsigned cycle = 0; cycle < d; ++cycle) EXPECT_EQ((sent[cycle].tree + cycle) % d, port);
  }
}

TEST(Programs, NesbtSendsPacketMOnTreeMThroughPortM) {
  for (unsigned d = 1; d <= 9; ++d) {
    for (const std::uint32_t packets : packet_counts(d)) {
      Player player = play({Collective::kBroadcast, Algorithm::kNesbt, PortUse::kOne, d, packets, 0}, 0);
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
  for (const Algorithm algorithm : {Algorithm::kTable, Algorithm::kEcube, Algorithm::kFifo, Algorithm::kSbt}) {
    for (unsigned d = 1; d <= 8; ++d) {
      Player player = play({Collective::kAlltoall, algorithm, PortUse::kOne, d, 3, 0}, 1);
      std::set<std::pair<cube::Address, std::uint32_t>> all;
      for (unsigned port = 0; port < d; ++port) {
        for (const Sent& sent : player.sent(port)) {
          ASSERT_EQ(sent.relative_destination >> port, 1u);
          ASSERT_TRUE(all.insert({sent.relative_destination, sent.sequence}).second);
        }
      }
      ASSERT_EQ(all.size(), std::size_t{3} * cube::mask(d));
    }
  }
}

// One-port schedules: the windows of one turn are as long as the lower bound, each as long as the data it moves.
TEST(Programs, WindowsAddUpToTheBound) {
  const auto turn = [](const Operation& operation) {
    const Player player = play(operation, 1);
    std::uint64_t cycles = 0;
    for (const auto& [port, length] : player.windows()) cycles += length;
    return cycles;
  };
  for (unsigned d = 1; d <= 10; ++d) {
    EXPECT_EQ(turn({Collective::kGather, Algorithm::kSbt, PortUse::kOne, d, 3, 0}), 3u * cube::mask(d));
    EXPECT_EQ(turn({Collective::kAllgather, Algorithm::kSbt, PortUse::kOne, d, 3, 0}), 3u * cube::mask(d));
    EXPECT_EQ(turn({Collective::kAlltoall, Algorithm::kSbt, PortUse::kOne, d, 3, 0}), 3u * d * cube::nodes(d) / 2);
    EXPECT_EQ(turn({Collective::kBroadcast, Algorithm::kNesbt, PortUse::kOne, d, 3, 0}), d);
  }
}

// Packet m + 1 has its larger subtrees where those of packet m end: over any number of packets the ports differ by one.
TEST(Programs, BalancedRotationSpreadsTheLargerSubtrees) {
  for (unsigned d = 1; d <= 16; ++d) {
    const unsigned larger = cube::mask(d) % d;
    std::vector<std::uint32_t> extra(d, 0);
    for (std::uint32_t m = 0; m < 3 * d; ++m) {
      for (unsigned i = 0; i < larger; ++i) ++extra[(i + balanced_rotation(d, m)) % d];
      const auto [least, most] = std::minmax_element(extra.begin(), extra.end());
      ASSERT_LE(*most - *least, 1u) << "d " << d << " after packet " << m;
    }
  }
}

TEST(Programs, NextOfSameWeightVisitsEveryAddressOfAWeight) {
  for (unsigned d = 1; d <= 12; ++d) {
    std::uint32_t visited = 0;
    for (unsigned weight = 1; weight <= d; ++weight) {
      for (std::uint32_t x = cube::mask(weight), last = 0; x < cube::nodes(d); last = x, x = next_of_same_weight(x)) {
        ASSERT_GT(x, last);
        ASSERT_EQ(static_cast<unsigned>(__builtin_popcount(x)), weight);
        ++visited;
      }
    }
    ASSERT_EQ(visited, cube::mask(d));
  }
}

TEST(Catalog, HasNoRowTwiceAndEveryRowNamesItsSource) {
  std::set<std::tuple<Collective, Algorithm, PortUse>> rows;
  for (const Offer& offer : kCatalog) {
    EXPECT_TRUE(rows.insert({offer.collective, offer.algorithm, offer.ports}).second);
    EXPECT_NE(std::string(offer.source), "");
    EXPECT_NE(std::string(offer.merit), "");
  }
}

}  // namespace
}  // namespace collectives::test
