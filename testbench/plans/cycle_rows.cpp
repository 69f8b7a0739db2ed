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
  SchedulingDiscipline discipline = SchedulingDiscipline::kNone;
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
  row.discipline = words.discipline;
  row.period = words.period;
  return row;
}

constexpr auto kCycleRows = [] {
  using enum Collective;
  using enum PortModel;
  using enum SpanningGraph;
  using enum EdgeLabels;
  using enum SchedulingDiscipline;
  constexpr unsigned kD = CycleRow::kOfDimension;
  constexpr RowWords kWords[] = {
      {kBroadcast, "brg", kHalf, kBrg, false, kLevels, "table 4", kNone, 2},
      {kBroadcast, "brg", kOne, kBrg, false, kLevels, "section 4.1.1", kNone, 1},
      {kBroadcast, "sbt", kOne, kSbt, false, kPorts, "table 4"},
      {kBroadcast, "nrsbt", kOne, kSbt, true, kPorts, "table 4"},
      {kBroadcast, "tcbt", kHalf, kTcbt, false, kBranches, "table 4", kNone, 3},
      {kBroadcast, "tcbt", kOne, kTcbt, false, kBranches, "section 4.1.3", kNone, 2},
      {kBroadcast, "nesbt", kOne, kNesbt, true, kPorts, "table 4 and theorem 4.2", kNone, kD},
      {kBroadcast, "nesbt", kHalf, kNesbt, true, kPorts, "theorem 4.3", kNone, kD},
      {kBroadcast, "nrbrg", kAll, kBrg, true, kLevels, "table 5"},
      {kBroadcast, "sbt", kAll, kSbt, false, kLevels, "table 5", kNone, 1},
      {kBroadcast, "nrsbt", kAll, kSbt, true, kTurned, "table 5"},
      {kBroadcast, "tcbt", kAll, kTcbt, false, kLevels, "table 5", kNone, 1},
      {kBroadcast, "nesbt", kAll, kNesbt, true, kLevels, "table 5", kNone, 1},
      {kScatter, "brg", kHalf, kBrg, false, kLevels, "table 7", kReverseBreadthFirst, 2},
      {kScatter, "brg", kOne, kBrg, false, kLevels, "section 5.1.1", kReverseBreadthFirst, 1},
      {kScatter, "sbt", kOne, kSbt, false, kPorts, "table 7", kPortOriented},
      {kScatter, "nrsbt", kOne, kSbt, true, kPorts, "table 7", kPortOriented},
      {kScatter, "tcbt", kOne, kTcbt, false, kBranches, "table 7", kPortOriented},
      {kScatter, "sbnt", kOne, kSbnt, true, kPorts, "table 7", kPortOriented},
      {kScatter, "nrbrg", kAll, kBrg, true, kLevels, "table 7", kPostorder},
      {kScatter, "sbt", kAll, kSbt, false, kLevels, "table 7", kReverseBreadthFirst, 1},
      {kScatter, "nrsbt", kAll, kSbt, true, kLevels, "table 7", kReverseBreadthFirst, 1},
      {kScatter, "tcbt", kAll, kTcbt, false, kLevels, "table 7", kReverseBreadthFirst, 1},
      {kScatter, "sbnt", kAll, kSbnt, true, kLevels, "table 7", kReverseBreadthFirst, 1},
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
      {kAlltoall, "brg", kOne, kBrg, false, kLevels, "table 15", kPostorder},
      {kAlltoall, "sbt", kOne, kSbt, false, kPorts, "table 15", kPostorder},
      {kAlltoall, "nrsbt", kOne, kSbt, true, kPorts, "table 15", kPostorder},
      {kAlltoall, "nesbt", kOne, kNesbt, true, kPorts, "table 15", kPostorder},
      {kAlltoall, "sbnt", kOne, kSbnt, true, kPorts, "table 15", kPostorder},
      {kAlltoall, "tcbt", kOne, kTcbt, false, kPorts, "section 7.1", kPostorder},
      {kAlltoall, "nrbrg", kAll, kBrg, true, kLevels, "table 17", kPostorder},
      {kAlltoall, "sbt", kAll, kSbt, false, kLevels, "table 17", kPostorder},
      {kAlltoall, "nrsbt", kAll, kSbt, true, kTurned, "table 17", kPostorder},
      {kAlltoall, "nesbt", kAll, kNesbt, true, kLevels, "table 17", kPostorder},
      {kAlltoall, "sbnt", kAll, kSbnt, true, kLevels, "table 17", kPostorder},
      {kAlltoall, "tcbt", kAll, kTcbt, false, kLevels, "section 7.1", kPostorder},
  };
  std::array<CycleRow, std::size(kWords)> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = row_of(kWords[i]);
  for (CycleRow& row : rows) row.has_formula = true;
  return rows;
}();

constexpr CycleRow scheduled(const RowWords& words, unsigned overlap_percent = 0, bool exchanges = false) {
  CycleRow row = row_of(words);
  row.is_scheduled = true;
  row.overlap_percent = overlap_percent;
  row.exchanges = exchanges;
  return row;
}

constexpr auto kDisciplineRows = [] {
  using enum Collective;
  using enum PortModel;
  using enum SpanningGraph;
  using enum EdgeLabels;
  using enum SchedulingDiscipline;
  return std::array{
      scheduled({kScatter, "sbt", kOne, kSbt, false, kLevels, "section 5.1", kCyclic}),
      scheduled({kScatter, "nrsbt", kOne, kSbt, true, kLevels, "section 5.1", kCyclic}),
      scheduled({kScatter, "sbnt", kOne, kSbnt, true, kLevels, "section 5.1.5", kCyclic}),
      scheduled({kScatter, "sbt", kOne, kSbt, false, kLevels, "section 5.1", kPostorder}),
      scheduled({kScatter, "sbt", kOne, kSbt, false, kLevels, "section 5.1", kReverseBreadthFirst}),
      scheduled({kScatter, "nrsbt", kOne, kSbt, true, kLevels, "section 5.1", kReverseBreadthFirst}),
      scheduled({kScatter, "sbnt", kOne, kSbnt, true, kLevels, "section 5.1", kReverseBreadthFirst}),
      row_of({kScatter, "nrbrg", kAll, kBrg, true, kLevels, "section 3", kReverseBreadthFirst, 1}),
      row_of({kScatter, "nesbt", kAll, kNesbt, true, kLevels, "section 3", kReverseBreadthFirst, 1}),
      row_of({kScatter, "nesbt", kAll, kNesbt, true, kLevels, "section 3", kPostorder}),
      row_of({kScatter, "sbt", kAll, kSbt, false, kLevels, "section 3", kPostorder}),
      row_of({kScatter, "nrsbt", kAll, kSbt, true, kLevels, "section 3", kPostorder}),
      row_of({kScatter, "sbnt", kAll, kSbnt, true, kLevels, "section 3", kPostorder}),
      row_of({kAlltoall, "nrsbt", kAll, kSbt, true, kLevels, "theorem 7.3", kPostorder}),
  };
}();

constexpr auto kIpscRows = [] {
  using enum Collective;
  using enum PortModel;
  using enum SpanningGraph;
  using enum EdgeLabels;
  using enum SchedulingDiscipline;
  constexpr unsigned kOverlap = 20;
  return std::array{
      scheduled({kBroadcast, "sbt", kAll, kSbt, false, kLevels, "section 8.2"}, kOverlap, true),
      scheduled({kBroadcast, "nesbt", kAll, kNesbt, true, kLevels, "section 8.2"}, kOverlap, true),
      scheduled({kScatter, "sbt", kAll, kSbt, false, kLevels, "section 8.3", kPostorder}, kOverlap, true),
      scheduled({kScatter, "sbnt", kAll, kSbnt, false, kLevels, "section 8.3", kPostorder}, kOverlap, true),
  };
}();

}  // namespace

std::span<const CycleRow> ipsc_rows() {
  return kIpscRows;
}

std::span<const CycleRow> cycle_rows() {
  return kCycleRows;
}

std::span<const CycleRow> discipline_rows() {
  return kDisciplineRows;
}

const CycleRow* find_cycle_row(Collective collective, std::string_view algorithm, PortModel ports) {
  for (const CycleRow& row : kCycleRows) {
    if (row.collective == collective && row.ports == ports && row.algorithm == algorithm) return &row;
  }
  return nullptr;
}

}  // namespace testbench
