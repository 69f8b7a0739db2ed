// SPDX-License-Identifier: Apache-2.0
// The cycles of the reductions with symmetric nodes, by one node that stands for all: what it sends
// through a port comes to it through that port r cycles later, its destination one link nearer. The
// node plays the programs that the firmware loads; an entry waits for one packet of each of its
// in-ports, which must be the same item.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <map>
#include <utility>

#include "firmware/collectives/player.hpp"
#include "firmware/rules/cube_rules.hpp"

namespace collectives::test {
namespace {

struct Combined {
  Sent sent;
  std::uint32_t contributions;
};

class CombiningStandIn {
 public:
  CombiningStandIn(Collective collective, const char* algorithm, PortModel ports, unsigned d, std::uint32_t packets,
                   unsigned r)
      : d_(d), r_(r), player_(collective, algorithm, ports, d, packets, 0, 0, r), windows_(player_.windows()) {
    for (unsigned stream = 0; stream < 2 * d; ++stream) streams_[stream].program = player_.sent(stream);
    for (const auto& [port, cycles] : windows_) turn_ += cycles;
  }

  // The cycle in which the last packet is on a link; 0 where they deadlock.
  std::uint64_t cycles() {
    std::uint64_t last = 0;
    for (std::uint64_t cycle = 1; cycle <= last + r_ + turn_ + 1; ++cycle) {
      while (!on_links_.empty() && on_links_.front().cycle + r_ == cycle) {
        arrive(on_links_.front().port, on_links_.front().packet);
        on_links_.pop_front();
      }
      std::vector<OnLink> leaving;
      for (unsigned port = 0; port < d_; ++port) {
        if (is_open(port, cycle) && can_leave(port)) leaving.push_back({cycle, port, take(port)});
      }
      for (const OnLink& packet : leaving) on_links_.push_back(packet);
      if (!leaving.empty()) last = cycle;
      for (unsigned ejector = d_; ejector < 2 * d_; ++ejector) {
        while (can_leave(ejector)) results_.push_back(take(ejector));
      }
    }
    for (unsigned port = 0; port < d_; ++port) {
      if (streams_[port].next != streams_[port].program.size()) return 0;
    }
    return last;
  }
  const std::vector<Combined>& results() const { return results_; }

 private:
  struct Stream {
    std::vector<Sent> program;
    std::size_t next = 0;
    std::array<std::deque<Combined>, cube::kMaxDimension> queues;  // by in-port
  };
  struct OnLink {
    std::uint64_t cycle;
    unsigned port;
    Combined packet;
  };

  bool is_open(unsigned port, std::uint64_t cycle) const {
    if (windows_.empty()) return true;
    std::uint64_t at = (cycle - 1) % turn_;
    for (const auto& [open, length] : windows_) {
      if (at < length) return open == port;
      at -= length;
    }
    return false;
  }
  bool can_leave(unsigned number) const {
    const Stream& stream = streams_[number];
    if (stream.next == stream.program.size()) return false;
    for (const unsigned in_port : stream.program[stream.next].combined) {
      if (stream.queues[in_port].empty()) return false;
    }
    return true;
  }
  Combined take(unsigned number) {
    Stream& stream = streams_[number];
    Combined packet{stream.program[stream.next++], 1};
    for (const unsigned in_port : packet.sent.combined) {
      const Combined& part = stream.queues[in_port].front();
      EXPECT_EQ(part.sent.sequence, packet.sent.sequence);
      EXPECT_EQ(part.sent.tree, packet.sent.tree);
      EXPECT_EQ(part.sent.destination, packet.sent.destination);
      packet.contributions += part.contributions;
      stream.queues[in_port].pop_front();
    }
    return packet;
  }
  void arrive(unsigned port, Combined packet) {
    const node::Rule rule = player_.image().rule();
    const bool to_all = rules::CombiningCubeRules::is_to_all(rule);
    if (!to_all) packet.sent.destination ^= 1u << port;
    const rules::Heading heading{rule, Address(1u << port), Address(packet.sent.destination), packet.sent.tree};
    const network::Cube cube(d_);
    const Address place = rules::place<rules::CombiningCubeRules>(cube, Address(0), heading);
    const auto way =
        rules::route<rules::CombiningCubeRules>(cube, Address(0), heading, player_.image().combining_word(place));
    for (const unsigned onward : way.ports) streams_[onward].queues[port].push_back(packet);
    if (way.deliver) streams_[node::Driver::ejector(d_, packet.sent.tree)].queues[port].push_back(packet);
  }

  unsigned d_, r_;
  Player player_;
  std::vector<std::pair<unsigned, std::uint32_t>> windows_;
  std::uint64_t turn_ = 0;  // cycles after which the windows start over
  std::array<Stream, 2 * cube::kMaxDimension> streams_;
  std::deque<OnLink> on_links_;
  std::vector<Combined> results_;
};

// Every item comes once, from all nodes, in the cycles of the closed form.
void expect_the_closed_form(Collective collective, const char* algorithm, PortModel ports, unsigned d,
                            std::uint32_t packets, unsigned r) {
  SCOPED_TRACE(testing::Message() << name_of(collective) << ' ' << algorithm << ' ' << name_of(ports) << " d " << d
                                  << " M " << packets << " r " << r);
  CombiningStandIn node(collective, algorithm, ports, d, packets, r);
  const std::uint64_t cycles = node.cycles();
  const ClosedForm form = find_row(collective, algorithm, ports)->cycles(d, packets, r);
  EXPECT_EQ(cycles, form.value);
  std::vector<unsigned> came(packets, 0);
  for (const Combined& result : node.results()) {
    ASSERT_LT(result.sent.sequence, packets);
    ++came[result.sent.sequence];
    ASSERT_EQ(result.contributions, cube::nodes(d));
  }
  ASSERT_EQ(came, std::vector<unsigned>(packets, 1));
}

TEST(CombiningCycles, ReduceScatterTakesTheLeastOnBalancedTrees) {
  for (unsigned d = 1; d <= 10; ++d) {
    for (std::uint32_t packets = 1; packets <= (d <= 8 ? 3 * d : 4); ++packets) {
      const ClosedForm form = find_row(Collective::kReduceScatter, "balanced", PortModel::kAll)->cycles(d, packets, 1);
      ASSERT_EQ(form.value, divide_up(std::uint64_t{packets} * cube::other_nodes(d), d));
      expect_the_closed_form(Collective::kReduceScatter, "balanced", PortModel::kAll, d, packets, 1);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(CombiningCycles, ReduceScatterOnBalancedTreesWithTwoCyclesAHop) {
  for (unsigned d = 1; d <= 8; ++d) {
    for (std::uint32_t packets = 1; packets <= (d <= 6 ? 3 * d + 40 / d : d + 3); ++packets) {
      expect_the_closed_form(Collective::kReduceScatter, "balanced", PortModel::kAll, d, packets, 2);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// Around M = d and M = r d, where other formulas begin.
TEST(CombiningCycles, ReduceScatterOnBalancedTreesWithManyCyclesAHop) {
  for (unsigned d = 3; d <= 6; ++d) {
    for (const unsigned r : {3u, 6u, 8u, 9u, 17u}) {
      for (const std::uint32_t packets : {d - 1, d, d + 1, d + 2, 2 * d + 2, r * d - 1, r * d}) {
        expect_the_closed_form(Collective::kReduceScatter, "balanced", PortModel::kAll, d, packets, r);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

// The order of a packet's operands, and so the bits of a sum of floats, is that of its tree.
TEST(CombiningCycles, PacketsTakeTheSameTreesWhateverTheCyclesOfAHop) {
  const auto trees_of = [](unsigned d, std::uint32_t packets, unsigned r) {
    CombiningStandIn node(Collective::kReduceScatter, "balanced", PortModel::kAll, d, packets, r);
    EXPECT_NE(node.cycles(), 0u);
    std::map<std::uint32_t, unsigned> trees;  // by sequence
    for (const Combined& result : node.results()) trees[result.sent.sequence] = result.sent.tree;
    return trees;
  };
  for (unsigned d = 1; d <= 5; ++d) {
    for (const std::uint32_t packets : {1u, 2u, 3u, d, d + 1, 2 * d + 1, 17u}) {
      const auto trees = trees_of(d, packets, 1);
      EXPECT_EQ(trees.size(), packets);
      for (const unsigned r : {2u, 3u, 8u}) {
        EXPECT_EQ(trees_of(d, packets, r), trees) << "d " << d << ", M " << packets << ", r " << r;
      }
    }
  }
}

TEST(CombiningCycles, RecursiveHalvingFillsItsWindows) {
  for (unsigned d = 1; d <= 9; ++d) {
    for (std::uint32_t packets = 1; packets <= (d <= 6 ? 5u : 2u); ++packets) {
      for (const unsigned r : {1u, 2u}) {
        expect_the_closed_form(Collective::kReduceScatter, "sbt", PortModel::kOne, d, packets, r);
      }
    }
  }
}

TEST(CombiningCycles, ExchangesFollowOneAnother) {
  for (unsigned d = 1; d <= 10; ++d) {
    for (std::uint32_t packets = 1; packets <= 4 * d + 1; ++packets) {
      for (const unsigned r : {1u, 2u}) {
        for (const PortModel ports : {PortModel::kAll, PortModel::kOne}) {
          expect_the_closed_form(Collective::kAllreduce, "exchange", ports, d, packets, r);
        }
      }
    }
  }
}

// The links of a scan are those of an exchange on tree 0; what is a result differs from node to
// node (node 0 has none from others, and stands here for what is on the links).
TEST(CombiningCycles, ScansSendEveryPacketThroughEveryPort) {
  for (unsigned d = 1; d <= 10; ++d) {
    for (std::uint32_t packets = 1; packets <= 2 * d + 3; ++packets) {
      for (const unsigned r : {1u, 2u}) {
        for (const PortModel ports : {PortModel::kAll, PortModel::kOne}) {
          CombiningStandIn node(Collective::kScan, "exchange", ports, d, packets, r);
          EXPECT_EQ(find_row(Collective::kScan, "exchange", ports)->cycles(d, packets, r).value, node.cycles())
              << "d " << d << " M " << packets << " r " << r;
        }
      }
    }
  }
}

}  // namespace
}  // namespace collectives::test
