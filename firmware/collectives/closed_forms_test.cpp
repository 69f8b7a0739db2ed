// SPDX-License-Identifier: Apache-2.0
// The closed forms of the catalog's rows against the papers' tables, and against definitions by
// which they can be counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "firmware/collectives/catalog.hpp"

namespace collectives::test {
namespace {

ClosedForm closed_form(Collective collective, const char* algorithm, unsigned d, PortModel ports, std::uint32_t packets,
                       unsigned r = 1) {
  const Row* row = find_row(collective, algorithm, ports);
  return row != nullptr && row->cycles != nullptr ? row->cycles(d, packets, r) : ClosedForm{};
}

// 0 where there is no closed form: every one is at least 1.
std::uint64_t value(Collective collective, const char* algorithm, unsigned d, PortModel ports, std::uint32_t packets,
                    unsigned r = 1) {
  return closed_form(collective, algorithm, d, ports, packets, r).value;
}

// Johnsson and Ho 1986, table 2: propagation delays, that is one packet (B = 1, M = 1), with N =
// 16.
TEST(ClosedForms, TableTwoOfJohnssonAndHo) {
  const auto broadcast = Collective::kBroadcast;
  EXPECT_EQ(value(broadcast, "gray", 4, PortModel::kAll, 1), 15U);
  EXPECT_EQ(value(broadcast, "sbt", 4, PortModel::kAll, 1), 4U);
  EXPECT_EQ(value(broadcast, "sbt", 4, PortModel::kOne, 1), 4U);
  EXPECT_EQ(value(broadcast, "nrsbt", 4, PortModel::kAll, 1), 4U);
  EXPECT_EQ(value(broadcast, "tcbt", 4, PortModel::kAll, 1), 4U);
  EXPECT_EQ(value(broadcast, "nesbt", 4, PortModel::kAll, 1), 5U);
  EXPECT_EQ(value(broadcast, "nesbt", 4, PortModel::kOne, 1), 5U);
}

// Tables 4 and 5, start-ups at B = 1: n = 4, M = 10.
TEST(ClosedForms, TablesFourAndFiveOfJohnssonAndHo) {
  const auto broadcast = Collective::kBroadcast;
  EXPECT_EQ(value(broadcast, "sbt", 4, PortModel::kOne, 10), 40U);
  EXPECT_EQ(value(broadcast, "nesbt", 4, PortModel::kOne, 10), 14U);
  EXPECT_EQ(value(broadcast, "sbt", 4, PortModel::kAll, 10), 13U);
  EXPECT_EQ(value(broadcast, "tcbt", 4, PortModel::kAll, 10), 13U);
  EXPECT_EQ(value(broadcast, "nrsbt", 4, PortModel::kAll, 10), 12U);
  EXPECT_EQ(value(broadcast, "nesbt", 4, PortModel::kAll, 10), 7U);
  EXPECT_EQ(value(broadcast, "gray", 4, PortModel::kAll, 10), 24U);
}

TEST(ClosedForms, NesbtOnOneLinkHasNoSecondLevel) {
  EXPECT_EQ(value(Collective::kBroadcast, "nesbt", 1, PortModel::kAll, 5), 5U);
  EXPECT_EQ(value(Collective::kBroadcast, "nesbt", 1, PortModel::kOne, 5), 5U);
}

// The labels of theorem 4.1 by their definition: the last input label of any node, pipelined every
// n cycles.
TEST(ClosedForms, NesbtOnePortFollowsTheLabels) {
  for (unsigned dim = 1; dim <= 8; ++dim) {
    for (std::uint32_t packets = 1; packets <= 2 * dim + 1; ++packets) {
      std::uint64_t last = 0;
      for (std::uint32_t m = 0; m < packets; ++m) {
        const unsigned j = m % dim;
        for (std::uint32_t c = 1; c < 1U << dim; ++c) {
          unsigned k = (j + dim - 1) % dim;  // the first 1 cyclically to the right of bit j
          while ((c >> k & 1) == 0) k = (k + dim - 1) % dim;
          const unsigned label = (c >> j & 1) == 0 ? j + dim : k >= j ? k : k + dim;
          last = std::max<std::uint64_t>(last, m / dim * dim + label + 1);
        }
      }
      EXPECT_EQ(value(Collective::kBroadcast, "nesbt", dim, PortModel::kOne, packets), last) << dim << ' ' << packets;
    }
  }
}

TEST(ClosedForms, BalancedAllgatherTakesTheLeast) {
  for (unsigned dim = 1; dim <= 16u; ++dim) {
    for (const std::uint32_t packets : {1U, 2U, 13U}) {
      EXPECT_EQ(value(Collective::kAllgather, "balanced", dim, PortModel::kAll, packets),
                (std::uint64_t{packets} * ((1U << dim) - 1) + dim - 1) / dim);
    }
  }
}

TEST(ClosedForms, RootedCollectives) {
  for (const auto collective : {Collective::kScatter, Collective::kGather}) {
    EXPECT_EQ(value(collective, "balanced", 5, PortModel::kAll, 1), 7U);
    EXPECT_EQ(value(collective, "balanced", 5, PortModel::kAll, 4), 25U);
    EXPECT_EQ(value(collective, "sbt", 5, PortModel::kAll, 3), 48U);
    EXPECT_EQ(value(collective, "sbt", 5, PortModel::kOne, 3), 93U);
    EXPECT_EQ(value(collective, "sbnt", 4, PortModel::kAll, 1), 5U);  // {1, 3, 5, 7, 15}
    EXPECT_EQ(value(collective, "sbnt", 4, PortModel::kAll, 2), 9U);
    EXPECT_EQ(value(collective, "sbnt", 5, PortModel::kAll, 1), 7U);  // prime d: 6 per subtree and node 31
  }
}

std::uint64_t busiest_sbnt_port(unsigned d, std::uint32_t packets) {
  return value(Collective::kGather, "sbnt", d, PortModel::kAll, packets);
}

// The load of a port by its definition, packet by packet and node by node.
TEST(ClosedForms, SbntLoadFollowsTheDefinition) {
  auto rotate = [](std::uint32_t x, unsigned by, unsigned dim) {
    return by == 0 ? x : (x >> by | x << (dim - by)) & ((1U << dim) - 1);
  };
  for (unsigned dim = 1; dim <= 9; ++dim) {
    auto base = [&](std::uint32_t x) {
      unsigned best = 0;
      for (unsigned j = 1; j < dim; ++j) {
        if (rotate(x, j, dim) < rotate(x, best, dim)) best = j;
      }
      return best;
    };
    for (std::uint32_t packets = 1; packets <= 2 * dim + 1; ++packets) {
      std::array<std::uint64_t, cube::kMaxDimension> load{};
      for (std::uint32_t m = 0; m < packets; ++m) {
        for (std::uint32_t x = 1; x < 1U << dim; ++x) ++load[(base(rotate(x, m % dim, dim)) + m) % dim];
      }
      EXPECT_EQ(busiest_sbnt_port(dim, packets), *std::ranges::max_element(load)) << dim << ' ' << packets;
    }
  }
}

// M = 1: subtree 0 holds one node of every necklace but {0}. Necklaces of beads of two colours by
// Moreau's count, (1/d) sum over e | d of phi(e) 2^(d/e), less one; for every d. And d packets
// spread evenly.
TEST(ClosedForms, SbntLoadCountsNecklaces) {
  const std::vector<std::uint64_t> necklaces = {2, 3, 4, 6, 8, 14, 20, 36, 60, 108, 188, 352, 632, 1182, 2192, 4116};
  for (unsigned dim = 1; dim <= 16u; ++dim) {
    EXPECT_EQ(busiest_sbnt_port(dim, 1), necklaces[dim - 1] - 1) << dim;
    EXPECT_EQ(busiest_sbnt_port(dim, dim), (1U << dim) - 1) << dim;
  }
}

TEST(ClosedForms, AllgatherAndAlltoall) {
  EXPECT_EQ(value(Collective::kAllgather, "balanced", 10, PortModel::kAll, 1), 103U);
  EXPECT_EQ(value(Collective::kAllgather, "balanced", 10, PortModel::kAll, 21), 2149U);
  EXPECT_EQ(value(Collective::kAllgather, "sbt", 5, PortModel::kOne, 2), 62U);
  EXPECT_EQ(value(Collective::kAllgather, "ring", 5, PortModel::kOne, 2), 62U);
  EXPECT_EQ(value(Collective::kAllgather, "ring", 5, PortModel::kHalf, 2), 124U);
  EXPECT_EQ(value(Collective::kAlltoall, "table", 5, PortModel::kAll, 2), 32U);
  EXPECT_EQ(value(Collective::kAlltoall, "fifo", 5, PortModel::kOne, 2), 160U);
  EXPECT_EQ(value(Collective::kAlltoall, "sbt", 5, PortModel::kOne, 2), 160U);
}

TEST(ClosedForms, NoneWhereTheRowIsMeasured) {
  for (const char* algorithm : {"sbnt", "nrsbt", "nesbt"}) {
    EXPECT_EQ(value(Collective::kAllgather, algorithm, 4, PortModel::kAll, 1), 0U);
  }
  EXPECT_EQ(value(Collective::kAlltoall, "ecube", 4, PortModel::kAll, 1), 0U);
}

}  // namespace
}  // namespace collectives::test
