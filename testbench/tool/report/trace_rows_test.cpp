// SPDX-License-Identifier: Apache-2.0
// A trace tells more than the packets that routers send. Its rows are compared with counts of the run and
// definitions of the collectives.
#include "testbench/tool/report/trace_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "test_support/command.hpp"
#include "test_support/rows.hpp"
#include "testbench/ground/files/named_file.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/tool/report/trace_file.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using test_support::operation_of;

struct Traced {
  RunReport report;
  std::vector<TraceRow> rows;

  std::uint64_t count(WireEventKind kind) const {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(rows, [kind](const TraceRow& row) { return row.event.kind == kind; }));
  }
};

Traced traced(const Experiment& experiment) {
  Traced found;
  TraceRows rows(experiment);
  RunOptions options;
  options.watch = [&](std::span<const LinkEvent> sent, std::span<const WireEvent> wires) {
    std::ranges::move(rows.of(sent, wires), std::back_inserter(found.rows));
  };
  found.report = Run(experiment).execute(options);
  return found;
}

// The contributors of each packet, by its operands, in the order of the rows.
std::vector<std::multiset<std::uint32_t>> contributors_of(const std::vector<TraceRow>& rows) {
  std::vector<std::multiset<std::uint32_t>> all;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t, std::uint32_t>, std::size_t>
      last;  // by link and item
  for (const TraceRow& row : rows) {
    const LinkEvent& at = row.event.packet;
    std::multiset<std::uint32_t> parts;
    std::istringstream words(row.operands);
    for (std::string word; std::getline(words, word, '+');) {
      if (word == "own") {
        parts.insert(at.node);
        continue;
      }
      const auto sender = static_cast<std::uint32_t>(std::stoul(word));
      const std::multiset<std::uint32_t>& part = all[last.at({sender, at.node, at.destination, at.sequence})];
      parts.insert(part.begin(), part.end());
    }
    last[{at.node, at.node ^ 1u << at.port, at.destination, at.sequence}] = all.size();
    all.push_back(std::move(parts));
  }
  return all;
}

// A result that comes to the root of a reduce, or to a block's owner in a reduce-scatter, has all other nodes once.
TEST(TraceRows, OperandsOfAReduceAreAllNodesOnce) {
  for (const collectives::Row& row : collectives::kCatalog) {
    if (row.collective != Collective::kReduce && row.collective != Collective::kReduceScatter) continue;
    SCOPED_TRACE(testing::PrintToString(row));
    constexpr std::uint32_t kNodes = 16;
    const Traced run = traced({operation_of(row, 4, 3, Address(row.collective == Collective::kReduce ? 5 : 0))});
    ASSERT_EQ(run.report.fault, std::nullopt);
    const auto contributors = contributors_of(run.rows);
    std::map<std::pair<std::int32_t, std::uint32_t>, std::multiset<std::uint32_t>> results;  // by owner and packet
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
      const LinkEvent& at = run.rows[i].event.packet;
      if (at.destination != static_cast<std::int32_t>(at.node ^ 1u << at.port)) continue;
      results[{at.destination, at.sequence}].insert(contributors[i].begin(), contributors[i].end());
    }
    EXPECT_EQ(results.size(), row.collective == Collective::kReduce ? 3 : 3 * kNodes);
    for (const auto& [item, nodes] : results) {
      EXPECT_EQ(nodes.size(), kNodes - 1);
      EXPECT_EQ(std::set<std::uint32_t>(nodes.begin(), nodes.end()).size(), kNodes - 1);
    }
  }
}

// In step i of an exchange a packet has 2^i nodes in it, those of a subcube.
TEST(TraceRows, OperandsOfAnExchangeDouble) {
  const Traced run = traced({operation_of(Collective::kAllreduce, "exchange", collectives::PortModel::kAll, 4, 4)});
  const auto contributors = contributors_of(run.rows);
  for (std::size_t i = 0; i < run.rows.size(); ++i) {
    const LinkEvent& at = run.rows[i].event.packet;
    std::set<std::uint32_t> subcube{at.node};
    for (unsigned port = at.tree; port != at.port; port = (port + 1) % 4) {
      for (const std::uint32_t node : std::set(subcube)) subcube.insert(node ^ 1u << port);
    }
    EXPECT_EQ(contributors[i], std::multiset<std::uint32_t>(subcube.begin(), subcube.end()));
  }
}

EngineChoice linked(double error_rate, std::vector<BrokenLink> broken = {}) {
  EngineChoice engine;
  engine.simulation.links = LinkSetting{};
  engine.simulation.links->wires = 16;
  engine.simulation.links->check = hls::LinkCheck::kCrc32;
  engine.simulation.wires.bit_error_rate = error_rate;
  engine.simulation.wires.broken = std::move(broken);
  return engine;
}

// The ends of the links count the same by themselves.
TEST(TraceRows, FramesAreThoseThatTheLinksCount) {
  const auto operation = operation_of(Collective::kBroadcast, "nesbt", collectives::PortModel::kAll, 3, 20);
  const Traced run = traced({operation, linked(1e-3)});
  ASSERT_EQ(run.report.fault, std::nullopt);
  const LinkTotals& totals = *run.report.link_layer;
  EXPECT_GT(totals.refused, 0u);
  EXPECT_EQ(run.count(WireEventKind::kDamaged), totals.refused);
  EXPECT_EQ(run.count(WireEventKind::kTimeOut), totals.time_outs);
  EXPECT_EQ(run.count(WireEventKind::kSent), run.report.transmissions);
  EXPECT_EQ(run.count(WireEventKind::kCarried), run.report.transmissions);
  EXPECT_EQ(run.count(WireEventKind::kArrived), run.report.transmissions);
  EXPECT_GT(run.count(WireEventKind::kRepeated), 0u);
  std::map<std::tuple<std::uint32_t, std::uint32_t>, std::uint64_t> until;  // by link
  for (const TraceRow& row : run.rows) {
    if (row.event.kind != WireEventKind::kCarried && row.event.kind != WireEventKind::kRepeated) continue;
    EXPECT_EQ(row.event.last - row.event.first + 1, totals.packet_cycles);
    std::uint64_t& end = until[{row.event.packet.node, row.event.packet.port}];
    EXPECT_LT(end, row.event.first) << "two packets on the wires of a link";
    end = row.event.last;
  }
}

TEST(TraceRows, ADeadLinkSaysSo) {
  const auto operation = operation_of(Collective::kBroadcast, "sbt", collectives::PortModel::kAll, 2, 2);
  const Traced run = traced({operation, linked(0, {{Address(0), 1, 1}})});
  EXPECT_NE(run.report.fault, std::nullopt);
  EXPECT_EQ(run.count(WireEventKind::kDead), run.report.link_layer->dead.size());
  EXPECT_GT(run.count(WireEventKind::kLost), 0u);
  EXPECT_EQ(run.count(WireEventKind::kDropped), 1u);
}

// Packets wait at their sources from the start on, and elsewhere while a link is busy; full queues stop links.
TEST(TraceRows, WaitsAreTheCyclesBetween) {
  const auto operation = operation_of(Collective::kAlltoall, "ecube", collectives::PortModel::kAll, 3, 4);
  EngineChoice engine;
  engine.simulation.stall_probability = 0.4;
  const Traced run = traced({operation, engine, 4});
  ASSERT_EQ(run.report.fault, std::nullopt);
  EXPECT_GT(run.count(WireEventKind::kStopped), 0u);
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t, std::uint32_t>, std::uint64_t> came;
  for (const TraceRow& row : run.rows) {
    if (row.event.kind != WireEventKind::kSent) continue;
    const LinkEvent& at = row.event.packet;
    const std::uint64_t since =
        at.source == at.node ? 1 : came.at({at.node, at.source, at.destination, at.sequence}) + 1;
    EXPECT_EQ(row.waited, at.cycle - since);
    came[{at.node ^ 1u << at.port, at.source, at.destination, at.sequence}] = at.cycle;
  }
}

TEST(TraceFile, IsReadAsItWasWritten) {
  const test_support::Scratch scratch;
  const auto operation = operation_of(Collective::kBroadcast, "nesbt", collectives::PortModel::kAll, 3, 5);
  const Traced run = traced({operation, linked(2e-3)});
  {
    std::ofstream file(scratch / "trace");
    write_head(file, {{"links", Json::array()}, {"network", "a <b> & \"c\""}});
    write_rows(file, run.rows);
    write_tail(file, {{"cycles", 7}});
  }
  std::vector<TraceRow> read;
  const Json head = read_trace("trace", scratch / "trace", [&](const TraceRow& row) { read.push_back(row); });
  EXPECT_EQ(head["network"], "a <b> & \"c\"");
  EXPECT_EQ(head["cycles"], 7);
  ASSERT_EQ(read.size(), run.rows.size());
  std::ostringstream again, first;
  write_rows(again, read);
  write_rows(first, run.rows);
  EXPECT_EQ(again.str(), first.str());
}

TEST(TraceFile, RefusesOthers) {
  const test_support::Scratch scratch;
  for (const char* text : {"", "# {}\n", "# {\"links\":[]}\ncycle\n", "# {\"links\":[]}\n1,2\n"}) {
    std::ofstream(scratch / "trace") << text;
    EXPECT_THROW(read_trace("trace", scratch / "trace", [](const TraceRow&) {}), FileError) << text;
  }
}

}  // namespace
}  // namespace testbench::test
