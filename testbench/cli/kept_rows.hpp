// SPDX-License-Identifier: Apache-2.0
// Rows of earlier results files, which `measure` need not measure again.
//
//     KeptRows kept;
//     kept.read("--join", "part1");
//     if (const std::string* line = kept.find(result)) { fill_in(*line, result); ... }
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "testbench/cli/result.hpp"

namespace testbench {

class KeptRows {
 public:
  // Adds the rows of a file. A line without an end, which a killed run has left, is no row. Rows of
  // another version are not kept, nor those of runs that were not made. `option`: that names the
  // file. Throws FileError for a file that cannot be read, or a line that is no row.
  void read(const std::string& option, const std::filesystem::path& path);

  bool empty() const { return lines_.empty(); }
  // The row of the same run, with the same seeds and records, as it stands in its file. Null: none.
  const std::string* find(const Result& result) const;

 private:
  std::map<std::string, std::string> lines_;  // by the command and what is recorded
};

// Reads the figures of a row back, for the table, or the reason for which there are none. Throws
// FileError if some are missing.
void fill_in(const std::string& line, Result& result);

}  // namespace testbench
