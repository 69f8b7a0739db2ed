// SPDX-License-Identifier: Apache-2.0
// Runs partial multinode broadcasts by each of the paper's algorithms. Cycles and phases stand
// beside the paper's bounds.
#include <fmt/format.h>

#include <new>
#include <optional>

#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/dynamic/theorem.hpp"
#include "testbench/runs/broadcast/partial_broadcast.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/rule_links.hpp"
#include "testbench/runs/verdict/link_records.hpp"
#include "testbench/tool/cli/commands.hpp"
#include "testbench/tool/printer/columns.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

struct PmnbRow {
  broadcast::SchemeName scheme;
  PartialBroadcastResult result;
  PmnbPhases most;                     // the paper's bounds, in cycles, with as many for a step of the prefix
  std::uint64_t least = 0;             // lower bound for any algorithm
  std::optional<std::string> refusal;  // why it was not run; then there is no result
};

PmnbAlgorithm algorithm_of(broadcast::Scheme scheme) {
  if (scheme == broadcast::Scheme::kPmnb1) return PmnbAlgorithm::kI;
  return scheme == broadcast::Scheme::kPmnb2 ? PmnbAlgorithm::kII : PmnbAlgorithm::kIII;
}

constexpr const char* kFewerNodes = "use a smaller cube or fewer nodes";

// Tells if the run needs more memory than is free.
std::optional<std::string> memory_fault(const ServiceRuns& runs, const broadcast::SchemeName& scheme,
                                        std::size_t active) {
  const std::uint64_t needed = partial_broadcast_bytes(runs.of(scheme), active);
  const std::uint64_t free = free_memory_bytes();
  if (runs.setting.engine != "native" || needed <= free) return std::nullopt;
  return fmt::format("needs about {} MiB of memory, {} MiB are free; {}", needed >> 20, free >> 20, kFewerNodes);
}

PartialBroadcastResult run(const ServiceRuns& runs, const broadcast::SchemeName& scheme,
                           const std::vector<Address>& active, std::ostream* trace) {
  const BroadcastSetting setting = runs.of(scheme);
  const auto mesh = make_servers(setting);
  std::function<void(std::uint64_t)> watch;
  LinkEvents events;
  if (trace != nullptr) {
    watch = [&](std::uint64_t cycle) {
      events.clear();
      mesh->append_link_events(cycle, events);
      write_trace(*trace, events);
    };
  }
  PartialBroadcastResult result = run_partial_broadcast(*mesh, setting, active, watch);
  if (result.stands_still) {
    const std::size_t enough =
        queue_depth_for(packets_through_a_queue(network::Cube(setting.dimension()), scheme.scheme));
    result.error = fmt::format("{}; --queue-depth {} is enough", result.error.value_or(""), enough);
  }
  return result;
}

PmnbRow measure(const ServiceRuns& runs, const broadcast::SchemeName& scheme, const std::vector<Address>& active,
                std::ostream* trace) {
  PmnbRow row{scheme, {}, {}, 0, memory_fault(runs, scheme, active.size())};
  try {
    if (!row.refusal) row.result = run(runs, scheme, active, trace);
  } catch (const std::bad_alloc&) {
    if (runs.schemes.size() == 1) throw;  // no other scheme is left to run
    row.refusal = fmt::format("there is not enough memory for it; {}", kFewerNodes);
  }
  const unsigned d = runs.setting.dimension();
  const unsigned step = runs.setting.prefix.value_or(PrefixSetting()).step_cycles(d);
  row.most = pmnb_phases(algorithm_of(scheme.scheme), d, active.size(), step);
  row.least = pmnb_lower_bound(d, active.size(), packets_of_request(scheme.scheme, d));
  return row;
}

Json to_json(const ServiceRuns& runs, const PmnbRow& row, const std::vector<Address>& active) {
  Json json;
  const auto measured = [&](const Json& value) { return row.refusal ? Json(nullptr) : value; };
  const unsigned d = runs.setting.dimension();
  json["collective"] = "pmnb";
  json["algorithm"] = row.scheme.name;
  json["source"] = row.scheme.source;
  json["dim"] = d;
  json["nodes"] = cube::nodes(d);
  json["active"] = active.size();
  json["active_nodes"] = nullptr;
  if (active.size() != cube::nodes(d)) {
    json["active_nodes"] = Json::array();
    for (const Address node : active) json["active_nodes"].push_back(node.number());
  }
  json["packets_of_message"] = packets_of_request(row.scheme.scheme, d);
  json["engine"] = runs.setting.engine;
  add_setting(json, runs.setting);
  json["cycles"] = measured(row.result.cycles.all());
  json["phases"] = {{"prefix", measured(row.result.cycles.prefix)},
                    {"packing", measured(row.result.cycles.packing)},
                    {"broadcast", measured(row.result.cycles.broadcast)}};
  json["paper"] = row.most.all();
  json["paper_phases"] = {
      {"prefix", row.most.prefix}, {"packing", row.most.packing}, {"broadcast", row.most.broadcast}};
  json["bound"] = row.least;
  json["delivered"] = measured(row.result.delivered);
  json["sent"] = measured(row.result.sent);
  json["deepest_queue"] = nullptr;
  if (runs.tells_deepest_queue()) json["deepest_queue"] = measured(row.result.deepest_queue);
  json["verified"] = measured(!row.result.error);
  const std::optional<std::string>& fault = row.refusal ? row.refusal : row.result.error;
  json["fault"] = fault ? Json(*fault) : Json(nullptr);
  return json;
}

std::string ratio_of(const Json& row) {
  if (row["cycles"].is_null()) return "-";
  const double bound = row["bound"];
  return fmt::format("{:.2f}", bound == 0 ? 1 : row["cycles"].get<double>() / bound);
}

const Columns kPmnbColumns{{"algorithm", "algorithm", -9},
                           {"dim", "d", 2},
                           {"active", "active", 6},
                           {"phases.prefix", "prefix", 7},
                           {"phases.packing", "packing", 7},
                           {"phases.broadcast", "broadcast", 8},
                           {"cycles", "cycles", 10},
                           {"paper", "paper", 8, "{:.1f}"},
                           {"bound", "bound", 8},
                           {"cycles", "ratio", 6, "", ratio_of},
                           {"sent", "sent", 11},
                           {"deepest_queue", "queue", 6},
                           {"verified", "verified", 0, "", yes_or_fault}};

}  // namespace

int pmnb_command(const PmnbArguments& arguments) {
  std::vector<broadcast::SchemeName> known;
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    if (is_partial(scheme.scheme)) known.push_back(scheme);
  }
  const ServiceRuns runs = service_runs(arguments.parameters, arguments.serving, known);
  const std::vector<Address> active =
      active_nodes(arguments.active, runs.setting.dimension(), runs.setting.payload_seed);
  if (runs.schemes.size() == 1) {
    const std::optional<std::string> fault = memory_fault(runs, runs.schemes[0], active.size());
    if (fault) {
      throw UsageError(fmt::format("--dim {}: {} with {} active nodes {}", runs.setting.dimension(),
                                   runs.schemes[0].name, active.size(), *fault));
    }
  }
  CommandFiles files;
  OutputFile* const file = arguments.parameters.trace
                               ? &files.output("--trace", *arguments.parameters.trace, OutputFile::Accepts::kStreams)
                               : nullptr;
  files.check();
  files.open();
  std::ostream* const trace = file != nullptr ? &file->stream() : nullptr;
  if (trace != nullptr) write_trace_header(*trace);

  if (!arguments.parameters.json) say(heading_of(kPmnbColumns));
  bool verified = true;
  ProgressLine progress("pmnb");
  for (std::size_t i = 0; i < runs.schemes.size(); ++i) {
    progress.show(static_cast<double>(i) / static_cast<double>(runs.schemes.size()), runs.schemes[i].name);
    const Json row = to_json(runs, measure(runs, runs.schemes[i], active, trace), active);
    verified = verified && row["verified"] == true;
    say(arguments.parameters.json ? json_line_of(row) : line_of(kPmnbColumns, row));
  }
  files.finish();
  files.publish();
  return verified ? 0 : 1;
}

}  // namespace testbench
