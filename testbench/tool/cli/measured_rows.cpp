// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/measured_rows.hpp"

#include <fmt/format.h>

#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/tool/cli/kept_rows.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

std::vector<std::string> joined_files(const MeasureArguments& arguments) {
  return arguments.join ? words_between_commas("--join", *arguments.join) : std::vector<std::string>();
}

namespace {

// The rows that need not be measured again.
KeptRows kept_rows(const MeasureArguments& arguments) {
  KeptRows kept;
  for (const std::string& file : joined_files(arguments)) kept.read("--join", file);
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

}  // namespace

MeasuredRows::MeasuredRows(const MeasureArguments& arguments, const MeasurePlan& plan) : lines_(plan.runs.size()) {
  using std::filesystem::exists;
  if (arguments.results && (!exists(*arguments.results) || is_regular_file(*arguments.results))) {
    file_ = *arguments.results;
  }
  KeptRows kept = kept_rows(arguments);
  if (kept.empty()) return;
  const std::optional<double> clock_mhz = clock_of(arguments.parameters);
  std::size_t count = 0;
  for (std::size_t run = 0; run < plan.runs.size(); ++run) {
    const Result result = unmeasured(plan.runs[run], plan);
    const KeptRow* const row = kept.take(result, clock_mhz);
    if (row == nullptr) continue;
    require_whole(*row, result, clock_mhz);  // while nothing is written yet
    lines_[run] = row->line;
    in_order_ = in_order_ && run == count;
    ++count;
  }
  others_ = kept.left_over("--results");
}

void MeasuredRows::begin(OutputFile& results) const {
  if (file_.empty()) return;
  std::string kept;
  std::uint64_t count = 0;
  for (const auto* const lines : {&others_, &lines_}) {
    for (const std::string& line : *lines) {
      kept += line;
      count += line.empty() ? 0 : 1;
    }
  }
  if (count == 0) return;
  results.write_row(kept, count);
  if (others_.empty() || results.is_lost()) return;
  complain(fmt::format("{}: keeps {} row(s) that this command does not measure, before the others", results.label(),
                       others_.size()));
}

void MeasuredRows::add(std::size_t run, const std::string& line, OutputFile& results) {
  if (in_turn_ || !file_.empty()) results.write_row(line);
  if (!in_order_) lines_[run] = line;
}

void MeasuredRows::end() const {
  if (in_order_ || file_.empty()) return;
  CommandFiles files;
  OutputFile& ordered = files.output("--results", file_, OutputFile::Accepts::kStreams);
  files.check();
  files.open();
  for (const auto* const lines : {&others_, &lines_}) {
    for (const std::string& line : *lines) ordered.stream() << line;
  }
  files.finish();
  files.publish();
}

}  // namespace testbench
