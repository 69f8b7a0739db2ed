// SPDX-License-Identifier: Apache-2.0
// A trace tells more than the packets that routers send. Its rows are compared with counts of the run and
// definitions of the collectives.
#include "testbench/tool/report/trace_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include "test_support/command.hpp"
#include "test_support/rows.hpp"
#include "testbench/ground/files/named_file.hpp"
#include "testbench/runs/experiment/faulty_mesh.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/test_plans.hpp"
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
  RunHooks hooks;
  hooks.watch = [&](std::span<const LinkEvent> sent, std::span<const WireEvent> wires) {
    std::ranges::move(rows.of(sent, wires), std::back_inserter(found.rows));
  };
  found.report = Run(experiment).execute(hooks);
  return found;
}

// By the meaning of the collectives: what a node has at the end is a copy of a result, or its own contribution with what has
// come and was not sent on, in scans by exchange without what came from above.
TEST(TraceRows, OperandsMakeEveryResultOfItsContributorsOnce) {
  using Nodes = std::multiset<std::uint32_t>;
  struct Part {
    Nodes nodes;
    bool is_copy;
  };
  for (const collectives::Row& row : collectives::kCatalog) {
    const Experiment experiment(operation_of(row, 3, row.collective == Collective::kBarrier ? 1 : 2));
    const Task& task = experiment.task();
    if (!is_combined(task)) continue;
    SCOPED_TRACE(testing::PrintToString(row));
    const Traced run = traced(experiment);
    ASSERT_EQ(run.report.fault, std::nullopt);
    ItemRoutes routes(task);
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::map<std::uint32_t, Part>>
        came;  // by node and item, by sender
    for (const TraceRow& each : run.rows) {
      const LinkEvent& at = each.event.packet;
      if (each.event.kind != WireEventKind::kSent) continue;
      routes.decide(at);
      const std::uint64_t item = routes.item_of(at);
      auto& here = came[{at.node, item}];
      Nodes nodes;
      std::istringstream words(each.operands);
      for (std::string word; std::getline(words, word, '+');) {
        const Nodes part = word == "own" ? Nodes{at.node} : here.at(static_cast<std::uint32_t>(std::stoul(word))).nodes;
        nodes.insert(part.begin(), part.end());
      }
      if (at.source == at.node && at.destination != kAllNodes) here.clear();
      came[{at.node ^ 1u << at.port, item}][at.node] = {nodes, at.source != at.node || routes.is_owner(item, at.node)};
    }
    const Meaning meaning = meaning_of(task.collective);
    for (std::uint32_t node = 0; node < 8; ++node) {
      if (meaning.only_root_receives && node != task.root) continue;
      for (std::uint64_t item = 0; item < item_count(task); ++item) {
        if (is_by_receiver(task) && !routes.is_owner(item, node)) continue;
        Nodes nodes, due;
        for (std::uint32_t of = 0; of < 8; ++of) {
          const bool counts = meaning.contributors == Contributors::kAll || of < node ||
                              (of == node && meaning.contributors != Contributors::kBelowOwn);
          if (counts) due.insert(of);
        }
        if (meaning.contributors != Contributors::kBelowOwn) nodes.insert(node);
        for (const auto& [sender, part] : came[{node, item}]) {
          if (part.is_copy) nodes.clear();
          if (meaning.contributors != Contributors::kAll && !task.apart && sender > node) continue;
          nodes.insert(part.nodes.begin(), part.nodes.end());
          if (part.is_copy) break;
        }
        EXPECT_EQ(nodes, due) << "node " << node << ", item " << item;
      }
    }
  }
}

// Along a tree of ranges a packet takes up what has come for its node and for the next one, but goes on past the node that
// sent it. By the meaning of a scan a node's result is then of all nodes up to it, once each.
TEST(TraceRows, OperandsOfScansAreThoseThatGoOn) {
  using Nodes = std::multiset<std::uint32_t>;
  const auto is_of_ranges = [](const Entry& row) {
    return row.collective == Collective::kScan && row.ports == collectives::PortModel::kAll &&
           std::string(row.algorithm) == "ranges";
  };
  const auto made = std::make_shared<const Prepared>(
      planned(network_of("mesh:4x5"), *std::ranges::find_if(catalog(), is_of_ranges), 1));
  const Experiment experiment(made);
  const Task& task = experiment.task();
  ASSERT_NE(task.parts, nullptr);
  const Traced run = traced(experiment);
  ASSERT_EQ(run.report.fault, std::nullopt);
  std::map<std::array<std::uint32_t, 3>, Nodes> came;  // by node, its packet's destination and sender
  for (const TraceRow& each : run.rows) {
    const LinkEvent& at = each.event.packet;
    const auto destination = static_cast<std::uint32_t>(at.destination);
    const std::uint32_t to = receiver_of(task, at.node, at.port);
    Nodes& nodes = came[{to, destination, at.node}];
    std::istringstream words(each.operands);
    for (std::string word; std::getline(words, word, '+');) {
      if (word == "own") {
        if (!is_left_out(task, at.node, destination)) nodes.insert(at.node);
        continue;
      }
      const auto sender = static_cast<std::uint32_t>(std::stoul(word));
      EXPECT_NE(sender, to) << "goes back";
      const bool is_its_own = came.contains({at.node, destination, sender});
      const Nodes& part = came.at({at.node, is_its_own ? destination : at.node, sender});
      nodes.insert(part.begin(), part.end());
    }
  }
  for (std::uint32_t node = 0; node < end_count(task); ++node) {
    Nodes found{node};
    Nodes due;
    for (std::uint32_t below = 0; below <= node; ++below) due.insert(below);
    for (const auto& [place, nodes] : came) {
      if (place[0] == node && place[1] == node) found.insert(nodes.begin(), nodes.end());
    }
    EXPECT_EQ(found, due) << "node " << node;
  }
}

MeshSetting linked(double error_rate, std::vector<BrokenLink> broken = {}) {
  MeshSetting setting;
  setting.links = LinkSetting{};
  setting.links->wires = 16;
  setting.links->frame_packets = 4;
  setting.links->check = hls::LinkCheck::kCrc32;
  setting.wires.bit_error_rate = error_rate;
  setting.wires.broken = std::move(broken);
  return setting;
}

// The ends of the links count the same by themselves. A packet takes six words, and the wires may pause between them.
TEST(TraceRows, FramesAreThoseThatTheLinksCount) {
  const auto operation = operation_of(Collective::kBroadcast, "nesbt", collectives::PortModel::kAll, 3, 20);
  for (const double pause : {0.0, 0.25}) {
    MeshSetting setting = linked(1e-3);
    setting.wires.pause = pause;
    const Traced run = traced({operation, setting});
    ASSERT_EQ(run.report.fault, std::nullopt) << "pauses " << pause;
    const LinkTotals& totals = *run.report.link_layer;
    EXPECT_GT(totals.refused, 0u);
    // With pauses a word that errors make between frames may be refused too, and a damaged frame twice.
    EXPECT_TRUE(pause > 0 ? run.count(WireEventKind::kDamaged) < totals.refused
                          : run.count(WireEventKind::kDamaged) == totals.refused);
    EXPECT_EQ(run.count(WireEventKind::kTimeOut), totals.time_outs);
    for (const WireEventKind kind : {WireEventKind::kSent, WireEventKind::kCarried, WireEventKind::kArrived})
      EXPECT_EQ(run.count(kind), run.report.transmissions) << name_of(kind);
    EXPECT_GT(run.count(WireEventKind::kRepeated), 0u);
    double cycles = 0;
    for (const auto& [event, waited, operands] : run.rows) {
      if (event.kind == WireEventKind::kCarried) cycles += static_cast<double>(event.last - event.first + 1);
      if (event.packet.source != event.packet.node) EXPECT_LT(waited.value_or(0), 200u) << "it came a timeout later";
    }
    EXPECT_NEAR(cycles / static_cast<double>(run.report.transmissions), 1 + 5 / (1 - pause), pause);
  }
}

TEST(TraceRows, ADeadLinkSaysSo) {
  const auto operation = operation_of(Collective::kBroadcast, "sbt", collectives::PortModel::kAll, 3, 2);
  const Traced run = traced({operation, linked(0, {{Address(0), 1, 1}})});
  EXPECT_NE(run.report.fault, std::nullopt);
  EXPECT_EQ(run.count(WireEventKind::kDead), run.report.link_layer->dead.size());
  EXPECT_GT(run.count(WireEventKind::kLost), 0u);
  EXPECT_EQ(run.count(WireEventKind::kDropped), 1u);
}

// A mesh that does not tell when packets arrive.
TEST(TraceRows, AreJudged) {
  const auto operation = operation_of(Collective::kBroadcast, "sbt", collectives::PortModel::kAll, 2, 2);
  MeshSetting setting = linked(0);
  setting.links->check = hls::LinkCheck::kNone;  // whose ends do not look for one another before the start
  const Experiment experiment(operation, setting);
  NodeMemory memory(experiment.task(), FaultyMesh::kPayload);
  FaultyMesh mesh(operation, memory, MeshFault::kNone, {});
  RunHooks hooks;
  hooks.watch = [](std::span<const LinkEvent>, std::span<const WireEvent>) {};
  const RunReport report = run_on(mesh, experiment, memory, hooks);
  EXPECT_NE(report.fault.value_or("none").find("2 packets that it was handed have not arrived"), std::string::npos)
      << report.fault.value_or("none");
}

// Packets wait at their sources from the start on, and elsewhere since they came. A stopped link sends nothing, one that
// is free again does. Wires take no cycles, or some, and not the same both ways.
TEST(TraceRows, WaitsAndStopsAreTheCyclesBetween) {
  using Place =
      std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;  // node, port, cycle; or node, source, sequence
  for (const unsigned latency : {0U, 3U}) {
    auto operation = operation_of(Collective::kGather, "sbt", collectives::PortModel::kAll, 3, 12);
    operation.link_latency = latency;
    operation.hop_cycles += latency;
    MeshSetting setting;
    setting.link_latency = latency;
    setting.stall_probability = 0.9;
    std::vector<std::uint16_t> wires(24);
    for (std::size_t link = 0; link < wires.size(); ++link)
      wires[link] = static_cast<std::uint16_t>(link % (latency + 1));
    setting.latencies = std::make_shared<const LinkValues>(3, std::move(wires));
    const Traced run = traced({operation, setting, latency == 0 ? 4U : 16U});
    ASSERT_EQ(run.report.fault, std::nullopt);
    std::set<Place> sent;
    std::map<Place, std::uint64_t> came;
    for (const auto& [event, waited, operands] : run.rows) {
      if (event.kind != WireEventKind::kSent) continue;
      const LinkEvent& at = event.packet;
      sent.emplace(at.node, at.port, event.first);
      EXPECT_EQ(waited, at.cycle - 1 - (at.source == at.node ? 0 : came.at({at.node, at.source, at.sequence})));
      came[{at.node ^ 1U << at.port, at.source, at.sequence}] = event.last;
    }
    unsigned before = 0, after = 0;
    for (const auto& [event, waited, operands] : run.rows) {
      if (event.kind != WireEventKind::kStopped) continue;
      const auto sends = [&](std::uint64_t cycle) {
        return sent.contains({event.packet.node, event.packet.port, cycle});
      };
      for (std::uint64_t cycle = event.first; cycle <= event.last; ++cycle) EXPECT_FALSE(sends(cycle)) << cycle;
      before += sends(event.first - 1) ? 1 : 0;
      after += sends(event.last + 1) ? 1 : 0;
      EXPECT_LT(event.last, run.report.cycles);
      EXPECT_EQ(event.packet.cycle, event.last);
    }
    EXPECT_GT(before, 0U) << "no stop begins a cycle sooner";
    EXPECT_GT(after, 0U) << "none ends a cycle later";
  }
}

const Json kWholeHead = Json::parse(R"({
    "network": "a <b> & \"c\"", "collective": "broadcast", "algorithm": "nesbt", "ports": "all", "command": "", "nodes": 8,
    "root": 0, "packets": 5, "lower_bound": 5, "hop_cycles": 1, "link_layer": true, "links": [[0, 0, 1, 0]]})");

std::string file_of(const Json& head, const std::vector<TraceRow>& rows, std::uint64_t cycles) {
  std::ostringstream out;
  write_head(out, head);
  write_rows(out, rows);
  write_tail(out, {{"cycles", cycles}, {"rows", rows.size()}});
  return out.str();
}

TEST(TraceFile, IsReadAsItWasWritten) {
  const test_support::Scratch scratch;
  const auto operation = operation_of(Collective::kBroadcast, "nesbt", collectives::PortModel::kAll, 3, 5);
  const std::string text = file_of(kWholeHead, traced({operation, linked(2e-3)}).rows, 7);
  std::ofstream(scratch / "trace") << text;
  std::vector<TraceRow> read;
  const Json head = read_trace("trace", scratch / "trace", [&](const TraceRow& row) { read.push_back(row); });
  EXPECT_EQ(head["cycles"], 7);
  EXPECT_EQ(file_of(kWholeHead, read, 7), text);
}

TEST(TraceFile, RefusesOthers) {
  const test_support::Scratch scratch;
  const std::string whole = file_of(kWholeHead, {row_of({3, 0, 0, 0, -1, 0, 0})}, 3);
  const auto refusal_of = [&](const std::string& text) -> std::string {
    std::ofstream(scratch / "trace") << text;
    try {
      read_trace("trace", scratch / "trace", [](const TraceRow&) {});
    } catch (const FileError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(refusal_of(whole), "none");
  for (const auto& [what, by, refusal] : std::vector<std::array<std::string, 3>>{
           {"# {", "{", "line 1 is no head"},
           {",operands", "", "line 2 is not 'cycle,"},
           {"3,0,0", "3,x,0", "line 3 node is 'x', which is no such number"},
           {"sent", "evil", "line 3 kind is 'evil'; must be one of sent, carried"},
           {",sent", "", "line 3 has 12 columns, not 13"},
           {"3,0,0,0,", "3,0,0,8,", "line 3 has a src, dst or tree beyond the 8 nodes"},
           {"\"rows\":1", "\"rows\":2", "rows is 2; must be 1;"},
           {"# {\"cycles\":3,\"rows\":1}\n", "", "rows is \"not there\"; must be 1;"},
           {"\"nodes\":8", "\"nodes\":-1", "nodes is -1; must be 1..65536"},
           {"[0,0,1,0]", "[0,0,9,0]", "links is [[0,0,9,0]]; must be"},
           {"\"broadcast\"", std::string(100000, '[') + std::string(100000, ']'), "collective is [[["}}) {
    std::string text = whole;
    text.replace(text.find(what), what.size(), by);
    EXPECT_NE(refusal_of(text).find("trace: " + refusal), std::string::npos) << refusal_of(text).substr(0, 200);
  }
}

}  // namespace
}  // namespace testbench::test
