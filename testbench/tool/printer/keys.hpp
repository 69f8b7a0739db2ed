// SPDX-License-Identifier: Apache-2.0
// Every key of the JSON that commands print, said once: type, unit and meaning. From this list come the JSON
// Schema that `--schema` prints, the tables of docs/reference/results.md, and the check of rows that are
// read back. schema_test.cpp holds what commands print against it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace testbench {

struct Key {
  std::string key;  // "latency.p50" is p50 of the object `latency`; "nodes[].status" is of each object of a list
  std::string
      type;  // integer, number, signed number, boolean, string, object; behind it ? for "or null", [] for a list
  std::string unit;     // of a number; "none": it has none
  std::string meaning;  // in Markdown
  // The key is there; empty: always. Initialized, so that lists may leave it out.
  std::string when = {};  // NOLINT(readability-redundant-member-init)
};
using Keys = std::vector<Key>;

// Commands print with --json an object a line, or one list of objects.
struct Printed {
  std::string commands;  // "run measure"
  std::string heading;   // "with `--limit`", where a command prints several kinds
  bool is_list = false;
  Keys keys;
};
const std::vector<Printed>& printed_records();

// The keys of `run`, `measure` and results files.
const Keys& keys_of_runs();

}  // namespace testbench
