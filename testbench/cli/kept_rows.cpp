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

// A count as the program writes it: no sign, no fraction, no more than 64 bits.
std::uint64_t count_in(const Json& row, const char* key) {
  const Json& value = row.at(key);
  if (!value.is_number_unsigned()) throw std::out_of_range(key);
  return value.get<std::uint64_t>();
}
double amount_in(const Json& row, const char* key) {
  const Json& value = row.at(key);
  if (!value.is_number() || !(value.get<double>() >= 0)) throw std::out_of_range(key);
  return value.get<double>();
}

// A row says of its run what the run is. The name of a network may have other bytes: in a row they
// are UTF-8.
void require_same_run(const Json& row, const Result& result) {
  const Json ours = to_json(result.experiment);
  for (const auto& [key, value] : ours.items()) {
    if (key != "network" && row.at(key) != value) throw std::out_of_range(key);
  }
}

void fill_in_figures(const Json& row, Result& result) {
  RunReport& report = result.report;
  if (row.at("verified").is_null()) {
    result.refusal = row.at("fault").get<std::string>();
    return;
  }
  report.cycles = count_in(row, "cycles");
  report.total_cycles = count_in(row, "total_cycles");
  report.transmissions = count_in(row, "transmissions");
  report.deepest_queue = count_in(row, "deepest_queue");
  report.stall_cycles = count_in(row, "stall_cycles");
  report.load_seconds = amount_in(row, "load_seconds");
  report.seconds = amount_in(row, "seconds");
  const double node_cycles = amount_in(row, "node_cycles_per_second") * report.seconds;
  report.node_cycles = static_cast<std::uint64_t>(std::llround(node_cycles));
  if (!row.at("fault").is_null()) report.fault = row["fault"].get<std::string>();
  if (result.spread) {
    result.spread->least = count_in(row, "cycles_min");
    result.spread->mean = amount_in(row, "cycles_mean");
    result.spread->most = count_in(row, "cycles_max");
  }
  if (result.asks_latency && !row.at("latency").at("mean").is_null()) {
    const Json& latency = row["latency"];
    report.latency =
        LatencySummary{count_in(latency, "deliveries"), amount_in(latency, "mean"), count_in(latency, "p50"),
                       count_in(latency, "p95"),        count_in(latency, "p99"),   count_in(latency, "max")};
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
    const Json row = Json::parse(line);
    require_same_run(row, result);
    fill_in_figures(row, result);
  } catch (const std::exception&) {
    throw FileError(fmt::format(
        "a row of an earlier results file lacks figures or has wrong ones: {}; leave the row out", command_of(result)));
  }
}

}  // namespace testbench
