// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <new>
#include <optional>
#include <vector>

#include "testbench/cli/commands.hpp"
#include "testbench/cli/measure_plan.hpp"
#include "testbench/cli/progress.hpp"
#include "testbench/cli/result.hpp"
#include "testbench/cli/wave_scratch.hpp"
#include "testbench/files/command_files.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/run/runner.hpp"

namespace testbench {
namespace {

// Repeats a run with every seed. The report is that of the first seed, or of the first seed with a
// fault.
void run_seeds(const MeasurePlan& plan, const RunOptions& options, Result& result) {
  const Experiment first = result.experiment;
  SeedSpread spread{plan.seeds, 0, 0, 0};
  for (std::uint64_t i = 0; i < plan.seeds; ++i) {
    const Experiment experiment = first.with_seed(seed_of_run(first.simulation().stall_seed, i));
    RunReport report = Run(experiment).execute(options);
    spread.least = i == 0 ? report.cycles : std::min(spread.least, report.cycles);
    spread.most = std::max(spread.most, report.cycles);
    spread.mean += static_cast<double>(report.cycles) / static_cast<double>(plan.seeds);
    if (i != 0 && (!report.fault || result.report.fault)) continue;
    result.report = std::move(report);
    result.experiment = experiment;
  }
  if (plan.seeds > 1) result.spread = spread;
}

// Fills in a result of the same shape for a run that is left out.
void leave_out(const MeasurePlan& plan, const RunOptions& options, const std::string& why, Result& result) {
  const auto& network = result.operation().network;
  result.refusal = why;
  result.report = {};
  if (options.link_load) result.report.link_load.emplace(network.nodes(), network.ports());
  if (plan.seeds > 1) result.spread = SeedSpread{plan.seeds, 0, 0, 0};
}

Result measure(const Experiment& experiment, const MeasurePlan& plan, const Reporting& reporting, RunOptions options,
               const std::optional<std::string>& refusal) {
  const collectives::Operation& operation = experiment.operation();
  ProgressLine progress(fmt::format("{} {} {}", name_of(operation.row->collective), operation.row->algorithm,
                                    printable(experiment.network())));
  options.loading = [&](double part) { progress.show(part, "loading"); };
  options.progress = [&](double part) { progress.show(part); };
  Result result(experiment);
  result.clock_mhz = reporting.clock_mhz;
  result.asks_latency = reporting.latency;
  options.latency = reporting.latency && !operation.shape().combined;
  if (refusal) {
    leave_out(plan, options, *refusal, result);
    return result;
  }
  try {
    run_seeds(plan, options, result);
  } catch (const std::bad_alloc&) {
    leave_out(plan, options, "there is not enough memory for it; " + way_to_less_memory(operation), result);
  }
  return result;
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

  if (reporting.form == Form::kText) say(table_heading(columns));
  unsigned wrong = 0;
  std::string first_fault;
  std::vector<std::optional<std::string>> refusals;  // of the runs up to the last by this algorithm
  for (std::size_t run = 0; run < plan.runs.size(); ++run) {
    if (standard_output_lost() && (results == nullptr || results->is_lost())) break;  // nobody would read the rest
    if (run == refusals.size()) std::ranges::copy(memory_faults(plan, run), std::back_inserter(refusals));
    Result result(plan.runs[run]);
    try {
      result = measure(plan.runs[run], plan, reporting, options, refusals[run]);
    } catch (const ShownDivergence& seen) {
      throw Divergence(seen.moment, seen.difference,
                       publish_wave(seen, scratch, "waveform", RunOptions::kLockstepWave));
    }
    if (results != nullptr) results->write_row(json_line(result));
    if (reporting.form == Form::kCsv && run == 0) say(csv_heading(result));
    say(row_in_form(result, reporting.form, columns));
    if (result.as_it_should()) continue;
    if (wrong++ == 0) first_fault = fault_of(result);
  }
  files.finish();
  files.publish();
  if (wrong == 0) return 0;
  complain(fmt::format("{} of {} runs are not as they should be; the first: {}", wrong, plan.runs.size(), first_fault));
  return 1;
}

}  // namespace testbench
