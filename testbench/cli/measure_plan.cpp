#include "testbench/cli/measure_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "firmware/collectives/catalog.hpp"
#include "testbench/cli/nearest.hpp"
#include "testbench/cli/terminal.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/run/engines.hpp"
#include "testbench/run/runner.hpp"

namespace testbench {
namespace {

using collectives::Operation;
using collectives::Row;

constexpr const char* kDefaultDims = "2..8";
constexpr std::size_t kMostRuns = 100000;

std::vector<const Row*> chosen_rows(const Request& request) {
  if (request.collective) collective_named(*request.collective);
  if (request.ports) ports_named(*request.ports);
  std::vector<const Row*> rows;
  std::vector<std::string> algorithms;
  bool has_root = false;
  for (const Row& row : collectives::kCatalog) {
    if (request.collective && *request.collective != name_of(row.collective)) continue;
    if (std::find(algorithms.begin(), algorithms.end(), row.algorithm) == algorithms.end()) {
      algorithms.emplace_back(row.algorithm);
    }
    if (request.algorithm && *request.algorithm != row.algorithm) continue;
    if (request.ports && *request.ports != name_of(row.ports)) continue;
    rows.push_back(&row);
    has_root = has_root || collectives::has_root(row.collective);
  }
  const bool is_known =
      !request.algorithm || std::find(algorithms.begin(), algorithms.end(), *request.algorithm) != algorithms.end();
  if (!is_known) {
    throw UsageError(fmt::format("--algorithm {}: must be one of {}{}", *request.algorithm, fmt::join(algorithms, ", "),
                                 did_you_mean(*request.algorithm, algorithms)));
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
  return rows;
}

// A..B in steps: of --step, or times --factor, which is 2 if there is neither.
std::vector<std::int64_t> swept_packets(const MeasureArguments& arguments, const NumberRange& range) {
  if (arguments.step && arguments.factor) {
    throw UsageError(fmt::format("--step {} --factor {}: one sweep takes one of them; leave one out",
                                 arguments.step->text(), arguments.factor->text()));
  }
  const auto refuse_for_one = [&](const char* option, const std::optional<Number>& number) {
    if (!range.is_one() || !number) return;
    throw UsageError(fmt::format("{} {}: is for --packets A..B, and --packets is {}; give a range, or leave it out",
                                 option, number->text(), range.text()));
  };
  refuse_for_one("--step", arguments.step);
  refuse_for_one("--factor", arguments.factor);
  const std::int64_t step = arguments.step ? arguments.step->within("--step", 1, range.last()) : 0;
  const std::int64_t factor = arguments.factor ? arguments.factor->within("--factor", 2, 1 << 20) : 2;
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
  constexpr std::int64_t kMostSeeds = 1000000;
  if (!arguments.seeds) return 1;
  if (stall_of(arguments.request) == 0) {
    throw UsageError(
        fmt::format("--seeds {}: without --stall every seed takes the same cycles; add --stall, or leave it "
                    "out",
                    arguments.seeds->text()));
  }
  return static_cast<std::uint64_t>(arguments.seeds->within("--seeds", 1, kMostSeeds));
}

NumberRange dims_of(const MeasureArguments& arguments) {
  NumberRange dims(arguments.dims.value_or(kDefaultDims));
  const std::string engine = arguments.request.engine.name.value_or("native");
  // Of an engine that there is not choose_engine will have more to say.
  const DimRange widest =
      dims_of_engine(engine, arguments.request.engine.hop_cycles()).value_or(DimRange{1, cube::kMaxDimension});
  try {
    dims.require_within("--dims", widest.first, widest.last);
    for (std::int64_t dim = dims.first(); dim <= dims.last(); ++dim) choose_engine(arguments.request.engine, dim);
  } catch (const UsageError& error) {
    const std::string said = error.what();
    throw UsageError(said.starts_with("--dim ") ? fmt::format("--dims {}: {}", dims.text(), said) : said);
  }
  return dims;
}

std::string amount_of(const Operation& operation) {
  return fmt::format("--packets {}", operation.packets);
}

// A row's request at one dimension.
Request request_of(const MeasureArguments& arguments, const Row& row, std::int64_t dim, std::int64_t packets) {
  Request request = arguments.request;
  request.collective = name_of(row.collective);
  request.algorithm = row.algorithm;
  request.ports = name_of(row.ports);
  request.dim = dim;
  request.packets = packets;
  if (!has_root(row.collective)) request.root.reset();
  return request;
}

void require_room(const MeasurePlan& plan) {
  if (!plan.engine.has_rtl()) return;
  for (const Operation& operation : plan.operations) {
    RunOptions options;
    options.engine = plan.engine.name;
    options.simulation = plan.engine.simulation;
    try {
      Run(operation, PayloadHash(plan.engine.simulation.stall_seed)).require_room(options);
    } catch (const std::runtime_error& error) {
      throw UsageError(fmt::format("{} {} --ports {} --dim {} --packets {}: {}", name_of(operation.row->collective),
                                   operation.row->algorithm, name_of(operation.row->ports), operation.d(),
                                   operation.packets, error.what()));
    }
  }
}

}  // namespace

MeasurePlan plan_measurement(const MeasureArguments& arguments, const Reporting& reporting) {
  const std::vector<const Row*> rows = chosen_rows(arguments.request);
  const NumberRange dims = dims_of(arguments);
  NumberRange range(arguments.packets);
  range.require_within("--packets", 1, most_packets(std::uint32_t{1} << dims.last()),
                       fmt::format(" at --dim {}", dims.last()));
  const std::vector<std::int64_t> packets = swept_packets(arguments, range);
  MeasurePlan plan;
  plan.seeds = seeds_of(arguments);
  plan.engine = choose_engine(arguments.request.engine, dims.first());
  plan.engine.simulation.stall_probability = stall_of(arguments.request);
  plan.engine.simulation.stall_seed = seed_of(arguments.request);
  const std::size_t runs = rows.size() * static_cast<std::size_t>(dims.last() - dims.first() + 1) * packets.size();
  if (runs > kMostRuns) {
    throw UsageError(fmt::format("--packets {}: makes {} runs; must be at most {}, take a larger --step, or --factor",
                                 range.text(), runs, kMostRuns));
  }
  const Keeping keeping{false, reporting.latency, stall_of(arguments.request) > 0};
  std::vector<Operation> largest;  // of each row: the largest cube with the most packets needs the most memory
  for (const Row* const row : rows) {
    for (std::int64_t dim = dims.first(); dim <= dims.last(); ++dim) {
      for (const std::int64_t amount : packets) {
        plan.operations.push_back(resolve(request_of(arguments, *row, dim, amount)));
      }
    }
    largest.push_back(plan.operations.back());
    require_least_memory(largest.back(), keeping, amount_of(largest.back()));
  }
  ProgressLine progress("checking");
  for (std::size_t row = 0; row < largest.size(); ++row) {
    progress.show(static_cast<double>(row) / static_cast<double>(largest.size()));
    require_memory(largest[row], 0, keeping, amount_of(largest[row]));
  }
  require_room(plan);
  return plan;
}

}  // namespace testbench
