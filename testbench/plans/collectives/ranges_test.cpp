// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>

#include "test_support/seed.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/plans/trees/periodic_order.hpp"
#include "testbench/plans/trees/plan_error.hpp"
#include "testbench/plans/trees/range_shapes.hpp"
#include "testbench/plans/trees/range_tree.hpp"

namespace testbench {
namespace {

// The ranges of a vertex's children and its own packet are its range, in order. Every packet is some vertex's own.
void expect_tree(const LinkTable& links, const std::vector<RangeVertex>& vertices) {
  std::set<std::uint32_t> own;
  for (std::uint32_t here = 0; here < vertices.size(); ++here) {
    const RangeVertex& vertex = vertices[here];
    std::uint32_t next = vertex.first;
    const auto take_own = [&] {
      if (!vertex.has_own || next != vertex.router) return;
      EXPECT_TRUE(own.insert(next++).second);
    };
    unsigned degree = 0;
    for (unsigned port = 0; port < links.ports(); ++port) degree += links.has_link(vertex.router, port) ? 1 : 0;
    EXPECT_LE(vertex.children.size() + (here == 0 ? 0 : 1), degree);
    for (const std::uint32_t child : vertex.children) {
      take_own();
      EXPECT_EQ(vertices[child].parent, here);
      EXPECT_GT(child, here);
      EXPECT_EQ(vertices[child].first, next);
      next = vertices[child].end;
    }
    take_own();
    EXPECT_EQ(next, vertex.end);
  }
  EXPECT_EQ(own.size(), links.ends());
}

TEST(RangeSearch, FindsTreesOfRanges) {
  for (const char* spec : {"path:2", "ring:9", "star:4", "torus:3x4", "debruijn:4", "leafspine:4,4,2", "fattree:4",
                           "leafspine:2,2,1", "hyperx:3x3"}) {
    const LinkTable links = LinkTable(network_of(spec)).of_both_ways();
    for (const std::uint32_t levels : {0u, 1u, 16u}) {
      SCOPED_TRACE(std::string(spec) + ", " + std::to_string(levels));
      expect_tree(links, range_search(links, levels, RangesMeet::kAnywhere)->cheapest());
    }
  }
}

// A path needs every link in one direction alone. The hosts of a leaf meet at it, each over its own link in both directions,
// but for the first and the last of all, and one leaf has what is below the other's hosts.
TEST(RangeSearch, FindsTheFewestHops) {
  const auto hops = [](const char* spec, std::uint32_t levels) {
    const LinkTable links = LinkTable(network_of(spec)).of_both_ways();
    const RangeTree tree(links, range_search(links, levels, RangesMeet::kAnywhere)->cheapest(), 0, Busy::kLinks);
    EXPECT_EQ(tree.misplaced(), nullptr);
    return tree.hops();
  };
  EXPECT_EQ(hops("path:9", 0), 8u);
  EXPECT_EQ(hops("ring:9", 0), 8u);
  EXPECT_EQ(hops("leafspine:5,2,1", 1), 2 * 10 - 2 + 2u);
}

TEST(RangeSearch, MeetsAtTheOnlySwitch) {
  EdgeList list(5, {}, 0, 1);
  for (std::uint32_t host = 0; host < 4; ++host) list.add(Address(host), Address(4));
  const LinkTable links = LinkTable(Network(list)).of_both_ways();
  const std::vector<RangeVertex> vertices = range_search(links, 1, RangesMeet::kAnywhere)->cheapest();
  expect_tree(links, vertices);
  EXPECT_EQ(vertices.size(), 5u);
}

TEST(RangeSearch, FindsTreesOfNodesAlone) {
  const LinkTable links = LinkTable(network_of("mesh:13x13")).of_both_ways();
  const std::vector<RangeVertex> vertices = range_search(links, 4, RangesMeet::kAtNodes)->cheapest();
  expect_tree(links, vertices);
  EXPECT_TRUE(std::ranges::all_of(vertices, &RangeVertex::has_own));
  EXPECT_THROW(range_search(links, 4, RangesMeet::kAnywhere), PlanError);
}

TEST(RangeSearch, AvoidsVertices) {
  const LinkTable links = LinkTable(network_of("star:4")).of_both_ways();
  const auto search = range_search(links, 4, RangesMeet::kAnywhere);
  std::vector<RangeVertex> vertices = search->cheapest();
  for (unsigned i = 0; i < 10; ++i) {
    const RangeVertex avoided = vertices[i % 2];
    search->avoid(avoided);
    vertices = search->cheapest();
    expect_tree(links, vertices);
    EXPECT_TRUE(std::ranges::none_of(vertices, [&](const RangeVertex& vertex) {
      return vertex.first == avoided.first && vertex.end == avoided.end && vertex.router == avoided.router;
    }));
  }
}

// A play of many packets of each kind in the order of their times: each queue gives them out as they have come, and has room for
// one before each.
TEST(PeriodicOrder, KeepsQueuesInOrder) {
  std::mt19937_64 random = test_support::seeded_random();
  unsigned found = 0;
  for (unsigned i = 0; i < 300; ++i) {
    const unsigned ports = 8 + static_cast<unsigned>(random() % 6);
    const std::size_t room = i % 2 == 0 ? 1 : PeriodicOrder::kAnyRoom;
    std::vector<PeriodicPacket> packets;
    std::vector<std::int64_t> of_port(ports);
    std::map<std::size_t, std::int64_t> of_end;
    for (std::uint32_t n = 0; n < 30; ++n) {
      PeriodicPacket packet{random() % ports, {}};
      // A third of the orders are for nodes of two ports that send one packet and receive one.
      if (i % 3 == 0) packet.others = {ports + packet.port / 2, 2 * ports + random() % ports};
      std::set<unsigned> queues;
      for (unsigned part = 0; n > 1 && part < random() % 3; ++part) {
        const auto in = static_cast<std::uint32_t>(random() % n);
        // A queue is that of packets of one port.
        if (queues.insert(static_cast<unsigned>(packets[in].port)).second) {
          packet.parts.emplace_back(in, static_cast<unsigned>(packets[in].port));
        }
      }
      ++of_port[packet.port];
      for (const std::size_t other : packet.others) ++of_end[other];
      packets.push_back(std::move(packet));
    }
    std::int64_t most = std::ranges::max(of_port);
    for (const auto& [end, of_one] : of_end) most = std::max(most, of_one);
    const std::int64_t period = most + static_cast<std::int64_t>(random() % 3);
    const std::vector<std::int64_t> times = PeriodicOrder(packets).times(period, room);
    if (times.empty()) continue;
    ++found;
    constexpr std::int64_t kRounds = 20;
    std::map<std::pair<std::size_t, unsigned>, std::vector<std::array<std::int64_t, 2>>> queues;  // in, out
    std::set<std::pair<std::size_t, std::int64_t>> sent;
    for (std::uint32_t n = 0; n < packets.size(); ++n) {
      for (std::int64_t round = 0; round < kRounds; ++round) {
        const std::int64_t out = times[n] + round * period;
        EXPECT_TRUE(sent.emplace(packets[n].port, out).second) << "a port sends two packets in a cycle";
        for (const std::size_t other : packets[n].others) {
          EXPECT_TRUE(sent.emplace(other, out % period).second || round != 0)
              << "a node sends or receives two at a time";
        }
        for (const auto& [in, queue] : packets[n].parts) {
          EXPECT_LT(times[in], times[n]);
          queues[{packets[n].port, queue}].push_back({times[in] + round * period, out});
        }
      }
    }
    for (auto& [place, waiting] : queues) {
      std::ranges::sort(waiting);
      EXPECT_TRUE(std::ranges::is_sorted(waiting, {}, [](const auto& one) { return one[1]; }));
      for (std::size_t came = 2; room == 1 && came < waiting.size(); ++came) {
        EXPECT_LE(waiting[came - 2][1], waiting[came][0]);
      }
    }
  }
  EXPECT_GT(found, 50u);
}

// Two packets of a queue whose order out of it contradicts that into it.
TEST(PeriodicOrder, IsNotFoundWhereAPacketWouldWaitForItself) {
  // 0 and 1 leave port 0, 0 first as a part of 1; 2 is made of 1, and 3 of 0 and 2.
  const std::vector<PeriodicPacket> packets{{0, {}}, {0, {{0, 1}}}, {2, {{1, 0}}}, {2, {{0, 0}, {2, 3}}}};
  EXPECT_TRUE(PeriodicOrder(packets).times(100).empty());
}

}  // namespace
}  // namespace testbench
