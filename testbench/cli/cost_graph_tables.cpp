// SPDX-License-Identifier: Apache-2.0
// Tables 1 and 6 of Johnsson and Ho, and the disciplines of section 5, in Markdown.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "testbench/cli/cost_measurement.hpp"
#include "testbench/cost/edge_weights.hpp"
#include "testbench/files/standard_streams.hpp"

namespace testbench {
namespace {

using collectives::Collective;
using collectives::PortModel;

// A row by levels, in which what crosses an edge in a routing cycle is what table 1 counts.
const CycleRow& row_by_levels(Collective collective, std::string_view graph, SchedulingDiscipline discipline) {
  const PortModel ports = graph == "brg" ? PortModel::kOne : PortModel::kAll;
  for (const auto rows : {cycle_rows(), discipline_rows()}) {
    for (const CycleRow& row : rows) {
      if (row.collective == collective && row.algorithm == graph && row.ports == ports &&
          row.labels == EdgeLabels::kLevels && row.discipline == discipline) {
        return row;
      }
    }
  }
  throw std::logic_error("no such row");
}

// Allgather: a link carries in routing cycle l what weighs ew_l in its dimension (lemma 3.3). Alltoall
// in postorder: sw_l (lemma 3.5). Scatter in reverse breadth first: the links of a dimension carry
// rw_l together, l routing cycles before the last (section 3).
EdgeWeights measured_weights(std::string_view graph, bool rotated, unsigned n, const CostLinks& links,
                             unsigned& wrong) {
  using enum SchedulingDiscipline;
  const std::uint32_t packets = rotated ? n : 1;
  const auto counted = [&](Collective collective, SchedulingDiscipline discipline) {
    const CountedPackets found = count_packets({&row_by_levels(collective, graph, discipline), n, packets, 64}, links);
    wrong += found.fault ? 1 : 0;
    return found.packets;
  };
  const auto of_link = [&](EdgeWeights::Levels levels) {
    for (auto& level : levels) {
      for (std::uint64_t& sum : level) sum /= cube::nodes(n);
    }
    return levels;
  };
  const EdgeWeights::Levels edges = of_link(counted(Collective::kAllgather, kNone));
  EdgeWeights weights(n, static_cast<unsigned>(edges.size()));
  weights.ew = edges;
  for (const auto& level : edges) {
    for (unsigned k = 0; k < n; ++k) weights.Ew[k] += level[k];
  }
  weights.sw = of_link(counted(Collective::kAlltoall, kPostorder));
  weights.rw = counted(Collective::kScatter, kReverseBreadthFirst);
  std::ranges::reverse(weights.rw);
  return weights;
}

struct Graph {
  const char* name;
  SpanningGraph graph;
  bool rotated;
};
constexpr Graph kGraphs[] = {{"brg", SpanningGraph::kBrg, false},    {"nrbrg", SpanningGraph::kBrg, true},
                             {"sbt", SpanningGraph::kSbt, false},    {"nrsbt", SpanningGraph::kSbt, true},
                             {"nesbt", SpanningGraph::kNesbt, true}, {"sbnt", SpanningGraph::kSbnt, true}};

std::vector<std::uint64_t> of_dimension(const EdgeWeights::Levels& levels, unsigned k) {
  std::vector<std::uint64_t> values;
  for (const auto& level : levels) values.push_back(level[k]);
  return values;
}

std::string list_text(const std::vector<std::uint64_t>& values) {
  return fmt::format("{}", fmt::join(values, " "));
}

}  // namespace

unsigned print_table_1(unsigned n, const CostLinks& links) {
  unsigned wrong = 0;
  say(
      fmt::format("\n### Table 1\n\n| graph | weight | dimension | l = 0, 1, ..: counted | table | links |\n"
                  "|---|---|---|---|---|---|\n"));
  for (const Graph& graph : kGraphs) {
    const EdgeWeights counted = counted_weights(graph.graph, graph.rotated, n);
    const EdgeWeights paper = paper_weights(graph.graph, graph.rotated, n);
    const EdgeWeights links_carry = measured_weights(graph.name, graph.rotated, n, links, wrong);
    const auto row = [&](const char* weight, const std::string& dimension, const auto& values) {
      say(fmt::format("| {} | {} | {} | {} | {} | {} |\n", graph.name, weight, dimension, list_text(values(counted)),
                      list_text(values(paper)), list_text(values(links_carry))));
    };
    // The rotations of a tree load all dimensions alike (lemma 3.2).
    for (unsigned k = 0; k < (graph.rotated ? 1 : n); ++k) {
      const std::string dimension = graph.rotated ? "each" : fmt::format("{}", k);
      row("Ew", dimension, [&](const EdgeWeights& w) { return std::vector{w.Ew[k]}; });
      row("ew", dimension, [&](const EdgeWeights& w) { return of_dimension(w.ew, k); });
      row("sw", dimension, [&](const EdgeWeights& w) { return of_dimension(w.sw, k); });
      row("rw", dimension, [&](const EdgeWeights& w) { return of_dimension(w.rw, k); });
    }
    wrong += counted == paper && counted == links_carry ? 0 : 1;
  }
  return wrong;
}

}  // namespace testbench
