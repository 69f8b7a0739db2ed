// SPDX-License-Identifier: Apache-2.0
// A network that is divided among ranks beside the whole: the same report, the same trace, and the
// same words for the same fault.
#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "firmware/collectives/catalog.hpp"
#include "test_support/rows.hpp"
#include "test_support/sizes.hpp"
#include "test_support/thread_ranks.hpp"
#include "testbench/plans/collectives/catalog.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/test_plans.hpp"
#include "testbench/runs/verdict/test_reports.hpp"
#include "testbench/runs/verdict/test_traces.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;
using test_support::ranks_at_random;
using test_support::run_as_ranks;

struct Traced {
  RunReport report;
  std::string trace;
};

Traced traced(const Experiment& experiment, const std::function<RunReport(const Experiment&, const RunHooks&)>& run,
              bool records) {
  std::ostringstream trace;
  std::ostringstream wires;
  RunHooks hooks;
  if (records) {
    trace_to(trace, hooks);
    hooks.watch = [&wires](std::span<const LinkEvent> /*events*/, std::span<const WireEvent> watched) {
      for (const WireEvent& event : watched) {
        wires << name_of(event.kind) << ' ' << event.packet.node << ':' << event.packet.port << ' ' << event.first
              << ".." << event.last << '\n';
      }
    };
  }
  RunReport report = run(experiment, hooks);
  return {std::move(report), trace.str() + wires.str()};
}

Traced of_whole(const Experiment& experiment, bool records = true) {
  return traced(experiment.with_records(records, true), run_of_any, records);
}

// The report and the trace of rank 0. `rank_of`: of nodes.
Traced of_ranks(const Experiment& experiment, unsigned ranks, const std::vector<std::uint16_t>& rank_of,
                bool records = true, std::uint64_t* messages = nullptr) {
  Traced first;
  const std::uint64_t sent = run_as_ranks(ranks, [&](Ranks& mine) {
    Division division{mine, NodeShare(rank_of, mine.rank())};
    Traced found = traced(
        experiment.with_records(records, true),
        [&](const Experiment& recorded, const RunHooks& hooks) { return Run(recorded, division).execute(hooks); },
        mine.rank() == 0 && records);
    if (mine.rank() == 0) first = std::move(found);
  });
  if (messages != nullptr) *messages = sent;
  return first;
}

// Returns the whole run.
Traced expect_the_same(const Experiment& experiment, unsigned ranks, const std::vector<std::uint16_t>& rank_of,
                       bool may_fail = false) {
  const Traced whole = of_whole(experiment);
  const Traced divided = of_ranks(experiment, ranks, rank_of);
  EXPECT_EQ(text_of(divided.report), text_of(whole.report));
  EXPECT_EQ(divided.trace, whole.trace);
  if (!may_fail) EXPECT_EQ(whole.report.fault.value_or("right"), "right");
  return whole;
}
Traced expect_the_same(const Experiment& experiment, unsigned ranks) {
  return expect_the_same(experiment, ranks, ranks_by_address(experiment.operation().network.nodes(), ranks));
}

TEST(DividedRun, IsTheWholeRunOnEveryRowOfTheCube) {
  const std::vector<unsigned> dims =
      test_support::is_soak() ? std::vector<unsigned>{1, 2, 3, 4, 5, 6, 8} : std::vector<unsigned>{3};
  unsigned ranks = 2;
  for (const collectives::Row& row : collectives::kCatalog) {
    for (const unsigned d : dims) {
      for (const unsigned hop : {1u, 2u}) {
        const std::uint32_t packets = hop == 1 ? 3 : 1;
        const Operation operation = test_support::operation_of(row, d, packets, Address((1u << d) - 1), hop);
        SCOPED_TRACE(testing::Message() << testing::PrintToString(row) << " d " << d << " M " << packets << " ranks "
                                        << ranks);
        expect_the_same(Experiment(operation), std::min(ranks, 1u << d));
        ranks = ranks == 5 ? 2 : ranks + 1;
      }
    }
  }
}

TEST(DividedRun, IsTheWholeRunOnOtherNetworks) {
  for (const char* const spec : {"torus:4x3", "debruijn:3"}) {
    unsigned ranks = 2;
    for_every_plan(spec, 2, 1, [&](const Prepared& planned) {
      const Operation& operation = planned.operation();
      // Edges of every shape, and nodes whose neighbours are all elsewhere.
      expect_the_same(Experiment(operation), ranks, ranks_at_random(operation.network.nodes(), ranks, ranks));
      ranks = ranks == 4 ? 2 : ranks + 1;
    });
  }
}

using test_support::first_row;

Experiment linked(const Operation& operation, hls::LinkCheck check, double bit_error_rate,
                  std::vector<BrokenLink> broken = {}, unsigned latency = 0, double stall = 0) {
  MeshSetting setting;
  setting.stall_probability = stall;
  setting.link_latency = latency;
  LinkSetting links;
  links.wires = 16;
  links.frame_packets = 4;
  links.check = check;
  setting.links = links;
  setting.wires = {.bit_error_rate = bit_error_rate, .seed = 3, .broken = std::move(broken)};
  return {operation, setting};
}

TEST(DividedRun, HasTheSameStallsAndTheSameLinks) {
  for (const Operation& operation :
       {first_row(collectives::Collective::kAllgather, 4), first_row(collectives::Collective::kAllreduce, 4),
        first_row(collectives::Collective::kScatter, 4)}) {
    SCOPED_TRACE(testing::PrintToString(*operation.row));
    MeshSetting stalled;
    stalled.stall_probability = 0.3;
    stalled.threads = 2;
    expect_the_same({operation, stalled}, 3);
    expect_the_same({operation, {}, 4}, 4, ranks_by_address(8, 4), true);  // an allgather stands still
    expect_the_same(linked(operation, hls::LinkCheck::kNone, 0), 2);
    expect_the_same(linked(operation, hls::LinkCheck::kCrc32, 0.001), 3);
  }
  expect_the_same(linked(first_row(collectives::Collective::kScatter, 4), hls::LinkCheck::kNone, 0, {}, 6), 3);
  // A trace tells which links wait for memories behind them, at other ranks too.
  const Experiment stalled =
      linked(first_row(collectives::Collective::kAllgather, 20), hls::LinkCheck::kNone, 0, {}, 0, 0.5);
  EXPECT_NE(expect_the_same(stalled, 2).trace.find("stopped"), std::string::npos);
}

// A register is at the other end of its wires after L cycles, so that one message has L + 1 cycles of them. With a trace it
// has one, and so has a run that follows the latency of packets.
TEST(DividedRun, SendsFewerMessagesWhereWiresTakeCycles) {
  const std::vector<std::uint16_t> rank_of = ranks_at_random(8, 3, 3);
  for (const Operation& row :
       {first_row(collectives::Collective::kAllgather, 40), first_row(collectives::Collective::kAllreduce, 40),
        first_row(collectives::Collective::kScan, 40, collectives::PortModel::kOne)}) {
    SCOPED_TRACE(testing::PrintToString(*row.row));
    for (const unsigned latency : {1u, 2u, 9u}) {
      Operation operation = row;
      operation.hop_cycles = 1 + latency;
      operation.link_latency = latency;
      MeshSetting setting;
      setting.stall_probability = 0.3;
      setting.link_latency = latency;
      const auto compared = [&](const Experiment& experiment) {
        std::uint64_t messages = 0;
        const Traced whole = of_whole(experiment, false);
        expect_the_same(experiment, 3, rank_of);
        EXPECT_EQ(text_of(of_ranks(experiment, 3, rank_of, false, &messages).report), text_of(whole.report));
        return static_cast<double>(messages) / static_cast<double>(whole.report.total_cycles);
      };
      // Each rank has two neighbours: without wires that take cycles all send 6 parcels in a cycle, and 3 counts. The
      // judge of combined packets sends 6 for a cycle with packets.
      const double rest = row.shape().combined ? 8 : 1;
      EXPECT_LE(compared({operation, setting}), 6.0 / (latency + 1) + 3.0 / (latency + 4) + rest) << "L " << latency;
      if (row.row->ports != collectives::PortModel::kAll) continue;
      // Links inside a rank may be short.
      std::vector<std::uint16_t> wires(8 * 3, 0);
      for (std::uint32_t node = 0; node < 8; ++node) {
        for (unsigned port = 0; port < 3; ++port) {
          if (rank_of[node] != rank_of[node ^ (1u << port)])
            wires[node * 3 + port] = static_cast<std::uint16_t>(latency);
        }
      }
      setting.latencies = std::make_shared<const LinkValues>(3, wires);
      EXPECT_LE(compared({operation, setting}), 6.0 / (latency + 1) + 3.0 / 4 + rest) << "L " << latency;
    }
  }
}

// The ends of links find one another only after many rounds, if they do.
TEST(DividedRun, TrainsItsLinksAlike) {
  const collectives::Row& row = *first_row(collectives::Collective::kReduce, 1).row;
  for (const double rate : {0.006, 0.01}) {
    const Operation operation = test_support::operation_of(row, 3, 1);
    expect_the_same(linked(operation, hls::LinkCheck::kCrc32, rate), 2, ranks_by_address(8, 2), true);
  }
}

// Packets that arrive damaged, or never; a link that breaks before the links know one another.
TEST(DividedRun, SaysTheSameOfARunThatFails) {
  const Operation allgather = first_row(collectives::Collective::kAllgather, 4);
  const Operation reduce = first_row(collectives::Collective::kReduce, 4);
  const Operation allreduce = first_row(collectives::Collective::kAllreduce, 4);
  const Experiment failing[] = {
      linked(reduce, hls::LinkCheck::kNone, 0.002),
      linked(reduce, hls::LinkCheck::kCrc32, 0.02),
      linked(allreduce, hls::LinkCheck::kNone, 0.001),
      linked(allreduce, hls::LinkCheck::kNone, 0, {{Address(3), 1, 9}}),
      linked(first_row(collectives::Collective::kReduceScatter, 4), hls::LinkCheck::kNone, 0.0005),
      linked(first_row(collectives::Collective::kScan, 4, collectives::PortModel::kOne), hls::LinkCheck::kNone, 0.001),
      linked(allgather, hls::LinkCheck::kNone, 0, {{Address(3), 1, 9}}),
      linked(allgather, hls::LinkCheck::kCrc32, 0, {{Address(3), 1, 9}, {Address(7), 1, 9}}),
      linked(allgather, hls::LinkCheck::kCrc32, 0.01),
  };
  for (const Experiment& experiment : failing) {
    EXPECT_NE(expect_the_same(experiment, 3, ranks_by_address(8, 3), true).report.fault, std::nullopt);
  }
}

}  // namespace
}  // namespace testbench::test
