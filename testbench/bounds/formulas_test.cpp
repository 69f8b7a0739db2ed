#include "testbench/bounds/formulas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "testbench/bounds/bounds.hpp"
#include "testbench/bounds/sbnt_load.hpp"

namespace testbench {
namespace {

// 0 where there is no formula: every formula is at least 1.
std::uint64_t value(Collective collective, std::string_view algorithm, unsigned dim, Ports ports,
                    std::uint32_t packets) {
  const auto formula = expected_cycles({collective, dim, ports, packets, 0}, algorithm);
  return formula ? formula->value : 0;
}

// Johnsson and Ho 1986, table 2: propagation delays, that is one packet (B = 1, M = 1), with N = 16.
TEST(Formulas, TableTwoOfJohnssonAndHo) {
  const auto broadcast = Collective::kBroadcast;
  EXPECT_EQ(value(broadcast, "gray", 4, Ports::kAll, 1), 15U);
  EXPECT_EQ(value(broadcast, "sbt", 4, Ports::kAll, 1), 4U);
  EXPECT_EQ(value(broadcast, "sbt", 4, Ports::kOne, 1), 4U);
  EXPECT_EQ(value(broadcast, "nrsbt", 4, Ports::kAll, 1), 4U);
  EXPECT_EQ(value(broadcast, "tcbt", 4, Ports::kAll, 1), 4U);
  EXPECT_EQ(value(broadcast, "nesbt", 4, Ports::kAll, 1), 5U);
  EXPECT_EQ(value(broadcast, "nesbt", 4, Ports::kOne, 1), 5U);
}

// Tables 4 and 5, start-ups at B = 1: n = 4, M = 10.
TEST(Formulas, TablesFourAndFiveOfJohnssonAndHo) {
  const auto broadcast = Collective::kBroadcast;
  EXPECT_EQ(value(broadcast, "sbt", 4, Ports::kOne, 10), 40U);
  EXPECT_EQ(value(broadcast, "nesbt", 4, Ports::kOne, 10), 14U);
  EXPECT_EQ(value(broadcast, "sbt", 4, Ports::kAll, 10), 13U);
  EXPECT_EQ(value(broadcast, "tcbt", 4, Ports::kAll, 10), 13U);
  EXPECT_EQ(value(broadcast, "nrsbt", 4, Ports::kAll, 10), 12U);
  EXPECT_EQ(value(broadcast, "nesbt", 4, Ports::kAll, 10), 7U);
  EXPECT_EQ(value(broadcast, "gray", 4, Ports::kAll, 10), 24U);
}

TEST(Formulas, NesbtOnOneLinkHasNoSecondLevel) {
  EXPECT_EQ(value(Collective::kBroadcast, "nesbt", 1, Ports::kAll, 5), 5U);
  EXPECT_EQ(value(Collective::kBroadcast, "nesbt", 1, Ports::kOne, 5), 5U);
}

// The labels of theorem 4.1 by their definition: the last input label of any node, pipelined every n cycles.
TEST(Formulas, NesbtOnePortFollowsTheLabels) {
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
      EXPECT_EQ(value(Collective::kBroadcast, "nesbt", dim, Ports::kOne, packets), last) << dim << ' ' << packets;
    }
  }
}

TEST(Formulas, OnlyNrsbtBeyondOneRoundIsAnUpperBound) {
  EXPECT_FALSE(expected_cycles({Collective::kBroadcast, 4, Ports::kAll, 4, 0}, "nrsbt")->is_upper_bound);
  const auto formula = expected_cycles({Collective::kBroadcast, 4, Ports::kAll, 5, 0}, "nrsbt");
  EXPECT_TRUE(formula->is_upper_bound);
  EXPECT_TRUE(formula->met_by(8));
  EXPECT_TRUE(formula->met_by(6));
  EXPECT_FALSE(formula->met_by(9));
}

TEST(Formulas, OnlyBalancedAllgatherOnSixDimensionsHasSlack) {
  for (unsigned dim = 1; dim <= kMaxDim; ++dim) {
    for (const std::uint32_t packets : {1U, 2U, 13U}) {
      const auto formula = expected_cycles({Collective::kAllgather, dim, Ports::kAll, packets, 0}, "balanced");
      ASSERT_TRUE(formula.has_value());
      EXPECT_EQ(formula->slack, dim == 6 && packets > 1 ? 1U : 0U);
      EXPECT_FALSE(formula->met_by(formula->value - 1));
      EXPECT_TRUE(formula->met_by(formula->value));
      EXPECT_EQ(formula->met_by(formula->value + 1), formula->slack == 1);
      EXPECT_FALSE(formula->met_by(formula->value + 2));
    }
  }
}

TEST(Formulas, RootedCollectives) {
  for (const auto collective : {Collective::kScatter, Collective::kGather}) {
    EXPECT_EQ(value(collective, "balanced", 5, Ports::kAll, 1), 7U);
    EXPECT_EQ(value(collective, "balanced", 5, Ports::kAll, 4), 25U);
    EXPECT_EQ(value(collective, "sbt", 5, Ports::kAll, 3), 48U);
    EXPECT_EQ(value(collective, "sbt", 5, Ports::kOne, 3), 93U);
    EXPECT_EQ(value(collective, "sbnt", 4, Ports::kAll, 1), 5U);  // {1, 3, 5, 7, 15}
    EXPECT_EQ(value(collective, "sbnt", 4, Ports::kAll, 2), 9U);
    EXPECT_EQ(value(collective, "sbnt", 5, Ports::kAll, 1), 7U);  // prime d: 6 per subtree and node 31
  }
}

// The load of a port by its definition, packet by packet and node by node.
TEST(Formulas, SbntLoadFollowsTheDefinition) {
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
      std::array<std::uint64_t, kMaxDim> load{};
      for (std::uint32_t m = 0; m < packets; ++m) {
        for (std::uint32_t x = 1; x < 1U << dim; ++x) ++load[(base(rotate(x, m % dim, dim)) + m) % dim];
      }
      EXPECT_EQ(busiest_sbnt_port(dim, packets), *std::ranges::max_element(load)) << dim << ' ' << packets;
    }
  }
}

// M = 1: subtree 0 holds one node of every necklace but {0}. Necklaces of beads of two colours by Moreau's
// count, (1/d) sum over e | d of phi(e) 2^(d/e), less one; for every d. And d packets spread evenly.
TEST(Formulas, SbntLoadCountsNecklaces) {
  const std::vector<std::uint64_t> necklaces = {2, 3, 4, 6, 8, 14, 20, 36, 60, 108, 188, 352, 632, 1182, 2192, 4116};
  for (unsigned dim = 1; dim <= kMaxDim; ++dim) {
    EXPECT_EQ(busiest_sbnt_port(dim, 1), necklaces[dim - 1] - 1) << dim;
    EXPECT_EQ(busiest_sbnt_port(dim, dim), (1U << dim) - 1) << dim;
  }
}

TEST(Formulas, AllgatherAndAlltoall) {
  EXPECT_EQ(value(Collective::kAllgather, "balanced", 10, Ports::kAll, 1), 103U);
  EXPECT_EQ(value(Collective::kAllgather, "balanced", 10, Ports::kAll, 21), 2149U);
  EXPECT_EQ(value(Collective::kAllgather, "sbt", 5, Ports::kOne, 2), 62U);
  EXPECT_EQ(value(Collective::kAllgather, "ring", 5, Ports::kOne, 2), 62U);
  EXPECT_EQ(value(Collective::kAllgather, "ring", 5, Ports::kHalf, 2), 124U);
  EXPECT_EQ(value(Collective::kAlltoall, "table", 5, Ports::kAll, 2), 32U);
  EXPECT_EQ(value(Collective::kAlltoall, "fifo", 5, Ports::kOne, 2), 160U);
  EXPECT_EQ(value(Collective::kAlltoall, "sbt", 5, Ports::kOne, 2), 160U);
}

TEST(Formulas, NothingWhereThereIsNothingToSay) {
  for (const char* algorithm : {"sbnt", "nrsbt", "nesbt"}) {
    EXPECT_EQ(value(Collective::kAllgather, algorithm, 4, Ports::kAll, 1), 0U);
  }
  EXPECT_EQ(value(Collective::kAlltoall, "ecube", 4, Ports::kAll, 1), 0U);
  EXPECT_EQ(value(Collective::kAlltoall, "nonsense", 4, Ports::kAll, 1), 0U);
  EXPECT_EQ(value(Collective::kBroadcast, "sbt", 4, Ports::kHalf, 1), 0U);
  EXPECT_EQ(value(Collective::kBroadcast, "gray", 4, Ports::kOne, 1), 0U);
  EXPECT_EQ(value(Collective::kScatter, "balanced", 4, Ports::kOne, 1), 0U);
  EXPECT_EQ(value(Collective::kAlltoall, "table", 4, Ports::kOne, 1), 0U);
}

// No formula lies below the bound of its port model, for any d and M.
TEST(Formulas, NoneBeatsTheLowerBound) {
  unsigned compared = 0;
  for (const auto collective : {Collective::kBroadcast, Collective::kScatter, Collective::kGather,
                                Collective::kAllgather, Collective::kAlltoall}) {
    for (const auto ports : {Ports::kAll, Ports::kOne, Ports::kHalf}) {
      for (const char* algorithm :
           {"sbt", "nrsbt", "nesbt", "tcbt", "gray", "balanced", "sbnt", "ring", "table", "fifo"}) {
        for (unsigned dim = 1; dim <= kMaxDim; ++dim) {
          for (const std::uint32_t packets : {1U, 2U, 3U, dim, 2 * dim + 1, ~0U}) {
            const Task task{collective, dim, ports, packets, 0};
            const auto formula = expected_cycles(task, algorithm);
            if (!formula) continue;
            ++compared;
            EXPECT_GE(formula->value, lower_bound(task).value)
                << name_of(collective) << ' ' << algorithm << ' ' << name_of(ports) << " d " << dim << " M " << packets;
          }
        }
      }
    }
  }
  EXPECT_EQ(compared,
            22U * kMaxDim * 6);  // every row of the table that has a formula, both of scatter and gather
}

}  // namespace
}  // namespace testbench
