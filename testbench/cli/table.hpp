// Results as a table: a row each, in text or CSV.
#pragma once

#include <string>

#include "testbench/cli/result.hpp"

namespace testbench {

struct TableColumns {
  bool bandwidth = false;
  bool spread = false;  // of several seeds
  bool latency = false;
  bool links = false;
  bool hop_cycles = false;
  bool nodes = false;  // in place of the cube's dimension
};

std::string table_heading(const TableColumns& columns);
std::string table_row(const Result& result, const TableColumns& columns);

// The keys of the JSON as columns in their order, those of objects within joined by '_'. Without
// what has no one value: lists of lists.
std::string csv_heading(const Result& result);
std::string csv_row(const Result& result);

}  // namespace testbench
