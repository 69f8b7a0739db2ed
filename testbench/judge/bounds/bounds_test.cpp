// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/bounds/bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <string>

namespace testbench {
namespace {

std::uint64_t cycles(Collective collective, unsigned dim, PortModel ports, std::uint32_t packets) {
  return lower_bound({collective, dim, ports, packets, 0}).value;
}

std::uint64_t transmissions(Collective collective, unsigned dim, std::uint32_t packets) {
  return least_transmissions({collective, dim, PortModel::kAll, packets, 0}).value;
}

// Bertsekas et al. 1991, table 1, worked by hand: ceil((2^d-1)/d), 2^(d-1), d 2^(d-1), 2^d (2^d-1),
// d 2^(2d-1).
TEST(Bounds, TableOneOfBertsekas) {
  struct Row {
    unsigned dim;
    std::uint64_t scatter, exchange, scatter_packets, broadcast_packets, exchange_packets;
  };
  for (const Row& row :
       {Row{1, 1, 1, 1, 2, 2}, Row{2, 2, 2, 4, 12, 16}, Row{3, 3, 4, 12, 56, 96}, Row{4, 4, 8, 32, 240, 512},
        Row{5, 7, 16, 80, 992, 2560}, Row{6, 11, 32, 192, 4032, 12288}, Row{10, 103, 512, 5120, 1047552, 5242880}}) {
    SCOPED_TRACE(row.dim);
    EXPECT_EQ(cycles(Collective::kScatter, row.dim, PortModel::kAll, 1), row.scatter);
    EXPECT_EQ(cycles(Collective::kGather, row.dim, PortModel::kAll, 1), row.scatter);
    EXPECT_EQ(cycles(Collective::kAllgather, row.dim, PortModel::kAll, 1), row.scatter);
    EXPECT_EQ(cycles(Collective::kAlltoall, row.dim, PortModel::kAll, 1), row.exchange);
    EXPECT_EQ(transmissions(Collective::kScatter, row.dim, 1), row.scatter_packets);
    EXPECT_EQ(transmissions(Collective::kGather, row.dim, 1), row.scatter_packets);
    EXPECT_EQ(transmissions(Collective::kAllgather, row.dim, 1), row.broadcast_packets);
    EXPECT_EQ(transmissions(Collective::kAlltoall, row.dim, 1), row.exchange_packets);
    EXPECT_EQ(transmissions(Collective::kBroadcast, row.dim, 1), (1U << row.dim) - 1);
  }
}

// Johnsson and Ho 1986, section 4: ceil(M/n) + n - 1 and M + n - 1; n for one packet (table 2).
TEST(Bounds, Broadcast) {
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, PortModel::kAll, 1), 4U);
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, PortModel::kAll, 4), 4U);
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, PortModel::kAll, 9), 6U);
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, PortModel::kOne, 1), 4U);
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, PortModel::kOne, 9), 12U);
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, PortModel::kHalf, 1), 4U);
  EXPECT_EQ(cycles(Collective::kBroadcast, 1, PortModel::kHalf, 9), 9U);  // one link: the root only sends
  EXPECT_EQ(cycles(Collective::kBroadcast, 2, PortModel::kHalf, 2), 4U);  // 6 receptions, 1 + 2 + 2 + 2 possible
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, PortModel::kHalf, 9), 4U + 15);
}

// A half-duplex one-port node is a one-port node, which is an all-port node: each restriction costs
// time or nothing. And no bound may exceed what an algorithm attains: theorem 4.3 (2M + n - 1) for
// half-duplex broadcast with n > 1.
TEST(Bounds, OrderOfPortModels) {
  for (const auto collective : kCollectives) {
    for (unsigned dim = 1; dim <= kMaxDim; ++dim) {
      for (const std::uint32_t packets : {1U, 2U, 7U, 1000U, ~0U}) {
        if (collective == Collective::kBarrier && packets != 1) continue;
        const std::uint64_t all = cycles(collective, dim, PortModel::kAll, packets);
        const std::uint64_t one = cycles(collective, dim, PortModel::kOne, packets);
        const std::uint64_t half = cycles(collective, dim, PortModel::kHalf, packets);
        EXPECT_LE(dim, all);
        EXPECT_LE(all, one);
        EXPECT_LE(one, half);
        if (collective == Collective::kBroadcast && dim > 1) EXPECT_LE(half, 2 * std::uint64_t{packets} + dim - 1);
        EXPECT_FALSE(lower_bound({collective, dim, PortModel::kHalf, packets, 0}).source.empty());
      }
    }
  }
}

TEST(Bounds, OneAndHalfDuplex) {
  EXPECT_EQ(cycles(Collective::kScatter, 5, PortModel::kOne, 3), 93U);
  EXPECT_EQ(cycles(Collective::kGather, 5, PortModel::kHalf, 3), 93U);
  EXPECT_EQ(cycles(Collective::kAllgather, 5, PortModel::kOne, 3), 93U);    // Dimakopoulos (1): M (N-1)
  EXPECT_EQ(cycles(Collective::kAllgather, 5, PortModel::kHalf, 3), 186U);  // (2): twice that
  EXPECT_EQ(cycles(Collective::kAlltoall, 5, PortModel::kOne, 3), 240U);    // M d 2^(d-1)
  EXPECT_EQ(cycles(Collective::kAlltoall, 5, PortModel::kHalf, 3), 480U);
}

// Both ends of a link may be called node 0: a reduction is a broadcast, and a reduce-scatter an
// allgather, backwards.
TEST(Bounds, ReductionsBackwards) {
  for (unsigned dim = 1; dim <= kMaxDim; ++dim) {
    for (const PortModel ports : kPortModels) {
      for (const std::uint32_t packets : {1U, 2U, 7U, 1000U}) {
        EXPECT_EQ(cycles(Collective::kReduce, dim, ports, packets),
                  cycles(Collective::kBroadcast, dim, ports, packets));
        EXPECT_EQ(cycles(Collective::kReduceScatter, dim, ports, packets),
                  cycles(Collective::kAllgather, dim, ports, packets));
        EXPECT_GE(cycles(Collective::kReduceScatter, dim, ports, packets), dim);
      }
    }
    EXPECT_EQ(transmissions(Collective::kReduce, dim, 3), 3 * ((1ULL << dim) - 1));
    EXPECT_EQ(transmissions(Collective::kReduceScatter, dim, 3), (3ULL << dim) * ((1ULL << dim) - 1));
  }
}

// The exchange takes d ceil(V/d) cycles for an allreduce on all ports, d V on one, d for a barrier,
// V + d - 1 for a scan, and d V N packets; other allreduces the sum of reduce-scatter and
// allgather. No bound is above, and short vectors on all ports meet theirs.
TEST(Bounds, AllreduceAndScan) {
  for (unsigned dim = 1; dim <= 10; ++dim) {
    for (const std::uint32_t packets : {1U, 2U, dim, dim + 1, 64U, 1024U}) {
      const std::uint64_t all = cycles(Collective::kAllreduce, dim, PortModel::kAll, packets);
      EXPECT_LE(all, dim * std::uint64_t{(packets + dim - 1) / dim});
      EXPECT_LE(cycles(Collective::kAllreduce, dim, PortModel::kOne, packets), dim * std::uint64_t{packets});
      EXPECT_LE(cycles(Collective::kAllreduce, dim, PortModel::kHalf, packets), 2 * dim * std::uint64_t{packets});
      if (packets <= dim) EXPECT_EQ(all, dim);
      const std::uint64_t one_after_other = 2 * cycles(Collective::kAllgather, dim, PortModel::kAll, packets);
      EXPECT_LE(cycles(Collective::kAllreduce, dim, PortModel::kAll, packets << dim), one_after_other);
      for (const Collective scan : {Collective::kScan, Collective::kExscan}) {
        EXPECT_LE(cycles(scan, dim, PortModel::kAll, packets), packets + dim - 1);
        EXPECT_LE(cycles(scan, dim, PortModel::kOne, packets), dim * std::uint64_t{packets});
        EXPECT_LE(transmissions(scan, dim, packets), (std::uint64_t{packets} * dim) << dim);
      }
    }
    EXPECT_EQ(cycles(Collective::kBarrier, dim, PortModel::kAll, 1), dim);
    EXPECT_EQ(cycles(Collective::kBarrier, dim, PortModel::kOne, 1), dim);
    EXPECT_EQ(transmissions(Collective::kBarrier, dim, 1), 2 * ((1ULL << dim) - 1));
  }
  EXPECT_EQ(cycles(Collective::kAllreduce, 3, PortModel::kAll, 24), 14U);  // 336 packets, 24 at once
  EXPECT_EQ(cycles(Collective::kAllreduce, 3, PortModel::kOne, 24), 42U);
  EXPECT_EQ(cycles(Collective::kAllreduce, 3, PortModel::kHalf, 24), 84U);
  EXPECT_EQ(cycles(Collective::kScan, 3, PortModel::kOne, 4), 6U);
  EXPECT_EQ(cycles(Collective::kScan, 3, PortModel::kHalf, 4), 8U);  // 32 packets, 4 at once
}

// All scans on a square are tried: messages in any order, each with the exact set of nodes
// whose contributions it combines, none of which can be taken apart. Four are enough, 0 to 1, 1 to
// 3, 3 to 2 and 2 to 3, and three are not.
TEST(Bounds, ScanOfASquare) {
  using Sets = std::array<std::uint32_t, 4>;  // by node: a bit for each set of nodes that it can make
  const auto can = [](const Sets& sets, unsigned node, unsigned set) { return (sets[node] >> set & 1) != 0; };
  const auto receive = [&](Sets sets, unsigned node, unsigned set) {
    const std::uint32_t before = sets[node];
    for (unsigned other = 0; other < 16; ++other) {
      if ((before >> other & 1) != 0 && (other & set) == 0) sets[node] |= 1U << (other | set);
    }
    return sets;
  };
  const std::function<unsigned(const Sets&, unsigned)> least = [&](const Sets& sets, unsigned left) -> unsigned {
    if (can(sets, 0, 1) && can(sets, 1, 3) && can(sets, 2, 7) && can(sets, 3, 15)) return 0;
    unsigned best = 99;
    if (left == 0) return best;
    for (unsigned node = 0; node < 4; ++node) {
      for (const unsigned bit : {1U, 2U}) {
        for (unsigned set = 1; set < 16; ++set) {
          if (can(sets, node, set)) best = std::min(best, 1 + least(receive(sets, node ^ bit, set), left - 1));
        }
      }
    }
    return best;
  };
  const Sets start{1U | 1U << 1, 1U | 1U << 2, 1U | 1U << 4, 1U | 1U << 8};  // nothing, or its own
  EXPECT_EQ(least(start, 4), 4U);
  EXPECT_EQ(transmissions(Collective::kScan, 2, 1), 4U);
}

// The least transmissions from their definition: Hamming distances summed over all pairs.
TEST(Bounds, TransmissionsAreDistances) {
  for (unsigned dim = 1; dim <= 8; ++dim) {
    std::uint64_t from_root = 0;
    std::uint64_t pairs = 0;
    for (std::uint32_t a = 0; a < 1U << dim; ++a) {
      from_root += static_cast<unsigned>(std::popcount(a));
      for (std::uint32_t b = 0; b < 1U << dim; ++b) pairs += static_cast<unsigned>(std::popcount(a ^ b));
    }
    EXPECT_EQ(transmissions(Collective::kScatter, dim, 5), 5 * from_root);
    EXPECT_EQ(transmissions(Collective::kAlltoall, dim, 5), 5 * pairs);
  }
}

TEST(Bounds, SixtyFourBits) {
  EXPECT_EQ(cycles(Collective::kAlltoall, 16, PortModel::kOne, ~0U), 0xFFFFFFFFULL << 19);
  EXPECT_EQ(transmissions(Collective::kAllgather, 15, ~0U), 0xFFFFFFFFULL * 32768 * 32767);
  EXPECT_EQ(transmissions(Collective::kAllgather, 16, ~0U), 0xFFFFFFFFULL * 65535 * 65536);
  EXPECT_EQ(transmissions(Collective::kAlltoall, 16, ~0U), ~0ULL);  // nearly 2^67
}

TEST(Bounds, NoTaskNoBound) {
  for (const Task& task :
       {Task{Collective::kAlltoall, 0, PortModel::kAll, 1, 0}, Task{Collective::kAlltoall, 40, PortModel::kAll, 1, 0},
        Task{Collective::kBroadcast, 3, PortModel::kAll, 0, 0},
        Task{Collective::kBroadcast, 3, PortModel::kAll, 1, 8}}) {
    EXPECT_EQ(lower_bound(task).value, 0U);
    EXPECT_EQ(least_transmissions(task).value, 0U);
  }
}

}  // namespace
}  // namespace testbench
