// SPDX-License-Identifier: Apache-2.0
// One suite over all plans that move packets (combining_plans_test.cpp has the others): every row of the
// table on every kind of network. Each plan is loaded
// into nodes that are played here (test_simulator.hpp), which check that every packet comes exactly
// once, on shortest paths where the row promises them, and that no node does more than its port
// model allows. The cycles are those of the closed form, if there is one, and never below the
// bound.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/plans/collectives/catalog.hpp"
#include "testbench/plans/collectives/slot_plans.hpp"
#include "testbench/plans/collectives/test_simulator.hpp"
#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::PortModel;

// Every kind, at a size that is played in milliseconds.
const std::vector<const char*> kNetworks =
    test_support::with_soak<const char*>({"cube:1",           "cube:4",      "ring:9",       "ring:10",
                                          "circulant:13:2,3", "complete:5",  "complete:6",   "torus:3x4",
                                          "torus:4x6",        "hamming:3x4", "ccc:3",        "butterfly:3",
                                          "star:4",           "pancake:4",   "folded:4",     "cyclic:3,2",
                                          "macrostar:3,1",    "mesh:3x5",    "mesh:2x3x4",   "path:2",
                                          "path:7",           "debruijn:4",  "bubblesort:4", "product:path:3*ring:4",
                                          "leafspine:2,3,2",  "fattree:2"},
                                         {"cyclic:3,3", "macrostar:2,2", "torus:6x8"});

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}

// From the definitions: packets that must pass a node's links, or all links, and the distances.
std::uint64_t bound(const Entry& row, const Network& network, std::uint64_t packets, Address root) {
  const Adjacency adjacency(network);
  const std::uint64_t n = network.ends();
  std::uint64_t links = 0;
  std::uint64_t hops = 0;
  std::uint64_t least_degree = network.ports();
  std::uint64_t diameter = 0;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) links += adjacency.degree(node);
  for (std::uint32_t node = 0; node < n; ++node) {
    const DistancesOfNode distances = distances_from(adjacency, node);
    least_degree = std::min<std::uint64_t>(least_degree, adjacency.degree(node));
    hops += packets * distances.sum;
    diameter = std::max<std::uint64_t>(diameter, distances.eccentricity);
  }
  const std::uint64_t farthest = distances_from(adjacency, root.number()).eccentricity;
  const std::uint64_t at_root = divide_up(packets * (n - 1), adjacency.degree(root.number()));
  switch (row.collective) {
    case Collective::kBroadcast:
      if (row.ports != PortModel::kAll) return packets + farthest - 1;
      return divide_up(packets, adjacency.degree(root.number())) + farthest - 1;
    case Collective::kScatter:
    case Collective::kGather:
      return std::max(at_root, farthest);
    case Collective::kAllgather:
      if (row.ports == PortModel::kAll) return std::max(divide_up(packets * (n - 1), least_degree), diameter);
      return (row.ports == PortModel::kHalf ? 2 : 1) * packets * (n - 1);
    case Collective::kAlltoall:
      return divide_up(hops, row.ports == PortModel::kAll ? links : network.nodes());
    default:
      ADD_FAILURE() << "a collective without a bound";
      return 0;
  }
}

Ways ways_of(const Entry& row) {
  const std::set<std::string> others = {"acyclic", "branchings", "flow",    "packed",
                                        "ring",    "path",       "product", "shortest"};
  const bool is_narrow = row.collective == Collective::kBroadcast && row.ports != PortModel::kAll;
  const bool is_weighted = row.collective == Collective::kAllgather;
  return is_narrow || is_weighted || others.contains(row.algorithm) ? Ways::kAny : Ways::kShortest;
}

// Returns whether there is a plan.
bool conforms(const Entry& row, const Network& network, std::uint32_t packets, Address root) {
  std::unique_ptr<collectives::Plan> plan;
  try {
    plan = row.make({network, packets, root});
  } catch (const PlanError&) {
    return false;
  }
  const auto expected = [&](std::uint32_t source, std::uint32_t receiver) {
    const bool from_root = row.collective == Collective::kBroadcast || row.collective == Collective::kScatter;
    const bool is_sent = from_root                               ? source == root.number()
                         : row.collective == Collective::kGather ? receiver == root.number()
                                                                 : true;
    return is_sent ? packets : 0;
  };
  const std::uint64_t least = bound(row, network, packets, root);
  Simulator simulator(network, *plan, row.ports, expected, ways_of(row));
  const std::uint64_t cycles = simulator.run(20 * least + 200);
  EXPECT_GE(cycles, least);
  if (plan->cycles() != nullptr) EXPECT_EQ(cycles, plan->cycles()->value);
  const auto* const slots = dynamic_cast<const SlotPlan*>(plan.get());
  if (slots != nullptr) EXPECT_EQ(cycles, slots->planned_cycles());
  return true;
}

class EveryPlan : public testing::TestWithParam<Entry> {};

std::string row_name(const testing::TestParamInfo<Entry>& info) {
  return std::string(name_of(info.param.collective)) + '_' + info.param.algorithm + '_' + name_of(info.param.ports);
}
std::vector<Entry> rows_of_any_network() {
  std::vector<Entry> rows;
  for (const Entry& row : rows_at(kOnOther)) {
    if (!shape_of(row.collective).combined) rows.push_back(row);
  }
  return rows;
}
INSTANTIATE_TEST_SUITE_P(Rows, EveryPlan, testing::ValuesIn(rows_of_any_network()), row_name);

TEST_P(EveryPlan, DeliversExactlyOnceOnEveryKindOfNetwork) {
  unsigned plans = 0;
  for (const char* spec : kNetworks) {
    const Network network = network_of(spec);
    for (const std::uint32_t packets : {1u, 2u, 3u}) {
      if (network.nodes() > 12 && packets == 2) continue;
      SCOPED_TRACE(std::string(spec) + ", M = " + std::to_string(packets));
      plans += conforms(GetParam(), network, packets, Address(network.ends() / 2)) ? 1 : 0;
      if (HasFailure()) return;
    }
  }
  EXPECT_GE(plans, 12u) << "most networks are refused";
}

TEST_P(EveryPlan, DeliversExactlyOnceOnRandomCayleyNetworks) {
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned i = 0; i < test_support::soak_or(20u, 6u); ++i) {
    SCOPED_TRACE(i);
    const Network network = random_cayley(random, test_support::soak_or(120u, 40u));
    conforms(GetParam(), network, 1 + i % 3, Address(static_cast<std::uint32_t>(random() % network.nodes())));
    if (HasFailure()) return;
  }
}

TEST(PlannedRows, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const Entry& row : rows_at(kOnOther)) {
    const std::string name = std::string(name_of(row.collective)) + row.algorithm + name_of(row.ports);
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_NE(row.make, nullptr) << name;
  }
}

// A tree's packets of one root do not meet, so that scatter and gather take the same time.
TEST(RootedPlans, ScatterAndGatherTakeTheSameTime) {
  for (const char* spec : kNetworks) {
    const Network network = network_of(spec);
    for (const std::uint32_t root : {0u, network.ends() / 2}) {
      const auto cycles = [&](const char* collective) {
        const auto is_row = [&](const Entry& row) { return name_of(row.collective) == std::string(collective); };
        return std::ranges::find_if(planned_rows(), is_row)->make({network, 2, Address(root)})->cycles()->value;
      };
      EXPECT_EQ(cycles("scatter"), cycles("gather")) << spec;
      EXPECT_EQ(cycles("broadcast"), 2 + distances_from(Adjacency(network), root).eccentricity - 1) << spec;
    }
  }
}

// Slots of half duplex do for one port too.
TEST(RootedPlans, OnePortTakesNoLongerThanHalfDuplex) {
  for (const char* const spec : {"path:4", "mesh:3x3", "debruijn:4", "leafspine:4,4,2", "random:20,4,1"}) {
    const Network network = network_of(spec);
    for (const std::uint32_t root : {0u, 2u}) {
      for (const Collective collective : {Collective::kBroadcast, Collective::kScatter, Collective::kGather}) {
        const auto cycles = [&](PortModel ports) {
          const auto is_row = [&](const Entry& row) {
            return row.collective == collective && row.ports == ports && row.algorithm == std::string("tree");
          };
          const auto plan = std::ranges::find_if(planned_rows(), is_row)->make({network, 1, Address(root)});
          return dynamic_cast<const SlotPlan&>(*plan).planned_cycles();
        };
        EXPECT_LE(cycles(PortModel::kOne), cycles(PortModel::kHalf))
            << name_of(collective) << ' ' << spec << ' ' << root;
      }
    }
  }
}

}  // namespace
}  // namespace testbench::test
