// Broadcast requests at random times, for every scheme and load: what is measured beside the
// theorem of Varvarigos and Bertsekas.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "testbench/broadcast/dynamic_run.hpp"
#include "testbench/cli/broadcast_commands.hpp"
#include "testbench/cli/dynamic_plan.hpp"
#include "testbench/cli/dynamic_report.hpp"
#include "testbench/cli/report_if_interrupted.hpp"
#include "testbench/cli/terminal.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/dynamic/verification.hpp"
#include "testbench/files/command_files.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/run/engines.hpp"

namespace testbench {
namespace {

// Bisects to this share of the load.
constexpr double kLimitTolerance = 0.02;
constexpr double kMostLoad = 1.2;

class DynamicRuns {
 public:
  DynamicRuns(const ServiceRuns& runs, const DynamicPlan& plan, bool json)
      : runs_(runs), plan_(plan), json_(json), progress_("dynamic") {}

  // One scheme at one load. What is known when a signal comes is said.
  DynamicPoint measure(const broadcast::SchemeName& scheme, double load, bool only_stability) {
    const BroadcastSetting setting = runs_.of(scheme);
    const unsigned d = setting.dimension;
    DynamicSetting dynamic = plan_.setting;
    dynamic.arrivals.rate = rate_at(d, load, packets_of_request(scheme.scheme, d));
    dynamic.only_stability = only_stability;
    if (const auto fault = find_fault(dynamic.arrivals, cube::nodes(d))) throw UsageError(*fault);
    const auto mesh = make_servers(runs_.engine, setting);
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

  // What is said if a signal ends the search.
  void set_words(std::string words) { words_.set(std::move(words)); }
  std::string line(const LimitRow& row) const {
    return json_ ? limit_json(runs_, plan_, row) + '\n' : limit_line(runs_, row);
  }

  std::string line(const DynamicPoint& point) const {
    return json_ ? dynamic_json(runs_, point, plan_) + '\n' : dynamic_line(runs_, plan_, point);
  }

 private:
  const ServiceRuns& runs_;
  const DynamicPlan& plan_;
  bool json_;
  ProgressLine progress_;
  ReportIfInterrupted words_;
};

int search_limits(DynamicRuns& runs, const ServiceRuns& service, bool json) {
  if (!json) say(limit_heading());
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
      service_runs(arguments.service, {broadcast::kSchemes.begin(), broadcast::kSchemes.end()}, "--scheme");
  const DynamicPlan plan = dynamic_plan(arguments, service);
  DynamicRuns runs(service, plan, arguments.json);
  CommandFiles files;
  const auto output = [&](const char* option, const std::optional<std::filesystem::path>& path) {
    return path ? &files.output(option, *path, OutputFile::Accepts::kStreams) : nullptr;
  };
  OutputFile* const plot = output("--plot", arguments.plot);
  OutputFile* const data = output("--data", arguments.data);
  files.check();
  if (arguments.limit) return search_limits(runs, service, arguments.json);
  files.open();

  if (!arguments.json) say(dynamic_heading());
  bool verified = true;
  std::vector<DynamicPoint> points;
  for (const broadcast::SchemeName& scheme : service.schemes) {
    for (const double load : plan.loads) {
      points.push_back(runs.measure(scheme, load, false));
      verified = verified && points.back().error.empty();
      say(runs.line(points.back()));
      // With more load it would not be stable either.
      if (points.back().result.backlog.verdict == Stability::kUnstable) break;
    }
  }
  const Plot curves = plot_of(service, plan, points);
  if (data != nullptr) write_data(data->stream(), curves);
  if (plot != nullptr) plot->stream() << svg_of(curves);
  files.finish();
  files.publish();
  return verified ? 0 : 1;
}

}  // namespace testbench
