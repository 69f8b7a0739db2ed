// SPDX-License-Identifier: Apache-2.0
#include "testbench/cli/kept_rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <vector>

#include "testbench/cli/command_line.hpp"
#include "testbench/files/named_file.hpp"

namespace testbench {
namespace {

using Json = nlohmann::ordered_json;

// Rows with the same key have the same contents, but for the times that they took.
std::string key_of(const std::string& command, std::uint64_t seeds, bool latency, bool links,
                   const std::optional<double>& clock) {
  return fmt::format("{} seeds {} latency {} links {} clock {}", command, seeds, latency, links, clock.value_or(0));
}

std::optional<double> clock_of(const Json& row) {
  return row.contains("clock_mhz") ? std::optional(row["clock_mhz"].get<double>()) : std::nullopt;
}

}  // namespace

void KeptRows::read(const std::string& option, const std::filesystem::path& path) {
  const std::string label = fmt::format("{} {}", option, path.string());
  std::ifstream file(path);
  if (!file || !std::filesystem::is_regular_file(path)) {
    throw FileError(
        fmt::format("{}: cannot be read: {}; give a results file", label, file ? "it is no regular file" : reason()));
  }
  std::string line;
  for (std::uint64_t number = 1; std::getline(file, line); ++number) {
    if (file.eof()) break;  // without an end
    try {
      const Json row = Json::parse(line);
      if (row.at("verified").is_null() || row.at("version") != kVersion) continue;
      const std::uint64_t seeds = row.contains("seeds") ? row["seeds"].get<std::uint64_t>() : 1;
      lines_[key_of(row.at("command"), seeds, row.contains("latency"), row.contains("links"), clock_of(row))] =
          line + '\n';
    } catch (const Json::exception&) {
      throw FileError(
          fmt::format("{}: line {} is no row of a measurement; give a file that --results has written", label, number));
    }
  }
}

const std::string* KeptRows::find(const Result& result) const {
  const auto found = lines_.find(key_of(command_of(result), result.spread ? result.spread->seeds : 1,
                                        result.asks_latency, result.report.link_load.has_value(), result.clock_mhz));
  return found != lines_.end() ? &found->second : nullptr;
}

namespace {

void fill_in_figures(const Json& row, Result& result) {
  RunReport& report = result.report;
  if (row.at("verified").is_null()) {
    result.refusal = row.at("fault").get<std::string>();
    return;
  }
  report.cycles = row.at("cycles");
  report.total_cycles = row.at("total_cycles");
  report.transmissions = row.at("transmissions");
  report.deepest_queue = row.at("deepest_queue");
  report.stall_cycles = row.at("stall_cycles");
  report.load_seconds = row.at("load_seconds");
  report.seconds = row.at("seconds");
  const double node_cycles = row.at("node_cycles_per_second").get<double>() * report.seconds;
  report.node_cycles = static_cast<std::uint64_t>(std::llround(node_cycles));
  if (!row.at("fault").is_null()) report.fault = row["fault"].get<std::string>();
  if (result.spread) {
    result.spread->least = row.at("cycles_min");
    result.spread->mean = row.at("cycles_mean");
    result.spread->most = row.at("cycles_max");
  }
  if (result.asks_latency && !row.at("latency").at("mean").is_null()) {
    const Json& latency = row["latency"];
    report.latency = LatencySummary{latency.at("deliveries"), latency.at("mean"), latency.at("p50"),
                                    latency.at("p95"),        latency.at("p99"),  latency.at("max")};
  }
  if (!report.link_load) return;
  const auto packets = row.at("links").at("packets").get<std::vector<std::vector<std::uint64_t>>>();
  if (packets.size() != report.link_load->nodes()) throw std::out_of_range("nodes");
  for (std::uint32_t node = 0; node < packets.size(); ++node) {
    if (packets[node].size() != report.link_load->ports()) throw std::out_of_range("ports");
    report.link_load->set(node, packets[node]);
  }
}

}  // namespace

void fill_in(const std::string& line, Result& result) {
  try {
    fill_in_figures(Json::parse(line), result);
  } catch (const std::exception&) {
    throw FileError(
        fmt::format("a row of an earlier results file lacks figures: {}; leave the row out", command_of(result)));
  }
}

}  // namespace testbench
