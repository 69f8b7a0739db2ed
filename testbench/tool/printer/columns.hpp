// SPDX-License-Identifier: Apache-2.0
// Tables of text, and CSV, from JSON. A JSON object is the record of a run, a row or a node, and a list
// of columns says what a table shows of it. Commands print by these functions alone.
//
//     const Columns kColumns{{"node", "node", 6}, {"latency.mean", "latency", 9, "{:.1f}"}, {"fault", "verified"}};
//     say(heading_of(kColumns));
//     say(line_of(kColumns, record));
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace testbench {

using Json = nlohmann::ordered_json;

struct Column {
  std::string key;                             // "latency.p50" is p50 of the object `latency`
  std::string heading;                         // of the table
  int width = 0;                               // < 0: flush left; 0: the rest of the line, the last column
  std::string format = "{}";                   // of a number
  std::string (*cell)(const Json&) = nullptr;  // of the record: where the text is not the value, such as "19 %"
};
using Columns = std::vector<Column>;

// The value of such a key, or null where an object on the way is null. Throws if the record has no such key.
Json value_at(const Json& record, std::string_view key);

// Lines with their ends. A value that is null is "-".
std::string heading_of(const Columns& columns);
std::string line_of(const Columns& columns, const Json& record);
// The same of texts, one for each column.
std::string aligned(const Columns& columns, const std::vector<std::string>& cells);
// A line for each column: its heading, in `width` characters, and its text.
std::string lines_of(const Columns& columns, const Json& record, int width);

// The cell of a record that has verified: "yes", or its fault.
std::string yes_or_fault(const Json& record);

// The keys, and their values, in the order of the record; '_' joins the keys of nested objects. Lists of
// lists and of objects are left out, because they have no single value.
std::string csv_heading_of(const Json& record);
std::string csv_line_of(const Json& record);
// A record on one line. Names of files may be invalid UTF-8.
std::string json_line_of(const Json& record);

}  // namespace testbench
