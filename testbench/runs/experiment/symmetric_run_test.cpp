// SPDX-License-Identifier: Apache-2.0
// One node for all beside all nodes: the same report and the same trace. For every condition under
// which one node stands for all, a run that shows another report without it.
#include "testbench/runs/experiment/symmetric_run.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <sstream>

#include "firmware/collectives/catalog.hpp"
#include "test_support/rows.hpp"
#include "test_support/sizes.hpp"
#include "testbench/plans/collectives/catalog.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/test_plans.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;

struct Traced {
  RunReport report;
  std::string trace;  // of node 0
};

template <class RunIt>
Traced traced(const Experiment& experiment, RunIt run) {
  std::ostringstream trace;
  RunHooks hooks;
  hooks.events = [&trace](std::span<const LinkEvent> events) {  // those of all nodes of a 12-cube are 4 GB
    for (const LinkEvent& event : events) {
      if (event.node == 0) write_trace(trace, {&event, 1});
    }
  };
  // Behind a link layer the wires tell latencies, which the symmetric engine does not: --latency is refused.
  RunReport report = run(experiment.with_records(!experiment.setting().links, true), hooks);
  return {std::move(report), trace.str()};
}
Traced of_all(const Experiment& experiment) {
  return traced(experiment,
                [](const Experiment& recorded, const RunHooks& hooks) { return Run(recorded).execute(hooks); });
}
Traced of_one(const Experiment& experiment) {
  return traced(experiment, run_symmetric);
}

bool operator==(const LoadSummary& a, const LoadSummary& b) {
  return a.packets == b.packets && a.least == b.least && a.most == b.most && a.mean == b.mean;
}

void expect_the_same(const Experiment& experiment) {
  const Traced all = of_all(experiment);
  const Traced one = of_one(experiment);
  EXPECT_EQ(one.report.fault.value_or("none"), "none");
  EXPECT_EQ(one.report.cycles, all.report.cycles);
  EXPECT_EQ(one.report.total_cycles, all.report.total_cycles);
  EXPECT_EQ(one.report.transmissions, all.report.transmissions);
  EXPECT_EQ(one.report.deepest_queue, all.report.deepest_queue);
  EXPECT_EQ(one.report.stall_cycles, all.report.stall_cycles);
  EXPECT_EQ(one.trace, all.trace);
  ASSERT_TRUE(one.report.link_load && all.report.link_load);
  EXPECT_TRUE(one.report.link_load->of_all(experiment.operation().network) ==
              all.report.link_load->of_all(experiment.operation().network));
  for (std::uint32_t node = 0; node < all.report.link_load->nodes(); ++node) {
    EXPECT_TRUE(std::ranges::equal(one.report.link_load->of_node(node), all.report.link_load->of_node(node)));
  }
  ASSERT_EQ(one.report.link_layer.has_value(), all.report.link_layer.has_value());
  if (all.report.link_layer) {
    EXPECT_GT(one.report.link_layer->frames, 0u);
    EXPECT_EQ(one.report.link_layer->frames, all.report.link_layer->frames);
    EXPECT_EQ(one.report.link_layer->links, all.report.link_layer->links);
    EXPECT_EQ(one.report.link_layer->time_outs, all.report.link_layer->time_outs);
  }
  ASSERT_EQ(one.report.latency.has_value(), all.report.latency.has_value());
  if (!all.report.latency) return;
  EXPECT_EQ(one.report.latency->deliveries, all.report.latency->deliveries);
  EXPECT_DOUBLE_EQ(one.report.latency->mean, all.report.latency->mean);
  EXPECT_EQ(one.report.latency->p50, all.report.latency->p50);
  EXPECT_EQ(one.report.latency->p95, all.report.latency->p95);
  EXPECT_EQ(one.report.latency->p99, all.report.latency->p99);
  EXPECT_EQ(one.report.latency->max, all.report.latency->max);
}

Experiment with_depth(const Operation& operation, std::size_t depth = 0) {
  return {operation, {.engine = kSymmetricEngineName}, depth};
}

// The same runs on the native engine.
Experiment on(const char* engine, const Operation& operation) {
  return {operation, {.engine = engine}};
}

TEST(SymmetricRun, IsTheRunOfAllNodesOnEveryRowOfTheCube) {
  const std::vector<unsigned> dims =
      test_support::is_soak() ? std::vector<unsigned>{1, 2, 3, 4, 5, 6, 7, 8, 10, 12} : std::vector<unsigned>{3};
  unsigned compared = 0;
  for (const collectives::Row& row : collectives::kCatalog) {
    for (const unsigned d : dims) {
      for (const unsigned stages : {0u, 3u}) {
        for (const unsigned hop : {1u, 2u}) {
          for (const std::uint32_t packets : {1u, 5u}) {
            Operation operation = test_support::operation_of(row, d, packets, Address(0), hop + stages);
            operation.combine_stages = stages;
            const bool differs_in_stages = shape_of(row.collective).combined || stages == 0;
            if (!differs_in_stages || (d > 10 && packets > 1)) continue;
            if (asymmetry_of(on("native", operation))) continue;
            SCOPED_TRACE(testing::Message() << testing::PrintToString(row) << " d " << d << " M " << packets << " r "
                                            << operation.hop_cycles);
            expect_the_same(on("native", operation));
            ++compared;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 40u);
}

TEST(SymmetricRun, IsTheRunOfAllNodesOnCayleyNetworks) {
  std::vector<const char*> networks{"ring:7", "torus:3x3", "star:3", "circulant:13:1,5"};
  if (test_support::is_soak()) {
    networks.insert(networks.end(), {"torus:3x4", "ccc:3", "folded:4", "star:6", "star:7", "pancake:6", "ccc:6",
                                     "torus:6x10x12", "product:ring:5*star:4"});
  }
  for (const char* const spec : networks) {
    const Network network = network_of(spec);
    unsigned compared = 0;
    for (const Entry& row : rows_at(kOnOther)) {
      for (const std::uint32_t packets : {1u, 3u}) {
        if (row.is_offered_at(kWithCounts) || (network.nodes() > 1000 && packets > 1)) continue;
        std::shared_ptr<const Prepared> made;
        try {
          made = std::make_shared<const Prepared>(planned(network, row, packets));
        } catch (const PlanError&) {
          continue;
        }
        const Experiment experiment(made);
        if (asymmetry_of(experiment)) continue;
        SCOPED_TRACE(testing::Message() << spec << ' ' << row.algorithm << " M " << packets);
        expect_the_same(experiment);
        ++compared;
      }
    }
    EXPECT_GE(compared, 2u) << spec;
  }
}

TEST(SymmetricRun, IsTheRunOfAllNodesWithALinkLayer) {
  struct Case {
    collectives::Collective collective;
    const char* algorithm;
    collectives::PortModel ports;
    LinkSetting links;
  };
  using collectives::Collective;
  using collectives::PortModel;
  const Case cases[] = {
      {Collective::kAlltoall,
       "fifo",
       PortModel::kOne,
       {.wires = 16, .frame_packets = 4, .check = hls::LinkCheck::kCrc32}},
      {Collective::kReduceScatter, "sbt", PortModel::kOne, {.wires = 160, .cut_through = true, .gap = 3}},
  };
  for (const Case& each : cases) {
    SCOPED_TRACE(each.algorithm);
    MeshSetting setting;
    setting.links = each.links;
    const Experiment experiment(test_support::operation_of(each.collective, each.algorithm, each.ports, 3, 5), setting);
    EXPECT_EQ(asymmetry_of(experiment).value_or("none"), "none");
    expect_the_same(experiment);
  }
}

// 17 ports and 17 ejectors are more streams than a word has bits.
TEST(SymmetricRun, HasMoreStreamsThanAWordHasBits) {
  const auto exchange =
      test_support::operation_of(collectives::Collective::kAllreduce, "exchange", collectives::PortModel::kAll, 17, 17);
  MeshSetting setting;
  setting.engine = kSymmetricEngineName;
  const RunReport report = run_symmetric({exchange, setting}, {});
  EXPECT_EQ(report.fault, std::nullopt);
  EXPECT_EQ(report.cycles, 17u);
}

// 65,536 packets, in blocks of one: a few hundred bytes for each, and not for each pair of nodes.
TEST(SymmetricRun, OfAVectorTakesMemoryForItsPackets) {
  const auto balanced =
      test_support::operation_of(collectives::Collective::kAllreduce, "balanced", collectives::PortModel::kAll, 16, 20);
  EXPECT_LT(symmetric_memory_bytes(Experiment(balanced), false), std::uint64_t{65536} * 4096);
}

TEST(SymmetricRun, StandsStillWhereAllNodesDo) {
  const Operation operation =
      test_support::operation_of(collectives::Collective::kAlltoall, "table", collectives::PortModel::kAll, 3, 9);
  const Traced all = traced({operation, {}, 4}, [](const Experiment& recorded, const RunHooks& hooks) {
    return testbench::Run(recorded).execute_in(Parts(recorded), hooks);
  });
  const Traced one = of_one(with_depth(operation, 4));
  EXPECT_EQ(one.report.fault.has_value(), all.report.fault.has_value());
  EXPECT_EQ(one.report.cycles, all.report.cycles);
  EXPECT_EQ(one.report.stall_cycles, all.report.stall_cycles) << "neighbours say stop";
  EXPECT_GT(one.report.stall_cycles, 0u);
  EXPECT_EQ(one.trace, all.trace);
}

// The conditions. Each of these runs is refused; made all the same, its report is not that of all nodes.

void expect_another(const Experiment& experiment, const char* reason) {
  EXPECT_EQ(asymmetry_of(experiment).value_or("none"), reason);
  const Traced all = of_all(experiment);
  const Traced one = of_one(experiment);
  EXPECT_FALSE(all.report.fault.has_value()) << *all.report.fault;
  const bool is_the_same = !one.report.fault && one.report.total_cycles == all.report.total_cycles &&
                           one.report.transmissions == all.report.transmissions && one.trace == all.trace;
  EXPECT_FALSE(is_the_same);
}

TEST(SymmetricRun, NeedsNodesThatAllSend) {
  expect_another(on("native", test_support::operation_of(collectives::Collective::kBroadcast, "nesbt",
                                                         collectives::PortModel::kAll, 3, 4)),
                 "its nodes do not all do the same");
}

TEST(SymmetricRun, NeedsSymmetricPrograms) {
  expect_another(on("native", test_support::operation_of(collectives::Collective::kAllgather, "ring",
                                                         collectives::PortModel::kOne, 3, 2)),
                 "the programs of its nodes differ");
  expect_another(on("native", test_support::operation_of(collectives::Collective::kScan, "exchange",
                                                         collectives::PortModel::kAll, 3, 2)),
                 "the programs of its nodes differ");
}

TEST(SymmetricRun, NeedsNodesThatSendTogether) {
  expect_another(on("native", test_support::operation_of(collectives::Collective::kAllgather, "ring",
                                                         collectives::PortModel::kHalf, 3, 2)),
                 "half-duplex neighbours send at different times");
}

TEST(SymmetricRun, NeedsMemoriesThatAreNeverBusy) {
  const Operation operation =
      test_support::operation_of(collectives::Collective::kAllgather, "balanced", collectives::PortModel::kAll, 3, 8);
  MeshSetting setting;
  setting.stall_probability = 0.3;
  expect_another({operation, setting}, "the memories of its nodes are busy at different times");
}

TEST(SymmetricRun, NeedsWiresThatDoNotErr) {
  MeshSetting setting;
  setting.links = LinkSetting{.wires = 16, .frame_packets = 4, .check = hls::LinkCheck::kCrc32};
  setting.wires.bit_error_rate = 1e-3;
  expect_another(
      {test_support::operation_of(collectives::Collective::kAlltoall, "table", collectives::PortModel::kAll, 3, 4),
       setting},
      "the wires of its links err at different times");
}

TEST(SymmetricRun, NeedsANetworkThatLooksTheSameFromEveryNode) {
  const Network network = network_of("path:3");
  unsigned compared = 0;
  for (const Entry& row : rows_at(kOnOther)) {
    if (row.collective != collectives::Collective::kAlltoall || row.ports != collectives::PortModel::kAll) continue;
    const auto made = std::make_shared<const Prepared>(planned(network, row, 1));
    expect_another(Experiment(made), "the network is not known to look the same from every node");
    ++compared;
  }
  EXPECT_GT(compared, 0u);
}

}  // namespace
}  // namespace testbench::test
