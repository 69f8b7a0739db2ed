// SPDX-License-Identifier: Apache-2.0
// The rows of the results file of `measure`, by run: those of earlier files, and those that come.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "testbench/ground/files/output_file.hpp"
#include "testbench/tool/cli/measure_plan.hpp"

namespace testbench {

// The files of --join.
std::vector<std::string> joined_files(const MeasureArguments& arguments);

// A file gets kept rows before all others and at once, so that none is lost if the command is killed. Where they
// are not the first ones, all rows are written again at the end, in the order of the runs. Rows of the file that
// are of no run of the plan stay before all. A stream gets every row in its turn.
class MeasuredRows {
 public:
  MeasuredRows(const MeasureArguments& arguments, const MeasurePlan& plan);

  // In a regular file, from which --resume takes them.
  bool are_kept() const { return !file_.empty(); }
  void begin(OutputFile& results) const;
  // Null: the run is to be made.
  const std::string* kept(std::size_t run) const { return lines_[run].empty() ? nullptr : &lines_[run]; }
  // A kept row, or one that has come before its turn.
  void add_in_turn(const std::string& line, OutputFile& results) const {
    if (file_.empty()) results.write_row(line);
  }
  // Rows that do not come in their turn are written to a stream by add_in_turn().
  void come_in_any_order() {
    in_order_ = false;
    in_turn_ = false;
  }
  void add(std::size_t run, const std::string& line, OutputFile& results);
  void end() const;

 private:
  std::vector<std::string> lines_;
  std::vector<std::string> others_;  // of the file, which are not runs of the plan
  std::filesystem::path file_;       // empty: a stream, or no results
  bool in_order_ = true;             // of the file's rows
  bool in_turn_ = true;
};

}  // namespace testbench
