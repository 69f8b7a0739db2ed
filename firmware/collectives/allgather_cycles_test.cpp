// The cycles of allgather's balanced trees, by one node that stands for all: what it sends through a port comes to it
// through that port in the next cycle, its source one link farther away (Bertsekas et al. 1991, section 2: the task is
// isotropic). Ports send their own packets first, then one queue after another.
#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "firmware/collectives/player.hpp"
#include "firmware/trees/multinode_broadcast_tree.hpp"

namespace collectives::test {
namespace {

struct Packet {
  Address seen;  // the node as the packet's source sees it
  unsigned tree;
};

class StandIn {
 public:
  StandIn(unsigned d, std::uint32_t packets) : d_(d), children_(cube::nodes(d)), ports_(d) {
    const Player player(Collective::kAllgather, "balanced", PortUse::kAll, d, packets, 0, 0);
    for (const Address c : network::addresses(cube::nodes(d))) {
      children_[c.number()] = trees::MultinodeBroadcastTree::children(d, c);
    }
    for (unsigned port = 0; port < d; ++port) {
      for (const Sent& sent : player.sent(port)) ports_[port].own.push_back({Address(0), sent.tree});
    }
  }

  // The cycle in which the last packet is on a link.
  std::uint64_t cycles() {
    std::uint64_t cycle = 0;
    for (std::vector<std::pair<unsigned, Packet>> sent = send(); !sent.empty(); sent = send()) {
      ++cycle;
      for (const auto& [port, packet] : sent) arrive(port, packet);
    }
    return cycle;
  }

 private:
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

  std::vector<std::pair<unsigned, Packet>> send() {
    std::vector<std::pair<unsigned, Packet>> sent;
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
};

TEST(AllgatherCycles, AreTheLeastOnEveryCube) {
  for (unsigned d = 1; d <= 13; ++d) {
    for (std::uint32_t packets = 1; packets <= (d <= 9 ? 3 * d : 5); ++packets) {
      EXPECT_EQ(StandIn(d, packets).cycles(), divide_up(std::uint64_t{packets} * cube::other_nodes(d), d))
          << "d " << d << " M " << packets;
    }
  }
}

// No link may idle in any cycle.
TEST(AllgatherCycles, AreTheLeastWhereEveryCycleCounts) {
  for (unsigned d = 2; d <= 14; ++d) {
    const std::uint32_t least = d / std::gcd(d, cube::other_nodes(d));
    for (std::uint32_t times = 1; times <= (d <= 9 ? 8u : d == 12 ? 2u : 1u); ++times) {
      const std::uint32_t packets = times * least;
      EXPECT_EQ(StandIn(d, packets).cycles() * d, std::uint64_t{packets} * cube::other_nodes(d))
          << "d " << d << " M " << packets;
    }
  }
}

}  // namespace
}  // namespace collectives::test
