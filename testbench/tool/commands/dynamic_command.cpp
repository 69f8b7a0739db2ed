// SPDX-License-Identifier: Apache-2.0
// Serves broadcast requests at random times, for every scheme and load. Measurements stand beside
// the theorem of Varvarigos and Bertsekas.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/dynamic/theorem.hpp"
#include "testbench/plans/dynamic/verification.hpp"
#include "testbench/runs/broadcast/dynamic_run.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/commands/dynamic_report.hpp"
#include "testbench/tool/printer/plot.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

constexpr double kLeastStep = 0.001;
constexpr double kMostAskedLoad = 2;  // above 1 no scheme is stable

std::vector<double> loads_of(const DynamicArguments& arguments) {
  const std::string text = arguments.load.value_or("");
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) return {decimal_within("--load", text, 0, kMostAskedLoad)};
  const std::string where = fmt::format(" in --load {}", text);
  if (dots == 0 || dots + 2 == text.size()) {
    throw UsageError(fmt::format("--load {}: must be A..B, like 0.1..0.9", text));
  }
  const double first = decimal_within("--load", text.substr(0, dots), 0, kMostAskedLoad, where);
  const double last = decimal_within("--load", text.substr(dots + 2), first, kMostAskedLoad, where);
  const double step = decimal_within("--step", arguments.step.value_or("0.1"), kLeastStep, kMostAskedLoad);
  std::vector<double> loads;
  // Rounds to the digits as typed: 0.3, and not the value of 3 * 0.1.
  constexpr double kDigits = 1e9;
  for (unsigned i = 0; first + i * step <= last + step / 1000; ++i) {
    loads.push_back(std::round((first + i * step) * kDigits) / kDigits);
  }
  return loads;
}

DynamicPlan dynamic_plan(const DynamicArguments& arguments, const ServiceRuns& runs) {
  DynamicPlan plan;
  const std::uint32_t nodes = runs.setting.nodes();
  if (!arguments.limit) plan.loads = loads_of(arguments);
  ArrivalSetting& arrivals = plan.setting.arrivals;
  arrivals.kind = arrival_kind_named(arguments.arrivals).value_or(ArrivalKind::kPoisson);
  if (arguments.burst) arrivals.burst_cycles = decimal_of("--burst", *arguments.burst, "", "dynamic");
  if (arguments.hot_share) arrivals.hot_share = decimal_of("--hot-share", *arguments.hot_share, "", "dynamic");
  if (arguments.hot_nodes) {
    arrivals.hot_nodes = static_cast<std::uint32_t>(arguments.hot_nodes->within("--hot-nodes", 1, nodes - 1));
  }
  plan.setting.seed = runs.setting.payload_seed;
  plan.setting.precision = decimal_of("--precision", arguments.precision, "", "dynamic");
  plan.setting.most_cycles = static_cast<std::uint64_t>(number_of("--cycles", arguments.cycles, "", "dynamic"));
  for (const double load : plan.loads) {
    for (const broadcast::SchemeName& scheme : runs.schemes) {
      ArrivalSetting asked = arrivals;
      asked.rate = rate_at(runs.cut, load, runs.packets_of(scheme));
      if (const auto fault = find_fault(asked, nodes)) {
        throw UsageError(fmt::format("--load {:g} of {}: {}", load, scheme.name, *fault));
      }
    }
  }
  return plan;
}

// The search bisects until the load is known to this share.
constexpr double kLimitTolerance = 0.02;
constexpr double kMostLoad = 1.2;

class DynamicRuns {
 public:
  DynamicRuns(const ServiceRuns& runs, const DynamicPlan& plan, bool json)
      : runs_(runs), plan_(plan), json_(json), progress_("dynamic") {}

  // Measures one scheme at one load. If a signal ends the program, the partial result is printed.
  DynamicPoint measure(const broadcast::SchemeName& scheme, double load, bool only_stability) {
    const BroadcastSetting setting = runs_.of(scheme);
    DynamicSetting dynamic = plan_.setting;
    dynamic.arrivals.rate = rate_at(runs_.cut, load, runs_.packets_of(scheme));
    dynamic.only_stability = only_stability;
    if (const auto fault = find_fault(dynamic.arrivals, setting.nodes())) throw UsageError(*fault);
    const auto mesh = make_servers(setting);
    DynamicPoint point{scheme, load, {}, {}};
    try {
      point.result = run_dynamic(*mesh, setting, dynamic, [&](const DynamicResult& so_far) {
        progress_.show(static_cast<double>(so_far.cycles) / static_cast<double>(dynamic.most_cycles),
                       fmt::format("{} at load {:g}", scheme.name, load));
        if (!only_stability) words_.set(line(DynamicPoint{scheme, load, so_far, "interrupted"}));
      });
    } catch (const VerificationError& error) {
      point.error = error.what();
    }
    if (!only_stability) words_.set("");
    return point;
  }

  // Sets the text that a signal prints when it ends the search.
  void set_words(std::string words) { words_.set(std::move(words)); }
  std::string line(const LimitRow& row) const {
    const Json json = limit_json(runs_, plan_, row);
    return json_ ? json_line_of(json) : line_of(limit_columns(runs_), json);
  }

  std::string line(const DynamicPoint& point) const {
    const Json json = dynamic_json(runs_, point, plan_);
    return json_ ? json_line_of(json) : line_of(dynamic_columns(runs_), json);
  }

 private:
  const ServiceRuns& runs_;
  const DynamicPlan& plan_;
  bool json_;
  ProgressLine progress_;
  ReportIfInterrupted words_;
};

int search_limits(DynamicRuns& runs, const ServiceRuns& service, bool json) {
  if (!json) say(heading_of(limit_columns(service)));
  bool verified = true;
  for (const broadcast::SchemeName& scheme : service.schemes) {
    LimitRow row{scheme, {}, {}};
    StabilityLimit& so_far = row.limit;
    const auto run = [&](double load) {
      const DynamicPoint point = runs.measure(scheme, load, true);
      const Stability verdict = point.result.backlog.verdict;
      if (row.error.empty()) row.error = point.error;
      if (verdict == Stability::kStable) so_far.stable = std::max(load, so_far.stable.value_or(load));
      if (verdict == Stability::kUnstable) so_far.unstable = std::min(load, so_far.unstable.value_or(load));
      ++so_far.runs;
      runs.set_words(runs.line(LimitRow{scheme, so_far, "interrupted"}));
      return verdict;
    };
    runs.set_words(runs.line(LimitRow{scheme, so_far, "interrupted"}));
    row.limit = find_stability_limit(kLimitTolerance, kMostLoad, kLimitTolerance, run);
    runs.set_words("");
    verified = verified && row.error.empty();
    say(runs.line(row));
  }
  return verified ? 0 : 1;
}

}  // namespace

int dynamic_command(const DynamicArguments& arguments) {
  const ServiceRuns service =
      service_runs(arguments.parameters, arguments.serving, [](broadcast::Scheme) { return true; });
  const DynamicPlan plan = dynamic_plan(arguments, service);
  DynamicRuns runs(service, plan, arguments.parameters.json);
  CommandFiles files;
  const auto output = [&](const char* option, const std::optional<std::filesystem::path>& path) {
    return path ? &files.output(option, *path, OutputFile::Accepts::kStreams) : nullptr;
  };
  OutputFile* const plot = output("--plot", arguments.plot);
  OutputFile* const data = output("--data", arguments.data);
  files.check();
  if (arguments.limit) return search_limits(runs, service, arguments.parameters.json);
  if (plot != nullptr) drawn(plot->label(), [] { return run_gnuplot(""); });
  files.open();

  if (!arguments.parameters.json) say(heading_of(dynamic_columns(service)));
  bool verified = true;
  std::vector<DynamicPoint> points;
  for (const broadcast::SchemeName& scheme : service.schemes) {
    for (const double load : plan.loads) {
      points.push_back(runs.measure(scheme, load, false));
      verified = verified && points.back().error.empty();
      say(runs.line(points.back()));
      // A larger load would not be stable either.
      if (points.back().result.backlog.verdict == Stability::kUnstable) break;
    }
  }
  const Plot curves = plot_of(service, plan, points);
  if (data != nullptr) write_data(data->stream(), curves);
  if (plot != nullptr) plot->stream() << drawn(plot->label(), [&] { return svg_of(curves); });
  files.finish();
  files.publish();
  return verified ? 0 : 1;
}

}  // namespace testbench
