// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/kept_rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "testbench/ground/files/named_file.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/tool/cli/command_line.hpp"

namespace testbench {
namespace {

using Json = nlohmann::ordered_json;

// Tells the run of a row from other runs.
struct RunOfRow {
  std::string command;
  std::string version;
  std::string graph;  // its hash, of a network from a file
  std::uint64_t seeds = 1;
  bool latency = false;
  bool links = false;
  double clock = 0;

  std::string text() const {
    return fmt::format("{} version {} graph {} seeds {} latency {} links {} clock {}", command, version, graph, seeds,
                       latency, links, clock);
  }
};

RunOfRow run_of(const Json& row) {
  RunOfRow run{row.at("command"), row.at("version"), row.value("network_hash", "")};
  run.seeds = row.value("seeds", run.seeds);
  run.latency = row.contains("latency");
  run.links = row.contains("links");
  run.clock = row.value("clock_mhz", 0.0);
  return run;
}

RunOfRow run_of(const Result& result) {
  const Experiment& experiment = result.experiment;
  const bool from_file = !files_of(experiment.network()).empty();
  return {command_of(result),
          kVersion,
          from_file ? graph_hash(experiment.operation().network) : "",
          result.spread ? result.spread->seeds : 1,
          result.asks_latency,
          result.report.link_load.has_value(),
          result.clock_mhz.value_or(0)};
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
      KeptRow kept{fmt::format("{}: line {}", label, number), line + '\n', run_of(row).text(),
                   !row.at("verified").is_null()};
      if (kept.is_finished) finished_[kept.run] = rows_.size();
      rows_.push_back(std::move(kept));
    } catch (const Json::exception&) {
      throw FileError(
          fmt::format("{}: line {} is no row of a measurement; give a file that --results has written", label, number));
    }
  }
}

const KeptRow* KeptRows::take(const Result& result) {
  const std::string run = run_of(result).text();
  taken_.insert(run);
  const auto found = finished_.find(run);
  return found != finished_.end() ? &rows_[found->second] : nullptr;
}

std::vector<std::string> KeptRows::left_over(const std::string& option) const {
  std::vector<std::string> lines;
  for (const KeptRow& row : rows_) {
    if (row.place.starts_with(option + ' ') && !taken_.contains(row.run)) lines.push_back(row.line);
  }
  return lines;
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

void fill_in(const std::string& line, Result& result, const std::string& place) {
  try {
    const Json row = Json::parse(line);
    require_same_run(row, result);
    fill_in_figures(row, result);
  } catch (const std::exception&) {
    throw FileError(
        fmt::format("{} lacks figures or has wrong ones: {}; leave the row out", place, command_of(result)));
  }
}

}  // namespace testbench
