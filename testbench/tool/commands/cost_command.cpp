// SPDX-License-Identifier: Apache-2.0
// The cost of collectives in routing cycles: measured beside the formulas of Johnsson and Ho.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/numeral.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/tool/cli/common_steps.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/costs/cost_measurement.hpp"
#include "testbench/tool/printer/columns.hpp"
#include "testbench/tool/printer/plot.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/printer/version.hpp"

namespace testbench {
namespace {

using collectives::Collective;
using collectives::PortModel;

constexpr unsigned kMostCostDim = 10;
// Section 8.1: 1 KiB, here 128 packets of 8 bytes, takes 8 ms to start and 0.8 ms on the wires. A
// cycle stands for a microsecond.
constexpr unsigned kIpscWires = 16;
constexpr unsigned kIpscGap = 8000;
constexpr unsigned kIpscFrame = 128;

// "1,12,60", each once.
std::vector<std::uint32_t> list_of(const char* option, const std::string& text, std::uint32_t most) {
  std::vector<std::uint32_t> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = text.substr(begin, end - begin);
    const auto value = whole_number<std::uint32_t>(item);
    if (!value || *value < 1 || *value > most) {
      throw UsageError(fmt::format("{} {}: '{}' must be 1..{}; give one, or several with commas{}", option, text, item,
                                   most, std::string_view(option) == "--frame-packets" ? ", or best" : ""));
    }
    if (std::ranges::find(values, *value) == values.end()) values.push_back(*value);
    begin = end + 1;
  }
  return values;
}

std::vector<unsigned> cost_dims(const std::string& text) {
  const std::size_t dots = text.find("..");
  const auto first = whole_number<unsigned>(text.substr(0, dots));
  const auto last = dots == std::string::npos ? first : whole_number<unsigned>(text.substr(dots + 2));
  if (!first || !last || *first < 1 || *last > kMostCostDim || *first > *last) {
    throw UsageError(fmt::format("--dims {}: must be A or A..B within 1..{}", text, kMostCostDim));
  }
  std::vector<unsigned> dims;
  for (unsigned dim = *first; dim <= *last; ++dim) dims.push_back(dim);
  return dims;
}

std::vector<const CycleRow*> cost_rows(const CostArguments& arguments) {
  std::vector<const CycleRow*> rows;
  std::vector<std::string> collectives;
  std::vector<std::string> algorithms;
  for (const CycleRow& row : cycle_rows()) {
    const std::string collective = name_of(row.collective);
    if (std::ranges::find(collectives, collective) == collectives.end()) collectives.push_back(collective);
    if (arguments.parameters.collective && *arguments.parameters.collective != collective) continue;
    if (std::ranges::find(algorithms, row.algorithm) == algorithms.end()) algorithms.emplace_back(row.algorithm);
    if (arguments.parameters.algorithm && *arguments.parameters.algorithm != row.algorithm) continue;
    if (arguments.parameters.ports && *arguments.parameters.ports != name_of(row.ports)) continue;
    rows.push_back(&row);
  }
  if (algorithms.empty()) refuse_name("--collective", arguments.parameters.collective.value_or(""), collectives);
  if (arguments.parameters.algorithm &&
      std::ranges::find(algorithms, *arguments.parameters.algorithm) == algorithms.end()) {
    refuse_name("--algorithm", *arguments.parameters.algorithm, algorithms);
  }
  if (rows.empty()) {
    throw UsageError(fmt::format("--ports {}: no such row goes in routing cycles; leave it out",
                                 arguments.parameters.ports.value_or("")));
  }
  return rows;
}

CostLinks cost_links(const CostArguments& arguments) {
  CostLinks links{16, 20, 1};
  if (arguments.ipsc) links = {kIpscWires, kIpscGap, 1};
  if (arguments.parameters.link_wires)
    links.wires = static_cast<unsigned>(number_of("--link-wires", *arguments.parameters.link_wires, "", "cost"));
  if (arguments.parameters.link_gap)
    links.gap = static_cast<unsigned>(number_of("--link-gap", *arguments.parameters.link_gap, "", "cost"));
  return links;
}

// "12.5", or "-" without a formula.
std::string number_or_dash(const Json& value) {
  return value.is_null() ? "-" : number_text(value);
}

// "~": where the formula is not exact.
const Columns kCostColumns{
    {"collective", "collective", -10},
    {"algorithm", "graph", -6},
    {"ports", "ports", -5},
    {"dim", "dim", 3},
    {"packets", "M", 6},
    {"frame_packets", "B", 5},
    {"packet_cycles", "t_c", 4},
    {"tau", "tau", 5},
    {"cycles", "cycles", 9},
    {"formula", "formula", 11, "",
     [](const Json& row) { return (row["formula_exact"] == false ? "~" : "") + number_or_dash(row["formula"]); }},
    {"registers", "registers", 9},
    {"difference", "difference", 10, "", [](const Json& row) { return number_or_dash(row["difference"]); }},
    {"bound", "bound", 11, "", [](const Json& row) { return number_or_dash(row["bound"]); }},
    {"source", "source", 0, "",
     [](const Json& row) -> std::string { return row[row["fault"].is_null() ? "source" : "fault"]; }}};

Json cost_json(const CostResult& result) {
  const CostCase& of = result.of;
  Json json{{"collective", name_of(of.row->collective)},
            {"algorithm", of.row->algorithm},
            {"ports", name_of(of.row->ports)},
            {"dim", of.dim},
            {"packets", of.packets},
            {"frame_packets", of.frame_packets},
            {"packet_cycles", result.at.packet},
            {"tau", result.at.start_up},
            {"cycles", result.cycles},
            {"registers", result.registers},
            {"routing_cycles", result.routing_cycles},
            {"formula", nullptr},
            {"formula_exact", nullptr},
            {"difference", nullptr},
            {"best_frame_packets", nullptr},
            {"least", nullptr},
            {"least_holds", nullptr},
            {"bound", bound_of(result)},
            {"source", of.row->source},
            {"verified", !result.fault},
            {"fault", result.fault ? Json(*result.fault) : Json(nullptr)}};
  if (result.formula != nullptr) {
    json["formula"] = result.paper();
    json["formula_exact"] = result.is_exact();
    json["difference"] = result.difference();
    const double best = result.formula->best_frame(result.at);
    if (std::isfinite(best)) json["best_frame_packets"] = best;
    if (const double least = result.formula->least(result.at); std::isfinite(least)) json["least"] = least;
    json["least_holds"] = result.formula->least_holds(result.at);
  }
  add_program(json);
  json["command"] = command_as_typed();
  return json;
}

std::string printed(const CostArguments& arguments, const CostResult& result, bool first) {
  const Json row = cost_json(result);
  if (arguments.parameters.json) return json_line_of(row);
  if (!arguments.parameters.csv) return (first ? heading_of(kCostColumns) : "") + line_of(kCostColumns, row);
  return (first ? csv_heading_of(row) : "") + csv_line_of(row);
}

// The measured cycles of all rows, and the formulas, by B or by dimension.
Plot cost_plot(const std::vector<CostResult>& results, bool by_dim) {
  Plot plot{.title = "Cost in routing cycles",
            .x_name = by_dim ? "dimension" : "most packets in a frame, B",
            .y_name = "cycles",
            .has_log_y = true,
            .curves = {}};
  const auto name_in_plot = [](const CostCase& of) {
    return fmt::format("{} {} {}", name_of(of.row->collective), of.row->algorithm, name_of(of.row->ports));
  };
  const CycleRow* row = nullptr;
  unsigned color = 0;
  for (const CostResult& result : results) {
    if (result.of.row != row) {
      row = result.of.row;
      const std::string name = name_in_plot(result.of);
      plot.curves.push_back({.name = name, .kind = CurveKind::kMeasured, .color = color, .points = {}});
      plot.curves.push_back({.name = name + ", formula", .kind = CurveKind::kTheory, .color = color++, .points = {}});
    }
    const double x = by_dim ? result.of.dim : result.of.frame_packets;
    (plot.curves.end() - 2)->points.push_back({x, static_cast<double>(result.cycles)});
    if (result.formula != nullptr) plot.curves.back().points.push_back({x, result.paper()});
  }
  return plot;
}

}  // namespace

int cost_command(const CostArguments& arguments) {
  CostLinks links = cost_links(arguments);
  if (arguments.tables) return arguments.ipsc ? print_ipsc_figures() : print_cost_tables(links);
  if (arguments.planner) {
    const auto points = static_cast<std::uint32_t>(number_of("--planner", *arguments.planner, "", "cost"));
    const auto seed = arguments.parameters.seed
                          ? static_cast<std::uint64_t>(number_of("--seed", *arguments.parameters.seed, "", "cost"))
                          : 1;
    return check_planner(points, seed, arguments.parameters.json);
  }
  const std::vector<const CycleRow*> rows = cost_rows(arguments);
  const std::vector<unsigned> dims = cost_dims(arguments.dims);
  constexpr std::uint32_t kMostPackets = 100000;
  const std::vector<std::uint32_t> packets = list_of("--packets", arguments.packets, kMostPackets);
  const bool sweeps = arguments.frame_packets == "best";
  std::vector<std::uint32_t> frames{arguments.ipsc ? kIpscFrame : 4};
  if (!arguments.frame_packets.empty() && !sweeps)
    frames = list_of("--frame-packets", arguments.frame_packets, kMostFrame);
  links.frame_room = std::bit_ceil(*std::ranges::max_element(frames));
  CommandFiles files;
  OutputFile* plot = arguments.plot ? &files.output("--plot", *arguments.plot, OutputFile::Accepts::kStreams) : nullptr;
  files.check();
  if (plot != nullptr) drawn(plot->label(), [] { return run_gnuplot(""); });
  files.open();

  std::vector<CostResult> results;
  std::string first_fault;
  for (const CycleRow* const row : rows) {
    ProgressLine progress(fmt::format("{} {}", name_of(row->collective), row->algorithm));
    for (const unsigned dim : dims) {
      for (const std::uint32_t m : packets) {
        for (const std::uint32_t b : frames) {
          if (standard_output_lost()) break;
          if (row->collective == collectives::Collective::kBarrier && m != packets.front())
            continue;  // it has one packet
          CostCase of{row, dim, row->collective == collectives::Collective::kBarrier ? 1 : m, b};
          if (sweeps && find_formula(*row) == nullptr) continue;
          results.push_back(sweeps ? sweep(of, links).best : measured(of, links));
          say(printed(arguments, results.back(), results.size() == 1));
          if (first_fault.empty()) first_fault = results.back().fault.value_or("");
        }
      }
    }
  }
  if (plot != nullptr)
    plot->stream() << drawn(plot->label(), [&] { return svg_of(cost_plot(results, frames.size() == 1)); });
  files.finish();
  files.publish();
  if (first_fault.empty()) return 0;
  complain(fmt::format("not verified: {}", first_fault));
  return 1;
}

}  // namespace testbench
