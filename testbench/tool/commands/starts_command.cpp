// SPDX-License-Identifier: Apache-2.0
// cubecast run with --start-skew or --repeat (docs/guides/starts.md).
#include <fmt/format.h>

#include <optional>
#include <stdexcept>
#include <string>

#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/runs/starts/start_barrier.hpp"
#include "testbench/runs/starts/starts.hpp"
#include "testbench/tool/cli/common_steps.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/printer/result.hpp"
#include "testbench/tool/printer/version.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

struct StartsResult {
  Experiment experiment;
  Starts starts;
  StartsReport report;

  // Memories that are busy at random can make it negative.
  std::int64_t cost() const { return static_cast<std::int64_t>(report.cycles - report.aligned_cycles); }
};

std::string summary(const StartsResult& result) {
  const auto& [experiment, starts, report] = result;
  std::string text = heading_of(experiment);
  const auto add = [&](const char* name, const std::string& value) {
    text += fmt::format("  {:<14} {}\n", name, value);
  };
  if (const std::string why = experiment.choice(); !why.empty()) add("choice", why);
  add("starts", fmt::format("{} collective(s) of each node, one behind the other; ready for the first within {} cycles",
                            starts.repeat, starts.skew));
  if (report.start_together) add("", "each collective begins with a barrier, in the same cycle at all nodes");
  const auto cycles_of = [&](const Experiment& deeper) { return run_with_starts(deeper, starts, {}).cycles; };
  if (report.parts) add(name_of(*report.parts), text_of(*report.parts, experiment, cycles_of));
  if (!report.fault) {
    add("cycles", fmt::format("{} from the first node that is ready to the last that is done; {} if all are ready in "
                              "one cycle",
                              report.cycles, report.aligned_cycles));
    add("cost of skew",
        fmt::format("{} cycles; the last node is ready {} behind the first", result.cost(), report.spread));
  }
  if (report.lost_in_queues != 0) add("lost in queues", fmt::format("{} packet(s)", report.lost_in_queues));
  if (experiment.setting().lockstep) add("lockstep", "every register of RTL and C++ the same in every cycle");
  add("verified", report.fault ? "NO" : "every packet of every collective at every node");
  return text;
}

Json record_of(const StartsResult& result) {
  const auto& [experiment, starts, report] = result;
  const MeshSetting& setting = experiment.setting();
  const auto measured = [&](auto value) { return report.fault ? Json(nullptr) : Json(value); };
  Json json = to_json(experiment);
  json["engine"] = setting.engine;
  add_nodes(experiment, report.parts, json);
  json["start_skew"] = starts.skew;
  json["repeat"] = starts.repeat;
  json["start_together"] = report.start_together;
  json["spread"] = measured(report.spread);
  json["cycles"] = measured(report.cycles);
  json["aligned_cycles"] = measured(report.aligned_cycles);
  json["skew_cost"] = measured(result.cost());
  json["lost_in_queues"] = report.lost_in_queues;
  json["verified"] = !report.fault;
  json["fault"] = report.fault ? Json(*report.fault) : Json(nullptr);
  add_program(json);
  json["command"] =
      fmt::format("{} --start-skew {} --repeat {}", command_of(Result(experiment)), starts.skew, starts.repeat);
  return json;
}

std::string in_form(const StartsResult& result, const Parameters& parameters) {
  if (!parameters.json && !parameters.csv) return summary(result);
  const Json record = record_of(result);
  return parameters.json ? json_line_of(record) : csv_heading_of(record) + csv_line_of(record);
}

}  // namespace

int starts_command(const Parameters& parameters) {
  StartsResult result{resolve_on_terminal(parameters), starts_of(parameters), {}};
  const collectives::Operation& operation = result.experiment.operation();
  require_memory(result.experiment, false, fmt::format("--packets {}", operation.packets));
  {
    ProgressLine progress(fmt::format("{} {}", name_of(operation.row->collective), operation.row->algorithm));
    RunHooks hooks;
    hooks.loading = [&progress](double part) { progress.show(part, "loading"); };
    hooks.progress = [&progress](double part) { progress.show(part); };
    std::optional<Chain> chain;
    try {
      const StartBarrier reaches_all(operation, 0);
      chain.emplace(chain_of(result.experiment, result.starts, hooks));
    } catch (const std::runtime_error& error) {
      throw UsageError(error.what());
    }
    result.report = run_with_starts(result.experiment, result.starts, *chain, hooks);
  }
  say(in_form(result, parameters));
  if (!result.report.fault) return 0;
  complain(fmt::format("not verified: {}", *result.report.fault));
  return 1;
}

}  // namespace testbench
