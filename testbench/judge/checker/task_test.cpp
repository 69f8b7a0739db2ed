// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/checker/task.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/judge/checker/edge_table.hpp"
#include "testbench/judge/checker/link_event.hpp"
#include "testbench/judge/checker/packet_counts.hpp"
#include "testbench/judge/checker/saturating.hpp"

namespace testbench {

namespace {

const EdgeTable kRing(2, {1, 2, 2, 0, 0, 1});

Task in_blocks(Task task) {
  task.blocks = true;
  return task;
}
Task of(Reduction reduction) {
  Task task{Collective::kReduce, 3, PortModel::kAll, 1, 0};
  task.reduction = reduction;
  return task;
}

TEST(Task, IsOneOrSaysWhyNot) {
  struct Case {
    Task task;
    std::string fault;
  };
  const std::vector<Case> cases = {
      {{}, ""},
      {{Collective::kBroadcast, 0, PortModel::kAll, 1, 0}, "a cube of 0 dimensions: must have 1..20"},
      {{Collective::kBroadcast, 16, PortModel::kAll, 1, 65535}, ""},
      {{Collective::kBroadcast, 21, PortModel::kAll, 1, 0}, "a cube of 21 dimensions: must have 1..20"},
      {{Collective::kBroadcast, 3, PortModel::kAll, 0, 0}, "--packets 0: must be at least 1"},
      {{Collective::kScatter, 3, PortModel::kAll, 1, 7}, ""},
      {{Collective::kScatter, 3, PortModel::kAll, 1, 8}, "--root 8: must be 0..7"},
      {{Collective::kAlltoall, 0, PortModel::kAll, 1, 2, &kRing}, ""},
      {{Collective::kAlltoall, 0, PortModel::kAll, 1, 3, &kRing}, "--root 3: must be 0..2"},
      {{Collective::kReduce, 20, PortModel::kAll, 1, 0}, ""},
      {{Collective::kScan, 21, PortModel::kAll, 1, 0}, "a cube of 21 dimensions: must have 1..20"},
      {{Collective::kBarrier, 3, PortModel::kAll, 1, 0}, ""},
      {{Collective::kBarrier, 3, PortModel::kAll, 2, 0},
       "--packets 2: a barrier has one packet, without data; leave it out"},
      {of({Function::kXor, LaneType::kUint8}), ""},
      {of({Function::kMax, LaneType::kFloat32}), ""},
      {of({Function::kXor, LaneType::kFloat32}), "--op xor: not of float32; use sum, product, min or max"},
      {of({Function::kAnd, LaneType::kBfloat16}), "--op and: not of bfloat16; use sum, product, min or max"},
      {{Collective::kAllreduce, 3, PortModel::kAll, 12, 0}, ""},
      {in_blocks({Collective::kAllreduce, 3, PortModel::kAll, 16, 0}), ""},
      {in_blocks({Collective::kAllreduce, 3, PortModel::kAll, 12, 0}),
       "--packets 12: in blocks it must be a multiple of the 8 nodes, or less"},
      {in_blocks({Collective::kScan, 3, PortModel::kAll, 8, 0}), "scan: has no vector in blocks"},
  };
  for (const auto& [task, fault] : cases) {
    EXPECT_EQ(find_fault(task).value_or(""), fault) << name_of(task.collective) << " M " << task.packets;
  }
}

// On three nodes with M = 2 and root 1, counted by hand: who sends to whom.
TEST(Task, HasAsManyDeliveriesAsItsMeaningAsksFor) {
  struct Case {
    Collective collective;
    std::uint64_t deliveries;
  };
  for (const auto& [collective, deliveries] : {
           Case{Collective::kBroadcast, 2 * 2},
           {Collective::kScatter, 2 * 2},
           {Collective::kGather, 2 * 2},
           {Collective::kAllgather, 3 * 2 * 2},
           {Collective::kAlltoall, 3 * 2 * 2},
       }) {
    EXPECT_EQ(expected_deliveries({collective, 0, PortModel::kAll, 2, 1, &kRing}), deliveries) << name_of(collective);
  }
  for (const auto& [collective, deliveries] : {
           Case{Collective::kReduce, 2},
           {Collective::kReduceScatter, 8 * 2},
           {Collective::kAllreduce, 8 * 2},
           {Collective::kScan, 8 * 2},
           {Collective::kExscan, 7 * 2},
           {Collective::kBarrier, 8 * 2},
       }) {
    EXPECT_EQ(expected_deliveries({collective, 3, PortModel::kAll, 2, 1}), deliveries) << name_of(collective);
  }
}

}  // namespace

// The judge's table of the network, and a link event.

namespace {

// Neighbours differ in one bit, that of the port; every link has a number of its own.
TEST(EdgeTable, OfACubeLinksNodesThatDifferInTheBitOfThePort) {
  for (unsigned dim = 1; dim <= 6; ++dim) {
    const EdgeTable edges = cube_edges(dim);
    EXPECT_EQ(edges.ports(), dim);
    std::uint64_t next = 0;
    for (std::uint32_t node = 0; node < 1u << dim; ++node) {
      for (std::uint32_t port = 0; port < dim; ++port) {
        EXPECT_EQ(edges.receiver(node, port), node ^ 1u << port);
        EXPECT_EQ(edges.link(node, port), next++);
      }
    }
    EXPECT_EQ(edges.links(), next);
  }
}

TEST(EdgeTable, HasNoLinkBehindAPortWithItsOwnNode) {
  const EdgeTable path(2, {1, 0, 0, 2, 1, 2});
  EXPECT_EQ(path.nodes(), 3u);
  EXPECT_TRUE(path.has_link(0, 0));
  EXPECT_FALSE(path.has_link(0, 1));
  EXPECT_TRUE(path.has_link(1, 1));
  EXPECT_FALSE(path.has_link(2, 1));
}

TEST(LinkEvent, ListsItsFieldsAsATraceDoes) {
  const LinkEvent event{1, 2, 3, 4, -1, 6, 7};
  std::string fields;
  event.each_field(
      [&](const char* name, auto value) { fields += std::string(name) + ' ' + std::to_string(value) + ' '; });
  EXPECT_EQ(fields, "cycle 1 node 2 port 3 src 4 dst -1 tree 6 seq 7 ");
}

}  // namespace

// The counts of isotropic tasks from links alone, against relative addresses that are known by
// heart.

namespace {

// Every relative address has a count of its own.
std::vector<std::uint32_t> distinct_counts(std::uint32_t nodes) {
  std::vector<std::uint32_t> counts(nodes);
  std::iota(counts.begin(), counts.end(), 100u);
  return counts;
}

TEST(PacketCounts, OnACubeIsSeenTheExclusiveOr) {
  for (unsigned dim = 1; dim <= 5; ++dim) {
    const std::uint32_t nodes = std::uint32_t{1} << dim;
    const PacketCounts counts(cube_edges(dim), distinct_counts(nodes), 3);
    for (std::uint32_t source = 0; source < nodes; ++source) {
      for (std::uint32_t there = 0; there < nodes; ++there) {
        EXPECT_EQ(counts.between(source, there), source == there ? 0 : 3 * (100 + (source ^ there)));
      }
    }
    EXPECT_EQ(counts.most(), 3 * (100 + nodes - 1));
    EXPECT_EQ(counts.of_a_node(), 3 * (100 * (nodes - 1) + nodes * (nodes - 1) / 2));
    EXPECT_EQ(counts.total(), nodes * counts.of_a_node());
  }
}

// Port 0 leads to the next node, port 1 to the one before.
TEST(PacketCounts, OnARingIsSeenTheDifference) {
  for (std::uint32_t nodes = 3; nodes <= 8; ++nodes) {
    std::vector<std::uint32_t> receivers;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      receivers.push_back((node + 1) % nodes);
      receivers.push_back((node + nodes - 1) % nodes);
    }
    const PacketCounts counts(EdgeTable(2, receivers), distinct_counts(nodes), 1);
    for (std::uint32_t source = 0; source < nodes; ++source) {
      for (std::uint32_t seen = 1; seen < nodes; ++seen) {
        EXPECT_EQ(counts.between(source, (source + seen) % nodes), 100 + seen);
      }
    }
  }
}

// The symmetric group of three symbols: what s sees as c is s c, which is not c s.
TEST(PacketCounts, OnAGroupThatDoesNotCommuteTheOrderMatters) {
  // (0,1,2) (0,2,1) (1,0,2) (1,2,0) (2,0,1) (2,1,0); port 0 swaps the first two places, port 1 the
  // first and the last.
  const EdgeTable star(2, {2, 5, 4, 3, 0, 4, 5, 1, 1, 2, 3, 0});
  // Rows: from, columns: relative address. From (1,2,0) what is seen as (0,2,1) is (1,0,2): its
  // last two swapped.
  const PacketCounts counts(star, distinct_counts(6), 1);
  EXPECT_EQ(counts.between(3, 2), 101u);
  EXPECT_EQ(counts.between(3, 5), 102u);  // its first two swapped
  EXPECT_EQ(counts.between(3, 1), 105u);  // its first and last swapped
}

TEST(PacketCounts, RefusesPortsThatDoNotLookAlike) {
  const EdgeTable path(2, {1, 0, 2, 0, 2, 1});
  EXPECT_THROW(PacketCounts(path, distinct_counts(3), 1), std::invalid_argument);
}

}  // namespace

namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};
constexpr std::uint64_t kHalf = std::uint64_t{1} << 32;

struct Case {
  std::uint64_t a, b, result;
};

TEST(Saturating, ProductsStopAtTheLargestNumber) {
  // 2^64 - 1 = 3 * 6148914691236517205
  for (const auto& [a, b, product] : {Case{0, 0, 0},
                                      {1, kMost, kMost},
                                      {6, 7, 42},
                                      {3, kMost / 3, kMost},
                                      {3, kMost / 3 + 1, kMost},
                                      {kHalf, kHalf - 1, kMost - kHalf + 1},
                                      {kHalf, kHalf, kMost},
                                      {kMost, kMost, kMost},
                                      {0, kMost, 0}}) {
    EXPECT_EQ(times(a, b), product) << a << ' ' << b;
    EXPECT_EQ(times(b, a), product) << b << ' ' << a;
  }
}

TEST(Saturating, SumsStopAtTheLargestNumber) {
  for (const auto& [a, b, sum] : {Case{0, 0, 0},
                                  {40, 2, 42},
                                  {0, kMost, kMost},
                                  {1, kMost - 2, kMost - 1},
                                  {1, kMost - 1, kMost},
                                  {1, kMost, kMost},
                                  {2, kMost - 1, kMost},
                                  {kMost, kMost, kMost}}) {
    EXPECT_EQ(plus(a, b), sum) << a << ' ' << b;
    EXPECT_EQ(plus(b, a), sum) << b << ' ' << a;
  }
}

TEST(Saturating, QuotientsAreRoundedUp) {
  for (std::uint64_t a = 0; a < 30; ++a) {
    for (std::uint64_t b = 1; b < 10; ++b) {
      const std::uint64_t quotient = divide_up(a, b);
      EXPECT_GE(quotient * b, a) << a << ' ' << b;
      EXPECT_LT(quotient * b, a + b) << a << ' ' << b;
    }
  }
  EXPECT_EQ(divide_up(kMost, 2), kMost / 2 + 1);
}

}  // namespace

}  // namespace testbench
