// SPDX-License-Identifier: Apache-2.0
// Tables 1 and 6 of Johnsson and Ho, and the disciplines of section 5, in Markdown.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/cost/edge_weights.hpp"
#include "testbench/tool/costs/cost_measurement.hpp"

namespace testbench {
namespace {

// A row by levels, in which what crosses an edge in a routing cycle is what table 1 counts.
const CycleRow& row_by_levels(collectives::Collective collective, std::string_view graph,
                              SchedulingDiscipline discipline) {
  const collectives::PortModel ports = graph == "brg" ? collectives::PortModel::kOne : collectives::PortModel::kAll;
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
  const auto counted = [&](collectives::Collective collective, SchedulingDiscipline discipline) {
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
  const EdgeWeights::Levels edges = of_link(counted(collectives::Collective::kAllgather, kNone));
  EdgeWeights weights(n, static_cast<unsigned>(edges.size()));
  weights.ew = edges;
  for (const auto& level : edges) {
    for (unsigned k = 0; k < n; ++k) weights.Ew[k] += level[k];
  }
  weights.sw = of_link(counted(collectives::Collective::kAlltoall, kPostorder));
  weights.rw = counted(collectives::Collective::kScatter, kReverseBreadthFirst);
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
    // The rotations of a tree load all dimensions equally (lemma 3.2).
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

unsigned print_table_6(unsigned n, const CostLinks& links) {
  // Start-ups that outweigh the packets, and packets that outweigh the start-ups.
  constexpr unsigned kLongGap = 2000;
  constexpr std::uint32_t kManyPackets = 960;
  struct Regime {
    const char* name;
    std::uint32_t packets;
    unsigned gap;
    bool is_swept;  // else B = 1
    double paper;   // SBT and nRSBT, and all on n ports
    double tcbt;    // on one port
  };
  const double d = n;
  const Regime regimes[] = {{"one packet", 1, links.gap, false, d / (d + 1), (2 * d - 2) / (d + 1)},
                            {"M/B >> n", kManyPackets, links.gap, false, d, 3},
                            {"B_opt, tau n >> M t_c", n, kLongGap, true, 1, 2},
                            {"B_opt, tau n << M t_c", kManyPackets, 0, true, d, 3}};
  unsigned wrong = 0;
  say("\n### Table 6\n\n| ports | graph / nESBT | case | paper | formulas | measured |\n|---|---|---|---|---|---|\n");
  for (const Regime& regime : regimes) {
    CostLinks at = links;
    at.gap = regime.gap;
    const auto result_of = [&](const char* graph, collectives::PortModel ports) {
      const CostCase of{find_cycle_row(collectives::Collective::kBroadcast, graph, ports), n, regime.packets, 1};
      const CostResult result = regime.is_swept ? sweep(of, at).best : measured(of, at);
      wrong += result.fault ? 1 : 0;
      return result;
    };
    for (const collectives::PortModel ports : {collectives::PortModel::kOne, collectives::PortModel::kAll}) {
      const CostResult nesbt = result_of("nesbt", ports);
      for (const std::string_view graph : {"sbt", "nrsbt", "tcbt"}) {
        // Table 4 counts the TCBT for nodes that send or receive.
        const bool is_half = graph == "tcbt" && ports == collectives::PortModel::kOne;
        const CostResult result = result_of(graph.data(), is_half ? collectives::PortModel::kHalf : ports);
        const auto cycles = [](const CostResult& one) { return static_cast<double>(one.cycles - one.registers); };
        say(fmt::format("| {} | {} | {} | {:.2f} | {:.2f} | {:.2f} |\n", name_of(ports), graph, regime.name,
                        is_half ? regime.tcbt : regime.paper, result.paper() / nesbt.paper(),
                        cycles(result) / cycles(nesbt)));
      }
    }
  }
  return wrong;
}

unsigned print_disciplines(unsigned n, const CostLinks& links) {
  unsigned wrong = 0;
  say("\n### Table of disciplines\n\n| ports | graph | discipline | B | cycles | start-ups of the busiest | bound |\n"
      "|---|---|---|---|---|---|---|\n");
  constexpr std::uint32_t kPackets = 4;
  for (const collectives::PortModel ports : {collectives::PortModel::kOne, collectives::PortModel::kAll}) {
    for (const std::string_view graph : {"sbt", "nrsbt", "sbnt"}) {
      for (const auto rows : {cycle_rows(), discipline_rows()}) {
        for (const CycleRow& row : rows) {
          if (row.collective != collectives::Collective::kScatter || row.algorithm != graph || row.ports != ports)
            continue;
          for (const std::uint32_t b : {kPackets, kPackets << n}) {
            const CostResult result = measured({&row, n, kPackets, b}, links);
            wrong += result.fault ? 1 : 0;
            say(fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", name_of(ports), graph, name_of(row.discipline), b,
                            result.cycles, result.start_ups, number_text(bound_of(result))));
          }
        }
      }
    }
  }
  return wrong;
}

}  // namespace testbench
