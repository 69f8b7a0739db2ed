// SPDX-License-Identifier: Apache-2.0
// The rows in routing cycles: which graph, which labels, which table.
#include <array>

#include "testbench/plans/routing_cycles.hpp"

namespace testbench {
namespace {

using collectives::Collective;
using collectives::PortModel;
using collectives::Programs;

template <class Rule>
constexpr node::Rule kCycleRule = rules::ScheduledCubeRules::number_of<Rule>();

constexpr node::Rule rule_of(SpanningGraph graph, Collective collective) {
  switch (graph) {
    case SpanningGraph::kBrg:
      return shape_of(collective).distinct ? kCycleRule<rules::GrayToOne> : kCycleRule<rules::Gray>;
    case SpanningGraph::kSbt:
      return shape_of(collective).distinct ? kCycleRule<rules::Ascending> : kCycleRule<rules::Sbt>;
    case SpanningGraph::kTcbt:
      return shape_of(collective).distinct ? kCycleRule<rules::TcbtToOne> : kCycleRule<rules::Table>;
    case SpanningGraph::kNesbt:
      return shape_of(collective).distinct ? kCycleRule<rules::NesbtToOne> : kCycleRule<rules::Nesbt>;
    case SpanningGraph::kSbnt:
      return shape_of(collective).distinct ? kCycleRule<rules::Ascending> : kCycleRule<rules::Sbnt>;
  }
  return {};
}

struct RowWords {
  Collective collective;
  const char* algorithm;
  PortModel ports;
  SpanningGraph graph;
  bool rotated;
  EdgeLabels labels;
  const char* source;
  bool far_first = false;
  unsigned period = 0;
};

constexpr CycleRow row_of(const RowWords& words) {
  CycleRow row{};
  row.collective = words.collective;
  row.algorithm = words.algorithm;
  row.ports = words.ports;
  row.rule = rule_of(words.graph, words.collective);
  row.programs = shape_of(words.collective).senders == collectives::Party::kAll ? Programs::kAlike : Programs::kOfNodes;
  row.source = words.source;
  row.merit = "in routing cycles";
  row.graph = words.graph;
  row.rotated = words.rotated;
  row.labels = words.labels;
  row.far_first = words.far_first;
  row.period = words.period;
  return row;
}

constexpr auto kCycleRows = [] {
  using enum Collective;
  using enum PortModel;
  using enum SpanningGraph;
  using enum EdgeLabels;
  constexpr unsigned kD = CycleRow::kOfDimension;
  constexpr RowWords kWords[] = {
      {kBroadcast, "brg", kHalf, kBrg, false, kLevels, "table 4", false, 2},
      {kBroadcast, "brg", kOne, kBrg, false, kLevels, "section 4.1.1", false, 1},
      {kBroadcast, "sbt", kOne, kSbt, false, kPorts, "table 4"},
      {kBroadcast, "nrsbt", kOne, kSbt, true, kPorts, "table 4"},
      {kBroadcast, "tcbt", kHalf, kTcbt, false, kBranches, "table 4", false, 3},
      {kBroadcast, "tcbt", kOne, kTcbt, false, kBranches, "section 4.1.3", false, 2},
      {kBroadcast, "nesbt", kOne, kNesbt, true, kPorts, "table 4 and theorem 4.2", false, kD},
      {kBroadcast, "nesbt", kHalf, kNesbt, true, kPorts, "theorem 4.3", false, kD},
      {kBroadcast, "nrbrg", kAll, kBrg, true, kLevels, "table 5"},
      {kBroadcast, "sbt", kAll, kSbt, false, kLevels, "table 5", false, 1},
      {kBroadcast, "nrsbt", kAll, kSbt, true, kTurned, "table 5"},
      {kBroadcast, "tcbt", kAll, kTcbt, false, kLevels, "table 5", false, 1},
      {kBroadcast, "nesbt", kAll, kNesbt, true, kLevels, "table 5", false, 1},
      {kScatter, "brg", kHalf, kBrg, false, kLevels, "table 7", true, 2},
      {kScatter, "brg", kOne, kBrg, false, kLevels, "section 5.1.1", true, 1},
      {kScatter, "sbt", kOne, kSbt, false, kPorts, "table 7"},
      {kScatter, "nrsbt", kOne, kSbt, true, kPorts, "table 7"},
      {kScatter, "tcbt", kOne, kTcbt, false, kBranches, "table 7"},
      {kScatter, "sbnt", kOne, kSbnt, true, kPorts, "table 7"},
      {kScatter, "nrbrg", kAll, kBrg, true, kLevels, "table 7"},
      {kScatter, "sbt", kAll, kSbt, false, kLevels, "table 7", true, 1},
      {kScatter, "nrsbt", kAll, kSbt, true, kLevels, "table 7", true, 1},
      {kScatter, "tcbt", kAll, kTcbt, false, kLevels, "table 7", true, 1},
      {kScatter, "sbnt", kAll, kSbnt, true, kLevels, "table 7", true, 1},
      {kAllgather, "brg", kOne, kBrg, false, kLevels, "table 11"},
      {kAllgather, "sbt", kOne, kSbt, false, kPorts, "table 11"},
      {kAllgather, "nrsbt", kOne, kSbt, true, kPorts, "table 11"},
      {kAllgather, "nesbt", kOne, kNesbt, true, kPorts, "table 11"},
      {kAllgather, "sbnt", kOne, kSbnt, true, kPorts, "table 11"},
      {kAllgather, "tcbt", kOne, kTcbt, false, kPorts, "section 6.1"},
      {kAllgather, "nrbrg", kAll, kBrg, true, kLevels, "table 13"},
      {kAllgather, "sbt", kAll, kSbt, false, kLevels, "table 13"},
      {kAllgather, "nrsbt", kAll, kSbt, true, kLevels, "table 13"},
      {kAllgather, "nesbt", kAll, kNesbt, true, kLevels, "table 13"},
      {kAllgather, "sbnt", kAll, kSbnt, true, kLevels, "table 13"},
      {kAllgather, "tcbt", kAll, kTcbt, false, kLevels, "section 6.1"},
      {kAlltoall, "brg", kOne, kBrg, false, kLevels, "table 15"},
      {kAlltoall, "sbt", kOne, kSbt, false, kPorts, "table 15"},
      {kAlltoall, "nrsbt", kOne, kSbt, true, kPorts, "table 15"},
      {kAlltoall, "nesbt", kOne, kNesbt, true, kPorts, "table 15"},
      {kAlltoall, "sbnt", kOne, kSbnt, true, kPorts, "table 15"},
      {kAlltoall, "tcbt", kOne, kTcbt, false, kPorts, "section 7.1"},
      {kAlltoall, "nrbrg", kAll, kBrg, true, kLevels, "table 17"},
      {kAlltoall, "sbt", kAll, kSbt, false, kLevels, "table 17"},
      {kAlltoall, "nrsbt", kAll, kSbt, true, kTurned, "table 17"},
      {kAlltoall, "nesbt", kAll, kNesbt, true, kLevels, "table 17"},
      {kAlltoall, "sbnt", kAll, kSbnt, true, kLevels, "table 17"},
      {kAlltoall, "tcbt", kAll, kTcbt, false, kLevels, "section 7.1"},
  };
  std::array<CycleRow, std::size(kWords)> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = row_of(kWords[i]);
  return rows;
}();

}  // namespace

std::span<const CycleRow> cycle_rows() {
  return kCycleRows;
}

const CycleRow* find_cycle_row(Collective collective, std::string_view algorithm, PortModel ports) {
  for (const CycleRow& row : kCycleRows) {
    if (row.collective == collective && row.ports == ports && row.algorithm == algorithm) return &row;
  }
  return nullptr;
}

}  // namespace testbench
