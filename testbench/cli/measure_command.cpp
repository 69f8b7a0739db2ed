// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <new>
#include <optional>
#include <vector>

#include "testbench/cli/commands.hpp"
#include "testbench/cli/kept_rows.hpp"
#include "testbench/cli/measure_plan.hpp"
#include "testbench/cli/progress.hpp"
#include "testbench/cli/result.hpp"
#include "testbench/cli/wave_scratch.hpp"
#include "testbench/files/command_files.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/request/words.hpp"
#include "testbench/run/runner.hpp"
#include "testbench/run/symmetric_run.hpp"

namespace testbench {
namespace {

// Repeats a run with every seed. The report is that of the first seed, or of the first seed with a
// fault.
void run_seeds(const MeasurePlan& plan, const RunOptions& options, Result& result) {
  const Experiment first = result.experiment;
  SeedSpread spread{plan.seeds, 0, 0, 0};
  for (std::uint64_t i = 0; i < plan.seeds; ++i) {
    const Experiment experiment = first.with_seed(seed_of_run(first.simulation().stall_seed, i));
    RunReport report = run_of_any(experiment, options);
    spread.least = i == 0 ? report.cycles : std::min(spread.least, report.cycles);
    spread.most = std::max(spread.most, report.cycles);
    spread.mean += static_cast<double>(report.cycles) / static_cast<double>(plan.seeds);
    if (i != 0 && (!report.fault || result.report.fault)) continue;
    result.report = std::move(report);
    result.experiment = experiment;
  }
  if (plan.seeds > 1) result.spread = spread;
}

// The result of a run before it is made: what it records, and no figures.
Result unmeasured(const Experiment& experiment, const MeasurePlan& plan, const Reporting& reporting) {
  const auto& network = experiment.operation().network;
  Result result(experiment);
  result.clock_mhz = reporting.clock_mhz;
  result.asks_latency = reporting.latency;
  if (reporting.links) {
    result.report.link_load.emplace(network.nodes(), network.ports(), experiment.engine().name == kSymmetricEngineName);
  }
  if (plan.seeds > 1) result.spread = SeedSpread{plan.seeds, 0, 0, 0};
  return result;
}

void measure(const MeasurePlan& plan, RunOptions options, const std::optional<std::string>& refusal, Result& result) {
  const collectives::Operation& operation = result.operation();
  result.refusal = refusal;
  if (refusal) return;
  ProgressLine progress(fmt::format("{} {} {}", name_of(operation.row->collective), operation.row->algorithm,
                                    printable(result.experiment.network())));
  options.loading = [&](double part) { progress.show(part, "loading"); };
  options.progress = [&](double part) { progress.show(part); };
  options.latency = result.asks_latency && !operation.shape().combined;
  const Result without_figures = result;
  try {
    run_seeds(plan, options, result);
  } catch (const std::bad_alloc&) {
    result = without_figures;
    result.refusal = "there is not enough memory for it; " + way_to_less_memory(operation);
  }
}

std::string fault_of(const Result& result) {
  if (!result.refusal) return result.report.fault.value_or("the closed form is missed");
  const collectives::Operation& operation = result.operation();
  return fmt::format("{} {} {} --packets {}: {}", name_of(operation.row->collective), operation.row->algorithm,
                     option_of(result.experiment), operation.packets, *result.refusal);
}

std::string row_in_form(const Result& result, Form form, const TableColumns& columns) {
  if (form == Form::kJson) return json_line(result);
  return form == Form::kCsv ? csv_row(result) : table_row(result, columns);
}

// The rows that need not be measured again.
KeptRows kept_rows(const MeasureArguments& arguments) {
  KeptRows kept;
  if (arguments.join) {
    for (const std::string& file : words_between_commas("--join", *arguments.join)) kept.read("--join", file);
  }
  if (!arguments.resume || !arguments.results) return kept;
  const std::filesystem::path& results = *arguments.results;
  if (!std::filesystem::exists(results)) return kept;
  if (!std::filesystem::is_regular_file(results)) {
    throw UsageError(
        fmt::format("--resume: --results {} is no regular file; give one, or leave --resume out", results.string()));
  }
  kept.read("--results", results);
  return kept;
}

// The rows of the results file, by run. A file gets kept rows before all others and at once, so that
// none is lost if the command is killed. Where they are not the first ones, all rows are written
// again at the end, in the order of the runs. A stream gets every row in its turn.
class Rows {
 public:
  Rows(const MeasureArguments& arguments, const MeasurePlan& plan, const Reporting& reporting)
      : lines_(plan.runs.size()) {
    using std::filesystem::exists;
    if (arguments.results && (!exists(*arguments.results) || is_regular_file(*arguments.results))) {
      file_ = *arguments.results;
    }
    const KeptRows kept = kept_rows(arguments);
    if (kept.empty()) return;
    std::size_t count = 0;
    for (std::size_t run = 0; run < plan.runs.size(); ++run) {
      Result result = unmeasured(plan.runs[run], plan, reporting);
      const std::string* const line = kept.find(result);
      if (line == nullptr) continue;
      fill_in(*line, result);  // while nothing is written yet
      lines_[run] = *line;
      in_order_ = in_order_ && run == count;
      ++count;
    }
  }

  void begin(OutputFile& results) const {
    if (file_.empty()) return;
    std::string kept;
    for (const std::string& line : lines_) kept += line;
    if (!kept.empty()) results.write_row(kept);
  }
  // Null: the run is to be made.
  const std::string* kept(std::size_t run) const { return lines_[run].empty() ? nullptr : &lines_[run]; }
  void add_kept(std::size_t run, OutputFile& results) const {
    if (file_.empty()) results.write_row(lines_[run]);
  }
  void add(std::size_t run, const std::string& line, OutputFile& results) {
    results.write_row(line);
    if (!in_order_) lines_[run] = line;
  }
  void end() const {
    if (in_order_ || file_.empty()) return;
    CommandFiles files;
    OutputFile& ordered = files.output("--results", file_, OutputFile::Accepts::kStreams);
    files.check();
    files.open();
    for (const std::string& line : lines_) ordered.stream() << line;
    files.finish();
    files.publish();
  }

 private:
  std::vector<std::string> lines_;
  std::filesystem::path file_;  // empty: a stream, or no results
  bool in_order_ = true;
};

}  // namespace

int measure_command(const MeasureArguments& arguments) {
  const Reporting reporting = reporting_of(arguments.reporting);
  CommandFiles files;
  OutputFile* results = nullptr;
  if (arguments.results) {
    results = &files.output("--results", *arguments.results, OutputFile::Accepts::kStreams);
    files.check();
  }
  const MeasurePlan plan = plan_measurement(arguments, reporting);
  Rows rows(arguments, plan, reporting);
  const TableColumns columns{reporting.clock_mhz.has_value(),
                             plan.seeds > 1,
                             reporting.latency,
                             reporting.links,
                             !router_options(plan.runs.front().operation()).empty(),
                             !plan.runs.front().operation().network.is_cube()};
  RunOptions options;
  options.link_load = reporting.links;
  std::optional<WaveScratch> scratch;
  if (plan.runs.front().simulation().lockstep) {
    scratch.emplace("waveform of --lockstep");
    options.lockstep_wave = scratch->file();
  }
  files.open();
  if (results != nullptr) rows.begin(*results);

  if (reporting.form == Form::kText) say(table_heading(columns));
  unsigned wrong = 0;
  std::size_t run = 0;
  std::string first_fault;
  std::vector<std::optional<std::string>> refusals;  // of the runs up to the last by this algorithm
  for (; run < plan.runs.size(); ++run) {
    if (standard_output_lost() && (results == nullptr || results->is_lost())) break;  // nobody would read the rest
    if (run == refusals.size()) std::ranges::copy(memory_faults(plan, run), std::back_inserter(refusals));
    Result result = unmeasured(plan.runs[run], plan, reporting);
    if (const std::string* const kept = rows.kept(run)) {
      fill_in(*kept, result);
      if (results != nullptr) rows.add_kept(run, *results);
    } else {
      try {
        measure(plan, options, refusals[run], result);
      } catch (const ShownDivergence& seen) {
        throw Divergence(seen.moment, seen.difference,
                         publish_wave(seen, scratch, "waveform", RunOptions::kLockstepWave));
      }
      if (results != nullptr) rows.add(run, json_line(result), *results);
    }
    if (reporting.form == Form::kCsv && run == 0) say(csv_heading(result));
    say(row_in_form(result, reporting.form, columns));
    if (result.as_it_should()) continue;
    if (wrong++ == 0) first_fault = fault_of(result);
  }
  files.finish();
  files.publish();
  if (run == plan.runs.size()) rows.end();
  if (wrong == 0) return 0;
  complain(fmt::format("{} of {} runs are not as they should be; the first: {}", wrong, plan.runs.size(), first_fault));
  return 1;
}

}  // namespace testbench
