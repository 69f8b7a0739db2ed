// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/dynamic_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace testbench {
namespace {

std::optional<PmnbTime> theory_of(const ServiceRuns& runs, const broadcast::SchemeName& scheme) {
  using broadcast::Scheme;
  const unsigned d = runs.setting.dimension();
  // The theorem does not treat exchanges that overlap with packets. Its bounds without overlap hold
  // all the more.
  const unsigned step = runs.setting.prefix.value_or(PrefixSetting()).step_cycles(d);
  switch (scheme.scheme) {
    case Scheme::kPmnb1:
      return pmnb_time(PmnbAlgorithm::kI, d, step);
    case Scheme::kPmnb2:
      return pmnb_time(PmnbAlgorithm::kII, d, step);
    case Scheme::kPmnb3:
      return pmnb_time(PmnbAlgorithm::kIII, d, step);
    default:
      return std::nullopt;
  }
}

// The theorem holds for Poisson arrivals only.
std::optional<TheoremBounds> delay_by_theory(const ServiceRuns& runs, const DynamicPlan& plan,
                                             const broadcast::SchemeName& scheme, double load) {
  const auto time = theory_of(runs, scheme);
  if (!time || plan.setting.arrivals.kind != ArrivalKind::kPoisson) return std::nullopt;
  const unsigned d = runs.setting.dimension();
  return mean_delay(*time, cube::nodes(d), rate_at(d, load, packets_of_request(scheme.scheme, d)));
}

// The limit of the delay for small loads, by theory.
std::optional<double> light_load_by_theory(const ServiceRuns& runs, const broadcast::SchemeName& scheme) {
  const auto time = theory_of(runs, scheme);
  return time ? std::optional(light_load_delay(*time)) : std::nullopt;
}

// The largest stable load by theory.
std::optional<double> limit_by_theory(const ServiceRuns& runs, const broadcast::SchemeName& scheme) {
  const auto time = theory_of(runs, scheme);
  if (!time) return std::nullopt;
  const unsigned d = runs.setting.dimension();
  return load_of(d, largest_rate(*time, cube::nodes(d)), packets_of_request(scheme.scheme, d));
}

double half_width(const DynamicPoint& point) {
  const auto& interval = point.result.delays.interval;
  return interval ? interval->half_width : std::nan("");
}

double throughput(const ServiceRuns& runs, const DynamicPoint& point) {
  const unsigned d = runs.setting.dimension();
  return load_of(d, point.result.throughput(cube::nodes(d)), packets_of_request(point.scheme.scheme, d));
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

Json head(const ServiceRuns& runs, const broadcast::SchemeName& scheme) {
  Json json;
  json["scheme"] = scheme.name;
  json["source"] = scheme.source;
  json["dim"] = runs.setting.dimension();
  json["nodes"] = cube::nodes(runs.setting.dimension());
  json["engine"] = runs.setting.engine;
  add_setting(json, runs.setting);
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

const Columns kDynamicColumns{{"scheme", "scheme", -9},
                              {"dim", "d", 2},
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

const Columns kLimitColumns{{"scheme", "scheme", -9},
                            {"dim", "d", 2},
                            {"stable", "stable", 8, "{:.3f}"},
                            {"unstable", "unstable", 8, "{:.3f}"},
                            {"theory", "theory", 7, "{:.3f}"},
                            {"runs", "runs", 5},
                            {"verified", "verified", 0, "", yes_or_fault}};

Json dynamic_json(const ServiceRuns& runs, const DynamicPoint& point, const DynamicPlan& plan) {
  const DynamicResult& result = point.result;
  const DelayHistogram& delays = result.delays.delays;
  const auto theory = delay_by_theory(runs, plan, point.scheme, point.load);
  const unsigned d = runs.setting.dimension();
  Json json = head(runs, point.scheme);
  add_arrivals(json, plan);
  json["load"] = point.load;
  json["rate"] = rate_at(d, point.load, packets_of_request(point.scheme.scheme, d));
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
  Json json = head(runs, row.scheme);
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
  plot.title = fmt::format("Mean delay of a broadcast request, d = {}", runs.setting.dimension());
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
