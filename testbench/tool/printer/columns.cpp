// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/printer/columns.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace testbench {
namespace {

std::string formatted(const std::string& format, const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_unsigned()) return fmt::format(fmt::runtime(format), value.get<std::uint64_t>());
  if (value.is_number_integer()) return fmt::format(fmt::runtime(format), value.get<std::int64_t>());
  return value.is_number() ? fmt::format(fmt::runtime(format), value.get<double>()) : value.dump();
}

std::string cell_text(const Column& column, const Json& record) {
  return column.cell != nullptr ? column.cell(record) : formatted(column.format, value_at(record, column.key));
}

std::string field(const Json& value) {
  std::string text = value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump();
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char character : text) quoted += character == '"' ? std::string("\"\"") : std::string(1, character);
  return quoted + '"';
}

// Adds text(name, value) and a comma for every field of CSV.
template <class Text>
void add_fields(const std::string& prefix, const Json& record, Text text, std::string& line) {
  for (const auto& [key, value] : record.items()) {
    if (value.is_object()) {
      add_fields(prefix + key + '_', value, text, line);
    } else if (!value.is_array() || value.empty() || !value.front().is_structured()) {
      line += text(prefix + key, value) + ',';
    }
  }
}

template <class Text>
std::string csv_of(const Json& record, Text text) {
  std::string line;
  add_fields("", record, text, line);
  line.back() = '\n';
  return line;
}

}  // namespace

Json value_at(const Json& record, std::string_view key) {
  const std::size_t dot = key.find('.');
  const Json& value = record.at(std::string(key.substr(0, dot)));
  return dot == std::string_view::npos || value.is_null() ? value : value_at(value, key.substr(dot + 1));
}

std::string aligned(const Columns& columns, const std::vector<std::string>& cells) {
  std::string line;
  int before = 0;  // the width of the column before
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const int width = columns[i].width;
    if (i != 0) line += width == 0 && before > 0 ? "  " : " ";
    line += width < 0 ? fmt::format("{:<{}}", cells[i], -width) : fmt::format("{:>{}}", cells[i], width);
    before = width;
  }
  return line + '\n';
}
std::string heading_of(const Columns& columns) {
  std::vector<std::string> cells;
  for (const Column& column : columns) cells.push_back(column.heading);
  return aligned(columns, cells);
}
std::string line_of(const Columns& columns, const Json& record) {
  std::vector<std::string> cells;
  for (const Column& column : columns) cells.push_back(cell_text(column, record));
  return aligned(columns, cells);
}
std::string lines_of(const Columns& columns, const Json& record, int width) {
  std::string text;
  for (const Column& column : columns) {
    text += fmt::format("{:<{}} {}\n", column.heading, width, cell_text(column, record));
  }
  return text;
}

std::string yes_or_fault(const Json& record) {
  return record.at("fault").is_null() ? "yes" : record.at("fault").get<std::string>();
}

std::string csv_heading_of(const Json& record) {
  return csv_of(record, [](const std::string& name, const Json&) { return name; });
}
std::string csv_line_of(const Json& record) {
  return csv_of(record, [](const std::string&, const Json& value) { return field(value); });
}
std::string json_line_of(const Json& record) {
  return record.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace testbench
