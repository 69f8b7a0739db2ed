// SPDX-License-Identifier: Apache-2.0
// The rows in routing cycles: which graph, which labels, which table.
#include <algorithm>
#include <array>

#include "testbench/plans/cycles/routing_cycles.hpp"

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
  row.programs =
      shape_of(words.collective).senders == collectives::Party::kAll ? Programs::kSymmetric : Programs::kOfNodes;
  row.source = words.source;
  row.merit = "in routing cycles";
  row.graph = words.graph;
  row.rotated = words.rotated;
  row.labels = words.labels;
  row.discipline = words.discipline;
  row.period = words.period;
  return row;
}

// The rows of reductions that follow from a row: backwards, and for an allreduce there and back.
constexpr std::size_t reductions_of(const RowWords& words) {
  if (words.collective == Collective::kBroadcast) return 1;
  if (words.collective != Collective::kAllgather) return 0;
  return words.graph == SpanningGraph::kTcbt || (words.graph == SpanningGraph::kBrg && words.rotated) ? 1 : 2;
}
constexpr CycleRow reduction(CycleRow row, Collective collective, node::Rule rule, const char* merit) {
  row.collective = collective;
  row.rule = rule;
  row.merit = merit;
  row.by_blocks = collective == Collective::kAllreduce && rule == collectives::kRule<rules::Parents>;
  return row;
}
constexpr CycleRow reverse_of(const CycleRow& row) {
  const bool has_root = row.collective == Collective::kBroadcast;
  return reduction(row, has_root ? Collective::kReduce : Collective::kReduceScatter, collectives::kRule<rules::Parents>,
                   "in routing cycles, backwards");
}
constexpr CycleRow both_ways(const CycleRow& row) {
  return reduction(row, Collective::kAllreduce, collectives::kRule<rules::Parents>,
                   "in routing cycles, a block for each node, backwards and forwards");
}
// An exchange is over all dimensions in turn, as the labels of an SBT say.
constexpr CycleRow exchange(Collective collective, PortModel ports) {
  const bool is_prefix = shape_of(collective).scope != collectives::Scope::kAllNodes;
  const bool is_turned = !is_prefix && ports == PortModel::kAll;
  CycleRow row = row_of({collective, "exchange", ports, SpanningGraph::kSbt, is_turned,
                         is_turned ? EdgeLabels::kTurned : EdgeLabels::kPorts, "section 6.1, with sums",
                         SchedulingDiscipline::kNone, is_prefix && ports == PortModel::kAll ? 1u : 0u});
  if (is_prefix) row.programs = Programs::kOfNodes;
  return reduction(row, collective, is_prefix ? collectives::kRule<rules::Prefix> : collectives::kRule<rules::Exchange>,
                   "in routing cycles");
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
  constexpr Collective kExchanged[] = {kAllreduce, kScan, kExscan, kBarrier};
  constexpr std::size_t kCount = [&] {
    std::size_t count = std::size(kWords) + 2 * std::size(kExchanged);
    for (const RowWords& words : kWords) count += reductions_of(words);
    return count;
  }();
  std::array<CycleRow, kCount> rows{};
  std::size_t count = 0;
  for (const RowWords& words : kWords) rows[count++] = row_of(words);
  for (const RowWords& words : kWords) {
    if (reductions_of(words) > 0) rows[count++] = reverse_of(row_of(words));
    if (reductions_of(words) > 1) rows[count++] = both_ways(row_of(words));
  }
  for (const Collective collective : kExchanged) {
    for (const PortModel ports : {kAll, kOne}) rows[count++] = exchange(collective, ports);
  }
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

bool goes_in_cycles(Collective collective) {
  return std::ranges::find(kCycleRows, collective, &CycleRow::collective) != kCycleRows.end();
}

CycleRow CycleRow::of(Collective other) const {
  CycleRow row = *this;
  row.collective = other;
  row.rule = shape_of(other).combined ? collectives::kRule<rules::Parents> : rule_of(graph, other);
  row.by_blocks = false;
  return row;
}

const CycleRow* find_cycle_row(Collective collective, std::string_view algorithm, PortModel ports) {
  for (const CycleRow& row : kCycleRows) {
    if (row.collective == collective && row.ports == ports && row.algorithm == algorithm) return &row;
  }
  return nullptr;
}

}  // namespace testbench
