// SPDX-License-Identifier: Apache-2.0
// The trace of every row of the catalog, judged by the definitions of the collectives and of the
// port models: shares no code with the engine or its checker.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "test_support/rows.hpp"
#include "testbench/runs/experiment/runner.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortModel;
using collectives::Row;
using test_support::operation_of;

// A row of a trace.
struct Line {
  long cycle, node, port, source, destination, tree, sequence;
};

// The first thing wrong with a trace, or "".
std::string judge(const Operation& operation, const std::vector<Line>& lines) {
  const long nodes = 1L << operation.d();
  const long root = operation.root.number();
  const Collective collective = operation.row->collective;
  const PortModel ports = operation.row->ports;
  const bool to_all = collective == Collective::kBroadcast || collective == Collective::kAllgather;
  const bool from_root = collective == Collective::kBroadcast || collective == Collective::kScatter;
  using Packet = std::tuple<long, long, long>;               // source, destination, sequence
  std::map<std::pair<Packet, long>, long> arrived;           // cycle in which the packet came to the node
  std::map<Packet, std::vector<std::pair<long, long>>> way;  // of a packet to one node: senders and receivers
  std::set<std::tuple<long, long, long>> links;
  std::map<std::pair<long, long>, int> sends, receptions;
  long last = lines.empty() ? 0 : 1;
  for (const Line& line : lines) {
    if (line.cycle < last || line.cycle > last + nodes * 1000) return "cycles out of order";
    last = line.cycle;
    const long receiver = line.node ^ 1L << line.port;
    if (line.node < 0 || line.node >= nodes || line.port < 0 || line.port >= static_cast<long>(operation.d()))
      return "link";
    if (line.tree < 0 || line.tree >= static_cast<long>(operation.d())) return "tree";
    if (line.sequence < 0 || line.sequence >= static_cast<long>(operation.packets)) return "sequence";
    if (from_root && line.source != root) return "source";
    if ((line.destination == -1) != to_all) return "destination";
    if (!links.insert({line.cycle, line.node, line.port}).second) return "two packets on a link";
    ++sends[{line.cycle, line.node}];
    ++receptions[{line.cycle, receiver}];
    const Packet packet{line.source, line.destination, line.sequence};
    if (line.node != line.source) {
      const auto came = arrived.find({packet, line.node});
      if (came == arrived.end() || came->second >= line.cycle) return "sent before it came";
    }
    if (receiver == line.source || !arrived.insert({{packet, receiver}, line.cycle}).second) return "received twice";
    if (!to_all) way[packet].push_back({line.node, receiver});
  }
  if (ports != PortModel::kAll) {
    for (const auto& [when_and_where, count] : sends) {
      if (count > 1) return "two sends";
      if (ports == PortModel::kHalf && receptions.contains(when_and_where)) return "sends and receives";
    }
    for (const auto& [when_and_where, count] : receptions) {
      if (count > 1) return "two receptions";
    }
  }
  // Each packet where it is owed; one to one node on one unbroken way that ends there.
  for (long source = 0; source < nodes; ++source) {
    if (from_root && source != root) continue;
    for (long node = 0; node < nodes; ++node) {
      if (node == source) continue;
      if (collective == Collective::kGather && node != root) continue;
      for (long m = 0; m < static_cast<long>(operation.packets); ++m) {
        const Packet packet{source, to_all ? -1 : node, m};
        if (!arrived.contains({packet, node})) return "missing";
        if (to_all) continue;
        long at = source;
        for (const auto& [sender, receiver] : way[packet]) {
          if (sender != at) return "in two places";
          at = receiver;
        }
        if (at != node) return "does not stay";
        way.erase(packet);
      }
    }
  }
  return way.empty() ? "" : "a packet that nobody is owed";
}

std::vector<Line> trace_of(const Operation& operation, std::size_t queue_depth = 0) {
  std::vector<Line> lines;
  RunHooks hooks;
  hooks.events = [&lines](std::span<const LinkEvent> events) {
    for (const auto& [cycle, node, port, source, destination, tree, sequence] : events)
      lines.push_back({static_cast<long>(cycle), node, port, source, destination, tree, sequence});
  };
  EXPECT_EQ(testbench::Run({operation, {}, queue_depth}, PayloadHash(3)).execute(hooks).fault, std::nullopt);
  return lines;
}

TEST(Trace, OfEveryRowIsRight) {
  for (const Row& row : collectives::kCatalog) {
    if (shape_of(row.collective).combined) continue;  // judged by their values (testbench/judge/checker)
    for (unsigned d = 1; d <= 5; ++d) {
      for (const std::uint32_t packets : {1u, 3u}) {
        const Operation operation = operation_of(row, d, packets, Address(((1u << d) - 1) / 2));
        EXPECT_EQ(judge(operation, trace_of(operation)), "")
            << testing::PrintToString(row) << " d " << d << " M " << packets;
      }
    }
  }
}

// With back-pressure packets wait, but nothing else may change.
TEST(Trace, IsRightWithShallowQueues) {
  const Operation operation = operation_of(Collective::kAlltoall, "ecube", PortModel::kAll, 5, 5);
  EXPECT_EQ(judge(operation, trace_of(operation, 4)), "");
}

// This judge is not blind.
TEST(Trace, OfADamagedRunIsWrong) {
  const Operation operation = operation_of(Collective::kAllgather, "ring", PortModel::kHalf, 3, 2);
  const std::vector<Line> right = trace_of(operation);
  ASSERT_EQ(judge(operation, right), "");
  for (std::size_t i = 0; i < right.size(); ++i) {
    std::vector<Line> wrong = right;
    wrong.erase(wrong.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(judge(operation, wrong), "");
    wrong = right;
    wrong.insert(wrong.begin() + static_cast<std::ptrdiff_t>(i), right[i]);
    EXPECT_NE(judge(operation, wrong), "");
    wrong = right;
    wrong[i].port = (wrong[i].port + 1) % 3;
    EXPECT_NE(judge(operation, wrong), "");
    wrong = right;
    wrong[i].source ^= 4;
    EXPECT_NE(judge(operation, wrong), "");
  }
}

}  // namespace
}  // namespace testbench::test
