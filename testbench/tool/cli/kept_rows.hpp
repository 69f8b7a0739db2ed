// SPDX-License-Identifier: Apache-2.0
// Rows of earlier results files, which `measure` need not measure again.
//
//     KeptRows kept;
//     kept.read("--join", "part1");
//     if (const KeptRow* row = kept.take(result, clock)) require_whole(*row, result, clock);
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "testbench/tool/printer/result.hpp"

namespace testbench {

struct KeptRow {
  std::string place;  // "--join part1: line 3", for messages
  std::string line;   // as it stands in its file
  std::string run;    // what it is of: the same in rows of the same contents, but for times
  bool is_finished = false;
};

class KeptRows {
 public:
  // Adds the rows of a file. A line without an end, which a killed run has left, is no row. `option`: that
  // names the file. Throws FileError for a file that cannot be read, or a line that is not a row.
  void read(const std::string& option, const std::filesystem::path& path);

  bool empty() const { return rows_.empty(); }
  // The finished row of the same run, version and graph, with the same seeds and records. Null: none.
  const KeptRow* take(const Result& result, std::optional<double> clock_mhz);
  // Rows by read() with that option whose runs nobody has asked take() for, in their order.
  std::vector<std::string> left_over(const std::string& option) const;

 private:
  std::vector<KeptRow> rows_;
  std::map<std::string, std::size_t> finished_;  // place of the last, by what it is of
  std::set<std::string> taken_;
};

// Throws FileError if the row is of another run, or lacks figures or has wrong ones. `result`: not measured.
void require_whole(const KeptRow& row, const Result& result, std::optional<double> clock_mhz);

}  // namespace testbench
