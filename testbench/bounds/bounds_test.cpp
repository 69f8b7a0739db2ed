#include "testbench/bounds/bounds.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <string>

namespace testbench {
namespace {

std::uint64_t cycles(Collective collective, unsigned dim, Ports ports, std::uint32_t packets) {
  return lower_bound({collective, dim, ports, packets, 0}).value;
}

std::uint64_t transmissions(Collective collective, unsigned dim, std::uint32_t packets) {
  return least_transmissions({collective, dim, Ports::kAll, packets, 0}).value;
}

// Bertsekas et al. 1991, table 1, worked by hand: ceil((2^d-1)/d), 2^(d-1), d 2^(d-1), 2^d (2^d-1), d
// 2^(2d-1).
TEST(Bounds, TableOneOfBertsekas) {
  struct Row {
    unsigned dim;
    std::uint64_t scatter, exchange, scatter_packets, broadcast_packets, exchange_packets;
  };
  for (const Row& row :
       {Row{1, 1, 1, 1, 2, 2}, Row{2, 2, 2, 4, 12, 16}, Row{3, 3, 4, 12, 56, 96}, Row{4, 4, 8, 32, 240, 512},
        Row{5, 7, 16, 80, 992, 2560}, Row{6, 11, 32, 192, 4032, 12288}, Row{10, 103, 512, 5120, 1047552, 5242880}}) {
    SCOPED_TRACE(row.dim);
    EXPECT_EQ(cycles(Collective::kScatter, row.dim, Ports::kAll, 1), row.scatter);
    EXPECT_EQ(cycles(Collective::kGather, row.dim, Ports::kAll, 1), row.scatter);
    EXPECT_EQ(cycles(Collective::kAllgather, row.dim, Ports::kAll, 1), row.scatter);
    EXPECT_EQ(cycles(Collective::kAlltoall, row.dim, Ports::kAll, 1), row.exchange);
    EXPECT_EQ(transmissions(Collective::kScatter, row.dim, 1), row.scatter_packets);
    EXPECT_EQ(transmissions(Collective::kGather, row.dim, 1), row.scatter_packets);
    EXPECT_EQ(transmissions(Collective::kAllgather, row.dim, 1), row.broadcast_packets);
    EXPECT_EQ(transmissions(Collective::kAlltoall, row.dim, 1), row.exchange_packets);
    EXPECT_EQ(transmissions(Collective::kBroadcast, row.dim, 1), (1U << row.dim) - 1);
  }
}

// Johnsson and Ho 1986, section 4: ceil(M/n) + n - 1 and M + n - 1; n for one packet (table 2).
TEST(Bounds, Broadcast) {
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, Ports::kAll, 1), 4U);
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, Ports::kAll, 4), 4U);
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, Ports::kAll, 9), 6U);
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, Ports::kOne, 1), 4U);
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, Ports::kOne, 9), 12U);
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, Ports::kHalf, 1), 4U);
  EXPECT_EQ(cycles(Collective::kBroadcast, 1, Ports::kHalf, 9), 9U);  // one link: the root only sends
  EXPECT_EQ(cycles(Collective::kBroadcast, 2, Ports::kHalf, 2), 4U);  // 6 receptions, 1 + 2 + 2 + 2 possible
  EXPECT_EQ(cycles(Collective::kBroadcast, 4, Ports::kHalf, 9), 4U + 15);
}

// A half-duplex one-port node is a one-port node, which is an all-port node: each restriction costs time or
// nothing. And no bound may exceed what an algorithm attains: theorem 4.3 (2M + n - 1) for half-duplex
// broadcast with n > 1.
TEST(Bounds, OrderOfPortModels) {
  for (const auto collective : {Collective::kBroadcast, Collective::kScatter, Collective::kGather,
                                Collective::kAllgather, Collective::kAlltoall}) {
    for (unsigned dim = 1; dim <= kMaxDim; ++dim) {
      for (const std::uint32_t packets : {1U, 2U, 7U, 1000U, ~0U}) {
        const std::uint64_t all = cycles(collective, dim, Ports::kAll, packets);
        const std::uint64_t one = cycles(collective, dim, Ports::kOne, packets);
        const std::uint64_t half = cycles(collective, dim, Ports::kHalf, packets);
        EXPECT_LE(dim, all);
        EXPECT_LE(all, one);
        EXPECT_LE(one, half);
        if (collective == Collective::kBroadcast && dim > 1) EXPECT_LE(half, 2 * std::uint64_t{packets} + dim - 1);
        EXPECT_FALSE(lower_bound({collective, dim, Ports::kHalf, packets, 0}).source.empty());
      }
    }
  }
}

TEST(Bounds, OneAndHalfDuplex) {
  EXPECT_EQ(cycles(Collective::kScatter, 5, Ports::kOne, 3), 93U);
  EXPECT_EQ(cycles(Collective::kGather, 5, Ports::kHalf, 3), 93U);
  EXPECT_EQ(cycles(Collective::kAllgather, 5, Ports::kOne, 3), 93U);    // Dimakopoulos (1): M (N-1)
  EXPECT_EQ(cycles(Collective::kAllgather, 5, Ports::kHalf, 3), 186U);  // (2): twice that
  EXPECT_EQ(cycles(Collective::kAlltoall, 5, Ports::kOne, 3), 240U);    // M d 2^(d-1)
  EXPECT_EQ(cycles(Collective::kAlltoall, 5, Ports::kHalf, 3), 480U);
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
  EXPECT_EQ(cycles(Collective::kAlltoall, 16, Ports::kOne, ~0U), 0xFFFFFFFFULL << 19);
  EXPECT_EQ(transmissions(Collective::kAllgather, 15, ~0U), 0xFFFFFFFFULL * 32768 * 32767);
  EXPECT_EQ(transmissions(Collective::kAllgather, 16, ~0U), 0xFFFFFFFFULL * 65535 * 65536);
  EXPECT_EQ(transmissions(Collective::kAlltoall, 16, ~0U), ~0ULL);  // nearly 2^67
}

TEST(Bounds, NoTaskNoBound) {
  for (const Task& task :
       {Task{Collective::kAlltoall, 0, Ports::kAll, 1, 0}, Task{Collective::kAlltoall, 40, Ports::kAll, 1, 0},
        Task{Collective::kBroadcast, 3, Ports::kAll, 0, 0}, Task{Collective::kBroadcast, 3, Ports::kAll, 1, 8}}) {
    EXPECT_EQ(lower_bound(task).value, 0U);
    EXPECT_EQ(least_transmissions(task).value, 0U);
  }
}

}  // namespace
}  // namespace testbench
