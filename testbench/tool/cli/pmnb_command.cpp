// SPDX-License-Identifier: Apache-2.0
// Runs partial multinode broadcasts by each of the paper's algorithms. Cycles and phases stand
// beside the paper's bounds.
#include <fmt/format.h>

#include <new>
#include <nlohmann/json.hpp>
#include <optional>

#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/dynamic/theorem.hpp"
#include "testbench/runs/broadcast/partial_broadcast.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/link_records.hpp"
#include "testbench/runs/experiment/rule_links.hpp"
#include "testbench/tool/cli/commands.hpp"
#include "testbench/tool/cli/progress.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

constexpr const char* kPmnbLine = "{:<9} {:>2} {:>6} {:>7} {:>7} {:>8} {:>10} {:>8} {:>8} {:>6} {:>11} {:>6}  {}\n";

struct PmnbRow {
  broadcast::SchemeName scheme;
  PartialBroadcastResult result;
  PmnbPhases most;                     // the paper's bounds, in cycles, with as many for a step of the prefix
  std::uint64_t least = 0;             // lower bound for any algorithm
  std::optional<std::string> refusal;  // why it was not run; then there is no result

  std::optional<std::string> fault() const { return refusal ? refusal : result.error; }
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
  if (runs.engine != "native" || needed <= free) return std::nullopt;
  return fmt::format("needs about {} MiB of memory, {} MiB are free; {}", needed >> 20, free >> 20, kFewerNodes);
}

PartialBroadcastResult run(const ServiceRuns& runs, const broadcast::SchemeName& scheme,
                           const std::vector<Address>& active, std::ostream* trace) {
  const BroadcastSetting setting = runs.of(scheme);
  const auto mesh = make_servers(runs.engine, setting);
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
        queue_depth_for(packets_through_a_queue(network::Cube(setting.dimension), scheme.scheme));
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
  const unsigned d = runs.setting.dimension;
  row.most = pmnb_phases(algorithm_of(scheme.scheme), d, active.size(), runs.setting.prefix.step_cycles(d));
  row.least = pmnb_lower_bound(d, active.size(), packets_of_request(scheme.scheme, d));
  return row;
}

nlohmann::ordered_json to_json(const ServiceRuns& runs, const PmnbRow& row, const std::vector<Address>& active) {
  nlohmann::ordered_json json;
  const auto measured = [&](const nlohmann::ordered_json& value) {
    return row.refusal ? nlohmann::ordered_json(nullptr) : value;
  };
  const unsigned d = runs.setting.dimension;
  json["collective"] = "pmnb";
  json["algorithm"] = row.scheme.name;
  json["source"] = row.scheme.source;
  json["dim"] = d;
  json["nodes"] = cube::nodes(d);
  json["active"] = active.size();
  json["active_nodes"] = nullptr;
  if (active.size() != cube::nodes(d)) {
    json["active_nodes"] = nlohmann::ordered_json::array();
    for (const Address node : active) json["active_nodes"].push_back(node.number());
  }
  json["packets_of_message"] = packets_of_request(row.scheme.scheme, d);
  json["engine"] = runs.engine;
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
  const auto fault = row.fault();
  json["fault"] = fault ? nlohmann::ordered_json(*fault) : nlohmann::ordered_json(nullptr);
  return json;
}

std::string as_text(const ServiceRuns& runs, const PmnbRow& row, std::size_t active) {
  if (row.refusal) {
    return fmt::format(kPmnbLine, row.scheme.name, runs.setting.dimension, active, "-", "-", "-", "-",
                       fmt::format("{:.1f}", row.most.all()), row.least, "-", "-", "-", *row.refusal);
  }
  const double ratio =
      row.least == 0 ? 1 : static_cast<double>(row.result.cycles.all()) / static_cast<double>(row.least);
  return fmt::format(kPmnbLine, row.scheme.name, runs.setting.dimension, active, row.result.cycles.prefix,
                     row.result.cycles.packing, row.result.cycles.broadcast, row.result.cycles.all(),
                     fmt::format("{:.1f}", row.most.all()), row.least, fmt::format("{:.2f}", ratio), row.result.sent,
                     runs.tells_deepest_queue() ? std::to_string(row.result.deepest_queue) : "-",
                     row.result.error ? *row.result.error : "yes");
}

}  // namespace

int pmnb_command(const PmnbArguments& arguments) {
  std::vector<broadcast::SchemeName> known;
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    if (is_partial(scheme.scheme)) known.push_back(scheme);
  }
  const ServiceRuns runs = service_runs(arguments.service, known);
  const std::vector<Address> active = active_nodes(arguments.active, runs.setting.dimension, runs.setting.payload_seed);
  if (runs.schemes.size() == 1) {
    const std::optional<std::string> fault = memory_fault(runs, runs.schemes[0], active.size());
    if (fault) {
      throw UsageError(fmt::format("--dim {}: {} with {} active nodes {}", runs.setting.dimension, runs.schemes[0].name,
                                   active.size(), *fault));
    }
  }
  CommandFiles files;
  OutputFile* const file =
      arguments.trace ? &files.output("--trace", *arguments.trace, OutputFile::Accepts::kStreams) : nullptr;
  files.check();
  files.open();
  std::ostream* const trace = file != nullptr ? &file->stream() : nullptr;
  if (trace != nullptr) write_trace_header(*trace);

  if (!arguments.json) {
    say(fmt::format(kPmnbLine, "algorithm", "d", "active", "prefix", "packing", "broadcast", "cycles", "paper", "bound",
                    "ratio", "sent", "queue", "verified"));
  }
  bool verified = true;
  ProgressLine progress("pmnb");
  for (std::size_t i = 0; i < runs.schemes.size(); ++i) {
    progress.show(static_cast<double>(i) / static_cast<double>(runs.schemes.size()), runs.schemes[i].name);
    const PmnbRow row = measure(runs, runs.schemes[i], active, trace);
    verified = verified && !row.fault();
    say(arguments.json ? to_json(runs, row, active).dump() + '\n' : as_text(runs, row, active.size()));
  }
  files.finish();
  files.publish();
  return verified ? 0 : 1;
}

}  // namespace testbench
