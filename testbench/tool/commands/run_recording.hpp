// SPDX-License-Identifier: Apache-2.0
// The files of a run that tell what moved when: its trace, and its report with playback.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "testbench/tool/printer/result.hpp"
#include "testbench/tool/report/page.hpp"
#include "testbench/tool/report/playback.hpp"

namespace testbench {

// "1..500" as cycles. Throws UsageError.
CycleRange cycle_range(const std::optional<std::string>& text);

// The data of a page without runs and rows.
Json page_data(const std::string& title);

class RunRecording {
 public:
  // `result`: without its report yet; must outlive it. Throws FileError where a page cannot be made.
  RunRecording(const Parameters& parameters, const Result& result);

  // Before the run.
  struct Streams {
    std::ostream* trace = nullptr;
    std::ostream* report = nullptr;
    std::ostream* plot = nullptr;
  };
  void attach(RunHooks& hooks, const Streams& streams);
  // When the result has its report. Returns what --show prints.
  std::string finish();

 private:
  Json head() const;
  Json tail() const;

  const Result& result_;
  const bool is_perfetto_;
  std::optional<PageLibraries> libraries_;
  std::optional<Playback> playback_;
  std::optional<TraceRows> rows_;
  Json facts_;  // of the head and, at the end, the tail
  std::uint64_t row_count_ = 0;
  std::optional<PerfettoTrace> perfetto_;
  std::optional<Playback> picture_;
  const bool shows_;
  Streams to_;
};

}  // namespace testbench
