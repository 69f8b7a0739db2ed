// SPDX-License-Identifier: Apache-2.0
// The closed forms for routers of one and of two cycles a hop, against schedules: when each packet
// crosses each link, from the order in which the firmware's programs send, the trees and the turns
// alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "firmware/collectives/player.hpp"
#include "firmware/trees/johnsson_ho.hpp"

namespace collectives::test {
namespace {

class HopCycles : public testing::TestWithParam<unsigned> {
 protected:
  static unsigned r() { return GetParam(); }
  static std::uint64_t value(Collective collective, const char* algorithm, PortModel ports, unsigned d,
                             std::uint32_t packets) {
    return find_row(collective, algorithm, ports)->cycles(d, packets, r()).value;
  }
  static Player player(Collective collective, const char* algorithm, PortModel ports, unsigned d, std::uint32_t packets,
                       std::uint32_t me) {
    return {collective, algorithm, ports, d, packets, 0, me, r()};
  }
};
INSTANTIATE_TEST_SUITE_P(OneAndTwo, HopCycles, testing::Values(1u, 2u));

// The links of a broadcast from node 0. Every packet continues as soon as its link lets it.
class Links {
 public:
  // `turns`: port k sends in the cycles of turn k of every d, r cycles each; else in every cycle.
  Links(unsigned d, unsigned r, bool turns) : d_(d), r_(r), turns_(turns) {}

  // The packet on `tree` crosses the link in `cycle`, from 1 on, or as soon after it as it can, and
  // continues from there.
  template <class Tree>
  void cross(std::uint32_t node, unsigned port, unsigned tree, std::uint64_t cycle) {
    while (!is_open(port, cycle) || !used_.insert({node, port, cycle}).second) ++cycle;
    last_ = std::max(last_, cycle);
    const Address behind(node ^ 1u << port);
    const Ports children = Tree::children(d_, cube::rotate_right(d_, behind, tree));
    for (const unsigned child : cube::rotate_left(d_, children, tree)) {
      cross<Tree>(behind.number(), child, tree, cycle + r_);
    }
  }
  std::uint64_t last() const { return last_; }

 private:
  bool is_open(unsigned port, std::uint64_t cycle) const { return !turns_ || (cycle - 1) / r_ % d_ == port; }

  unsigned d_, r_;
  bool turns_;
  std::set<std::tuple<std::uint32_t, unsigned, std::uint64_t>> used_;
  std::uint64_t last_ = 0;
};

// The root's ports send their packets in order, one after the other, in the cycles that are theirs.
template <class Tree>
std::uint64_t broadcast_cycles(const Player& root, unsigned d, unsigned r, bool turns) {
  std::uint64_t most = 0;
  for (unsigned port = 0; port < d; ++port) most = std::max<std::uint64_t>(most, root.sent(port).size());
  Links links(d, r, turns);
  for (std::uint64_t i = 0; i < most; ++i) {
    for (unsigned port = 0; port < d; ++port) {
      const std::vector<Sent> sent = root.sent(port);
      if (i < sent.size()) links.cross<Tree>(0, port, sent[i].tree, i + 1);
    }
  }
  return links.last();
}

TEST_P(HopCycles, BroadcastsFollowTheirTrees) {
  const auto broadcast = Collective::kBroadcast;
  for (unsigned d = 1; d <= 5; ++d) {
    for (std::uint32_t packets = 1; packets <= 2 * d + 3; ++packets) {
      SCOPED_TRACE(testing::Message() << "d " << d << " M " << packets);
      for (const PortModel ports : {PortModel::kAll, PortModel::kOne}) {
        const bool turns = ports == PortModel::kOne;
        EXPECT_EQ(value(broadcast, "sbt", ports, d, packets),
                  broadcast_cycles<trees::Sbt>(player(broadcast, "sbt", ports, d, packets, 0), d, r(), turns));
        EXPECT_EQ(value(broadcast, "nesbt", ports, d, packets),
                  broadcast_cycles<trees::Ersbt>(player(broadcast, "nesbt", ports, d, packets, 0), d, r(), turns));
      }
      EXPECT_EQ(
          value(broadcast, "nrsbt", PortModel::kAll, d, packets),
          broadcast_cycles<trees::Sbt>(player(broadcast, "nrsbt", PortModel::kAll, d, packets, 0), d, r(), false));
      EXPECT_EQ(
          value(broadcast, "tcbt", PortModel::kAll, d, packets),
          broadcast_cycles<trees::Tcbt>(player(broadcast, "tcbt", PortModel::kAll, d, packets, 0), d, r(), false));
      EXPECT_EQ(
          value(broadcast, "gray", PortModel::kAll, d, packets),
          broadcast_cycles<trees::BrgPath>(player(broadcast, "gray", PortModel::kAll, d, packets, 0), d, r(), false));
    }
  }
}

// A port's n-th packet is alone on its way.
TEST_P(HopCycles, ScatterEndsWithTheLastToArrive) {
  for (const char* algorithm : {"balanced", "sbnt", "sbt"}) {
    for (unsigned d = 1; d <= 7; ++d) {
      for (std::uint32_t packets = 1; packets <= 2 * d + 1; ++packets) {
        std::uint64_t last = 0;
        const Player root = player(Collective::kScatter, algorithm, PortModel::kAll, d, packets, 0);
        for (unsigned port = 0; port < d; ++port) {
          std::uint64_t n = 0;
          for (const Sent& sent : root.sent(port)) {
            last = std::max<std::uint64_t>(last, ++n + r() * (cube::weight(Address(sent.destination)) - 1));
          }
        }
        EXPECT_EQ(value(Collective::kScatter, algorithm, PortModel::kAll, d, packets), last)
            << algorithm << " d " << d << " M " << packets;
      }
    }
  }
}

// One port sends to the nearest subtree last.
TEST_P(HopCycles, ScatterThroughOnePortEndsWithTheRoot) {
  for (unsigned d = 1; d <= 7; ++d) {
    for (std::uint32_t packets = 1; packets <= 4; ++packets) {
      std::uint64_t n = 0;
      std::uint64_t last = 0;
      const Player root = player(Collective::kScatter, "sbt", PortModel::kOne, d, packets, 0);
      for (unsigned port = 0; port < d; ++port) {
        for (const Sent& sent : root.sent(port)) {
          last = std::max<std::uint64_t>(last, ++n + r() * (cube::weight(Address(sent.destination)) - 1));
        }
      }
      EXPECT_EQ(value(Collective::kScatter, "sbt", PortModel::kOne, d, packets), last) << "d " << d << " M " << packets;
    }
  }
}

// Packets through a port of the root take its link one by one, none before it can be there.
TEST_P(HopCycles, GatherEndsWhenThePortsHaveTakenAll) {
  for (const char* algorithm : {"balanced", "sbnt", "sbt"}) {
    for (unsigned d = 1; d <= 6; ++d) {
      for (std::uint32_t packets = 1; packets <= 2 * d + 1; ++packets) {
        std::map<std::uint32_t, std::vector<std::uint64_t>> earliest;  // by the port, which is the header's tree
        for (std::uint32_t node = 1; node < cube::nodes(d); ++node) {
          const Player sender = player(Collective::kGather, algorithm, PortModel::kAll, d, packets, node);
          for (unsigned port = 0; port < d; ++port) {
            for (const Sent& sent : sender.sent(port)) {
              earliest[sent.tree].push_back(1 + r() * (cube::weight(Address(node)) - 1));
            }
          }
        }
        std::uint64_t last = 0;
        for (auto& [port, cycles] : earliest) {
          std::ranges::sort(cycles);
          std::uint64_t cycle = 0;
          for (const std::uint64_t first : cycles) cycle = std::max(cycle + 1, first);
          last = std::max(last, cycle);
        }
        EXPECT_EQ(value(Collective::kGather, algorithm, PortModel::kAll, d, packets), last)
            << algorithm << " d " << d << " M " << packets;
      }
    }
  }
}

// A ring of symmetric nodes: in a cycle that is its turn a node sends the packet in transit, else
// one of its own.
std::uint64_t ring_cycles(std::uint32_t nodes, std::uint32_t packets, unsigned r, bool half) {
  struct Transit {
    std::uint64_t ready;
    std::uint32_t hops_left;
  };
  std::vector<std::deque<Transit>> transit(nodes);
  std::vector<std::uint32_t> own(nodes, packets);
  std::uint64_t left = std::uint64_t{packets} * nodes * (nodes - 1);
  std::uint64_t cycle = 0;
  for (; left != 0; ++cycle) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (half && cycle / r % 2 != node % 2) continue;
      std::uint32_t hops = 0;
      if (!transit[node].empty() && transit[node].front().ready <= cycle) {
        hops = transit[node].front().hops_left;
        transit[node].pop_front();
      } else if (own[node] != 0) {
        --own[node];
        hops = nodes - 1;
      }
      if (hops == 0) continue;
      --left;
      if (hops > 1) transit[(node + 1) % nodes].push_back({cycle + r, hops - 1});
    }
  }
  return cycle;
}

TEST_P(HopCycles, RingsGoRound) {
  for (unsigned d = 1; d <= 5; ++d) {
    for (std::uint32_t packets = 1; packets <= 5; ++packets) {
      for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
        EXPECT_EQ(value(Collective::kAllgather, "ring", ports, d, packets),
                  ring_cycles(1u << d, packets, r(), ports == PortModel::kHalf))
            << "d " << d << " M " << packets;
      }
    }
  }
}

// In the last cycle of a window as much is to be sent as has come r cycles before it or is the
// node's own: windows as long as with r = 1 do where every sender has a packet of its own to begin
// with.
TEST_P(HopCycles, WindowsAreFullWhereEverySenderHasItsOwnPacket) {
  for (unsigned d = 1; d <= 6; ++d) {
    for (std::uint32_t me = 1; me < cube::nodes(d); ++me) {
      const Player gather = player(Collective::kGather, "sbt", PortModel::kOne, d, 1, me);
      unsigned sending = 0;
      for (unsigned port = 0; port < d; ++port) sending += gather.sent(port).empty() ? 0 : 1;
      EXPECT_EQ(sending, 1u);
      EXPECT_FALSE(gather.sent(bits::index(bits::highest(me))).empty())
          << "the window of its highest bit is the only one in which it sends";
    }
    for (const auto& [collective, algorithm] :
         {std::pair(Collective::kAllgather, "sbt"), std::pair(Collective::kAlltoall, "sbt")}) {
      const Player node = player(collective, algorithm, PortModel::kOne, d, 1, 0);
      for (unsigned port = 0; port < d; ++port) EXPECT_FALSE(node.sent(port).empty());
    }
    const std::uint64_t others = (1u << d) - 1;
    EXPECT_EQ(value(Collective::kGather, "sbt", PortModel::kOne, d, 3), 3 * others);
    EXPECT_EQ(value(Collective::kAllgather, "sbt", PortModel::kOne, d, 3), 3 * others);
    EXPECT_EQ(value(Collective::kAlltoall, "sbt", PortModel::kOne, d, 3), 3u * d << (d - 1));
    EXPECT_EQ(value(Collective::kAlltoall, "fifo", PortModel::kOne, d, 3), 3u * d << (d - 1));
  }
}

// M 2^(d-1) + (r - 1)(d - 1).
TEST(HopCyclesOf, TheTotalExchange) {
  const auto cycles = [](unsigned d, std::uint32_t packets, unsigned r) {
    return find_row(Collective::kAlltoall, "table", PortModel::kAll)->cycles(d, packets, r).value;
  };
  EXPECT_EQ(cycles(1, 5, 2), 5u);
  EXPECT_EQ(cycles(3, 1, 2), 6u);
  EXPECT_EQ(cycles(10, 1, 2), 521u);
  EXPECT_EQ(cycles(6, 4, 2), 133u);
}

// From the definition, level by level: a packet from k links away comes in cycle 1 + 2 (k - 1) or
// later, on d ports.
TEST(HopCyclesOf, TheMultinodeBroadcast) {
  for (unsigned d = 1; d <= 10; ++d) {
    for (std::uint32_t packets = 1; packets <= 5; ++packets) {
      std::vector<std::uint64_t> earliest;
      for (std::uint32_t c = 1; c < 1u << d; ++c) {
        earliest.insert(earliest.end(), packets, 1 + 2 * (cube::weight(Address(c)) - 1));
      }
      std::ranges::sort(earliest);
      std::uint64_t taken = 0;  // ports times cycles
      for (const std::uint64_t cycle : earliest) taken = std::max<std::uint64_t>(taken, (cycle - 1) * d) + 1;
      EXPECT_EQ(find_row(Collective::kAllgather, "balanced", PortModel::kAll)->cycles(d, packets, 2).value,
                (taken + d - 1) / d)
          << "d " << d << " M " << packets;
    }
  }
}

}  // namespace
}  // namespace collectives::test
