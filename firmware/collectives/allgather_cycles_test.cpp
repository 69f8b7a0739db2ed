// SPDX-License-Identifier: Apache-2.0
// The cycles of allgather's balanced trees, by one node that stands for all: what it sends through
// a port comes to it through that port r cycles later, its source one link farther away (Bertsekas
// et al. 1991, section 2: the task is isotropic). Ports send their own packets first, then one
// queue after another.
#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "firmware/collectives/player.hpp"
#include "firmware/trees/bertsekas.hpp"

namespace collectives::test {
namespace {

struct Packet {
  Address seen;  // the node as the packet's source sees it
  unsigned tree;
};

class StandIn {
 public:
  StandIn(unsigned d, std::uint32_t packets, unsigned r) : d_(d), children_(cube::nodes(d)), ports_(d), links_(r) {
    const Player player(Collective::kAllgather, "balanced", PortModel::kAll, d, packets, 0, 0, r);
    for (const Address c : network::addresses(cube::nodes(d))) {
      children_[c.number()] =
          r > 2 ? trees::DistantBroadcastTree::children(d, c) : trees::MultinodeBroadcastTree::children(d, c);
    }
    for (unsigned port = 0; port < d; ++port) {
      for (const test::Sent& sent : player.sent(port)) ports_[port].own.push_back({Address(0), sent.tree});
    }
  }

  // The cycle in which the last packet is on a link.
  std::uint64_t cycles() {
    std::uint64_t last = 0;
    for (std::uint64_t cycle = 1; cycle <= last + links_.size(); ++cycle) {
      Sent& link = links_[cycle % links_.size()];  // what was sent r cycles ago
      for (const auto& [port, packet] : link) arrive(port, packet);
      link = send();
      if (!link.empty()) last = cycle;
    }
    return last;
  }

 private:
  using Sent = std::vector<std::pair<unsigned, Packet>>;  // by port
  struct Queue {
    std::vector<Packet> packets;
    std::size_t first = 0;

    void push_back(Packet packet) { packets.push_back(packet); }
    bool is_empty() const { return first == packets.size(); }
    Packet pop() { return packets[first++]; }
  };
  struct Port {
    Queue own;
    std::array<Queue, cube::kMaxDimension> transit;  // by in-port
    unsigned next = 0;                               // in-port whose turn it is
  };

  Sent send() {
    Sent sent;
    for (unsigned number = 0; number < d_; ++number) {
      Port& port = ports_[number];
      if (!port.own.is_empty()) {
        sent.emplace_back(number, port.own.pop());
        continue;
      }
      for (unsigned i = 0; i < d_; ++i) {
        const unsigned in_port = (port.next + i) % d_;
        if (port.transit[in_port].is_empty()) continue;
        sent.emplace_back(number, port.transit[in_port].pop());
        port.next = (in_port + 1) % d_;
        break;
      }
    }
    return sent;
  }

  void arrive(unsigned in_port, Packet packet) {
    packet.seen = cube::neighbour(packet.seen, in_port);
    const Address turned = cube::rotate_right(d_, packet.seen, packet.tree);
    for (const unsigned port : cube::rotate_left(d_, children_[turned.number()], packet.tree)) {
      ports_[port].transit[in_port].push_back(packet);
    }
  }

  unsigned d_;
  std::vector<Ports> children_;  // in tree 0, by address
  std::vector<Port> ports_;
  std::vector<Sent> links_;
};

class AllgatherCycles : public testing::TestWithParam<unsigned> {
 protected:
  static std::uint64_t cycles(unsigned d, std::uint32_t packets) { return StandIn(d, packets, GetParam()).cycles(); }
};
INSTANTIATE_TEST_SUITE_P(OneAndTwoAHop, AllgatherCycles, testing::Values(1u, 2u));

// Where two cycles a hop matter: what comes from k or more links away comes in cycle 2 k - 1 or
// later, on d ports.
TEST_P(AllgatherCycles, AreTheLeastOnEveryCube) {
  for (unsigned d = 1; d <= 13; ++d) {
    for (std::uint32_t packets = 1; packets <= (d <= 9 ? 3 * d : 5); ++packets) {
      EXPECT_EQ(cycles(d, packets), least_allgather_cycles(d, packets, GetParam())) << "d " << d << " M " << packets;
    }
  }
}

// No link may idle in any cycle.
TEST_P(AllgatherCycles, AreTheLeastWhereEveryCycleCounts) {
  for (unsigned d = 2; d <= 14; ++d) {
    const std::uint32_t least = d / std::gcd(d, cube::other_nodes(d));
    for (std::uint32_t times = 1; times <= (d <= 9 ? 8u : d == 12 ? 2u : 1u); ++times) {
      const std::uint32_t packets = times * least;
      EXPECT_EQ(cycles(d, packets) * d, std::uint64_t{packets} * cube::other_nodes(d)) << "d " << d << " M " << packets;
    }
  }
}

// Over wires that take cycles, from r packets on, and for the fewer of `kFew`.
TEST(AllgatherCyclesOnWires, AreTheLeast) {
  constexpr std::uint32_t kFew[] = {1, 2, 4, 1, 3};  // d = 4, 5, 6, 7, 8
  for (unsigned d = 4; d <= 8; ++d) {
    for (const unsigned r : {5u, 6u, 9u, 17u}) {
      for (const std::uint32_t packets : {r <= 6 ? kFew[d - 4] : r, r, r + 1, r + d}) {
        EXPECT_EQ(StandIn(d, packets, r).cycles(), least_allgather_cycles(d, packets, r))
            << "d " << d << " M " << packets << " r " << r;
      }
    }
  }
}

}  // namespace
}  // namespace collectives::test
