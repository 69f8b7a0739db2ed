// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <vector>

#include "testbench/tool/cli/result.hpp"

namespace testbench {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kColumns = "{:<14} {:<9} {:<5} {:>{}} {:>5} {:>8} {:>12} {:>8} {:>6} {:>10} {:>10} {:>6} {:>6}";
constexpr const char* kBandwidth = " {:>10} {:>10} {:>10} {:>10}";
constexpr const char* kSpread = " {:>5} {:>8} {:>10} {:>8}";
constexpr const char* kLatency = " {:>9} {:>6} {:>6} {:>6} {:>6}";
constexpr const char* kLinks = " {:>10} {:>10}";
constexpr const char* kHopCycles = " {:>2}";

int size_width(const TableColumns& columns) {
  return columns.nodes ? 5 : 2;
}

std::string in_gigabytes(const std::optional<double>& bandwidth) {
  return bandwidth ? fmt::format("{:.3f}", *bandwidth) : "-";
}

std::string cell(const Json& value) {
  std::string text = value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump();
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char character : text) quoted += character == '"' ? std::string("\"\"") : std::string(1, character);
  return quoted + '"';
}

// Calls visit(name, value) for every column.
template <class Visit>
void each_column(const std::string& prefix, const Json& json, Visit visit) {
  for (const auto& [key, value] : json.items()) {
    if (value.is_object()) {
      each_column(prefix + key + '_', value, visit);
    } else if (!value.is_array() || value.empty() || value.front().is_number()) {
      visit(prefix + key, value);
    }
  }
}

template <class Text>
std::string line_of(const Json& json, Text text) {
  std::string line;
  each_column("", json, [&](const std::string& name, const Json& value) { line += text(name, value) + ','; });
  line.back() = '\n';
  return line;
}

// Prints a row that was not run: its parameters and the reason.
std::string refused_row(const Result& result, const TableColumns& columns) {
  const collectives::Operation& operation = result.operation();
  std::string line =
      fmt::format(kColumns, name_of(operation.row->collective), operation.row->algorithm, name_of(operation.row->ports),
                  columns.nodes ? operation.network.nodes() : operation.d(), size_width(columns), operation.packets,
                  "-", text_of(result.closed_form()), "-", "-", "-", "-", "-", "-");
  if (columns.hop_cycles) line += fmt::format(kHopCycles, operation.hop_cycles);
  if (columns.spread) line += fmt::format(kSpread, "-", "-", "-", "-");
  if (columns.bandwidth) line += fmt::format(kBandwidth, buffer_bytes(result), "-", "-", "-");
  if (columns.latency) line += fmt::format(kLatency, "-", "-", "-", "-", "-");
  if (columns.links) line += fmt::format(kLinks, "-", "-");
  return line + fmt::format("  {}\n", result.refusal.value_or(""));
}

}  // namespace

std::string table_heading(const TableColumns& columns) {
  std::string line =
      fmt::format(kColumns, "collective", "algorithm", "ports", columns.nodes ? "n" : "d", size_width(columns), "M",
                  "cycles", "closed form", "bound", "ratio", "sent", "least", "links", "queue");
  if (columns.hop_cycles) line += fmt::format(kHopCycles, "r");
  if (columns.spread) line += fmt::format(kSpread, "seeds", "min", "mean", "max");
  if (columns.bandwidth) line += fmt::format(kBandwidth, "bytes", "us", "alg GB/s", "bus GB/s");
  if (columns.latency) line += fmt::format(kLatency, "latency", "50 %", "95 %", "99 %", "max");
  if (columns.links) line += fmt::format(kLinks, "link least", "link most");
  return line + "  verified\n";
}

std::string table_row(const Result& result, const TableColumns& columns) {
  if (result.refusal) return refused_row(result, columns);
  const RunReport& report = result.report;
  const collectives::Operation& operation = result.operation();
  std::string line =
      fmt::format(kColumns, name_of(operation.row->collective), operation.row->algorithm, name_of(operation.row->ports),
                  columns.nodes ? operation.network.nodes() : operation.d(), size_width(columns), operation.packets,
                  report.cycles, text_of(result.closed_form()), result.lower_bound().value,
                  fmt::format("{:.3f}", result.ratio()), report.transmissions, result.least_transmissions().value,
                  fmt::format("{:.0f} %", 100 * result.link_utilization()), report.deepest_queue);
  if (columns.hop_cycles) line += fmt::format(kHopCycles, operation.hop_cycles);
  if (columns.spread && result.spread) {
    line += fmt::format(kSpread, result.spread->seeds, result.spread->least, fmt::format("{:.1f}", result.spread->mean),
                        result.spread->most);
  }
  if (columns.bandwidth && result.clock_mhz) {
    const Bandwidth found = bandwidth(result, *result.clock_mhz);
    line += fmt::format(kBandwidth, found.bytes, fmt::format("{:.3f}", found.microseconds),
                        in_gigabytes(found.algorithm), in_gigabytes(found.bus));
  }
  if (columns.latency && report.latency) {
    const LatencySummary& latency = *report.latency;
    line +=
        fmt::format(kLatency, fmt::format("{:.1f}", latency.mean), latency.p50, latency.p95, latency.p99, latency.max);
  } else if (columns.latency) {
    line += fmt::format(kLatency, "-", "-", "-", "-", "-");
  }
  if (columns.links && report.link_load) {
    const LoadSummary load = report.link_load->of_all();
    line += fmt::format(kLinks, load.least, load.most);
  }
  return line + fmt::format("  {}\n", report.fault ? "NO" : result.as_it_should() ? "yes" : "CLOSED FORM MISSED");
}

namespace {

std::string heading_of(const Json& json) {
  return line_of(json, [](const std::string& name, const Json&) { return name; });
}
std::string row_of(const Json& json) {
  return line_of(json, [](const std::string&, const Json& value) { return cell(value); });
}

}  // namespace

std::string csv_heading(const Result& result) {
  return heading_of(to_json(result));
}
std::string csv_heading(const std::string& json_line) {
  return heading_of(Json::parse(json_line));
}

std::string csv_row(const Result& result) {
  return row_of(to_json(result));
}
std::string csv_row(const std::string& json_line) {
  return row_of(Json::parse(json_line));
}

}  // namespace testbench
