// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/measure_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "testbench/engines/mpi/mpi_ranks.hpp"
#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/interruption.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/divided_run.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/symmetric_run.hpp"
#include "testbench/tool/cli/command_line.hpp"
#include "testbench/tool/cli/command_table.hpp"
#include "testbench/tool/cli/common_steps.hpp"
#include "testbench/tool/cli/dealt_rows.hpp"
#include "testbench/tool/cli/measure_plan.hpp"
#include "testbench/tool/cli/measured_rows.hpp"
#include "testbench/tool/cli/wave_scratch.hpp"
#include "testbench/tool/printer/plot.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/printer/result.hpp"
#include "testbench/tool/printer/summary_table.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

// Repeats a run with every seed. The report is that of the first seed, or of the first seed with a
// fault.
void run_seeds(const MeasurePlan& plan, const RunHooks& hooks, Result& result) {
  const Experiment first = result.experiment;
  SeedSpread spread{plan.seeds, 0, 0, 0};
  for (std::uint64_t i = 0; i < plan.seeds; ++i) {
    const Experiment experiment = first.with_seed(seed_of_run(first.setting().seed, i));
    RunReport report = run_of_any(experiment, hooks);
    spread.least = i == 0 ? report.cycles : std::min(spread.least, report.cycles);
    spread.most = std::max(spread.most, report.cycles);
    spread.mean += static_cast<double>(report.cycles) / static_cast<double>(plan.seeds);
    if (i != 0 && (!report.fault || result.report.fault)) continue;
    result.report = std::move(report);
    result.experiment = experiment;
  }
  if (plan.seeds > 1) result.spread = spread;
}

// Throws what a rank of an mpirun cannot tell in a row.
void measure(const MeasurePlan& plan, RunHooks hooks, const std::optional<std::string>& refusal, Result& result) {
  const collectives::Operation& operation = result.operation();
  result.refusal = refusal;
  if (refusal) return;
  ProgressLine progress(fmt::format("{} {} {}", name_of(operation.row->collective), operation.row->algorithm,
                                    printable(result.experiment.network())));
  hooks.loading = [&](double part) { progress.show(part, "loading"); };
  hooks.progress = [&](double part) { progress.show(part); };
  const Result without_figures = result;
  try {
    run_seeds(plan, hooks, result);
  } catch (const std::bad_alloc&) {
    result = without_figures;
    result.refusal = std::string("there is not enough memory for it; ") + kWayToLessMemory;
  }
}

std::string fault_of(const Experiment& experiment, const Json& row) {
  if (row.at("fault").is_null()) return "the closed form is missed";
  std::string fault = row.at("fault");
  if (!row.at("verified").is_null()) return fault;
  const collectives::Operation& operation = experiment.operation();
  return fmt::format("{} {} {} --packets {}: {}", name_of(operation.row->collective), operation.row->algorithm,
                     experiment.words(), operation.packets, fault);
}

// The rows as rank 0 gets to know them: written down as they come, printed in the order of the runs.
class Report {
 public:
  // `results`: the file of --results, or null.
  Report(const MeasurePlan& plan, const MeasureArguments& arguments, const TableColumns& shown,
         const OutputFile* results)
      : plan_(plan), arguments_(arguments), columns_(result_columns(shown)), results_(results) {
    if (arguments.parameters.json || arguments.parameters.csv) return;
    if (arguments.rows || shown.bandwidth || shown.spread || shown.latency || shown.links) {
      say(heading_of(columns_));
    } else {
      summary_.emplace(plan.networks);
    }
  }

  // `line`: the row as it is written.
  void print(const Json& row, const std::string& line) {
    if (arguments_.plot) rows_.push_back(row);
    if (summary_) {
      const std::lock_guard lock(summing_);
      summary_->add(row);
    } else if (arguments_.parameters.json) {
      say(line);
    } else if (arguments_.parameters.csv) {
      const Json whole = with_hash(row);
      if (printed_ == 0) say(csv_heading_of(whole));
      say(csv_line_of(whole));
    } else {
      say(line_of(columns_, row));
    }
    if (!is_as_it_should(row) && wrong_++ == 0) first_fault_ = fault_of(plan_.runs[printed_], row);
    ++printed_;
  }
  // A row that may come before others whose turn it is.
  void add(std::size_t run, const std::string& line, const std::function<void(const std::string&)>& in_turn = {}) {
    waiting_[run] = line;
    while (!waiting_.empty() && waiting_.begin()->first == printed_) {
      const std::string row = std::move(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      if (in_turn) in_turn(row);
      print(Json::parse(row), row);
    }
  }

  // If there is a --plot: those that have been printed.
  const std::vector<Json>& rows() const { return rows_; }
  bool is_complete() const { return printed_ == plan_.runs.size(); }
  // Prints what a table without rows has, once.
  void print_summary() {
    const std::lock_guard lock(summing_);
    if (summary_) say(last_lines(*summary_));
    summary_.reset();
  }
  // Returns the exit status.
  int end() const {
    if (wrong_ == 0) return 0;
    complain(
        fmt::format("{} of {} runs are not as they should be; the first: {}", wrong_, plan_.runs.size(), first_fault_));
    return 1;
  }

 private:
  // The lines of CSV have the same columns, also where some networks are of files.
  Json with_hash(const Json& row) const {
    if (plan_.networks.empty() || row.contains("network_hash")) return row;
    Json whole;
    for (const auto& [key, value] : row.items()) {
      whole[key] = value;
      if (key == "network") whole["network_hash"] = nullptr;
    }
    return whole;
  }
  std::string last_lines(const SummaryTable& summary) const {
    const std::string rows = results_ != nullptr && !results_->is_lost()
                                 ? "rows: " + printable(arguments_.results.value_or("").string())
                                 : "--rows prints each of them";
    return fmt::format("{}; {}\n", summary.text(plan_.runs.size()), rows);
  }
  const MeasurePlan& plan_;
  const MeasureArguments& arguments_;
  Columns columns_;
  const OutputFile* results_;
  std::optional<SummaryTable> summary_;       // of text without rows
  std::mutex summing_;                        // against the thread that waits for signals
  Undo at_end_{[this] { print_summary(); }};  // if a signal or an exception ends the runs
  std::map<std::size_t, std::string> waiting_;
  std::vector<Json> rows_;
  std::size_t printed_ = 0;
  unsigned wrong_ = 0;
  std::string first_fault_;
};

// Cycles by M where several were asked for or the network is one, else by dimension, or by nodes of several
// networks; a curve for each algorithm and port model.
Plot plot_of(const std::vector<Json>& rows, bool has_networks) {
  std::set<std::int64_t> packets;
  for (const Json& row : rows) packets.insert(row.at("packets").get<std::int64_t>());
  const bool by_packets = packets.size() > 1 || (!has_networks && !rows.empty() && rows.front().at("dim").is_null());
  const char* const size = has_networks ? "nodes" : "dim";
  Plot plot;
  plot.title = rows.empty() ? "" : fmt::format("Cycles of {}", rows.front().at("collective").get<std::string>());
  plot.x_name = by_packets ? "M" : has_networks ? "n" : "d";
  plot.y_name = "cycles";
  plot.has_log_y = true;
  plot.has_log_x = by_packets;
  const auto coordinates = [](const PlotPoint& point) { return std::pair(point.x, point.y); };
  std::map<std::string, Curve> of_kind[2];  // measured, bounds
  const auto points_of = [&](CurveKind kind, const std::string& name) -> std::vector<PlotPoint>& {
    auto& curves = of_kind[kind == CurveKind::kTheory];
    const auto color = static_cast<unsigned>(curves.size());
    return curves.try_emplace(name, Curve{name, kind, color, {}}).first->second.points;
  };
  for (const Json& row : rows) {
    if (row.at("cycles").is_null()) continue;
    const std::string site = !by_packets               ? ""
                             : has_networks            ? ", " + printable(row.at("network").get<std::string>())
                             : row.at("dim").is_null() ? ""
                                                       : fmt::format(", d = {}", row.at("dim").dump());
    const std::string ports = row.at("ports");
    const auto x = row.at(by_packets ? "packets" : size).get<double>();
    points_of(CurveKind::kMeasured, fmt::format("{} {}{}", row.at("algorithm").get<std::string>(), ports, site))
        .push_back({x, row.at("cycles").get<double>()});
    std::vector<PlotPoint>& bound = points_of(CurveKind::kTheory, fmt::format("bound, {}{}", ports, site));
    if (bound.empty() || bound.back().x < x) bound.push_back({x, row.at("lower_bound").get<double>()});
  }
  for (const auto& curves : of_kind) {
    for (const auto& [name, curve] : curves) {
      const auto same = std::ranges::find_if(plot.curves, [&](const Curve& other) {
        return other.kind == curve.kind && std::ranges::equal(other.points, curve.points, {}, coordinates, coordinates);
      });
      if (same == plot.curves.end()) {
        plot.curves.push_back(curve);
      } else {
        same->name += " = " + name;  // one line, which would hide the other
      }
    }
  }
  return plot;
}

// The width of their column; 0: none.
int width_of(const std::vector<std::string>& networks) {
  std::size_t width = 0;
  for (const std::string& network : networks) width = std::max(width, printable(network).size());
  return static_cast<int>(width);
}

// The rows without a stored result, those with most work first.
std::vector<std::size_t> largest_first(const MeasurePlan& plan, const MeasuredRows& rows) {
  std::vector<std::pair<double, std::size_t>> work;
  for (std::size_t run = 0; run < plan.runs.size(); ++run) {
    if (rows.kept(run) != nullptr) continue;
    const Task& task = plan.runs[run].task();
    const auto node_cycles =
        static_cast<double>(lower_bound(task).value) * static_cast<double>(router_count(task)) * port_count(task);
    work.emplace_back(-node_cycles, run);
  }
  std::ranges::sort(work);
  std::vector<std::size_t> order;
  order.reserve(work.size());
  for (const auto& [size, run] : work) order.push_back(run);
  return order;
}

}  // namespace

int measure_command(const MeasureArguments& arguments) {
  const std::optional<double> clock_mhz = clock_of(arguments.parameters);
  if (arguments.parameters.engine == kMpiEngineName) {
    throw UsageError("--engine mpi: is for run; mpirun deals the rows of measure to its ranks, so use --engine native");
  }
  CommandFiles files;
  for (const std::string& network : networks_in(arguments.parameters.network.value_or(""))) {
    files.read_elsewhere("--network", files_of(network));
  }
  for (const auto& [option, path] : arguments.parameters.link_files()) files.read_elsewhere(option, {path});
  for (const std::string& file : joined_files(arguments)) files.read_elsewhere("--join", {file});
  OutputFile* results = nullptr;
  const bool is_first = rank_in_environment() == 0;
  if (arguments.results && is_first) {
    results = &files.output("--results", *arguments.results, OutputFile::Accepts::kStreams);
  }
  OutputFile* const plot =
      arguments.plot && is_first ? &files.output("--plot", *arguments.plot, OutputFile::Accepts::kStreams) : nullptr;
  files.check();
  if (plot != nullptr) drawn(plot->label(), [] { return run_gnuplot(""); });
  const MeasurePlan plan = plan_measurement(arguments);
  Ranks* const ranks = ranks_in_environment() > 1 ? &join_others("measure under mpirun") : nullptr;
  std::unique_ptr<MeasuredRows> rows;
  together(ranks, [&] {
    if (is_first) rows = std::make_unique<MeasuredRows>(arguments, plan);
  });
  const TableColumns columns{
      clock_mhz.has_value(),
      plan.seeds > 1,
      arguments.parameters.latency,
      arguments.parameters.links,
      !router_options(plan.runs.front().operation()).empty() || plan.runs.front().operation().link_latency != 0,
      !plan.runs.front().dim() || !plan.networks.empty(),
      width_of(plan.networks)};
  RunHooks hooks;
  std::optional<WaveScratch> scratch;
  if (plan.runs.front().setting().lockstep) {
    scratch.emplace("waveform of --lockstep");
    hooks.lockstep_wave = scratch->file();
  }
  together(ranks, [&] { files.open(); });
  if (results != nullptr) {
    rows->begin(*results);
    if (rows->are_kept())
      hint_if_interrupted(fmt::format("the same command{} continues", arguments.resume ? "" : " with --resume"));
  }

  // The result of a run without a stored one.
  const auto measured = [&](std::size_t run, const std::optional<std::string>& refusal) {
    Result result = unmeasured(plan.runs[run], plan);
    try {
      measure(plan, hooks, refusal, result);
    } catch (const ShownDivergence& seen) {
      throw Divergence(seen.moment, seen.difference, publish_wave(seen, scratch, "waveform", RunHooks::kLockstepWave));
    }
    return result;
  };
  const auto measure_dealt = [&](std::size_t run) {
    return json_line_of(
        to_json(measured(run, memory_fault(plan.runs[run], false, ranks->on_this_machine())), clock_mhz));
  };
  if (!is_first) {
    DealtRows(*ranks, {}).measure(measure_dealt, {});
    return 0;
  }
  Report report(plan, arguments, columns, results);
  const auto nobody_reads = [&] { return standard_output_lost() && (results == nullptr || results->is_lost()); };
  if (ranks != nullptr) {
    rows->come_in_any_order();
    const auto come = [&](std::size_t run, const std::string& line) {
      report.add(run, line, [&](const std::string& of_next) {
        if (results != nullptr) rows->add_in_turn(of_next, *results);
      });
    };
    DealtRows dealt(*ranks, largest_first(plan, *rows));
    for (std::size_t run = 0; run < plan.runs.size(); ++run) {
      if (const std::string* const kept = rows->kept(run)) come(run, *kept);
    }
    hooks.interrupted = [&] { return dealt.serve(), false; };
    dealt.measure(measure_dealt, [&](std::size_t run, const std::string& line) {
      if (results != nullptr) rows->add(run, line, *results);
      come(run, line);
    });
  } else {
    std::vector<std::optional<std::string>> refusals;  // of the runs up to the last by this algorithm
    for (std::size_t run = 0; run < plan.runs.size() && !nobody_reads(); ++run) {
      if (run == refusals.size()) std::ranges::copy(memory_faults(plan, run), std::back_inserter(refusals));
      if (const std::string* const kept = rows->kept(run)) {
        if (results != nullptr) rows->add_in_turn(*kept, *results);
        report.add(run, *kept);
        continue;
      }
      const Json row = to_json(measured(run, refusals[run]), clock_mhz);
      const std::string line = json_line_of(row);
      if (results != nullptr) rows->add(run, line, *results);
      report.print(row, line);
    }
  }
  if (plot != nullptr)
    plot->stream() << drawn(plot->label(), [&] { return svg_of(plot_of(report.rows(), !plan.networks.empty())); });
  report.print_summary();  // also where the results cannot be written to their end
  files.finish();
  files.publish();
  if (report.is_complete()) rows->end();
  return report.end();
}

const CommandTable& measure_alone() {
  static const CommandTable alone{start("measure", measure_command)};
  return alone;
}

}  // namespace testbench
