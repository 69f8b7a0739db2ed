// SPDX-License-Identifier: Apache-2.0
// Runs partial multinode broadcasts by each of the paper's algorithms. Cycles and phases stand
// beside the paper's bounds.
#include <fmt/format.h>

#include <new>
#include <optional>

#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/judge/bounds/partial_broadcast_bound.hpp"
#include "testbench/plans/dynamic/theorem.hpp"
#include "testbench/runs/broadcast/partial_broadcast.hpp"
#include "testbench/runs/broadcast/service_trees.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/rule_links.hpp"
#include "testbench/runs/verdict/link_records.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/printer/columns.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

struct PmnbRow {
  broadcast::SchemeName scheme;
  PartialBroadcastResult result;
  std::optional<PmnbPhases> most;       // the paper's bounds, in cycles, with as many for a step of the prefix
  std::optional<PmnbTime> time;         // X and V on stored trees
  std::optional<std::uint64_t> proved;  // never more on stored trees, whichever nodes are active
  std::uint64_t least = 0;              // lower bound for any algorithm
  std::optional<std::string> refusal;   // why it was not run; then there is no result
};

PmnbAlgorithm algorithm_of(broadcast::Scheme scheme) {
  if (scheme == broadcast::Scheme::kPmnb1) return PmnbAlgorithm::kI;
  return scheme == broadcast::Scheme::kPmnb2 ? PmnbAlgorithm::kII : PmnbAlgorithm::kIII;
}

constexpr const char* kFewerNodes = "use a smaller network or fewer nodes";

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
        queue_depth_for(setting.trees ? setting.trees->most_through_a_queue()
                                      : packets_through_a_queue(setting.network.cube(), scheme.scheme));
    result.error = fmt::format("{}; --queue-depth {} is enough", result.error.value_or(""), enough);
  }
  return result;
}

double cycles_of(const PmnbTime& time, std::size_t active) {
  return time.message * static_cast<double>(active) + time.reservation;
}

// X M + V as measured, less the cycle to the next period, and any algorithm's bound.
void add_bounds_on_trees(const ServiceRuns& runs, const std::vector<Address>& active, PmnbRow& row) {
  std::vector<bool> is_active(runs.setting.nodes());
  for (const Address node : active) is_active[node.number()] = true;
  row.time = best_time(runs.times_of(row.scheme), [&](const PmnbTime& time) { return cycles_of(time, active.size()); });
  row.proved = runs.setting.trees->most_cycles(is_active);
  row.least = PartialBroadcastBound(runs.setting.trees->edges()).cycles(is_active);
  if (!row.time) return;
  const double prefix = runs.setting.trees->prefix_cycles();
  row.most = {prefix, 0, cycles_of(*row.time, active.size()) - 1 - prefix};
}

PmnbRow measure(const ServiceRuns& runs, const broadcast::SchemeName& scheme, const std::vector<Address>& active,
                std::ostream* trace) {
  PmnbRow row{scheme, {}, {}, {}, {}, 0, memory_fault(runs, scheme, active.size())};
  try {
    if (!row.refusal) row.result = run(runs, scheme, active, trace);
  } catch (const std::bad_alloc&) {
    if (runs.schemes.size() == 1) throw;  // no other scheme is left to run
    row.refusal = fmt::format("there is not enough memory for it; {}", kFewerNodes);
  }
  if (runs.setting.trees) {
    add_bounds_on_trees(runs, active, row);
    return row;
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
  const auto proved = [&](double PmnbPhases::* phase) { return row.most ? Json((*row.most).*phase) : Json(nullptr); };
  json["collective"] = "pmnb";
  json["algorithm"] = row.scheme.name;
  json["source"] = row.scheme.source;
  runs.add_network(json);
  json["active"] = active.size();
  json["active_nodes"] = nullptr;
  if (active.size() != runs.setting.nodes()) {
    json["active_nodes"] = Json::array();
    for (const Address node : active) json["active_nodes"].push_back(node.number());
  }
  json["packets_of_message"] = runs.packets_of(row.scheme);
  json["engine"] = runs.setting.engine;
  add_setting(json, runs.setting);
  runs.add_period(json, row.time);
  json["cycles"] = measured(row.result.cycles.all());
  json["phases"] = {{"prefix", measured(row.result.cycles.prefix)},
                    {"packing", measured(row.result.cycles.packing)},
                    {"broadcast", measured(row.result.cycles.broadcast)}};
  json["paper"] = row.most ? Json(row.most->all()) : Json(nullptr);
  json["paper_phases"] = {{"prefix", proved(&PmnbPhases::prefix)},
                          {"packing", proved(&PmnbPhases::packing)},
                          {"broadcast", proved(&PmnbPhases::broadcast)}};
  if (row.proved) json["proved"] = *row.proved;
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

Columns pmnb_columns(const ServiceRuns& runs) {
  return {{"algorithm", "algorithm", -9},
          runs.size_column(),
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
}

}  // namespace

int pmnb_command(const PmnbArguments& arguments) {
  const ServiceRuns runs = service_runs(arguments.parameters, arguments.serving, broadcast::is_partial);
  const std::vector<Address> active = active_nodes(arguments.active, runs);
  if (runs.schemes.size() == 1) {
    const std::optional<std::string> fault = memory_fault(runs, runs.schemes[0], active.size());
    if (fault) {
      throw UsageError(
          fmt::format("{}: {} with {} active nodes {}", runs.words, runs.schemes[0].name, active.size(), *fault));
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

  if (!arguments.parameters.json) say(heading_of(pmnb_columns(runs)));
  bool verified = true;
  ProgressLine progress("pmnb");
  for (std::size_t i = 0; i < runs.schemes.size(); ++i) {
    progress.show(static_cast<double>(i) / static_cast<double>(runs.schemes.size()), runs.schemes[i].name);
    const Json row = to_json(runs, measure(runs, runs.schemes[i], active, trace), active);
    verified = verified && row["verified"] == true;
    say(arguments.parameters.json ? json_line_of(row) : line_of(pmnb_columns(runs), row));
  }
  files.finish();
  files.publish();
  return verified ? 0 : 1;
}

}  // namespace testbench
