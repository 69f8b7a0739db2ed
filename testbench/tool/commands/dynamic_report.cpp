// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/commands/dynamic_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace testbench {
namespace {

double rate_of(const ServiceRuns& runs, const broadcast::SchemeName& scheme, double load) {
  return rate_at(runs.cut, load, runs.packets_of(scheme));
}

// X and V that bound the delay best at the load. Where it is infinite with all of them, they are the same.
std::optional<PmnbTime> time_at(const ServiceRuns& runs, const broadcast::SchemeName& scheme, double load) {
  return best_time(runs.times_of(scheme), [&](const PmnbTime& time) {
    return mean_delay(time, runs.setting.nodes(), rate_of(runs, scheme, load)).high;
  });
}

// The theorem holds for Poisson arrivals only.
std::optional<TheoremBounds> delay_by_theory(const ServiceRuns& runs, const DynamicPlan& plan,
                                             const broadcast::SchemeName& scheme, double load) {
  const auto time = time_at(runs, scheme, load);
  if (!time || plan.setting.arrivals.kind != ArrivalKind::kPoisson) return std::nullopt;
  return mean_delay(*time, runs.setting.nodes(), rate_of(runs, scheme, load));
}

// The limit of the delay for small loads, by theory.
std::optional<double> light_load_by_theory(const ServiceRuns& runs, const broadcast::SchemeName& scheme) {
  const auto time = best_time(runs.times_of(scheme), light_load_delay);
  return time ? std::optional(light_load_delay(*time)) : std::nullopt;
}

// The pair of the largest stable load, and that load.
std::optional<PmnbTime> time_of_limit(const ServiceRuns& runs, const broadcast::SchemeName& scheme) {
  return best_time(runs.times_of(scheme),
                   [&](const PmnbTime& time) { return -largest_rate(time, runs.setting.nodes()); });
}
std::optional<double> limit_by_theory(const ServiceRuns& runs, const broadcast::SchemeName& scheme) {
  const auto time = time_of_limit(runs, scheme);
  if (!time) return std::nullopt;
  return load_of(runs.cut, largest_rate(*time, runs.setting.nodes()), runs.packets_of(scheme));
}

double half_width(const DynamicPoint& point) {
  const auto& interval = point.result.delays.interval;
  return interval ? interval->half_width : std::nan("");
}

double throughput(const ServiceRuns& runs, const DynamicPoint& point) {
  return load_of(runs.cut, point.result.throughput(runs.setting.nodes()), runs.packets_of(point.scheme));
}

std::string_view verdict_of(const DynamicResult& result) {
  return result.deadlocked ? "deadlock" : name_of(result.backlog.verdict);
}

Json number_or_null(std::optional<double> value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json fault_or_null(const std::string& error) {
  return error.empty() ? Json(nullptr) : Json(error);
}

Json head(const ServiceRuns& runs, const broadcast::SchemeName& scheme, const std::optional<PmnbTime>& time) {
  Json json;
  json["scheme"] = scheme.name;
  json["source"] = scheme.source;
  runs.add_network(json);
  json["engine"] = runs.setting.engine;
  add_setting(json, runs.setting);
  runs.add_period(json, time);
  return json;
}

void add_arrivals(Json& json, const DynamicPlan& plan) {
  const ArrivalSetting& arrivals = plan.setting.arrivals;
  json["arrivals"] = name_of(arrivals.kind);
  if (arrivals.kind == ArrivalKind::kBursty) json["burst"] = arrivals.burst_cycles;
  if (arrivals.kind == ArrivalKind::kHotSpot) {
    json["hot_share"] = arrivals.hot_share;
    json["hot_nodes"] = arrivals.hot_nodes;
  }
  json["most_cycles"] = plan.setting.most_cycles;
}

// Where the requests are more than the scheme can serve, both bounds are infinite.
std::string theory_text(const Json& point) {
  const Json& theory = point["theory"];
  if (theory.is_null()) return "-";
  const auto text = [](const Json& bound) {
    return bound.is_null() ? "inf" : fmt::format("{:.1f}", bound.get<double>());
  };
  return text(theory["low"]) + ".." + text(theory["high"]);
}

}  // namespace

Columns dynamic_columns(const ServiceRuns& runs) {
  return {{"scheme", "scheme", -9},
          runs.size_column(),
          {"load", "load", 5, "{:g}"},
          {"delay.mean", "delay", 9, "{:.2f}"},
          {"delay.half_width", "+-", 8, "{:.2f}"},
          {"delay.p50", "50 %", 7},
          {"delay.p90", "90 %", 7},
          {"delay.p99", "99 %", 7},
          {"delay.most", "most", 7},
          {"theory", "theory", 17, "", theory_text},
          {"throughput", "served", 6, "{:.3f}"},
          {"completed", "requests", 8},
          {"longest_queue", "queue", 5},
          {"deepest_queue", "crosspoint", 9},
          {"cycles", "cycles", 9},
          {"stability", "", -10},
          {"verified", "verified", 0, "", yes_or_fault}};
}

Columns limit_columns(const ServiceRuns& runs) {
  return {{"scheme", "scheme", -9},
          runs.size_column(),
          {"stable", "stable", 8, "{:.3f}"},
          {"unstable", "unstable", 8, "{:.3f}"},
          {"theory", "theory", 7, "{:.3f}"},
          {"runs", "runs", 5},
          {"verified", "verified", 0, "", yes_or_fault}};
}

Json dynamic_json(const ServiceRuns& runs, const DynamicPoint& point, const DynamicPlan& plan) {
  const DynamicResult& result = point.result;
  const DelayHistogram& delays = result.delays.delays;
  const auto theory = delay_by_theory(runs, plan, point.scheme, point.load);
  Json json = head(runs, point.scheme, time_at(runs, point.scheme, point.load));
  add_arrivals(json, plan);
  json["load"] = point.load;
  json["rate"] = rate_of(runs, point.scheme, point.load);
  json["precision"] = plan.setting.precision;
  json["cycles"] = result.cycles;
  json["requests"] = result.requests;
  json["completed"] = result.completed;
  json["deliveries"] = result.deliveries;
  json["warm_up"] = result.delays.warm_up;
  json["delay"] = nullptr;
  if (delays.count() != 0) {
    json["delay"] = {{"mean", delays.mean()},          {"half_width", number_or_null(half_width(point))},
                     {"p50", delays.percentile(0.5)},  {"p90", delays.percentile(0.9)},
                     {"p99", delays.percentile(0.99)}, {"p999", delays.percentile(0.999)},
                     {"most", delays.maximum()}};
  }
  json["theory"] = nullptr;
  if (theory) {
    json["theory"] = {{"low", number_or_null(theory->low)},
                      {"high", number_or_null(theory->high)},
                      {"light_load", number_or_null(light_load_by_theory(runs, point.scheme))},
                      {"largest_stable_load", number_or_null(limit_by_theory(runs, point.scheme))}};
  }
  json["throughput"] = throughput(runs, point);
  json["backlog"] = nullptr;
  if (result.backlog.is_known) {
    json["backlog"] = {{"mean", result.backlog.mean}, {"growth", result.backlog.growth}};
  }
  json["longest_queue"] = result.longest_queue;
  json["deepest_queue"] = nullptr;
  if (runs.tells_deepest_queue()) json["deepest_queue"] = result.deepest_queue;
  json["sent"] = {
      {"counts", result.sent.counts}, {"packing", result.sent.packing}, {"broadcast", result.sent.broadcast}};
  json["stability"] = verdict_of(result);
  json["settled"] = result.settled;
  json["verified"] = point.error.empty();
  json["fault"] = fault_or_null(point.error);
  return json;
}

Json limit_json(const ServiceRuns& runs, const DynamicPlan& plan, const LimitRow& row) {
  Json json = head(runs, row.scheme, time_of_limit(runs, row.scheme));
  add_arrivals(json, plan);
  json["stable"] = number_or_null(row.limit.stable);
  json["unstable"] = number_or_null(row.limit.unstable);
  json["theory"] = number_or_null(limit_by_theory(runs, row.scheme));
  json["runs"] = row.limit.runs;
  json["verified"] = row.error.empty();
  json["fault"] = fault_or_null(row.error);
  return json;
}

Plot plot_of(const ServiceRuns& runs, const DynamicPlan& plan, const std::vector<DynamicPoint>& points) {
  Plot plot;
  plot.title = "Mean delay of a broadcast request, " +
               (runs.setting.trees ? runs.network : fmt::format("d = {}", runs.setting.dimension()));
  plot.x_name = "load";
  plot.y_name = "cycles";
  plot.has_log_y = true;
  for (unsigned color = 0; color < runs.schemes.size(); ++color) {
    const broadcast::SchemeName& scheme = runs.schemes[color];
    Curve measured{scheme.name, CurveKind::kMeasured, color, {}};
    for (const DynamicPoint& point : points) {
      if (point.scheme.scheme != scheme.scheme || point.result.backlog.verdict == Stability::kUnstable) continue;
      const double mean = point.result.delays.mean();
      measured.points.push_back({point.load, mean, mean - half_width(point), mean + half_width(point)});
    }
    plot.curves.push_back(measured);
    Curve theory{fmt::format("{}, theorem", scheme.name), CurveKind::kTheory, color, {}};
    for (const double load : plan.loads) {
      const auto delay = delay_by_theory(runs, plan, scheme, load);
      if (delay && std::isfinite(delay->high)) theory.points.push_back({load, delay->high});
    }
    if (!theory.points.empty()) plot.curves.push_back(theory);
  }
  return plot;
}

}  // namespace testbench
