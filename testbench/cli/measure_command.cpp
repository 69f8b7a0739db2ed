#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <string_view>

#include "testbench/cli/commands.hpp"
#include "testbench/cli/result.hpp"
#include "testbench/cli/terminal.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/run/engines.hpp"
#include "testbench/run/runner.hpp"

namespace testbench {
namespace {

// "2..8", or "5" for one dimension.
DimRange parse_dims(const std::string& text) {
  const auto number = [&](std::string_view digits) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value < 1 || value > cube::kMaxDimension) {
      throw UsageError(fmt::format("--dims {}: must be A..B with 1 <= A <= B <= {}", text, cube::kMaxDimension));
    }
    return value;
  };
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) return {number(text), number(text)};
  const DimRange range{number(std::string_view(text).substr(0, dots)), number(std::string_view(text).substr(dots + 2))};
  if (range.first > range.last) {
    throw UsageError(fmt::format("--dims {}: must be A..B with 1 <= A <= B <= {}", text, cube::kMaxDimension));
  }
  return range;
}

void print_heading() {
  fmt::print("{:<10} {:<9} {:<5} {:>2} {:>5} {:>8} {:>12} {:>8} {:>6} {:>10} {:>10} {:>6} {:>6}  {}\n", "collective",
             "algorithm", "ports", "d", "M", "cycles", "closed form", "bound", "ratio", "sent", "least", "links",
             "queue", "verified");
}

void print_row(const Result& result) {
  const nlohmann::ordered_json json = to_json(result);
  const RunReport& report = result.report;
  const collectives::Operation& operation = result.operation;
  fmt::print("{:<10} {:<9} {:<5} {:>2} {:>5} {:>8} {:>12} {:>8} {:>6.3f} {:>10} {:>10} {:>4.0f} % {:>6}  {}\n",
             name_of(operation.row->collective), operation.row->algorithm, name_of(operation.row->ports), operation.d(),
             operation.packets, report.cycles, closed_form_text(result), result.lower_bound().value,
             json["ratio"].get<double>(), report.transmissions, result.least_transmissions().value,
             100 * json["link_utilization"].get<double>(), report.deepest_queue,
             report.fault            ? "NO"
             : result.as_it_should() ? "yes"
                                     : "CLOSED FORM MISSED");
}

}  // namespace

int measure_command(const MeasureArguments& arguments) {
  const DimRange dims = parse_dims(arguments.dims);
  const std::uint64_t seed = seed_of(arguments.seed);
  if (!arguments.collective.empty()) collective_named(arguments.collective);
  std::ofstream results;
  if (!arguments.results.empty()) {
    results.open(arguments.results);
    if (!results) {
      throw UsageError(
          fmt::format("--results {}: cannot be written; give a file in a folder of yours", arguments.results.string()));
    }
  }

  // Every request is checked before the first run.
  std::vector<collectives::Operation> operations;
  for (const collectives::Row& row : collectives::kCatalog) {
    if (!arguments.collective.empty() && arguments.collective != name_of(row.collective)) continue;
    for (unsigned d = dims.first; d <= dims.last; ++d) {
      Request request;
      request.collective = name_of(row.collective);
      request.algorithm = row.algorithm;
      request.ports = name_of(row.ports);
      request.engine = arguments.engine;
      request.dim = d;
      request.packets = arguments.packets;
      request.root = arguments.root;
      request.stall = arguments.stall;
      operations.push_back(resolve(request));
      require_memory(operations.back(), 0);
    }
  }

  EngineChoice engine = choose_engine(arguments.engine, dims.first);
  engine.simulation.stall_probability = arguments.stall;
  engine.simulation.stall_seed = seed;
  catch_interrupts();
  if (!arguments.json) print_heading();
  unsigned wrong = 0;
  std::string first_fault;
  for (const collectives::Operation& operation : operations) {
    ProgressLine progress(
        fmt::format("{} {} d = {}", name_of(operation.row->collective), operation.row->algorithm, operation.d()));
    RunOptions options;
    options.engine = engine.name;
    options.simulation = engine.simulation;
    options.progress = [&](double part) { progress.show(part); };
    options.interrupted = interrupted;
    Run run(operation, random_send_memory(task_of(operation), seed));
    const Result result{operation, engine, engine.has_rtl(), run.execute(options)};
    const std::string json = to_json(result).dump();
    if (results.is_open()) results << json << '\n' << std::flush;
    if (arguments.json) {
      fmt::print("{}\n", json);
    } else {
      print_row(result);
    }
    if (result.as_it_should()) continue;
    if (wrong++ == 0) first_fault = result.report.fault.value_or("the closed form is missed");
  }
  if (results.is_open() && !results.good()) {
    throw UsageError(fmt::format("--results {}: cannot be written to its end", arguments.results.string()));
  }
  if (wrong == 0) return 0;
  fmt::print(stderr, "cubecast: {} of {} runs are not as they should be; the first: {}\n", wrong, operations.size(),
             first_fault);
  return 1;
}

}  // namespace testbench
