// The trace of every row of the catalog, judged from its text alone by the definitions of the collectives and of the
// port models: shares no code with the engine or its checker.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <tuple>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "testbench/run/runner.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortUse;

struct Row {
  long cycle, node, port, source, destination, tree, sequence;
};

std::vector<Row> parse(const std::string& trace) {
  std::istringstream lines(trace);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "cycle,node,port,src,dst,tree,seq");
  std::vector<Row> rows;
  while (std::getline(lines, line)) {
    std::vector<long> fields;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) fields.push_back(std::stol(cell));
    EXPECT_EQ(fields.size(), 7u) << line;
    rows.push_back({fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6]});
  }
  return rows;
}

// The first thing wrong with a trace, or "".
std::string judge(const Operation& operation, const std::vector<Row>& rows) {
  const long nodes = 1L << operation.d;
  const bool to_all = operation.collective == Collective::kBroadcast || operation.collective == Collective::kAllgather;
  const bool from_root = operation.collective == Collective::kBroadcast || operation.collective == Collective::kScatter;
  using Packet = std::tuple<long, long, long>;               // source, destination, sequence
  std::map<std::pair<Packet, long>, long> arrived;           // cycle in which the packet came to the node
  std::map<Packet, std::vector<std::pair<long, long>>> way;  // of a packet to one node: senders and receivers
  std::set<std::tuple<long, long, long>> links;
  std::map<std::pair<long, long>, int> sends, receptions;
  long last = rows.empty() ? 0 : 1;
  for (const Row& row : rows) {
    if (row.cycle < last || row.cycle > last + nodes * 1000) return "cycles out of order";
    last = row.cycle;
    const long receiver = row.node ^ 1L << row.port;
    if (row.node < 0 || row.node >= nodes || row.port < 0 || row.port >= static_cast<long>(operation.d)) return "link";
    if (row.tree < 0 || row.tree >= static_cast<long>(operation.d)) return "tree";
    if (row.sequence < 0 || row.sequence >= static_cast<long>(operation.packets)) return "sequence";
    if (from_root && row.source != static_cast<long>(operation.root)) return "source";
    if ((row.destination == -1) != to_all) return "destination";
    if (!links.insert({row.cycle, row.node, row.port}).second) return "two packets on a link";
    ++sends[{row.cycle, row.node}];
    ++receptions[{row.cycle, receiver}];
    const Packet packet{row.source, row.destination, row.sequence};
    if (row.node != row.source) {
      const auto came = arrived.find({packet, row.node});
      if (came == arrived.end() || came->second >= row.cycle) return "sent before it came";
    }
    if (receiver == row.source || !arrived.insert({{packet, receiver}, row.cycle}).second) return "received twice";
    if (!to_all) way[packet].push_back({row.node, receiver});
  }
  if (operation.ports != PortUse::kAll) {
    for (const auto& [when_and_where, count] : sends) {
      if (count > 1) return "two sends";
      if (operation.ports == PortUse::kHalf && receptions.contains(when_and_where)) return "sends and receives";
    }
    for (const auto& [when_and_where, count] : receptions) {
      if (count > 1) return "two receptions";
    }
  }
  // Each packet where it is owed; one to one node on one unbroken way that ends there.
  for (long source = 0; source < nodes; ++source) {
    if (from_root && source != static_cast<long>(operation.root)) continue;
    for (long node = 0; node < nodes; ++node) {
      if (node == source) continue;
      if (operation.collective == Collective::kGather && node != static_cast<long>(operation.root)) continue;
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

std::string trace_of(const Operation& operation, std::size_t queue_depth = 0) {
  std::ostringstream trace;
  RunOptions options;
  options.trace = &trace;
  options.queue_depth = queue_depth;
  EXPECT_EQ(testbench::Run(operation, random_send_memory(task_of(operation), 3)).execute(options).fault, std::nullopt);
  return trace.str();
}

TEST(Trace, OfEveryRowIsRight) {
  for (const collectives::Offer& offer : collectives::kCatalog) {
    for (unsigned d = 1; d <= 5; ++d) {
      for (const std::uint32_t packets : {1u, 3u}) {
        const Operation operation{offer.collective, offer.algorithm, offer.ports, d, packets, cube::mask(d) / 2};
        EXPECT_EQ(judge(operation, parse(trace_of(operation))), "")
            << name_of(offer.collective) << ' ' << name_of(offer.algorithm) << ' ' << name_of(offer.ports) << " d " << d
            << " M " << packets;
      }
    }
  }
}

// With back-pressure packets wait, but nothing else may change.
TEST(Trace, IsRightWithShallowQueues) {
  const Operation operation{Collective::kAlltoall, collectives::Algorithm::kEcube, PortUse::kAll, 5, 5, 0};
  EXPECT_EQ(judge(operation, parse(trace_of(operation, 4))), "");
}

// This judge is not blind.
TEST(Trace, OfADamagedRunIsWrong) {
  const Operation operation{Collective::kAllgather, collectives::Algorithm::kRing, PortUse::kHalf, 3, 2, 0};
  const std::vector<Row> right = parse(trace_of(operation));
  ASSERT_EQ(judge(operation, right), "");
  for (std::size_t i = 0; i < right.size(); ++i) {
    std::vector<Row> wrong = right;
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
