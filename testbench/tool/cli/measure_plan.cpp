// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/measure_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hls/operators/operation.hpp"
#include "testbench/ground/files/numeral.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/symmetric_run.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/request/choose.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

using collectives::Operation;
using collectives::Row;

constexpr const char* kDefaultDims = "2..8";
constexpr std::size_t kMostRuns = 100000;

// Keeps the rows that are offered on the network and match the request.
std::vector<const Row*> chosen_rows(const Site& site, const Parameters& request) {
  // Unless the user names them, --combine-stages drops the rows that combine nothing, and packets
  // too short for the operation drop the rows that combine.
  const bool all_combine = request.stages() != 0 && !request.collective;
  const bool none_combines = !request.collective && !request.has_reduction() &&
                             !operators::lanes_fit(operators::type_of(combining_of({})), request.bits());
  std::vector<const Row*> rows;
  std::vector<std::string> algorithms;
  bool has_root = false;
  bool combines = false;
  const bool is_half_duplex = request.ports == name_of(collectives::PortModel::kHalf);
  for (const Entry& row : catalog()) {
    if (!row.is_offered_at(site.kind()) && !(is_half_duplex && is_half_duplex_of_cube(row, site))) continue;
    if (all_combine && !shape_of(row.collective).combined) continue;
    if (none_combines && shape_of(row.collective).combined) continue;
    if (request.collective && *request.collective != name_of(row.collective)) continue;
    if (std::find(algorithms.begin(), algorithms.end(), row.algorithm) == algorithms.end()) {
      algorithms.emplace_back(row.algorithm);
    }
    if (request.algorithm && *request.algorithm != row.algorithm) continue;
    if (request.ports && *request.ports != name_of(row.ports)) continue;
    rows.push_back(&row);
    has_root = has_root || collectives::has_root(row.collective);
    combines = combines || combines_data(row.collective);
  }
  const bool is_known =
      !request.algorithm || std::find(algorithms.begin(), algorithms.end(), *request.algorithm) != algorithms.end();
  if (!is_known) {
    refuse_name("--algorithm", *request.algorithm, algorithms);
  }
  if (rows.empty()) {
    throw UsageError(fmt::format("--ports {}{}{}: no row of cubecast list has all of them; leave one out",
                                 request.ports.value_or(""),
                                 request.collective ? " --collective " + *request.collective : "",
                                 request.algorithm ? " --algorithm " + *request.algorithm : ""));
  }
  if (request.root && !has_root) {
    throw UsageError(fmt::format("--root {}: none of the collectives has a root; leave it out", request.root->text()));
  }
  if (request.has_reduction() && !combines) {
    throw UsageError(fmt::format("{}: none of the collectives combines data; leave it out", request.reduction_words()));
  }
  return rows;
}

// Steps through A..B by --step, or by the factor --factor, 2 without either.
std::vector<std::int64_t> swept_packets(const MeasureArguments& arguments, const NumberRange& range) {
  const std::int64_t step = arguments.step ? arguments.step->within("--step", 1, range.last()) : 0;
  const std::int64_t factor = arguments.factor ? number_of("--factor", *arguments.factor, "", "measure") : 2;
  std::vector<std::int64_t> packets;
  for (std::int64_t value = range.first(); value <= range.last(); value = step != 0 ? value + step : value * factor) {
    packets.push_back(value);
    if (packets.size() > kMostRuns) {
      throw UsageError(fmt::format("--packets {}: are more than {} runs; take a larger --step, or --factor",
                                   range.text(), kMostRuns));
    }
  }
  return packets;
}

std::uint64_t seeds_of(const MeasureArguments& arguments) {
  if (!arguments.seeds) return 1;
  return static_cast<std::uint64_t>(number_of("--seeds", *arguments.seeds, "", "measure"));
}

// The requests of the dimensions of --dims, or of the networks.
std::vector<Parameters> requests_of(const MeasureArguments& arguments) {
  Parameters request = arguments.parameters;
  std::vector<Parameters> requests;
  if (request.network) {
    const std::vector<std::string> networks = networks_in(*request.network);
    require_once("--network", networks);
    for (const std::string& network : networks) {
      requests.push_back(arguments.parameters);
      requests.back().network = network;
    }
    return requests;
  }
  NumberRange dims(arguments.dims.value_or(kDefaultDims));
  // site_of() refuses an unknown engine with a better message.
  const std::optional<EngineLimits> limits = limits_of_engine(request.engine.value_or("native"));
  dims.require_within("--dims", 1, limits ? limits->dimension : cube::kMaxDimension);
  for (std::int64_t dim = dims.first(); dim <= dims.last(); ++dim) {
    request.dim = dim;
    requests.push_back(request);
  }
  return requests;
}

std::vector<Site> sites_of(const MeasureArguments& arguments, const std::vector<Parameters>& requests) {
  std::vector<Site> sites;
  try {
    for (const Parameters& request : requests) {
      sites.push_back(site_of(request));
      choose_engine(request, sites.back().network.nodes());
    }
  } catch (const UsageError& error) {
    const std::string said = error.what();
    const bool is_of_dim = said.starts_with("--dim ");
    throw UsageError(is_of_dim ? fmt::format("--dims {}: {}", arguments.dims.value_or(kDefaultDims), said) : said);
  }
  return sites;
}

// A barrier always has one packet.
std::vector<std::int64_t> packets_of_row(const Row& row, const std::vector<std::int64_t>& packets) {
  return row.collective == collectives::Collective::kBarrier ? std::vector<std::int64_t>{1} : packets;
}

// The rows of each site that match the request, each once; several networks may have none, but for one of them.
std::vector<std::vector<const Row*>> rows_of_sites(const std::vector<Site>& sites, const Parameters& request) {
  std::vector<std::vector<const Row*>> rows;
  std::optional<UsageError> first_refusal;
  for (const Site& site : sites) {
    rows.emplace_back();
    try {
      rows.back() = chosen_rows(site, request);
    } catch (const UsageError& refusal) {
      if (!first_refusal) first_refusal = refusal;
    }
  }
  if (first_refusal && std::ranges::all_of(rows, &std::vector<const Row*>::empty)) throw UsageError(*first_refusal);
  return rows;
}

// Builds the request of one row.
Parameters request_of(Parameters request, const Row& row, std::int64_t packets) {
  request.collective = name_of(row.collective);
  request.algorithm = row.algorithm;
  request.ports = name_of(row.ports);
  request.packets = packets;
  if (!has_root(row.collective)) request.root.reset();
  if (!combines_data(row.collective)) request.op = request.type = std::nullopt;
  // The command itself reads and reports these for all rows.
  request.latency = false;
  request.payload.reset();
  request.output.reset();
  return request;
}

void require_room(const MeasurePlan& plan) {
  for (const Experiment& run : plan.runs) {
    if (!run.setting().has_rtl()) return;
    if (least_memory_fault(run)) continue;  // this run is left out
    const collectives::Operation& operation = run.operation();
    try {
      Run(run).require_room({});
    } catch (const std::runtime_error& error) {
      throw UsageError(fmt::format("{} {} --ports {} {} --packets {}: {}", name_of(operation.row->collective),
                                   operation.row->algorithm, name_of(operation.row->ports), run.words(),
                                   operation.packets, error.what()));
    }
  }
}

void require_few_runs(const NumberRange& packets, std::size_t runs) {
  if (runs <= kMostRuns) return;
  throw UsageError(fmt::format("--packets {}: makes {} runs; must be at most {}, take a larger --step, or --factor",
                               packets.text(), runs, kMostRuns));
}

// Returns the index after the last run of the row at `first`, on its network or on cubes of all dimensions. The
// last run of a row needs the most memory.
std::size_t end_of_row(const MeasurePlan& plan, std::size_t first) {
  const auto is_of = [&](const Experiment& run) {
    return run.operation().row == plan.runs[first].operation().row &&
           (plan.networks.empty() || run.network() == plan.runs[first].network());
  };
  std::size_t end = first;
  while (end < plan.runs.size() && is_of(plan.runs[end])) ++end;
  return end;
}

// Keeps the runs of --part K/N.
void take_part(const MeasureArguments& arguments, MeasurePlan& plan) {
  if (!arguments.part) return;
  const std::string& text = *arguments.part;
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string first = text.substr(0, slash);
  const std::string last = slash < text.size() ? text.substr(slash + 1) : "";
  const auto part = whole_number<std::int64_t>(first).value_or(0);
  const auto parts = whole_number<std::int64_t>(last).value_or(0);
  if (parts < 1 || part < 1 || part > parts) {
    const std::string_view form = form_of_whole_number(first);
    throw UsageError(fmt::format("--part {}: must be K/N, K from 1 to N, such as 3/64{}", printable(text),
                                 form.empty() ? form_of_whole_number(last) : form));
  }
  std::vector<Experiment> kept;
  for (std::size_t run = 0; run < plan.runs.size(); ++run) {
    if (run % static_cast<std::size_t>(parts) == static_cast<std::size_t>(part - 1)) kept.push_back(plan.runs[run]);
  }
  if (kept.empty()) {
    throw UsageError(fmt::format("--part {}: there are {} runs, so that this part has none; take at most {} parts",
                                 text, plan.runs.size(), plan.runs.size()));
  }
  plan.runs = std::move(kept);
}

}  // namespace

// Leaves out rows that a network has no plan for. Throws if there is a plan for none.
MeasurePlan plan_measurement(const MeasureArguments& arguments) {
  stall_of(arguments.parameters);
  const std::vector<Parameters> requests = requests_of(arguments);
  MeasurePlan plan;
  plan.sites = sites_of(arguments, requests);
  for (const Parameters& request : requests) {
    if (request.network && requests.size() > 1) plan.networks.push_back(*request.network);
  }
  const Site& largest =
      *std::ranges::max_element(plan.sites, {}, [](const Site& site) { return site.network.nodes(); });
  const std::vector<std::vector<const Row*>> rows_of_site = rows_of_sites(plan.sites, arguments.parameters);
  std::vector<const Row*> rows;  // in the order of the catalog
  for (const std::vector<const Row*>& some : rows_of_site) rows.insert(rows.end(), some.begin(), some.end());
  std::ranges::sort(rows);
  rows.erase(std::ranges::unique(rows).begin(), rows.end());
  NumberRange range(arguments.packets);
  range.require_within("--packets", 1, most_packets(largest.network.ends()), " at " + largest.words);
  const std::vector<std::int64_t> packets = swept_packets(arguments, range);
  plan.seeds = seeds_of(arguments);
  require_few_runs(range, rows.size() * requests.size() * packets.size());
  std::size_t planned = 0;
  std::optional<UsageError> first_refusal;
  ProgressLine progress("planning");
  for (const Row* const row : rows) {
    progress.show(static_cast<double>(planned++) / static_cast<double>(rows.size()));
    for (std::size_t site = 0; site < requests.size(); ++site) {
      if (std::ranges::find(rows_of_site[site], row) == rows_of_site[site].end()) continue;
      try {
        for (const std::int64_t amount : packets_of_row(*row, packets)) {
          plan.runs.push_back(resolve(request_of(requests[site], *row, amount))
                                  .with_records(requests[site].latency, requests[site].links));
        }
      } catch (const NoPlan& refusal) {
        if (!first_refusal) first_refusal = refusal;
      }
    }
  }
  if (plan.runs.empty() && first_refusal) throw UsageError(*first_refusal);
  take_part(arguments, plan);
  require_room(plan);
  return plan;
}

Result unmeasured(const Experiment& experiment, const MeasurePlan& plan) {
  const auto& network = experiment.operation().network;
  Result result(experiment);
  if (experiment.setting().link_load) {
    result.report.link_load.emplace(network.nodes(), network.ports(),
                                    experiment.setting().engine == kSymmetricEngineName);
  }
  if (plan.seeds > 1) result.spread = SeedSpread{plan.seeds, 0, 0, 0};
  return result;
}

std::vector<std::optional<std::string>> memory_faults(const MeasurePlan& plan, std::size_t first) {
  const std::size_t end = end_of_row(plan, first);
  std::vector<std::optional<std::string>> faults(end - first);
  if (!memory_fault(plan.runs[end - 1])) return faults;
  ProgressLine progress("checking");
  for (std::size_t run = first; run < end; ++run) {
    progress.show(static_cast<double>(run - first) / static_cast<double>(end - first));
    faults[run - first] = memory_fault(plan.runs[run]);
  }
  return faults;
}

void require_memory(const MeasurePlan& plan) {
  ProgressLine progress("checking");
  for (std::size_t end = 0; end < plan.runs.size();) {
    progress.show(static_cast<double>(end) / static_cast<double>(plan.runs.size()));
    end = end_of_row(plan, end);
    const Experiment& largest = plan.runs[end - 1];
    require_memory(largest, false, fmt::format("--packets {}", largest.operation().packets));
  }
}

}  // namespace testbench
