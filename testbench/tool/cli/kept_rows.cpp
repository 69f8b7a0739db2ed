// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/kept_rows.hpp"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>
#include <vector>

#include "testbench/ground/files/named_file.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/tool/cli/command_line.hpp"
#include "testbench/tool/printer/keys.hpp"
#include "testbench/tool/printer/schema.hpp"

namespace testbench {
namespace {

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

RunOfRow run_of(const Result& result, std::optional<double> clock_mhz) {
  const Experiment& experiment = result.experiment;
  const bool from_file = !files_of(experiment.network()).empty();
  return {command_of(result),
          kVersion,
          from_file ? graph_hash(experiment.operation().network) : "",
          result.spread ? result.spread->seeds : 1,
          experiment.setting().latency,
          experiment.setting().link_load,
          clock_mhz.value_or(0)};
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
      if (kept.is_finished) {
        if (const auto known = finished_.find(kept.run); known != finished_.end()) {
          const KeptRow& before = rows_[known->second];
          if (Json::parse(before.line).at("cycles") != row.at("cycles")) {
            throw FileError(fmt::format("{} has other cycles than {}, of the same run; leave one of them out",
                                        kept.place, before.place));
          }
        }
        finished_[kept.run] = rows_.size();
      }
      rows_.push_back(std::move(kept));
    } catch (const Json::exception&) {
      throw FileError(
          fmt::format("{}: line {} is no row of a measurement; give a file that --results has written", label, number));
    }
  }
}

const KeptRow* KeptRows::take(const Result& result, std::optional<double> clock_mhz) {
  const std::string run = run_of(result, clock_mhz).text();
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

// A row says of its run what the run is. The name of a network may have other bytes: in a row they
// are UTF-8.
void require_same_run(const Json& row, const Result& result) {
  const Json ours = to_json(result.experiment);
  for (const auto& [key, value] : ours.items()) {
    if (key != "network" && row.at(key) != value) throw std::out_of_range(key);
  }
}

// A finished row has every figure that a result begins with, and the load of as many links.
void require_figures(const Json& row, const Result& result, std::optional<double> clock_mhz) {
  static const Json schema = schema_of(keys_of_runs());
  if (fault_in(schema, row)) throw std::out_of_range("key");
  const Json ours = to_json(result, clock_mhz);
  for (const auto& [key, value] : ours.items()) {
    const bool is_missing = row.at(key).is_null() && !value.is_null();
    if (is_missing && !key.starts_with("formula")) throw std::out_of_range(key);
  }
  if (!ours.contains("links")) return;
  const Json& packets = ours["links"]["packets"];
  if (row["links"]["packets"].size() != packets.size()) throw std::out_of_range("nodes");
  for (const Json& of_node : row["links"]["packets"]) {
    if (of_node.size() != packets.front().size()) throw std::out_of_range("ports");
  }
}

}  // namespace

void require_whole(const KeptRow& kept, const Result& result, std::optional<double> clock_mhz) {
  try {
    const Json row = Json::parse(kept.line);
    require_same_run(row, result);
    require_figures(row, result, clock_mhz);
  } catch (const std::exception&) {
    throw FileError(
        fmt::format("{} lacks figures or has wrong ones: {}; leave the row out", kept.place, command_of(result)));
  }
}

}  // namespace testbench
